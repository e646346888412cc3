// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/serving_runs.h"

#include "data/csv.h"
#include "data/number.h"
#include "models/engine/measured/validation.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

/// Presets by the names under which models are served; shapes of those without one.
struct ServedModel {
    std::string_view name, preset, keys;
    bool blocks = true; ///< "fp8" are blocks of 128 × 128; else a scale per tensor
};
constexpr ServedModel kModels[] = {
    {"deepseek-ai/DeepSeek-R1", "deepseek-v3", ""},
    {"deepseek-ai/DeepSeek-V3", "deepseek-v3", ""},
    {"openai/gpt-oss-120b", "gpt-oss-120b", ""},
    {"MiniMaxAI/MiniMax-M2.5", "minimax-m2", ""},
    {"moonshotai/Kimi-K2.5", "kimi-k2", ""},
    {"Qwen/Qwen3-235B-A22B", "qwen3-235b-a22b", ""},
    {"Qwen/Qwen3.5-397B-A17B", "qwen3.5-397b", ""},
    {"meta-llama/Llama-3.1-70B", "llama-3-70b", "", false},
    {"meta-llama/Llama-3.1-8B", "llama-3-8b", "", false},
    {"mistralai/Mixtral-8x7B-v0.1", "mixtral-8x7b", "", false},
    {"RedHatAI/Llama-4-Scout-17B-16E-Instruct-FP8-dynamic", "llama-4-scout", "", false},
    {"meta-llama/Llama-2-70b-hf", "",
     "model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 model.vocab=32000 "
     "model.sequence=4096"},
    {"meta-llama/Llama-2-7b-hf", "",
     "model.layers=32 model.hidden=4096 model.ffn=11008 model.heads=32 model.kv_heads=32 model.vocab=32000 "
     "model.sequence=4096"},
    {"Qwen/Qwen2.5-7B-Instruct", "",
     "model.layers=28 model.hidden=3584 model.ffn=18944 model.heads=28 model.kv_heads=4 model.vocab=152064 "
     "model.sequence=32768"},
    {"Qwen/Qwen3-32B", "",
     "model.layers=64 model.hidden=5120 model.ffn=25600 model.heads=64 model.kv_heads=8 model.head_dim=128 "
     "model.vocab=151936 model.sequence=40960 model.qk_norm=head"},
};

const ServedModel* servedModel(std::string_view name) {
    const ServedModel* model = nullptr;
    for (const ServedModel& one : kModels)
        if (name == one.name || (!one.preset.empty() && name.find(one.name) == 0 &&
                                 name.find("Instruct") != std::string_view::npos))
            model = &one;
    return model;
}

std::optional<ServedShape> shapeOf(const ServedModel& model, const Catalog& catalog) {
    Scenario scenario;
    if (!model.preset.empty()) {
        const ScenarioPreset* preset = catalog.preset(model.preset);
        if (preset == nullptr) return std::nullopt;
        scenario.model = preset->scenario.model;
        scenario.moe = preset->scenario.moe;
    }
    std::string_view keys = model.keys;
    while (!keys.empty()) {
        const std::size_t end = std::min(keys.find(' '), keys.size()), equals = keys.find('=');
        setField(scenario, keys.substr(0, equals), keys.substr(equals + 1, end - equals - 1));
        keys.remove_prefix(std::min(end + 1, keys.size()));
    }
    return ServedShape{scenario.model, scenario.moe};
}

/// "Qwen/Qwen3-30B-A3B-Instruct-2507-FP8" as presets are called: "qwen3-30b-a3b".
std::string presetName(std::string_view name) {
    std::string text(name.substr(name.rfind('/') == std::string_view::npos ? 0 : name.rfind('/') + 1));
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const char* suffix :
         {"-2507", "-fp8", "-nvfp4", "-bf16", "-hf", "-chat", "-instruct", "-thinking", "-it"})
        if (const std::string_view end = suffix; text.size() > end.size() && text.ends_with(end))
            text.resize(text.size() - end.size());
    return text;
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// Cells of one row by the names of their columns.
class Row {
public:
    Row(const CsvTable& table, std::size_t row) : m_table(table), m_row(row) {}
    std::string text(std::string_view name) const {
        const CsvColumn* column = m_table.find(name);
        return column != nullptr && !column->numeric ? std::string(column->text(m_row)) : std::string();
    }
    double number(std::string_view name, double otherwise) const {
        const CsvColumn* column = m_table.find(name);
        if (column == nullptr || !column->numeric || std::isnan(column->numbers[m_row])) return otherwise;
        return column->numbers[m_row];
    }
    double number(std::string_view name, std::string_view other) const {
        return number(name, number(other, 0));
    }

private:
    const CsvTable& m_table;
    std::size_t m_row;
};

/// A number behind `mark` in a run's name: "…_tp4_0_ep2_9" has 4 behind "_tp".
double named(const std::string& id, std::string_view mark) {
    const std::size_t at = id.rfind(mark);
    double value = 0;
    for (std::size_t i = at + mark.size(); at != std::string::npos && i < id.size(); ++i) {
        if (id[i] < '0' || id[i] > '9') break;
        value = 10 * value + (id[i] - '0');
    }
    return value;
}

/// Ranks of attention data parallelism hold experts together: n of them with EP n are n GPUs, also where a
/// table has dp = tp = n and ep = n². Some tables give the experts' TP as that of the rank and take TP × EP
/// for the GPUs (64 for a run on one node with TP 8 and EP 8). The run's name has the degrees as they were
/// started with: TP GPUs, EP of them.
void namedDegrees(ServingRun& run) {
    if (run.dp > 1 && run.dp == run.tp && run.ep == run.tp * run.tp) {
        run.ep = run.gpus = run.dp;
        run.tp = run.moeTp = 1;
        return;
    }
    const double tp = named(run.id, "_tp"), ep = named(run.id, "_ep");
    if (!(tp > 1) || !(ep > 1) || run.ep != ep || run.moeTp * run.ep <= tp || std::fmod(tp, ep) != 0) return;
    (run.dp > run.tp ? run.dp : run.tp) = tp;
    run.moeTp = tp / ep;
    run.gpus = tp;
}

ServingRun runOf(const Row& row, int line) {
    ServingRun run;
    run.id = row.text("id");
    run.model = row.text("model");
    run.gpu = row.text("gpu");
    run.engine = row.text("engine");
    run.version = row.text("engine_version");
    run.precision = row.text("precision");
    const auto degree = [&](std::string_view name) { return std::max(row.number(name, 1), 1.0); };
    run.tp = degree("tp");
    run.pp = degree("pp");
    run.dp = degree("dp");
    run.ep = degree("ep");
    run.moeTp = degree("moe_tp");
    run.gpus = row.number("gpus", run.tp * run.pp * run.dp);
    namedDegrees(run);
    // Lengths drawn evenly between 0.8 L and L are 0.9 L on average.
    run.spread = row.number("length_spread", holds(row.text("length_dist"), "0.8") ? 0.2 : 0);
    const double mean = 1 - run.spread / 2;
    run.prompt = mean * row.number("isl", 0);
    run.output = mean * row.number("osl", 0);
    run.concurrency = row.number("concurrency", 0);
    run.requests = row.number("num_requests", "num_prompts");
    run.tpot = row.number("tpot_ms_mean", "tpot_ms_median") * 1e-3;
    run.ttft = row.number("ttft_ms_mean", "ttft_ms_median") * 1e-3;
    run.kvCache = row.text("kv_cache");
    run.weights = row.text("weights");
    run.experts = row.text("experts");
    run.compute = row.text("compute");
    run.batchedTokens = row.number("max_batched_tokens", "max_num_batched_tokens");
    run.maxSeqs = row.number("max_seqs", "max_num_seqs");
    if (row.text("kind") == "open_loop") {
        // Rates that change while a run lasts stay out.
        run.rate = parseNumber(row.text("request_rate")).value_or(row.number("request_rate", 0));
        // Its client sends 10 system prompts with 5 users' questions each, in turn.
        if (row.text("prefix_caching") == "on") run.distinct = 50;
    }
    run.memoryFraction = row.number("memory_fraction", 0);
    run.kvFreeFraction = row.number("kv_free_fraction", 0);
    run.line = line;
    return run;
}

void setPrecision(Scenario& scenario, const ServingRun& run, bool blocks) {
    const auto set = [&](const char* key, const char* value) { setField(scenario, key, value); };
    const bool blackwell = run.gpu.find("B2") != std::string::npos || run.gpu.find("B3") != std::string::npos;
    set("precision.head", "bf16");
    set("precision.kv_cache", !run.kvCache.empty()     ? run.kvCache.c_str()
                              : run.engine == "trtllm" ? "fp8"
                                                       : "bf16");
    if (!run.weights.empty() && !run.compute.empty()) {
        set("precision.weights", run.weights.c_str());
        set("precision.compute", run.compute.c_str());
        if (!run.experts.empty()) set("precision.experts", run.experts.c_str());
        return;
    }
    if (holds(run.model, "gpt-oss")) { // experts in MXFP4 whatever the table calls it
        set("precision.weights", "bf16");
        set("precision.experts", "mxfp4");
        set("precision.compute", blackwell ? "fp8" : "bf16");
    } else if (holds(run.precision, "nvfp4")) {
        set("precision.weights", "nvfp4");
        set("precision.compute", "nvfp4");
    } else if (holds(run.precision, "int4")) {
        set("precision.weights", "bf16");
        set("precision.experts", "int4");
        set("precision.compute", "bf16");
    } else if (holds(run.precision, "fp8") || holds(run.precision, "FP8")) {
        set("precision.weights", blocks ? "fp8_block" : "fp8");
        set("precision.compute", "fp8");
    } else {
        set("precision.weights", "bf16");
        set("precision.compute", "bf16");
    }
}

ServingSummary summaryOf(std::string part, const std::vector<const ServingScore*>& scores) {
    ServingSummary summary;
    summary.part = std::move(part);
    summary.count = scores.size();
    std::vector<double> size, rawSize, error, rawError;
    double inside = 0;
    for (const ServingScore* score : scores) {
        error.push_back(score->error());
        rawError.push_back(score->rawError());
        size.push_back(std::abs(score->error()));
        rawSize.push_back(std::abs(score->rawError()));
        inside += score->low <= score->measured && score->measured <= score->high ? 1 : 0;
    }
    summary.median = quantileOf(size, 0.5);
    summary.ninety = quantileOf(size, 0.9);
    summary.bias = quantileOf(error, 0.5);
    summary.rawMedian = quantileOf(rawSize, 0.5);
    summary.rawNinety = quantileOf(rawSize, 0.9);
    summary.rawBias = quantileOf(rawError, 0.5);
    summary.inside = inside / static_cast<double>(scores.size());
    return summary;
}

/// The parts of a decode step, all but what other requests' prefills add.
double stepOf(const ServeReport& report) {
    double seconds = report.tpot->base;
    for (const ServePart& part : report.decodeParts)
        if (std::string_view(part.key) == "prefills" || std::string_view(part.key) == "queue")
            seconds -= part.exposed.base;
    return seconds;
}

} // namespace

Result<ServingRuns> readServingRuns(std::string_view text, const std::string& source, double mostRequests) {
    const std::string_view header = text.substr(0, text.find('\n'));
    const bool openLoops = header.find("request_rate") != std::string_view::npos &&
                           header.find("concurrency") == std::string_view::npos;
    const Result<CsvTable> table = readCsv(text, source,
                                           {{"isl", {}, true, true},
                                            {"osl", {}, true, true},
                                            {openLoops ? "request_rate" : "concurrency", {}, false, true}});
    if (!table) return table.error();
    const bool closed = table->find("doubt") != nullptr; // a table of closed loops alone
    for (const char* needed : {"model", "gpu", "engine", closed ? "doubt" : "kind"})
        if (table->find(needed) == nullptr)
            return Problem{.source = source, .key = needed, .rule = say("is missing")};
    ServingRuns read;
    read.problems = table->problems;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const Row row(*table, i);
        if (closed ? !row.text("doubt").empty()
                   : (row.text("kind") != "closed_loop" && row.text("kind") != "open_loop") ||
                         row.text("quality") != "A")
            continue;
        ServingRun run = runOf(row, table->lines[i]);
        const bool open = run.rate > 0 && mostRequests >= kAnyRequests;
        const bool within = run.concurrency >= 1 && run.concurrency <= mostRequests;
        if (run.tpot > 0 && (open || within) && run.prompt > 0 && run.output > 0)
            read.runs.push_back(std::move(run));
    }
    return read;
}

Message unlikely(const ServingRun& run, const std::vector<ServingRun>& all) {
    // A step of a few sequences more reads the same weights.
    for (const ServingRun& other : all)
        if (run.concurrency <= kFewRequests && other.model == run.model && other.gpu == run.gpu &&
            other.engine == run.engine && other.version == run.version && other.tp == run.tp &&
            other.prompt == run.prompt && other.output == run.output && other.concurrency < run.concurrency &&
            run.tpot > 2 * other.tpot)
            return say("its time per token is more than twice that with fewer requests: not a decode step's");
    // TPOT of 4 ms where the kernels of a step need 8: several tokens a step.
    if (holds(run.model, "DeepSeek") && run.engine == "trtllm" &&
        (holds(run.version, "rc6.post3") || (holds(run.gpu, "H200") && holds(run.version, "1.1.0rc2"))))
        return say("multi-token prediction: more than one token a step");
    if (run.tp > 8) return say("a rank of more than the eight GPUs of a node");
    return {};
}

Message unscored(const ServingRun& run, const std::vector<ServingRun>& all) {
    if (Message why = unlikely(run, all); !why.empty()) return why;
    if (run.ttft > 0 && (run.concurrency - 1) * run.ttft / run.output > 0.15 * run.tpot)
        return say("prefills of other requests take more than 15 % of its time per token");
    return {};
}

std::optional<ServedShape> servedShape(std::string_view name, const Catalog& catalog) {
    if (const ServedModel* model = servedModel(name)) return shapeOf(*model, catalog);
    const ScenarioPreset* preset = catalog.preset(presetName(name));
    if (preset == nullptr) return std::nullopt;
    return ServedShape{preset->scenario.model, preset->scenario.moe};
}

std::optional<Scenario> servingScenario(const ServingRun& run, const Catalog& catalog) {
    const ServedModel* model = servedModel(run.model);
    const GpuSpec* gpu = catalog.gpuNamed(run.gpu);
    if (model == nullptr || gpu == nullptr) return std::nullopt;
    const std::optional<ServedShape> shape = shapeOf(*model, catalog);
    if (!shape) return std::nullopt;
    Scenario scenario;
    scenario.model = shape->model;
    scenario.moe = shape->moe;
    scenario.model.mtpLayers = 0;
    scenario.gpu.preset = gpu->key;
    ParallelSpec& parallel = scenario.parallel;
    parallel.tp = static_cast<Count>(run.tp);
    parallel.pp = static_cast<Count>(run.pp);
    parallel.dp = static_cast<Count>(run.dp);
    if (scenario.moe) {
        parallel.ep = static_cast<Count>(run.ep);
        parallel.etp = static_cast<Count>(run.moeTp);
    }
    setPrecision(scenario, run, model->blocks);
    ServeSpec& serve = scenario.serve.emplace();
    serve.requests = std::max<Count>(1, static_cast<Count>(run.concurrency));
    serve.prompt = static_cast<Count>(std::llround(run.prompt));
    serve.output = static_cast<Count>(std::llround(run.output));
    const auto whole = [](double value) {
        return value > 0 ? std::optional<Count>(std::llround(value)) : std::nullopt;
    };
    serve.maxBatchedTokens = whole(run.batchedTokens);
    serve.maxSeqs = whole(run.maxSeqs);
    if (run.memoryFraction > 0) serve.kvMemoryFraction = run.memoryFraction;
    if (run.kvFreeFraction > 0) serve.kvFreeFraction = run.kvFreeFraction;
    // SGLang's recipes of this client give one number to --chunked-prefill-size and --max-prefill-tokens.
    if (run.engine == "sglang") serve.maxPrefillTokens = serve.maxBatchedTokens;
    if (const ServingEngine* engine = findEngine(run.engine)) serve.engine = engine->engine;
    if (!serve.engine || !validate(scenario, catalog).empty()) return std::nullopt;
    return scenario;
}

ServingValidation validateServing(const std::vector<ServingRun>& runs, const Catalog& catalog) {
    ServingValidation result;
    for (const ServingRun& run : runs) {
        if (Message why = unscored(run, runs); !why.empty()) {
            result.left.emplace_back(&run, std::move(why));
            continue;
        }
        const std::optional<Scenario> scenario = servingScenario(run, catalog);
        if (!scenario) {
            result.left.emplace_back(&run, say("no preset of this model, GPU or layout"));
            continue;
        }
        const Setup setup = setupOf(*scenario, catalog);
        const ServeSources sources = serveSources(setup, catalog);
        if (!sources.operators) {
            result.left.emplace_back(&run, say("no measured operators of this GPU"));
            continue;
        }
        std::vector<Warning> unused;
        const ServeReport report = serving(setup, &sources, unused);
        ServingScore score;
        score.run = &run;
        score.measured = run.tpot - (run.concurrency - 1) * run.ttft / run.output;
        score.predicted = stepOf(report);
        score.raw = score.predicted - setup.L * report.layerConstant.base;
        // The band of a step, without the prefills of others that its middle leaves out too.
        const double share = score.predicted / report.tpot->base;
        score.low = report.tpotBand->low.base * share;
        score.high = report.tpotBand->high.base * share;
        result.scores.push_back(score);
    }
    std::map<std::string, std::vector<const ServingScore*>> engines, models;
    for (const ServingScore& score : result.scores) {
        engines[score.run->engine].push_back(&score);
        models[score.run->engine + " " + score.run->model].push_back(&score);
    }
    for (const auto& [part, scores] : engines) {
        result.summaries.push_back(summaryOf(part, scores));
        for (const auto& [name, those] : models)
            if (name.rfind(part + " ", 0) == 0) result.summaries.push_back(summaryOf(name, those));
    }
    return result;
}

} // namespace moe
