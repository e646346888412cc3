// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/serving_runs.h"

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
constexpr std::string_view kLlama2Of70 =
    "model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 model.vocab=32000 "
    "model.sequence=4096";
constexpr std::string_view kLlama2Of7 =
    "model.layers=32 model.hidden=4096 model.ffn=11008 model.heads=32 model.kv_heads=32 model.vocab=32000 "
    "model.sequence=4096";
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
    {"meta-llama/Llama-2-70b-hf", "", kLlama2Of70, false},
    {"meta-llama/Llama-2-7b-hf", "", kLlama2Of7, false},
    {"Qwen/Qwen2.5-7B-Instruct", "",
     "model.layers=28 model.hidden=3584 model.ffn=18944 model.heads=28 model.kv_heads=4 model.vocab=152064 "
     "model.sequence=32768"},
    {"Qwen/Qwen3-32B", "",
     "model.layers=64 model.hidden=5120 model.ffn=25600 model.heads=64 model.kv_heads=8 model.head_dim=128 "
     "model.vocab=151936 model.sequence=40960 model.qk_norm=head"},
    // As NVIDIA's overview of TensorRT-LLM and Splitwise call them.
    {"LLaMA v2 70B", "", kLlama2Of70, false},
    {"LLaMA 70B", "", kLlama2Of70, false},
    {"llama2-70b", "", kLlama2Of70, false},
    {"LLaMA v2 7B", "", kLlama2Of7, false},
    {"LLaMA 7B", "", kLlama2Of7, false},
    {"LLaMA v3 70B", "llama-3-70b", "", false},
    {"Llama 3.3 70B", "llama-3-70b", "", false},
    {"LLaMA v3 8B", "llama-3-8b", "", false},
    {"LLaMA v3.3 70B", "llama-3-70b", "", false},
    {"Llama 3.1 405B", "llama-3.1-405b", "", false},
    {"Mixtral 8x7B", "mixtral-8x7b", "", false},
    {"Mistral 7B", "",
     "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 model.vocab=32000 "
     "model.sequence=32768",
     false},
    {"Deepseek R1 0528", "deepseek-v3", ""},
    {"Qwen3 30B A3B", "qwen3-30b-a3b", ""},
    {"GPT-OSS 120B", "gpt-oss-120b", "", false},
    {"GPT-OSS 20B", "gpt-oss-20b", "", false},
    {"Qwen3 235B A22B", "qwen3-235b-a22b", "", false},
    {"Llama 4 Scout", "llama-4-scout", "", false},
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

void setPrecision(Scenario& scenario, const ServingRun& run, bool blocks) {
    const auto set = [&](const char* key, const char* value) { setField(scenario, key, value); };
    const bool blackwell = run.gpu.find("B2") != std::string::npos || run.gpu.find("B3") != std::string::npos;
    set("precision.head", "bf16");
    // Whoever quantises for TensorRT-LLM quantises keys too, unless told otherwise.
    const bool wide = holds(run.precision, "FP16");
    set("precision.kv_cache", !run.kvCache.empty()              ? run.kvCache.c_str()
                              : run.engine == "trtllm" && !wide ? "fp8"
                                                                : "bf16");
    if (!run.weights.empty() && !run.compute.empty()) {
        set("precision.weights", run.weights.c_str());
        set("precision.compute", run.compute.c_str());
        if (!run.experts.empty()) set("precision.experts", run.experts.c_str());
        return;
    }
    if (holds(run.model, "gpt-oss") ||
        holds(run.model, "GPT-OSS")) { // experts in MXFP4 whatever the table calls it
        set("precision.weights", "bf16");
        set("precision.experts", "mxfp4");
        set("precision.compute", blackwell ? "fp8" : "bf16");
    } else if (holds(run.precision, "nvfp4") || holds(run.precision, "FP4")) {
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
    if (run.ranksOfAttention && scenario.moe) {
        parallel.dp = parallel.ep = parallel.tp;
        parallel.tp = 1;
        parallel.etp = 1;
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
    serve.kvBlocks = whole(run.kvBlocks);
    if (run.memoryFraction > 0) serve.kvMemoryFraction = run.memoryFraction;
    if (run.kvFreeFraction > 0) serve.kvFreeFraction = run.kvFreeFraction;
    // SGLang's recipes of this client give one number to --chunked-prefill-size and --max-prefill-tokens.
    if (run.engine == "sglang") serve.maxPrefillTokens = serve.maxBatchedTokens;
    serve.prefillWorkers = static_cast<Count>(run.prefillWorkers);
    serve.decodeWorkers = static_cast<Count>(run.decodeWorkers);
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
