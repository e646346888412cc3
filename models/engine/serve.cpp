// Serving: weights, KV cache, and a first roofline of prefill and decode steps.

#include "models/engine/layer_params.h"
#include "models/engine/network.h"
#include "models/engine/serve_operators.h"
#include "models/engine/step_time_constants.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Norms, activation, RoPE and quantisation: 6–15 µs per layer were measured.
constexpr Seconds kSmallOperators{10e-6};

/// One row of activations per token to the next pipeline stage.
Seconds stageHop(const Setup& s, double tokens) {
    const bool inDomain = s.tp * s.pp * s.dp <= s.domain;
    return Bytes{2 * tokens * s.h / s.tp} /
               (s.scenario->cluster.networkUtil * (inDomain ? s.nvlink : s.nic)) +
           step::kCollectiveLatency;
}

/// One forward pass of a rank: `tokens` rows, attention over what `core` stands for.
struct ForwardPass {
    Seconds time, math;
    Bytes bytes;
};

/// T = max(A, C) + (1 − η)·min(A, C).
Seconds overlapped(Seconds compute, Seconds exchange, double overlap) {
    return std::max(compute, exchange) + (1 - overlap) * std::min(compute, exchange);
}

ForwardPass forwardPass(const Setup& s, const ServeRates& rates, double tokens, const Cost& core,
                        double headRows, double imbalance) {
    const LayerParams layer = layerParams(s);
    const double denseLayers = static_cast<double>(s.denseLayers);
    const double moeLayers = static_cast<double>(s.layers - s.denseLayers);
    const Seconds reduce = 2 * allReduceTime(s, {2 * tokens * s.h});
    const Seconds fixed = kSmallOperators + reduce;

    const Cost attention = linearCost(rates, layer.attention / s.tp, tokens) + core;
    const Cost dense = attention + linearCost(rates, layer.denseMlp / s.tp, tokens);
    Cost moe;
    Seconds exchange;
    if (moeLayers > 0) {
        moe = attention + linearCost(rates, layer.shared / s.tp + layer.router, tokens) +
              expertGemm(s, rates, tokens, imbalance);
        const AllToAll traffic = allToAll(s, tokens, imbalance);
        exchange = traffic.dispatch.time + traffic.combine.time;
    }
    const Cost head = linearCost(rates, embeddingParams(s) / s.tp, headRows);

    ForwardPass pass;
    pass.time = (s.pp - 1) * stageHop(s, tokens) + denseLayers * (dense.time + fixed) +
                moeLayers * overlapped(moe.time + fixed, exchange, s.scenario->cluster.overlap) + head.time;
    pass.math = denseLayers * dense.math + moeLayers * moe.math + head.math;
    pass.bytes = denseLayers * dense.bytes + moeLayers * moe.bytes + head.bytes;
    return pass;
}

/// Weights of the heaviest GPU; serving holds no multi-token-prediction layers here.
Bytes weightsPerGpu(const Setup& setup) {
    Setup plain = setup;
    plain.mtpLayers = 0;
    const std::vector<Count> chunks = chunkLayers(plain);
    double heaviest = 0;
    for (int stage = 0; stage < static_cast<int>(plain.pp); ++stage) {
        const StageParams params = stageParams(plain, chunks, stage);
        heaviest = std::max(heaviest, params.dense + params.expert);
    }
    return {heaviest * bytesOf(setup.scenario->precision.weights)};
}

/// Every GPU keeps room for what each of the group might send to each of its experts, twice (memory model,
/// "Inference memory"). Only low-latency kernels do.
Bytes dispatchBuffers(const Setup& s, double tokens) {
    const double gpus = s.ep * s.etp;
    if (!s.isMoe || gpus <= 1 || s.scenario->cluster.a2a != A2aKernel::LowLatency) return {};
    return {2 * (s.expertSlots / s.ep) * gpus * tokens * s.h};
}

} // namespace

ServeReport serving(const Setup& s, std::vector<Warning>& warnings) {
    const ServeSpec& serve = *s.scenario->serve;
    const ServeRates rates = serveRatesOf(s);
    const bool prefill = serve.phase == Phase::Prefill;
    const auto prompt = static_cast<double>(serve.prompt), output = static_cast<double>(serve.output);
    const auto prefillTokens = static_cast<double>(serve.prefillTokens);
    const double sequences = static_cast<double>(serve.requests) / s.dp;
    const double context = serve.context ? static_cast<double>(*serve.context) : prompt + output / 2;

    ServeReport report;
    report.weights = weightsPerGpu(s);
    report.kvPerToken = kvBytesPerToken(s);
    report.sequences = sequences;
    report.context = context;
    report.kvCache = sequences * context / s.pp * report.kvPerToken;
    report.buffers = dispatchBuffers(s, prefill ? prefillTokens : sequences / s.pp);
    report.capacity = s.gpu.memory;
    if (s.isMoe) report.kneeTokensPerExpert = kneeTokens(rates);
    double imbalance = 1;
    if (s.isMoe) {
        const double tokens = prefill ? prefillTokens : sequences;
        const PlacementReport placement = expertPlacement(s, tokens);
        report.network = moeNetwork(s, tokens, &placement);
        imbalance = std::max(1.0, placement.gpus.maxOverMean);
    }
    if (s.cp > 1) {
        warnings.push_back({"serve-parallelism",
                            "Latency and throughput of serving are not modelled with context "
                            "parallelism: set CP to 1."});
        return report;
    }
    warnings.push_back({"serve-roofline",
                        "Serving times are a roofline of the operators without scheduler, "
                        "sampling and queueing; engines are slower, most at small batches."});

    // A prompt longer than a step is prefilled in chunks. With pipeline stages the sequences of a rank take
    // turns, one part of them on each stage.
    const double chunks = std::ceil(prompt / prefillTokens), chunk = prompt / chunks;
    const double inStage = sequences / s.pp;
    const ForwardPass first =
        forwardPass(s, rates, chunk, prefillCore(s, rates, chunk, prompt), 1, imbalance);
    const ForwardPass decode =
        forwardPass(s, rates, inStage, decodeCore(s, rates, inStage, context), inStage, imbalance);
    report.ttft = chunks * first.time;
    report.tpot = decode.time;
    report.latency = *report.ttft + std::max(0.0, output - 1) * *report.tpot;
    report.tokensPerSecondPerUser = 1 / decode.time.base;

    // Stages, and groups that hold different layers, work on different batches at once: PP passes per time on
    // PP·TP GPUs of a rank.
    const ForwardPass step =
        prefill ? forwardPass(s, rates, prefillTokens, prefillCore(s, rates, prefillTokens, prompt),
                              std::ceil(prefillTokens / prompt), imbalance)
                : decode;
    report.tokensPerSecondPerGpu = (prefill ? prefillTokens : inStage) / step.time.base / s.tp;
    report.gpuUtilisation = step.math / step.time;
    report.bandwidthUtilisation = step.bytes / step.time / s.gpu.hbm;
    return report;
}

} // namespace moe
