// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search_bound.h"

#include "models/engine/memory/shared_terms.h"
#include "models/engine/schedule/schedules.h"

#include <algorithm>
#include <string_view>

namespace moe {
namespace {

/// Sums are taken in another order than the estimate's; a bound must not exceed it by a rounding error.
constexpr double kRounding = 1 - 1e-9;

double number(Count count) {
    return static_cast<double>(count);
}

template <class Chosen> Bytes termSum(StageContext context, Chosen chosen) {
    const SharedTerms shared(*context.setup, context.imbalance);
    context.shared = &shared;
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

namespace {

/// The type with this network, of a model whose layers differ in nothing else.
std::size_t typeWith(const LayerPlan& plan, FeedForward feed) {
    for (std::size_t i = 0; i < plan.types.size(); ++i)
        if (plan.types[i].feed == feed) return i;
    return 0;
}

StageShape shapeOf(const Setup& s, const StageLayers& layers, bool first, bool last) {
    StageShape shape;
    shape.first = first;
    shape.last = last;
    shape.mtp = last ? number(s.mtpLayers) : 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) shape.of[i] = number(layers.of[i]);
    shape.of[s.plan->mtp] += shape.mtp;
    return shape;
}

/// Layers of several mixers, or dense ones in between: what the last, the first and every stage run at least,
/// whatever VPP is.
LeastStages leastOfMixed(const Setup& s) {
    Setup tried = s;
    const LayerPlan& plan = *s.plan;
    const auto pp = static_cast<std::size_t>(s.pp);
    LeastStages least;
    std::array<std::array<Count, kMostLayerTypes>, kLeastStages> counts{};
    for (auto& each : counts) each.fill(s.layers);
    const Count most = std::max<Count>(1, s.layers / static_cast<Count>(pp));
    for (Count vpp = 1; vpp <= most; ++vpp) {
        tried.vpp = number(vpp);
        const std::vector<StageLayers> stages = stageLayers(tried);
        for (std::size_t i = 0; i < plan.types.size(); ++i) {
            counts[0][i] = std::min(counts[0][i], stages.back().of[i]);
            counts[1][i] = std::min(counts[1][i], stages.front().of[i]);
            for (const StageLayers& stage : stages) counts[2][i] = std::min(counts[2][i], stage.of[i]);
        }
    }
    least.index = {static_cast<int>(pp) - 1, 0, static_cast<int>(pp) - 1};
    for (std::size_t stage = 0; stage < kLeastStages; ++stage) {
        for (std::size_t i = 0; i < plan.types.size(); ++i)
            least.layers[stage].add(plan, i, counts[stage][i]);
        least.time[stage] = shapeOf(s, least.layers[stage], stage == 1, stage == 0);
    }
    return least;
}

} // namespace

bool TooMuch::covers(Seconds step, Bytes peak) const {
    const auto after =
        std::upper_bound(m_corners.begin(), m_corners.end(), step,
                         [](Seconds value, const Corner& corner) { return value < corner.step; });
    return after != m_corners.begin() && std::prev(after)->peak <= peak;
}

void TooMuch::add(Seconds step, Bytes peak) {
    const auto place =
        std::lower_bound(m_corners.begin(), m_corners.end(), step,
                         [](const Corner& corner, Seconds value) { return corner.step < value; });
    const auto lower =
        std::find_if(place, m_corners.end(), [&](const Corner& corner) { return corner.peak < peak; });
    m_corners.insert(m_corners.erase(place, lower), {step, peak});
}

/// The dense first layers lie on at most as many stages as they are, from the first on: behind them every
/// layer is MoE.
LeastStages leastStages(const Setup& s) {
    LeastStages least;
    const LayerPlan& plan = *s.plan;
    const auto pp = static_cast<Count>(s.pp);
    if (pp == 1) {
        least.count = 1;
        for (const std::uint8_t type : plan.of) least.layers[0].add(plan, type);
        least.time[0] = shapeOf(s, least.layers[0], true, true);
        return least;
    }
    if (!plan.alike || !plan.denseFirst) return leastOfMixed(s);
    const Count denseFirst = s.isMoe ? s.layers - s.moeLayers : 0;
    const Count fewer = s.layers / pp, denseStages = denseFirst;
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
    const std::size_t usual = typeWith(plan, s.isMoe ? FeedForward::Moe : FeedForward::Dense);
    for (std::size_t i = 0; i < kLeastStages; ++i) {
        least.layers[i].add(plan, usual, held[i]);
        StageLayers timed;
        timed.add(plan, usual, run[i]);
        least.time[i] = shapeOf(s, timed, i == 1, i == 0);
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
        c.first = params.first;
        c.last = params.last;
        c.imbalance = setup.imbalance;
        c.take(params);
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

LeastOthers leastOthers(const Setup& s, const LeastStages& stages) {
    const LayerPlan& plan = *s.plan;
    const auto pp = static_cast<Count>(s.pp);
    LeastOthers others;
    std::array<Count, kMostLayerTypes> ends{}, all{};
    for (const std::uint8_t type : plan.of) ++all[type];
    // A vee's first rank runs the first and the last of 2·PP chunks; those in the middle take the remainder.
    const Count chunks = 2 * pp, each = s.layers / chunks, rest = s.layers % chunks,
                begin = (chunks - rest) / 2;
    const Count first = each + (begin == 0 && rest > 0 ? 1 : 0);
    const Count last = each + (begin + rest == chunks && rest > 0 ? 1 : 0);
    for (Count i = 0; i < first; ++i) ++ends[plan.of[static_cast<std::size_t>(i)]];
    for (Count i = s.layers - last; i < s.layers; ++i) ++ends[plan.of[static_cast<std::size_t>(i)]];
    // Behind the dense layers all are alike, on the stages beside the middle too.
    const Count denseFirst = s.isMoe ? s.layers - s.moeLayers : 0;
    const bool reached = (pp / 2 - 1) * (s.layers / pp) < denseFirst || (pp / 2) * each < denseFirst;
    const Count inner = std::min(s.layers / pp, 2 * each);
    const bool plain = plan.alike && plan.denseFirst;
    for (std::size_t i = 0; i < plan.types.size(); ++i) {
        const Count least = std::min(stages.layers[1].of[i], ends[i]);
        others.layers.add(plan, i, least);
        if (plain) others.any.add(plan, i, least);
        others.all.of[i] = number(all[i]);
    }
    if (plain && !reached)
        others.middle.add(plan, typeWith(plan, s.isMoe ? FeedForward::Moe : FeedForward::Dense), inner);
    others.all.first = others.all.last = true;
    others.all.mtp = number(s.mtpLayers);
    others.all.of[plan.mtp] += others.all.mtp;
    return others;
}

LeastContexts leastContexts(const Setup& setup, const LeastOthers& others,
                            const std::vector<ScheduleKind>& kinds) {
    LeastContexts contexts;
    StageContext& c = contexts[0];
    const StageParams params = stageParams(setup, others.layers, true, false);
    c.setup = &setup;
    c.first = true;
    // Over a PP-th of the layers, of which a rank that runs both ways holds two.
    const auto leastInFlight = [&](int rank) {
        constexpr double kMost = 1 << 30;
        const int pp = static_cast<int>(setup.pp);
        const auto batches = static_cast<int>(std::min(kMost, setup.microBatches));
        double least = setup.microBatches;
        for (const ScheduleKind kind : kinds) {
            const ScheduleRow& row = scheduleRow(kind);
            // What is in flight is monotone in the chunks: the least is at an end.
            for (const int chunks : {2, static_cast<int>(std::max<Count>(2, setup.layers))}) {
                const PipelineShape shape = rowShape(row, {pp, batches, chunks});
                const double shares = static_cast<double>(shape.chunks) * pp / stageCount(row.places, shape);
                least = std::min(least, shares * peakBatches(row, shape, rank));
            }
        }
        return least;
    };
    c.inFlight = leastInFlight(0);
    c.imbalance = setup.imbalance;
    c.take(params);
    if (others.middle.layers == 0) return contexts;
    StageContext& m = contexts[1];
    const StageParams inner = stageParams(setup, others.middle, false, false);
    m.setup = &setup;
    m.stage = static_cast<int>(setup.pp) / 2;
    m.inFlight = leastInFlight(m.stage);
    m.imbalance = setup.imbalance;
    m.take(inner);
    return contexts;
}

Bytes leastFixedOfAny(const Setup& setup, const LeastOthers& others) {
    const StageParams params = stageParams(setup, others.any, false, false);
    StageContext any;
    any.setup = &setup;
    any.take(params);
    return termSum(any, [](const MemoryTerm& term) { return isStatic(term.group); });
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
    any.take(params);
    return termSum(any, [](const MemoryTerm& term) { return isStatic(term.group); });
}

LeastBytes leastRestOfAny(const LeastContexts& contexts, Scenario& scenario) {
    scenario.train->recompute.mode = Recompute::Mode::Full;
    LeastBytes least =
        termSums(contexts, [](const MemoryTerm& term) { return term.group == MemoryGroup::Activations; });
    scenario.train->recompute.mode = Recompute::Mode::None;
    const LeastBytes passing = termSums(contexts, [](const MemoryTerm& term) {
        return term.group == MemoryGroup::Transient && !term.beyond;
    });
    for (std::size_t i = 0; i < least.size(); ++i) least[i] += passing[i];
    return least;
}

} // namespace moe
