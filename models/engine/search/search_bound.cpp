// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search_bound.h"

#include "models/engine/schedule/schedules.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace moe {
namespace {

/// Sums are taken in another order than the estimate's; a bound must not exceed it by a rounding error.
constexpr double kRounding = 1 - 1e-9;

double number(Count count) {
    return static_cast<double>(count);
}

template <class Chosen> Bytes termSum(StageContext context, const SharedTerms& shared, Chosen chosen) {
    context.shared = &shared;
    Bytes sum;
    for (const MemoryTerm& term : memoryTerms())
        if (chosen(term)) sum += term.bytes(context);
    return kRounding * sum;
}

bool isFixed(const MemoryTerm& term) {
    return isStatic(term.group);
}

} // namespace

namespace {

StageShape shapeOf(const Setup& s, const StageLayers& layers, bool first, bool last) {
    StageShape shape;
    shape.first = first;
    shape.last = last;
    shape.mtp = last ? number(s.mtpLayers) : 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) shape.of[i] = number(layers.of[i]);
    shape.of[s.plan->mtp] += shape.mtp;
    return shape;
}

/// Layers of each rank, as chunks of `vpp` a rank place them, one after the other or there and back.
std::vector<StageLayers> rankLayers(Setup s, Count vpp, bool vee) {
    s.vpp = number(vpp);
    const auto ranks = static_cast<std::size_t>(s.pp);
    std::vector<StageLayers> held(ranks);
    std::size_t chunk = 0, layer = 0;
    for (const Count layers : chunkLayers(s)) {
        const std::size_t at = chunk++;
        StageLayers& rank = held[vee && at >= ranks ? 2 * ranks - 1 - at : at % ranks];
        for (Count i = 0; i < layers; ++i) rank.add(*s.plan, s.plan->of[layer++]);
    }
    return held;
}

/// Layers by type that are there however they are placed.
struct FewestLayers {
    std::array<Count, kMostLayerTypes> of;
    FewestLayers() { of.fill(std::numeric_limits<Count>::max()); }
    void meet(const StageLayers& stage) {
        for (std::size_t i = 0; i < of.size(); ++i) of[i] = std::min(of[i], stage.of[i]);
    }
    StageLayers layers(const LayerPlan& plan) const {
        StageLayers stage;
        for (std::size_t i = 0; i < plan.types.size(); ++i) stage.add(plan, i, of[i]);
        return stage;
    }
};

} // namespace

std::size_t usualType(const LayerPlan& plan, bool isMoe) {
    const FeedForward feed = isMoe ? FeedForward::Moe : FeedForward::Dense;
    for (std::size_t i = 0; i < plan.types.size(); ++i)
        if (plan.types[i].feed == feed) return i;
    return 0;
}

LayerShape layerShape(const Scenario& scenario) {
    const ParallelSpec& p = scenario.parallel;
    return {p.tp,
            p.cp,
            p.ep,
            expertTp(scenario),
            scenario.train->microBatch,
            scenario.model.residualBlock > 0 ? p.pp : 0};
}

void LeastTerms::read(const Setup& setup, Scenario& scenario) {
    Recompute& recompute = scenario.train->recompute;
    recompute = {};
    const LayerShape shape = layerShape(scenario);
    if (m_without && shape == m_shape) return;
    m_shape = shape;
    m_without.emplace(setup, setup.imbalance);
    recompute.mode = Recompute::Mode::Full;
    m_full.emplace(setup, setup.imbalance);
    recompute.mode = Recompute::Mode::None;
}

const SharedTerms& LeastTerms::without(const Setup& setup) {
    m_without->readShards(setup);
    return *m_without;
}

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

/// Every VPP is looked at. The dense first layers lie on at most as many stages as they are, from the first
/// on: behind them every layer is MoE.
LeastStages leastStages(const Setup& s) {
    LeastStages least;
    const LayerPlan& plan = *s.plan;
    const auto pp = static_cast<Count>(s.pp);
    if (pp == 1) {
        least.count = 1;
        for (const std::uint8_t type : plan.of) least.layers[0].add(plan, type);
        least.any = least.layers[0];
        least.time[0] = shapeOf(s, least.layers[0], true, true);
        return least;
    }
    const Count denseStages = s.isMoe ? s.layers - s.moeLayers : 0;
    const bool plain = plan.alike && plan.denseFirst && pp > denseStages;
    const Count inner = plain ? denseStages : pp / 2;
    const std::size_t usual = usualType(plan, s.isMoe);
    FewestLayers last, first, middle, any;
    Count busiest = s.layers; // layers of the usual type, of the stage that has most of them
    for (Count vpp = 1; vpp <= std::max<Count>(1, s.layers / pp); ++vpp) {
        const std::vector<StageLayers> ranks = rankLayers(s, vpp, false);
        last.meet(ranks.back());
        first.meet(ranks.front());
        middle.meet(ranks[static_cast<std::size_t>(inner)]);
        Count most = 0;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            any.meet(ranks[rank]);
            if (static_cast<Count>(rank) >= denseStages) most = std::max(most, ranks[rank].of[usual]);
        }
        busiest = std::min(busiest, most);
    }
    least.index = {static_cast<int>(pp) - 1, 0, static_cast<int>(inner)};
    least.layers = {last.layers(plan), first.layers(plan), middle.layers(plan)};
    least.any = any.layers(plan);
    StageLayers run = least.layers[2];
    if (plain) run = {}, run.add(plan, usual, busiest);
    least.time = {shapeOf(s, least.layers[0], false, true), shapeOf(s, least.layers[1], true, false),
                  shapeOf(s, run, false, false)};
    return least;
}

LeastContexts leastContexts(Setup& setup, const LeastStages& stages, Count mostVirtual, LeastTerms& terms) {
    LeastContexts contexts;
    const TypeParams& known = terms.without(setup).params;
    const double vpp = setup.vpp;
    for (std::size_t i = 0; i < stages.count; ++i) {
        StageContext& c = contexts[i];
        const StageParams params =
            stageParams(setup, stages.layers[i], stages.time[i].first, stages.time[i].last, &known);
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

LeastOthers leastOthers(const Setup& s) {
    const LayerPlan& plan = *s.plan;
    const auto pp = static_cast<Count>(s.pp);
    const auto inner = static_cast<std::size_t>(pp / 2);
    LeastOthers others;
    FewestLayers first, middle, any;
    const auto meet = [&](const std::vector<StageLayers>& ranks) {
        first.meet(ranks.front());
        middle.meet(ranks[inner]);
        for (const StageLayers& rank : ranks) any.meet(rank);
    };
    // A rank that runs both ways holds a stage of VPP 1 and its twin.
    for (Count vpp = 1; vpp <= std::max<Count>(1, s.layers / pp); ++vpp) meet(rankLayers(s, vpp, false));
    meet(rankLayers(s, 2, true));
    others.layers = first.layers(plan);
    others.middle = middle.layers(plan);
    others.any = any.layers(plan);
    for (const std::uint8_t type : plan.of) others.all.of[type] += 1;
    others.all.first = others.all.last = true;
    others.all.mtp = number(s.mtpLayers);
    others.all.of[plan.mtp] += others.all.mtp;
    return others;
}

double leastInFlight(const Setup& setup, const std::vector<ScheduleKind>& kinds, int rank) {
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
}

LeastContexts leastContexts(const Setup& setup, const LeastOthers& others,
                            const std::vector<ScheduleKind>& kinds, LeastTerms& terms) {
    LeastContexts contexts;
    const TypeParams& known = terms.without(setup).params;
    StageContext& c = contexts[0];
    const StageParams params = stageParams(setup, others.layers, true, false, &known);
    c.setup = &setup;
    c.first = true;
    c.inFlight = leastInFlight(setup, kinds, 0);
    c.imbalance = setup.imbalance;
    c.take(params);
    if (others.middle.layers == 0) return contexts;
    StageContext& m = contexts[1];
    const StageParams inner = stageParams(setup, others.middle, false, false, &known);
    m.setup = &setup;
    m.stage = static_cast<int>(setup.pp) / 2;
    m.inFlight = leastInFlight(setup, kinds, m.stage);
    m.imbalance = setup.imbalance;
    m.take(inner);
    return contexts;
}

/// Static bytes of a stage of these layers.
static Bytes fixedOf(const Setup& setup, const StageLayers& layers, bool single, LeastTerms& terms) {
    const SharedTerms& shared = terms.without(setup);
    StageContext stage;
    stage.setup = &setup;
    stage.take(stageParams(setup, layers, single, single, &shared.params));
    return termSum(stage, shared, isFixed);
}

Bytes leastFixedOfAny(const Setup& setup, const LeastOthers& others, LeastTerms& terms) {
    return fixedOf(setup, others.any, false, terms);
}

LeastBytes leastFixed(const LeastContexts& contexts, LeastTerms& terms) {
    LeastBytes sums;
    for (std::size_t i = 0; i < contexts.size() && contexts[i].setup; ++i)
        sums[i] = termSum(contexts[i], terms.without(*contexts[i].setup), isFixed);
    return sums;
}

Bytes leastFixedOfAny(const Setup& setup, const LeastStages& stages, LeastTerms& terms) {
    return fixedOf(setup, stages.any, stages.count == 1, terms);
}

LeastBytes leastRestOfAny(const LeastContexts& contexts, LeastTerms& terms, Scenario& scenario) {
    LeastBytes least;
    scenario.train->recompute.mode = Recompute::Mode::Full;
    for (std::size_t i = 0; i < contexts.size() && contexts[i].setup; ++i)
        least[i] = termSum(contexts[i], terms.full(),
                           [](const MemoryTerm& term) { return term.group == MemoryGroup::Activations; });
    scenario.train->recompute.mode = Recompute::Mode::None;
    for (std::size_t i = 0; i < contexts.size() && contexts[i].setup; ++i) {
        StageContext context = contexts[i];
        const Transients passing = transients(context);
        context.passing = &passing;
        least[i] += termSum(context, terms.without(*context.setup), [](const MemoryTerm& term) {
            return term.group == MemoryGroup::Transient && !term.beyond;
        });
    }
    return least;
}

} // namespace moe
