// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/serve_operators.h"

#include "models/engine/cost/compute_rate.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/number_format.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr Seconds kExpertLaunch{20e-6}, kMlaCoreLaunch{15e-6};
/// Split keys and the reduction over them: a prior.
constexpr Seconds kGqaCoreLaunch{10e-6};
constexpr double kServedMemory = 2.8 / 3.35;
constexpr double kDecodeCore = 0.5, kPrefillCore = 0.6;

/// Kernels of a chunked delta rule over a prompt: chunk follows chunk within a sequence, heads side by side.
/// start + chain·longest + 8·tokens·heads·d_k·d_v/rate; fitted to 3,000 measured shapes of six GPUs
/// (ai-dynamo/aiconfigurator@095f58a5, gdn of TensorRT-LLM 1.3.0rc20, kda of SGLang 0.5.16: medians of the
/// errors 2 to 9 %), on which the products' peak hardly counts; other generations: the older of the two.
struct ChunkKernels {
    LayerKind kind;
    Seconds start, chain; ///< chain: of a token
    Throughput hopper, blackwell;
};
constexpr ChunkKernels kChunks[] = {
    {LayerKind::Gdn, Seconds{28e-6}, Seconds{12e-9}, Throughput{65e12}, Throughput{84e12}},
    {LayerKind::Kda, Seconds{57e-6}, Seconds{21e-9}, Throughput{25e12}, Throughput{37e12}}};
/// Bytes that they move for a head of 128 × 128 and token, which slower memories show (L40S, RTX Pro 6000).
constexpr double kChunkBytes = 4300;

double groupedEfficiency(Generation generation) {
    switch (generation) {
    case Generation::Ampere: return 0.66;
    case Generation::Blackwell: return 0.30;
    default: return 0.65;
    }
}

Cost blend(Seconds launch, Flops work, Throughput rate, Throughput peak, Bytes bytes, Bandwidth memory) {
    const double compute = (work / rate).base, read = (bytes / memory).base;
    const Seconds time = launch + Seconds{std::sqrt(compute * compute + read * read)};
    return {time, time, work / peak, bytes};
}

} // namespace

ServeRates serveRatesOf(const Setup& setup) {
    const GpuSpec& gpu = setup.gpu;
    const PrecisionSpec& precision = setup.scenario->precision;
    const ComputeRate compute = computeRate(gpu, precision.compute, constantsOf(setup));
    ServeRates rates;
    rates.memory = (gpu.bandwidthUtil > 0 ? gpu.bandwidthUtil : kServedMemory) * gpu.hbm;
    rates.expertPeak = compute.peak;
    // The efficiencies of the experts are of bf16 and FP8 alike.
    const double gain = compute.narrow ? compute.gain / constantsOf(setup).fp8ShareOf(gpu) : 1;
    rates.expert = (gpu.mfu > 0 ? gpu.mfu : gain * groupedEfficiency(gpu.generation)) * rates.expertPeak;
    rates.dense = ratesOf(setup);
    rates.dense.memory = rates.memory;
    rates.dense.productFloor = {}; // launches of a layer have a constant of their own (serve_pass.cpp)
    const WeightTypes types = weightTypes(precision);
    rates.dense.linearBytes = bytesOf(types.other);
    rates.dense.inputBytes = compute.bytes;
    rates.dense.castBytes = compute.narrow ? 3 : 0; // nothing goes back, so one copy is enough
    rates.attention = rates.head = rates.dense;
    rates.attention.linearBytes = bytesOf(types.attention);
    rates.head.linearBytes = bytesOf(types.head);
    rates.head.inputBytes = 2;
    rates.head.linear = rates.head.gemm; // products of the head stay in bf16
    rates.head.linearPeak = rates.head.peak;
    rates.weightBytes = bytesOf(types.experts);
    rates.kvBytes = bytesOf(precision.kvCache);
    return rates;
}

/// Of one GPU's local experts, when every expert is equally popular.
static double activatedExperts(const Setup& s, double tokens) {
    return s.expertSlots / s.ep * (1 - std::pow(1 - s.k / s.E, tokens * s.ep * s.etp));
}

Cost expertGemm(const Setup& s, const ServeRates& rates, double tokens, const ExpertShare& share) {
    if (!s.isMoe || tokens <= 0) return {};
    const double weights = s.matrices * s.latent * s.fe / s.etp;
    const double activated = std::min(s.expertSlots / s.ep, share.activated * activatedExperts(s, tokens));
    const double rows = tokens * s.k * s.etp * share.rows;
    return blend(kExpertLaunch, {2 * rows * weights}, rates.expert, rates.expertPeak,
                 {activated * weights * rates.weightBytes}, rates.memory);
}

ExpertShare slowestShare(const Setup& s, const ServeRates& rates, double tokens,
                         const PlacementReport* placement, double received) {
    ExpertShare slowest{std::max(1.0, received), 1};
    if (!placement || placement->gpuLoad.empty() || !(placement->gpus.mean > 0)) return slowest;
    if (!placement->layers.empty()) {
        ExpertShare mean{0, 0};
        for (const PlacementReport& layer : placement->layers) {
            const ExpertShare one = slowestShare(s, rates, tokens, &layer, received);
            mean.rows += one.rows / static_cast<double>(placement->layers.size());
            mean.activated += one.activated / static_cast<double>(placement->layers.size());
        }
        return mean;
    }
    const double balanced = activatedExperts(s, tokens);
    Seconds longest;
    for (std::size_t gpu = 0; gpu < placement->gpuLoad.size(); ++gpu) {
        const ExpertShare share{std::max(received, placement->gpuLoad[gpu] / placement->gpus.mean),
                                balanced > 0 ? placement->gpuActivated[gpu] / balanced : 1};
        const Seconds time = expertGemm(s, rates, tokens, share).time;
        if (time > longest) {
            longest = time;
            slowest = share;
        }
    }
    return slowest;
}

namespace {

/// A step of the recurrence reads and writes its state.
Cost decodeState(const Setup& s, const ServeRates& rates, double sequences) {
    const LayerKindRow* kind = stateOf(s.mixer);
    const double state = kind ? kind->stateBytes(s) : 0;
    if (state <= 0) return {};
    return blend(kGqaCoreLaunch, {sequences * kind->coreFlops(s, 0) / s.tp}, kDecodeCore * rates.dense.peak,
                 rates.dense.peak, {2 * sequences * state / s.tp}, rates.memory);
}

} // namespace

Cost decodeCore(const Setup& s, const ServeRates& rates, double sequences, double context) {
    if (sequences <= 0) return {};
    const LayerKindRow& kind = attentionOf(s.mixer);
    Cost beside = decodeState(s, rates, sequences);
    if (!attends(s.mixer)) return beside;
    const double keys = sequences * kind.decodeKeys(s, context);
    if (hasIndexer(s.mixer)) {
        const double scored = sequences * context / std::max({1.0, s.pool, s.ratio});
        beside += blend(kGqaCoreLaunch, {2 * scored * s.nI * s.dI}, kDecodeCore * rates.dense.peak,
                        rates.dense.peak, {scored * indexBytes(s)}, rates.memory);
    }
    if (s.mla)
        return beside + blend(kMlaCoreLaunch, {2 * keys * s.n / s.tp * (2 * s.rkv + s.dr)},
                              kDecodeCore * rates.dense.peak, rates.dense.peak,
                              {keys * (s.rkv + s.dr) * rates.kvBytes}, rates.memory);
    return beside + blend(kGqaCoreLaunch, {2 * keys * (s.q + s.found) / s.tp}, kDecodeCore * rates.dense.peak,
                          rates.dense.peak, {keys * entryBytes(s)}, rates.memory);
}

Cost prefillCore(const Setup& s, const ServeRates& rates, double tokens, double prompt) {
    if (tokens <= 0) return {};
    const LayerKindRow& kind = attentionOf(s.mixer);
    for (const ChunkKernels& one : kChunks) {
        if (one.kind != s.mixer) continue;
        const bool delta = s.mixer == LayerKind::Gdn;
        const double heads = (delta ? s.nv : s.nk) / s.tp, size = s.dk * (delta ? s.dlv : s.dk);
        const bool newer = s.gpu.generation == Generation::Blackwell;
        const Seconds work = Flops{8 * tokens * heads * size} / (newer ? one.blackwell : one.hopper);
        const Seconds moved = Bytes{kChunkBytes * tokens * heads * size / (128 * 128)} / rates.memory;
        const Seconds time = one.start + std::min(tokens, prompt) * one.chain + std::max(work, moved);
        return {time, time, Flops{tokens * kind.coreFlops(s, 0) / s.tp} / rates.dense.peak, Bytes{}};
    }
    Cost beside;
    if (const LayerKindRow* state = stateOf(s.mixer)) {
        const Flops work{tokens * state->coreFlops(s, 0) / s.tp};
        const Bytes moved{2 * tokens * (state->projected(s) + state->output(s)) / s.tp};
        if (work.base > 0)
            beside = blend({}, work, constantsOf(s).stateKernels * rates.dense.gemm, rates.dense.peak, moved,
                           rates.memory);
    }
    if (!attends(s.mixer)) return beside;
    const double keys = kind.kind == LayerKind::Full ? prompt / 2 : kind.meanKeys(s, prompt);
    return beside + blend({}, {tokens * kind.coreFlops(s, keys) / s.tp}, kPrefillCore * rates.dense.peak,
                          rates.dense.peak, {}, rates.memory);
}

double kneeTokens(const ServeRates& rates) {
    return rates.expert.base * rates.weightBytes / (2 * rates.memory.base);
}

} // namespace moe
