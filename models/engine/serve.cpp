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
    std::vector<ServePart> parts;
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

    const Cost projections = linearCost(rates, layer.attention / s.tp, tokens);
    const Cost attention = projections + core;
    const Cost mlp = linearCost(rates, layer.denseMlp / s.tp, tokens);
    const Cost dense = attention + mlp;
    Cost moe, shared, experts;
    Seconds exchange;
    if (moeLayers > 0) {
        shared = linearCost(rates, layer.shared / s.tp + layer.router, tokens);
        experts = expertGemm(s, rates, tokens, imbalance);
        moe = attention + shared + experts;
        const AllToAll traffic = allToAll(s, tokens, imbalance);
        exchange = traffic.dispatch.time + traffic.combine.time;
    }
    const Cost head = linearCost(rates, embeddingParams(s) / s.tp, headRows);

    ForwardPass pass;
    const Seconds hops = (s.pp - 1) * stageHop(s, tokens);
    const double overlap = s.scenario->cluster.overlap;
    pass.time = hops + denseLayers * (dense.time + fixed) +
                moeLayers * overlapped(moe.time + fixed, exchange, overlap) + head.time;
    // What hides is the shorter of computation and exchange.
    const bool exchangeHides = exchange <= moe.time + fixed;
    const double shown = exchangeHides ? 1 : 1 - overlap;
    const auto add = [&](const char* key, const char* label, Seconds inDense, Seconds inMoe) {
        const Seconds seconds = denseLayers * inDense + moeLayers * inMoe;
        if (seconds.base > 0)
            pass.parts.push_back({key, label, seconds, denseLayers * inDense + shown * moeLayers * inMoe});
    };
    add("gemm", "Attention projections", projections.time, projections.time);
    add("attention", "Attention core", core.time, core.time);
    add("mlp", "Dense and shared MLP", mlp.time, shared.time);
    add("expert_gemm", "Expert GEMMs", {}, experts.time);
    add("memory_bound", "Small operators", kSmallOperators, kSmallOperators);
    add("tp", "All-reduce", reduce, reduce);
    if (exchange.base > 0)
        pass.parts.push_back({"alltoall", "Dispatch + combine", moeLayers * exchange,
                              (exchangeHides ? 1 - overlap : 1) * moeLayers * exchange});
    pass.parts.push_back({"head", "LM head", head.time, head.time});
    if (hops.base > 0) pass.parts.push_back({"pipeline", "Pipeline send/receive", hops, hops});
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

/// Live at once while a layer runs: residual stream, norm output and the widest product, bf16; then the
/// logits in fp32 of the rows that get a token.
Bytes servingActivations(const Setup& s, double tokens, double rows) {
    double widest = std::max((s.q + 2 * s.kv) / s.tp, s.denseLayers > 0 || !s.isMoe ? s.up * s.f / s.tp : 0);
    if (s.isMoe) widest = std::max(widest, static_cast<double>(s.k) * (s.h + s.up * s.fe / s.etp));
    return {tokens * 2 * (2 * s.h + widest) + rows * 4 * s.V / s.tp};
}

/// KV cache, dispatch buffers and activations of a rank that holds `sequences`.
struct Held {
    Bytes kvCache, buffers, activations;
    Bytes sum() const { return kvCache + buffers + activations; }
};
Held heldFor(const Setup& s, double sequences, double context) {
    const ServeSpec& serve = *s.scenario->serve;
    const bool prefill = serve.phase == Phase::Prefill;
    const double tokens = prefill ? static_cast<double>(serve.prefillTokens) : sequences / s.pp;
    const double rows = prefill ? std::ceil(tokens / static_cast<double>(serve.prompt)) : tokens;
    return {sequences * context / s.pp * kvBytesPerToken(s), dispatchBuffers(s, tokens),
            servingActivations(s, tokens, rows)};
}

/// All of it grows evenly with the sequences of a rank, so two points give the most that fit.
double largestRequests(const Setup& s, Bytes weights, double context) {
    const Bytes none = weights + heldFor(s, 0, context).sum();
    const Bytes each = weights + heldFor(s, 1, context).sum() - none;
    if (none >= s.gpu.memory || each.base <= 0) return 0;
    return std::floor((s.gpu.memory - none) / each * s.dp * (1 + 1e-12));
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
    const Held held = heldFor(s, sequences, context);
    report.kvCache = held.kvCache;
    report.buffers = held.buffers;
    report.activations = held.activations;
    report.capacity = s.gpu.memory;
    report.largestRequests = largestRequests(s, report.weights, context);
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
    report.prefillParts = first.parts;
    for (ServePart& part : report.prefillParts) {
        part.seconds = chunks * part.seconds;
        part.exposed = chunks * part.exposed;
    }
    report.decodeParts = decode.parts;
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
