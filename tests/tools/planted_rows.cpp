// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the program for rows that check_rows.py planted in a copy of its sources, wherever such a row is used;
// one line for what is not there. Compiled by that script alone.

#include "app/commands/command.h"
#include "app/files/catalog_loader.h"
#include "app/files/file_kinds.h"
#include "data/megatron_log.h"
#include "models/engine/calibration/serving_runs.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/logs/log_scenario.h"
#include "models/engine/measured/run_list.h"
#include "models/engine/operators/operator_model.h"
#include "models/engine/plan/launch_flags.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/search/search_layout.h"
#include "models/engine/traffic/beside_server.h"
#include "models/items/choice_label.h"
#include "models/items/operator_words.h"
#include "models/items/words.h"
#include "ui/layer_style.h"

#include <QApplication>

#include <algorithm>
#include <cstdio>

namespace {

using namespace moe;

int missing = 0;
void want(bool there, const char* what) {
    if (there) return;
    ++missing;
    std::printf("missing: %s\n", what);
}

Scenario with(Scenario scenario, std::initializer_list<std::pair<const char*, const char*>> set) {
    for (const auto& [key, value] : set)
        if (const Problems problems = setField(scenario, key, value); !problems.empty()) {
            want(false, key);
            std::puts(toString(problems).c_str());
        }
    return scenario;
}

bool has(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

void servingEngine(const Catalog& catalog) {
    const Scenario named = with(catalog.preset("llama-3-8b")->scenario,
                                {{"train", "null"}, {"serve.requests", "8"}, {"serve.engine", "planted"}});
    want(has(findField("serve.engine")->choices, "planted"), "the engine among the choices of its field");
    want(items::choiceLabel("planted") == QLatin1String("Planted"), "the engine's label");
    want(items::kernelLabel("planted", "1") == QLatin1String("Planted 1"), "the label of its kernels");
    const auto& backends = operatorBackends();
    want(std::find(backends.begin(), backends.end(), "planted") != backends.end(), "its tables of operators");
    const Report report = evaluate(named, catalog);
    want(report.serve && report.serve->tpot && report.serve->tpot->base > 0, "a report of its server");
    const Result<ServedLoad> load = servedLoad(named, catalog);
    want(load && simulate(load->traffic).requestsPerSecond > 0, "its simulated requests");
    want(static_cast<bool>(servedBeside(
             catalog.preset("llama-3-8b")->scenario.serve ? catalog.preset("llama-3-8b")->scenario : named,
             catalog, "planted")),
         "the same requests through it");
    const auto launches = servingLaunches(named, setupOf(named, catalog), catalog);
    want(std::any_of(launches.begin(), launches.end(),
                     [](const LaunchCommand& one) { return one.text().starts_with("planted serve "); }),
         "its command");
}

void schedule(const Catalog& catalog) {
    const Scenario piped = with(catalog.preset("llama-3-70b")->scenario, {{"train.global_batch", "64"},
                                                                          {"train.micro_batch", "1"},
                                                                          {"cluster.gpus", "8"},
                                                                          {"parallel.tp", "1"},
                                                                          {"parallel.pp", "4"},
                                                                          {"parallel.vpp", "1"},
                                                                          {"train.schedule", "planted"}});
    for (const Problem& problem : validate(piped, catalog)) std::puts(toString(Problems{problem}).c_str());
    want(validate(piped, catalog).empty(), "a valid scenario of the schedule");
    want(findSchedule("planted") != nullptr, "the schedule by its key");
    const Report report = evaluate(piped, catalog);
    want(report.train && report.train->step.base > 0 && report.train->pipeline.kind == ScheduleKind::Planted,
         "a step by it");
    want(report.memory && report.memory->heaviest().peak.base > 0, "its memory");
    const auto searched = everySchedule(piped);
    want(std::find(searched.begin(), searched.end(), std::optional(ScheduleKind::Planted)) != searched.end(),
         "a search that tries it");
}

void layerKindOf(const Catalog& catalog) {
    const Scenario own = with(catalog.preset("qwen3-next")->scenario, {{"model.pattern", "planted*3,full"}});
    const Scenario as = with(catalog.preset("qwen3-next")->scenario, {{"model.pattern", "gdn*3,full"}});
    want(validate(own, catalog).size() == validate(as, catalog).size(), "a valid pattern of the layer");
    const Report report = evaluate(own, catalog), other = evaluate(as, catalog);
    want(report.params.total > 0 && report.params.total == other.params.total, "its parameters");
    const Scenario lacks = with(own, {{"model.linear.key_heads", "0"}});
    const Problems problems = validate(lacks, catalog);
    want(std::any_of(problems.begin(), problems.end(),
                     [](const Problem& one) { return one.key == "model.linear.key_heads"; }),
         "what it needs");
    want(ui::layerLetter(LayerKind::Planted) == QLatin1String("P"), "its letter");
    want(ui::layerColour(LayerKind::Planted) == QColor("#123456"), "its colour");
    want(ui::layerKindText(LayerKind::Planted) == QLatin1String("Planted layers"), "its words");
}

/// By three spellings, none of which is its key.
void machine(Catalog catalog) {
    const Result<std::vector<GpuSpec>> read =
        readGpus("own-x900:\n  label: X900\n  vendor: huawei\n  called: X900; Planted X-900 SXM; XP900\n"
                 "  generation: other\n  memory_mib: 81920\n  bf16_tflops: 900\n  bandwidth_gbps: 3000\n"
                 "  nvlink_gbps: 400\n  nic_gbps: 50\n  domain: 8\n  power_w: 700\n",
                 "gpus.yaml");
    want(static_cast<bool>(read), "the GPU's entry");
    if (!read) return std::puts(toString(read.error()).c_str()), void();
    catalog.gpus.push_back(read->front());
    for (const char* name : {"X900", "Planted X-900 SXM", "xp900"}) {
        const std::string printed = name;
        want(catalog.gpuNamed(printed) == &catalog.gpus.back(), "the GPU by a name");
        const Result<LogScenario> log = scenarioFromLog(
            readMegatronLog(
                "|   0  NVIDIA " + printed +
                    "  On  |\n--num-layers 2\n--hidden-size 64\n--num-attention-heads 4\n"
                    "--seq-length 128\n--vocab-size 100\n--micro-batch-size 1\n"
                    "--global-batch-size 8\n iteration 1/ 10 | elapsed time per iteration (ms): 9.0 |\n",
                "x.log"),
            catalog);
        want(log && log->scenario.gpu.preset == "own-x900", "the GPU of a training log");
        const Result<RunList> runs = readRunList(
            "rows:\n- {id: one, source: here, gpu: " + printed +
                ", gpus: 8, tp: 1, pp: 1, cp: 1, ep: 1, dp: 8, seq: 4096, micro_batch: 1, global_batch: 8, "
                "step_time_s: 2, shape: {layers: 32, hidden: 4096, ffn: 14336, heads: 32, kv_heads: 8, "
                "vocab: "
                "128256}}\n",
            "runs.yaml", catalog);
        want(runs && runs->cases.size() == 1 && runs->cases[0].scenario.gpu.preset == "own-x900" &&
                 runs->cases[0].vendor == "Huawei",
             "the GPU of a list of runs");
        ServingRun served;
        served.model = "openai/gpt-oss-120b";
        served.gpu = printed;
        served.engine = "planted";
        served.weights = "mxfp4";
        served.compute = "bf16";
        served.concurrency = 4;
        served.prompt = served.output = 1024;
        const std::optional<Scenario> scenario = servingScenario(served, catalog);
        want(scenario && scenario->gpu.preset == "own-x900" &&
                 scenario->serve->engine == ServeEngine::Planted,
             "the GPU and the engine of a serving run");
    }
}

void fileKind(const QString& path) {
    const app::FileKind* kind = app::fileKindOf(app::FileHead(path));
    want(kind && std::string_view(kind->name) == "planted notes", "the kind of a file");
    want(app::fileEndings().split(QLatin1Char(' ')).contains(QLatin1String("*.planted")),
         "its ending among those of a dialog");
    std::fflush(stdout);
    want(app::runImport({"import", path}) == 0, "a file of it for import"); // prints what it says
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const app::ShippedCatalog shipped = app::shippedCatalog();
    servingEngine(*shipped.catalog);
    schedule(*shipped.catalog);
    layerKindOf(*shipped.catalog);
    machine(*shipped.catalog);
    fileKind(QString::fromLocal8Bit(argv[1]));
    std::printf("%d rows missing\n", missing);
    return missing == 0 ? 0 : 1;
}
