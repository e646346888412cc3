// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/run_recipes.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace moe {
namespace {

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

/// Scripts of one engine, model and GPU; texts that the run's begin with, or the model's holds.
struct Script {
    std::string_view engine, model, gpu, precision;
    bool spreadsExperts; ///< hands the sweep's EP on to the server
    int everyFew,
        everyMany; ///< --scheduler-recv-interval below 16 in flight, and from there on; 0: no such flag
};
/// The first that fits; runs of others are as their table says.
constexpr Script kScripts[] = {
    // Qwen3.5 (@2116fc43) and DeepSeek-R1 (@161e7f65) in fp8: neither --ep-size nor an interval.
    {"sglang", "", "H", "", false, 1, 1},
    {"sglang", "GLM-5", "", "", true, 1, 1},            // fp8 on B200 @4eca3fe0
    {"sglang", "Qwen3.5", "B300", "fp8", true, 10, 10}, // @56324839
    {"sglang", "", "", "", true, 10, 30},               // Qwen3.5, DeepSeek-R1 on Blackwell @01fa35cf
    {"vllm", "Kimi-K2", "", "", false, 0, 0},           // fp4 on B200 @04107b3d: no --enable-expert-parallel
};

bool begins(const std::string& text, std::string_view with) {
    return text.rfind(with, 0) == 0;
}

const Script* scriptOf(const ServingRun& run) {
    for (const Script& one : kScripts)
        if (run.engine == one.engine && run.model.find(one.model) != std::string::npos &&
            begins(run.gpu, one.gpu) && begins(run.precision, one.precision))
            return &one;
    return nullptr;
}

/// Conditions of a server that are not those of its runs' columns.
struct Condition {
    std::string_view engine, version, model, gpu, precision;
    const char* kvCache;
    double memoryFraction, promptsPerPass; ///< of the longest; 0: as the column has it
};
constexpr Condition kConditions[] = {
    // @8eec0d4e. Runs of 3 April are told with bf16 keys and 0.95 of the GPU, as @34bc7c40 had them for
    // 0.17.0, which would hold 60 prompts of 8k at once; their latencies say 105.
    {"vllm", "0.19.0", "MiniMax-M2.5", "B200", "fp8", "fp8", 0.9, 2},
    // No --kv-cache-dtype: vLLM takes the type that an NVFP4 checkpoint of NVIDIA states
    // (`resolve_kv_cache_dtype_string` of utils/torch_utils.py). 64 prompts of 8k ran at once, for which the
    // 20 GB beside 150 GB of weights have no room in bf16.
    {"vllm", "0.17.0", "Kimi-K2", "B200", "fp4", "fp8", 0, 0},
};

/// Lengths that are drawn as its client draws them are those of InferenceX.
bool ofInferenceX(const ServingRun& run) {
    return run.spread > 0;
}

} // namespace

void launchedDegrees(ServingRun& run) {
    // n ranks of attention data parallelism hold experts together: EP n are n GPUs, also where a table has
    // dp = tp = n and ep = n².
    if (run.dp > 1 && run.dp == run.tp && run.ep == run.tp * run.tp) {
        run.ep = run.gpus = run.dp;
        run.tp = run.moeTp = 1;
        return;
    }
    // Some tables give the experts' TP as that of the rank and take TP × EP for the GPUs (64 for a run on one
    // node with TP 8 and EP 8). The run's name has the degrees as they were started with.
    const double tp = named(run.id, "_tp"), ep = named(run.id, "_ep");
    if (tp > 1 && ep > 1 && run.ep == ep && run.moeTp * run.ep > tp && std::fmod(tp, ep) == 0) {
        (run.dp > run.tp ? run.dp : run.tp) = tp;
        run.moeTp = tp / ep;
        run.gpus = tp;
    }
    // So do those that number their configurations: qwen3.5-fp4-b300-sglang was run with TP 4, and with TP 2
    // and EP 2 (nvidia-master.yaml@56324839), for which they have TP 4, EP 2 and an experts' TP of 2.
    if (run.id.find("_cfg") != std::string::npos && run.dp == 1 && run.ep > 1 && run.moeTp > 1 &&
        run.tp == run.moeTp * run.ep && std::fmod(run.moeTp, run.ep) == 0) {
        run.tp = run.gpus = run.moeTp;
        run.moeTp = run.tp / run.ep;
    }
    const Script* script = ofInferenceX(run) ? scriptOf(run) : nullptr;
    if (script != nullptr && !script->spreadsExperts && run.dp == 1 && run.ep > 1) {
        run.ep = 1;
        run.moeTp = run.tp;
    }
}

void launchedConditions(ServingRun& run) {
    if (!ofInferenceX(run)) return;
    for (const Condition& one : kConditions) {
        if (run.engine != one.engine || run.version != one.version ||
            run.model.find(one.model) == std::string::npos || !begins(run.gpu, one.gpu) ||
            !begins(run.precision, one.precision))
            continue;
        run.kvCache = one.kvCache;
        if (one.memoryFraction > 0) run.memoryFraction = one.memoryFraction;
        if (one.promptsPerPass > 0)
            run.batchedTokens = one.promptsPerPass * std::round(run.prompt / (1 - run.spread / 2));
    }
}

void launchedIntervals(const ServingRun& run, ServeSpec& serve) {
    if (!ofInferenceX(run)) return;
    if (const Script* script = scriptOf(run); script != nullptr && script->everyFew > 0)
        serve.receiveEvery = run.concurrency >= 16 ? script->everyMany : script->everyFew;
    if (run.engine != "trtllm") return;
    // DeepSeek-R1 in fp4 on B200 (@34bc7c40): 10 tokens together; with attention data parallelism 20, and
    // prompts are held up to 60 passes for those of other ranks.
    serve.streamInterval = run.dp > 1 ? 20 : 10;
    if (run.dp > 1) serve.balancePasses = 60;
}

} // namespace moe
