// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search_bound.h"

#include "models/engine/cost/step_time_constants.h"

#include <algorithm>
#include <string_view>

namespace moe {
namespace {

/// Sums are taken in another order than the estimate's; a bound must not exceed it by a rounding error.
constexpr double kRounding = 1 - 1e-9;

double number(Count count) {
    return static_cast<double>(count);
}

template <class Chosen> Bytes termSum(const StageContext& context, Chosen chosen) {
    Bytes sum;
    for (const MemoryTerm& term : memoryTerms())
        if (chosen(term)) sum += term.bytes(context);
    return kRounding * sum;
}

template <class Chosen> LeastBytes termSums(const LeastContexts& contexts, Chosen chosen) {
    LeastBytes sums;
    for (std::size_t i = 0; i < contexts.size() && contexts[i].setup; ++i)
        sums[i] = termSum(contexts[i], chosen);
    return sums;
}

} // namespace

/// The dense first layers lie on at most as many stages as they are, from the first on: behind them every
/// layer is MoE.
LeastStages leastStages(const Setup& s) {
    LeastStages least;
    const auto pp = static_cast<Count>(s.pp);
    const double mtp = number(s.mtpLayers);
    if (pp == 1) {
        least.count = 1;
        least.layers[0] = {s.layers, s.isMoe ? s.layers - s.denseLayers : 0};
        const double dense = number(s.denseLayers), moe = number(s.layers - s.denseLayers);
        least.time[0] = {dense + (s.isMoe ? 0 : mtp), moe + (s.isMoe ? mtp : 0), mtp, true, true};
        return least;
    }
    const Count fewer = s.layers / pp, denseStages = s.isMoe ? s.denseLayers : 0;
    const Count more = s.layers % pp > denseStages ? fewer + 1 : fewer;
    // Layers on a stage for certain: all of the usual kind where dense ones cannot reach.
    const auto certain = [&](bool reachable, Count layers) {
        return reachable ? std::max<Count>(0, layers - denseStages) : layers;
    };
    const bool dense = pp <= denseStages; // every stage may hold one
    const std::array<Count, kLeastStages> held{certain(pp - 1 < denseStages, fewer),
                                               certain(denseStages > 0, fewer), certain(dense, fewer)};
    const std::array<Count, kLeastStages> run{held[0], held[1], certain(dense, more)};
    least.index = {static_cast<int>(pp) - 1, 0, static_cast<int>(dense ? 0 : denseStages)};
    for (std::size_t i = 0; i < kLeastStages; ++i) {
        least.layers[i] = {held[i], s.isMoe ? held[i] : 0};
        const double extra = i == 0 ? mtp : 0, all = number(run[i]) + extra;
        least.time[i] = {s.isMoe ? 0 : all, s.isMoe ? all : 0, extra, i == 1, i == 0};
    }
    return least;
}

LeastContexts leastContexts(Setup& setup, const LeastStages& stages, Count mostVirtual) {
    LeastContexts contexts;
    const double vpp = setup.vpp;
    for (std::size_t i = 0; i < stages.count; ++i) {
        StageContext& c = contexts[i];
        const StageParams params =
            stageParams(setup, stages.layers[i], stages.time[i].first, stages.time[i].last);
        c.setup = &setup;
        c.stage = stages.index[i];
        c.layers = params.layers;
        c.moeLayers = params.moeLayers;
        c.first = params.first;
        c.last = params.last;
        c.imbalance = setup.imbalance;
        c.denseParams = params.dense;
        c.expertParams = params.expert;
        // In flight with VPP is PP + (2·(PP − r) − 1 − PP)/VPP: monotone, so the least is at an end.
        c.inFlight = setup.microBatches;
        for (Count v : {Count{1}, std::min<Count>(2, mostVirtual), mostVirtual}) {
            setup.vpp = number(v);
            c.inFlight = std::min(c.inFlight, microBatchesInFlight(setup, c.stage));
        }
    }
    setup.vpp = vpp;
    return contexts;
}

LeastBytes leastFixed(const LeastContexts& contexts) {
    return termSums(contexts, [](const MemoryTerm& term) { return isStatic(term.group); });
}

Bytes leastFixedOfAny(const Setup& setup, const LeastStages& stages) {
    const bool single = stages.count == 1;
    // The first stage's certain layers are those of every stage: dense ones may lie anywhere.
    const StageParams params = stageParams(setup, stages.layers[single ? 0 : 1], single, single);
    StageContext any;
    any.setup = &setup;
    any.layers = params.layers;
    any.moeLayers = params.moeLayers;
    any.denseParams = params.dense;
    any.expertParams = params.expert;
    return termSum(any, [](const MemoryTerm& term) { return isStatic(term.group); });
}

LeastBytes leastRest(const LeastContexts& contexts) {
    return termSums(contexts, [](const MemoryTerm& term) { return !isStatic(term.group); });
}

LeastBytes leastRestOfAny(const LeastContexts& contexts, Scenario& scenario) {
    scenario.train->recompute.mode = Recompute::Mode::Full;
    LeastBytes least =
        termSums(contexts, [](const MemoryTerm& term) { return term.group == MemoryGroup::Activations; });
    scenario.train->recompute.mode = Recompute::Mode::None;
    const LeastBytes passing =
        termSums(contexts, [](const MemoryTerm& term) { return term.group == MemoryGroup::Transient; });
    for (std::size_t i = 0; i < least.size(); ++i) least[i] += passing[i];
    return least;
}

StepTime leastStepTime(const StepModel& model, const LeastStages& stages, Count mostVirtual) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    StepTime least;
    Seconds inner, optimizer;
    for (std::size_t i = 0; i < stages.count; ++i) {
        const StageTime stage = stageTime(model, stages.time[i]);
        inner = stage.total;
        least.worst.total = std::max(least.worst.total, stage.total);
        least.dp = std::max(least.dp, gradientTraffic(model, stage));
        optimizer = std::max(optimizer, optimizerTraffic(model, stage) / model.rates.memory);
    }
    if (stages.count > 1 && layerGroups(*s.scenario) == 1) {
        // Stages without dense layers run at least ⌊L/PP⌋ of the inner stage's; time is at least
        // proportional.
        const double plain = s.pp - 1 - (s.isMoe ? number(s.denseLayers) : 0);
        const double all = stages.time.back().dense + stages.time.back().moe;
        const double share = all > 0 ? std::min(1.0, number(s.layers / static_cast<Count>(s.pp)) / all) : 0;
        least.bubble = std::max(0.0, plain) * share * bubbleShare(s, number(mostVirtual)) * inner;
    }
    least.pipeline = s.microBatches * least.worst.total + least.bubble;
    least.dpExposed = (train.dpOverlap ? step::kDataOverlap : 1) * least.dp;
    least.optimizer = optimizer;
    least.step = kRounding * (least.pipeline + least.dpExposed + least.optimizer + step::kPerIteration);
    least.bubble = {};
    return least;
}

} // namespace moe
