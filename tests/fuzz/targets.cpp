// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer over every reader of foreign text. MOE_FUZZ_TARGET names the row; packaging/fuzz.sh runs them
// all. A target fails by crashing, hanging, a sanitizer report, or one of the claims below.

#include "data/document.h"
#include "data/expert_loads.h"
#include "data/hash_trace.h"
#include "data/import.h"
#include "data/kernel_trace.h"
#include "data/megatron_log.h"
#include "data/number.h"
#include "data/operator_table.h"
#include "data/profile_table.h"
#include "data/recipe_runs.h"
#include "data/response_table.h"
#include "data/step_law.h"
#include "models/engine/calibration/bench_file.h"
#include "models/engine/cost/step_constants_file.h"
#include "models/engine/explain/lesson.h"
#include "models/engine/files/board_file.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/models/model_config.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/files/session_file.h"
#include "models/engine/logs/foreign.h"
#include "models/engine/logs/log_scenario.h"
#include "models/engine/loss/model/loss_file.h"
#include "models/engine/measured/cases.h"
#include "models/engine/measured/run_list.h"
#include "models/engine/profiles/profile_file.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/traffic/trace.h"
#include "ui/figure_scenario.h"

#include <QBuffer>

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

template <class T> const T* checked(const Result<T>& result) {
    if (result) return &*result;
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
void document(std::string_view text) {
    const auto result = parseDocument(text, "f");
    if (const Document* read = checked(result)) {
        checked(lossModelFrom(*read, "f"));
        checked(profileCurvesFrom(*read, "f"));
    }
}
void log(std::string_view text) {
    checked(scenarioFromLog(readMegatronLog(text, "f"), catalog()));
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
    {"document", document},
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
};

const Target* chosen = nullptr;

} // namespace

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
