#include "models/engine/serve_pass.h"

#include "models/engine/layer_params.h"
#include "models/engine/network.h"
#include "models/engine/operator_profiles.h"
#include "models/engine/step_time_constants.h"
#include "models/engine/terms.h"

#include <algorithm>
#include <array>

namespace moe {
namespace {

using Parts = std::array<Cost, kServeParts>;

/// Launches of norms, RoPE, activation and quantisation: 6–15 µs per layer were measured.
constexpr Seconds kSmallOperators{10e-6};
/// Scheduler, sampling and detokenisation between two steps: 0–2 ms in the engines measured, a prior.
constexpr Seconds kEngineStep{1e-3};
/// Normal kernels keep 20–24 of 132 multiprocessors busy while they overlap with computation.
constexpr double kBesideNormalKernels = 132.0 / (132 - 22);

std::size_t index(PassPart part) {
    return static_cast<std::size_t>(part);
}
Cost timed(Seconds time) {
    return {time, time, {}, {}};
}
bool communicates(std::size_t part) {
    return part == index(PassPart::Dispatch) || part == index(PassPart::Combine);
}

Cost smallCost(const ServeRates& rates, Bytes bytes) {
    const Seconds time = kSmallOperators + bytes / rates.memory;
    return {time, time, {}, bytes};
}

double tokensOf(const PassShape& shape) {
    return shape.sequences + shape.promptTokens;
}

/// The parts of one layer for 1/`batches` of a rank's tokens.
Parts layerParts(Setup s, const ServeRates& rates, const PassShape& shape, double batches, bool moeLayer) {
    s.T = tokensOf(shape) / batches;
    Parts parts{};
    const auto part = [&](PassPart which) -> Cost& { return parts[index(which)]; };
    part(PassPart::Core) = decodeCore(s, rates, shape.sequences / batches, shape.context) +
                           prefillCore(s, rates, shape.promptTokens / batches, shape.prompt);
    part(PassPart::Projections) = attentionLinears(s, rates.dense).all.forward;
    part(PassPart::AllReduce) = timed(2 * allReduceTime(s, {2 * s.T * s.h}));
    if (!moeLayer) {
        part(PassPart::Mlp) = denseMlp(s, rates.dense, s.f).forward;
        part(PassPart::Small) = smallCost(rates, elementwiseBytes(s) + activationBytes(s, s.f) +
                                                     (rates.dense.fp8 ? castBytes(s, s.f) : Bytes{}));
        return parts;
    }
    const double share = s.T / s.tp; // each GPU of a rank takes its part of the tokens to the experts
    RoutedRows routed;
    routed.tokens = share;
    routed.rows = share * s.k * s.etp * shape.exchange.gpu;
    part(PassPart::Mlp) = gemmCost(rates.dense, {share, s.E, s.h}, GemmType::Bf16);
    if (s.fs > 0) part(PassPart::Mlp) += denseMlp(s, rates.dense, s.fs).forward;
    part(PassPart::Experts) = expertGemm(s, rates, share, shape.experts);
    part(PassPart::Small) =
        smallCost(rates, elementwiseBytes(s) + activationBytes(s, s.fs) + permuteBytes(s, routed) +
                             (rates.dense.fp8 ? castBytes(s, routed) : Bytes{}));
    // Experts spread over no more than the GPUs of one rank: every GPU has all tokens, the all-reduce adds
    // up.
    if (s.ep * s.etp > s.tp) {
        const AllToAll traffic = allToAll(s, share, shape.exchange);
        part(PassPart::Dispatch) = timed(traffic.dispatch.time);
        part(PassPart::Combine) = timed(traffic.combine.time);
    }
    return parts;
}

void add(ForwardPass& pass, std::size_t part, double count, const Cost& cost, double exposed) {
    pass.terms[part].seconds += count * cost.time;
    pass.terms[part].exposed += count * exposed * cost.time;
    pass.math += count * cost.math;
    pass.bytes += count * cost.bytes;
}

/// Where operators were profiled on this GPU, their times stand in for the model's. What the model counts in
/// FLOP and bytes stays.
void replaceByProfiles(const Setup& s, const PassShape& shape, Parts& parts, ForwardPass& pass) {
    for (const auto& [part, time] : profiledParts(*s.profiles, s, shape)) {
        parts[index(part)].time = parts[index(part)].counted = time.seconds;
        pass.terms[index(part)].origin = time.origin;
    }
}

void addLayers(ForwardPass& pass, const Setup& s, const ServeRates& rates, const PassShape& shape,
               double layers, bool moeLayer) {
    if (layers <= 0) return;
    Parts parts = layerParts(s, rates, shape, 1, moeLayer);
    if (s.profiles && !moeLayer) replaceByProfiles(s, shape, parts, pass);
    const Seconds exchange = parts[index(PassPart::Dispatch)].time + parts[index(PassPart::Combine)].time;
    const double overlap = s.scenario->cluster.overlap;
    const auto addWhole = [&] {
        for (std::size_t i = 0; i < kServeParts; ++i) add(pass, i, layers, parts[i], 1);
    };
    // A single sequence cannot be halved.
    if (!moeLayer || overlap <= 0 || exchange.base <= 0 || tokensOf(shape) < 2) return addWhole();
    Parts halves = layerParts(s, rates, shape, 2, true);
    const double slowed = s.scenario->cluster.a2a == A2aKernel::Normal ? kBesideNormalKernels : 1;
    Seconds computing, exchanging, whole;
    for (std::size_t i = 0; i < kServeParts; ++i) {
        if (!communicates(i)) halves[i].time = slowed * halves[i].time;
        (communicates(i) ? exchanging : computing) += halves[i].time;
        whole += parts[i].time;
    }
    // Small batches lose more by reading the weights twice than they hide; engines do not halve those.
    const Seconds smaller = std::min(computing, exchanging);
    if (2 * (computing + exchanging - overlap * smaller) >= whole) return addWhole();
    pass.halved = true;
    const bool hidesExchange = computing >= exchanging;
    for (std::size_t i = 0; i < kServeParts; ++i)
        add(pass, i, 2 * layers, halves[i], communicates(i) == hidesExchange ? 1 - overlap : 1);
}

/// One row of activations per token to the next pipeline stage.
Seconds stageHop(const Setup& s, double tokens) {
    const bool inDomain = s.tp * s.pp * s.dp <= s.domain;
    return Bytes{2 * tokens * s.h / s.tp} /
               (s.scenario->cluster.networkUtil * (inDomain ? s.nvlink : s.nic)) +
           step::kCollectiveLatency;
}

} // namespace

const std::vector<TimeTermRow>& serveTerms() {
    static constexpr const char* kModel = "Time and communication model: operators, all-to-all, overlap";
    static const std::vector<TimeTermRow> rows = {
        {"attention", "Attention core",
         "decode MLA: √((2·b·s·n(2r_kv+d_r)/(0.5·P))² + (b·s(r_kv+d_r)·bytes/B)²) + 15 µs; prefill: causal "
         "half "
         "at 0.6·P; all layers",
         kModel},
        {"gemm", "Attention projections", "Σ t(M,N,K), t⁴ = (2MNK/(P·e·σ))⁴ + (bytes/B)⁴; all layers",
         "Step-time model, operators"},
        {"mlp", "Dense and shared MLPs", "Σ t(M,N,K) of MLPs, shared experts and router",
         "Step-time model, operators"},
        {"expert_gemm", "Expert GEMMs",
         "20 µs + √((FLOP/(P·efficiency))² + (activated experts' weights/B)²); activated "
         "L(1 − (1 − k/E)^tokens)",
         kModel},
        {"memory_bound", "Norms, activations, casts", "10 µs per layer + bytes/B", kModel},
        {"dispatch", "Dispatch", "a0 + a1·nodes + max(b_net/B_net, b_nvl/B_nvl) of the busiest GPU", kModel},
        {"combine", "Combine", "a0 + a1·nodes + max(b_net/B_net, b_nvl/B_nvl) of the busiest GPU", kModel},
        {"tp", "All-reduce", "2 per layer: a + 2(n−1)/n·M/BW(M)", kModel},
        {"head", "LM head", "t(rows, V/TP, h)", "Step-time model, operators"},
        {"pipeline", "Pipeline hops", "(PP − 1)·(2·tokens·h/(TP·link) + 12 µs)", kModel},
        {"engine", "Engine", "1 ms per step: scheduler, sampling, detokenisation",
         "Prior; the engines among the measured cases need 0–2 ms"},
        {"prefills", "Prefills of other requests",
         "requests/(DP·output) · (time of a step that takes a prompt along − decode step); 0 when prefill "
         "runs "
         "on other GPUs",
         kModel},
    };
    return rows;
}

ForwardPass forwardPass(const Setup& s, const ServeRates& rates, const PassShape& shape) {
    ForwardPass pass;
    pass.terms.resize(kServeParts);
    addLayers(pass, s, rates, shape, static_cast<double>(s.denseLayers), false);
    addLayers(pass, s, rates, shape, static_cast<double>(s.layers - s.denseLayers), true);
    add(pass, index(PassPart::Head), 1,
        gemmCost(rates.dense, {shape.headRows, s.V / s.tp, s.h}, GemmType::Bf16), 1);
    add(pass, index(PassPart::Hops), s.pp - 1, timed(stageHop(s, tokensOf(shape))), 1);
    add(pass, index(PassPart::Engine), 1, timed(kEngineStep), 1);
    for (const TimeTerm& term : pass.terms) pass.time += term.exposed;
    return pass;
}

} // namespace moe
