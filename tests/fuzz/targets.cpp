// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer over every reader of foreign text. MOE_FUZZ_TARGET names the row; packaging/fuzz.sh runs them
// all. A target fails by crashing, hanging, a sanitizer report, or one of the claims below. With
// MOE_FUZZ_SEEDS a text that is refused fails too: what a reader is fed with first must be whole, or its
// mutants only try the first refusal.

#include "data/document.h"
#include "data/expert_loads.h"
#include "data/gzip.h"
#include "data/hash_trace.h"
#include "data/import.h"
#include "data/kernel_trace.h"
#include "data/megatron_log.h"
#include "data/number.h"
#include "data/operator_table.h"
#include "data/profile_table.h"
#include "data/recipe_runs.h"
#include "data/request_trace.h"
#include "data/response_table.h"
#include "data/step_law.h"
#include "models/engine/calibration/bench_file.h"
#include "models/engine/calibration/gpu_memory.h"
#include "models/engine/calibration/server_log.h"
#include "models/engine/calibration/serving_runs.h"
#include "models/engine/cost/step_constants_file.h"
#include "models/engine/explain/lesson.h"
#include "models/engine/files/board_file.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/mine_file.h"
#include "models/engine/files/models/model_config.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/files/session_file.h"
#include "models/engine/logs/foreign.h"
#include "models/engine/logs/log_scenario.h"
#include "models/engine/loss/model/loss_file.h"
#include "models/engine/measured/cases.h"
#include "models/engine/measured/log_curve.h"
#include "models/engine/measured/own_kernels.h"
#include "models/engine/measured/own_passes.h"
#include "models/engine/measured/run_list.h"
#include "models/engine/operators/own_gpu.h"
#include "models/engine/profiles/profile_file.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/traffic/trace.h"
#include "tests/fuzz/mutate.h"
#include "ui/figure_scenario.h"

#include <QBuffer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace moe;

namespace {

void claim(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "claim does not hold: %s\n", what);
    std::abort();
}

void claimLocated(const Problems& problems) {
    for (const Problem& problem : problems) claim(!problem.rule.empty(), "a problem names its rule");
}

bool onlySeeds() {
    static const bool only = std::getenv("MOE_FUZZ_SEEDS") != nullptr;
    return only;
}

template <class T> const T* checked(const Result<T>& result) {
    if (result) return &*result;
    if (onlySeeds()) std::fprintf(stderr, "%s\n", toString(result.error()).c_str());
    claim(!onlySeeds(), "a seed is read");
    claim(!result.error().empty(), "what fails says why");
    claimLocated(result.error());
    return nullptr;
}

const Catalog& catalog() {
    static const Catalog empty;
    return empty;
}

void scenario(std::string_view text) {
    const auto result = readScenario(text, "f");
    const Scenario* read = checked(result);
    if (!read) return;
    const std::string written = scenarioText(*read);
    const auto again = readScenario(written, "f");
    claim(again && *again == *read, "a written scenario reads back equal");
    // Looking for cures tries a thousand values for each broken rule, too slow where many are broken.
    if (brokenRules(*read, catalog()).size() <= 2) validate(*read, catalog());
}
void session(std::string_view text) {
    const auto result = readSession(text, "f");
    const SessionFile* read = checked(result);
    if (!read) return;
    const auto again = readSession(sessionText(*read), "f");
    claim(again && *again == *read, "a written session reads back equal");
}
void lossModel(std::string_view text) {
    const auto result = parseDocument(text, "f");
    if (const Document* read = checked(result)) checked(lossModelFrom(*read, "f"));
}
void curves(std::string_view text) {
    const auto result = parseDocument(text, "f");
    if (const Document* read = checked(result)) checked(profileCurvesFrom(*read, "f"));
}
void log(std::string_view text) {
    const MegatronLog read = readMegatronLog(text, "f");
    logCurve(read);
    checked(scenarioFromLog(read, catalog()));
}
void mine(std::string_view text) {
    const auto result = readMine(text, "f");
    const MineFile* read = checked(result);
    if (!read) return;
    const std::string written = mineText(*read);
    const auto again = readMine(written, "f");
    claim(again && mineText(*again) == written, "a written fit reads back equal");
}
void config(std::string_view text) {
    const auto result = parseDocument(text, "f");
    if (const Document* read = checked(result)) checked(readModelConfig(*read, "f"));
}
void foreign(std::string_view text) {
    if (const auto read = foreignScenario(text, "f", catalog())) checked(*read);
}
void recipe(std::string_view text) {
    for (const RecipeUse use : {RecipeUse::Fit, RecipeUse::Predict, RecipeUse::Study})
        checked(readRecipeRuns(text, "f", use));
}
void board(std::string_view text) {
    const auto result = readBoard(text, "f");
    const BoardFile* read = checked(result);
    if (!read) return;
    const auto again = readBoard(boardText(*read), "f");
    claim(again && *again == *read, "a written board reads back equal");
}
void figure(std::string_view text) {
    QByteArray bytes(text.data(), qsizetype(text.size()));
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    const QByteArray inside = ui::readEmbeddedScenario(buffer);
    readScenario(std::string_view(inside.constData(), std::size_t(inside.size())), "f");
}

struct Target {
    const char* name;
    void (*run)(std::string_view text);
};

constexpr Target kTargets[] = {
    {"csv", [](std::string_view text) { checked(readCsv(text, "f")); }},
    {"step_law_dense", [](std::string_view text) { checked(readDenseLoss(text, "f")); }},
    {"step_law_moe", [](std::string_view text) { checked(readMoeLoss(text, "f")); }},
    {"step_law_fits", [](std::string_view text) { checked(readStepLawFits(text, "f")); }},
    {"responses", [](std::string_view text) { checked(readResponses(text, "f")); }},
    {"hash_trace", [](std::string_view text) { checked(readHashTrace(text, "f")); }},
    {"expert_loads", [](std::string_view text) { checked(readExpertLoads(text, "f")); }},
    {"profile", [](std::string_view text) { checked(readProfile(text, "f")); }},
    {"operators", [](std::string_view text) { checked(readOperators(text, "f")); }},
    {"import", [](std::string_view text) { claimLocated(summarise(text, "f").problems); }},
    {"log", log},
    {"document", [](std::string_view text) { checked(parseDocument(text, "f")); }},
    {"loss_model", lossModel},
    {"curves", curves},
    {"scenario", scenario},
    {"session", session},
    {"board", board},
    {"preset", [](std::string_view text) { checked(readPreset(text, "f")); }},
    {"gpus", [](std::string_view text) { checked(readGpus(text, "f")); }},
    {"clusters", [](std::string_view text) { checked(readClusters(text, "f")); }},
    {"lesson", [](std::string_view text) { checked(readLesson(text, "f")); }},
    {"machines", [](std::string_view text) { checked(readMachines(text, "f")); }},
    {"config", config},
    {"foreign", foreign},
    {"recipe", recipe},
    {"bench", [](std::string_view text) { checked(readBench(text, "f")); }},
    {"trace", [](std::string_view text) { checked(readTrace(text, "f")); }},
    {"kernel_trace", [](std::string_view text) { checked(readKernelTrace(text, "f")); }},
    {"run_list", [](std::string_view text) { checked(readRunList(text, "f", catalog())); }},
    {"case", [](std::string_view text) { checked(readCase(text, "f")); }},
    {"step_constants", [](std::string_view text) { checked(readStepConstants(text, "f")); }},
    {"number", [](std::string_view text) { parseNumber(text), parseQuantity(text); }},
    {"figure", figure},
    {"gzip", [](std::string_view text) { checked(unpackedGzip(text, "f", 1 << 20)); }},
    {"request_trace", [](std::string_view text) { checked(readRequestTrace(text, "f")); }},
    {"own_points", [](std::string_view text) { checked(readOwnPoints(text, "f")); }},
    {"own_kernels", [](std::string_view text) { checked(readOwnKernels(text, "f")); }},
    {"own_passes", [](std::string_view text) { checked(readOwnPasses(text, "f")); }},
    {"server_log", [](std::string_view text) { checked(readServerPool(text, "f")); }},
    {"gpu_memory", [](std::string_view text) { checked(readGpuMemory(text, "f")); }},
    {"serving_runs", [](std::string_view text) { checked(readServingRuns(text, "f", kAnyRequests)); }},
    {"mine", mine},
};

const Target* chosen = nullptr;

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    const char* name = std::getenv("MOE_FUZZ_TARGET");
    for (const Target& target : kTargets) {
        if (name && std::strcmp(name, target.name) == 0) chosen = &target;
        if (!name) std::puts(target.name);
    }
    if (!chosen) std::exit(name ? 2 : 0);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    chosen->run(std::string_view(reinterpret_cast<const char*>(data), size));
    return 0;
}

/// Half of the mutants are bytes as libFuzzer changes them, half are whole tokens and lines.
extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
    if (seed % 2 == 0 || std::strcmp(chosen->name, "gzip") == 0) return LLVMFuzzerMutate(data, size, most);
    const std::string text = fuzz::mutated(std::string(reinterpret_cast<const char*>(data), size), seed / 2);
    const std::size_t length = std::min(text.size(), most);
    std::copy_n(text.data(), length, reinterpret_cast<char*>(data));
    return length;
}
