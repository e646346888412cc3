// Serving: weights, KV cache, latency and throughput of prefill and decode steps.

#include "models/engine/layer_params.h"
#include "models/engine/network.h"
#include "models/engine/serve_curves.h"
#include "models/engine/serve_pass.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

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
    if (!prefill) report.largestRequests = largestBatch(report, s.dp);
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
                        "Serving times are a roofline of the operators and 1 ms per step for the engine; "
                        "queueing is not in them, and old engines are slower, most at small batches."});

    // A prompt longer than a step is prefilled in chunks. With pipeline stages the sequences of a rank take
    // turns, one part of them on each stage.
    const double chunks = std::ceil(prompt / prefillTokens), chunk = prompt / chunks;
    const double inStage = sequences / s.pp;
    const ForwardPass first = forwardPass(
        s, rates, {.promptTokens = chunk, .prompt = prompt, .headRows = 1, .imbalance = imbalance});
    const PassShape decodeShape{
        .sequences = inStage, .context = context, .headRows = inStage, .imbalance = imbalance};
    ForwardPass decode = forwardPass(s, rates, decodeShape);
    report.ttft = chunks * first.time;
    if (!serve.disaggregated) {
        // In the steady state a request turns over every `output` steps, and its prompt joins decode steps.
        PassShape both = decodeShape;
        both.promptTokens = chunk;
        both.prompt = prompt;
        const ForwardPass joined = forwardPass(s, rates, both);
        const double share = inStage / output * chunks;
        const Seconds prefills = share * (joined.time - decode.time);
        decode.terms[static_cast<std::size_t>(ServePart::Prefills)] = {prefills, prefills};
        decode.time += prefills;
        decode.math += share * (joined.math - decode.math);
        decode.bytes += share * (joined.bytes - decode.bytes);
    }
    report.tpot = decode.time;
    report.latency = *report.ttft + std::max(0.0, output - 1) * *report.tpot;
    report.tokensPerSecondPerUser = 1 / decode.time.base;
    report.prefillTerms = first.terms;
    for (TimeTerm& term : report.prefillTerms) {
        term.seconds = chunks * term.seconds;
        term.exposed = chunks * term.exposed;
    }
    report.decodeTerms = decode.terms;

    // Stages, and groups that hold different layers, work on different batches at once: PP passes per time on
    // PP·TP GPUs of a rank.
    const ForwardPass step = prefill ? forwardPass(s, rates,
                                                   {.promptTokens = prefillTokens,
                                                    .prompt = prompt,
                                                    .headRows = std::ceil(prefillTokens / prompt),
                                                    .imbalance = imbalance})
                                     : decode;
    report.tokensPerSecondPerGpu = (prefill ? prefillTokens : inStage) / step.time.base / s.tp;
    report.gpuUtilisation = step.math / step.time;
    report.bandwidthUtilisation = step.bytes / step.time / s.gpu.hbm;
    return report;
}

} // namespace moe
