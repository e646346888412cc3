// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/run_recipes.h"

#include <algorithm>
#include <cmath>
#include <map>
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

/// What a launch script belongs to: one version of an engine, one model, one layout.
std::string serverOf(const ServingRun& run) {
    std::string name = run.engine + "|" + run.version + "|" + run.model + "|" + run.gpu + "|" + run.precision;
    for (const double degree : {run.tp, run.pp, run.dp, run.ep, run.moeTp})
        name += "|" + std::to_string(std::llround(degree));
    return name;
}

/// Tokens of the longest prompt that was drawn.
double longestPrompt(const ServingRun& run) {
    return std::round(run.prompt / (1 - run.spread / 2));
}

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

void launchedConditions(std::vector<ServingRun>& runs) {
    std::map<std::string, const ServingRun*> latest;
    for (const ServingRun& run : runs) {
        if (!ofInferenceX(run) || run.date.empty() || run.kvCache.empty()) continue;
        const ServingRun*& last = latest[serverOf(run)];
        if (last == nullptr || run.date > last->date) last = &run;
    }
    for (ServingRun& run : runs) {
        if (!ofInferenceX(run)) continue;
        // Scripts change with versions, and a version has one. Runs of it that are told with other keys than
        // later ones have what the table's script gave the version before: MiniMax-M2.5 in fp8 on B200, told
        // with the bf16 keys and 0.95 of the GPU of 0.17.0 (@34bc7c40) that would hold 60 prompts of 8k where
        // 105 ran at once; that of 0.19.0 says fp8, 0.9 and twice the prompt (@8eec0d4e).
        const auto found = latest.find(serverOf(run));
        if (found != latest.end() && run.date < found->second->date &&
            run.kvCache != found->second->kvCache) {
            const ServingRun& last = *found->second;
            run.kvCache = last.kvCache;
            run.memoryFraction = last.memoryFraction;
            if (last.batchedTokens > 0)
                run.batchedTokens = last.batchedTokens / longestPrompt(last) * longestPrompt(run);
        }
        // A script without --kv-cache-dtype leaves vLLM the type that the checkpoint states
        // (`resolve_kv_cache_dtype_string` of utils/torch_utils.py), which those of NVIDIA in NVFP4 do: fp8.
        // All other runs in NVFP4 are told so.
        if (run.engine == "vllm" && run.compute == "nvfp4" && run.kvCache == "bf16") run.kvCache = "fp8";
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
