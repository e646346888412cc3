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
    const LayerKindRow& kind = layerKind(s.mixer);
    const double state = kind.stateBytes(s);
    if (state <= 0) return {};
    return blend(kGqaCoreLaunch, {sequences * kind.coreFlops(s, 0) / s.tp}, kDecodeCore * rates.dense.peak,
                 rates.dense.peak, {2 * sequences * state / s.tp}, rates.memory);
}

} // namespace

Cost decodeCore(const Setup& s, const ServeRates& rates, double sequences, double context) {
    if (sequences <= 0) return {};
    const LayerKindRow& kind = layerKind(s.mixer);
    if (!attends(s.mixer)) return decodeState(s, rates, sequences);
    const double all = sequences * kind.decodeKeys(s, context);
    const double keys = choosesKeys(s.mixer) ? sequences * std::min(context, s.kI) : all;
    Cost indexer;
    if (hasIndexer(s.mixer))
        indexer = blend(
            kGqaCoreLaunch, {2 * all * s.nI * s.dI}, kDecodeCore * rates.dense.peak, rates.dense.peak,
            {all * (kvBytes(s) - rates.kvBytes * (s.mla ? s.rkv + s.dr : 2 * std::max(s.kv / s.tp, s.d)))},
            rates.memory);
    if (s.mla)
        return indexer + blend(kMlaCoreLaunch, {2 * keys * s.n / s.tp * (2 * s.rkv + s.dr)},
                               kDecodeCore * rates.dense.peak, rates.dense.peak,
                               {keys * (s.rkv + s.dr) * rates.kvBytes}, rates.memory);
    return indexer + blend(kGqaCoreLaunch, {4 * keys * s.q / s.tp}, kDecodeCore * rates.dense.peak,
                           rates.dense.peak, {2 * keys * std::max(s.kv / s.tp, s.d) * rates.kvBytes},
                           rates.memory);
}

Cost prefillCore(const Setup& s, const ServeRates& rates, double tokens, double prompt) {
    if (tokens <= 0) return {};
    const LayerKindRow& kind = layerKind(s.mixer);
    if (!attends(s.mixer)) {
        const Flops work{tokens * kind.coreFlops(s, 0) / s.tp};
        const Bytes moved{2 * tokens * (kind.projected(s) + kind.output(s)) / s.tp};
        return work.base > 0 ? blend({}, work, constantsOf(s).stateKernels * rates.dense.gemm,
                                     rates.dense.peak, moved, rates.memory)
                             : Cost{};
    }
    const double keys = s.mixer == LayerKind::Full ? prompt / 2 : kind.meanKeys(s, prompt);
    return blend({}, {tokens * kind.coreFlops(s, keys) / s.tp}, kPrefillCore * rates.dense.peak,
                 rates.dense.peak, {}, rates.memory);
}

double kneeTokens(const ServeRates& rates) {
    return rates.expert.base * rates.weightBytes / (2 * rates.memory.base);
}

} // namespace moe
