// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search_bound.h"

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
                            const std::vector<ScheduleKind>& kinds, LeastTerms& terms) {
    LeastContexts contexts;
    const TypeParams& known = terms.without(setup).params;
    StageContext& c = contexts[0];
    const StageParams params = stageParams(setup, others.layers, true, false, &known);
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
    const StageParams inner = stageParams(setup, others.middle, false, false, &known);
    m.setup = &setup;
    m.stage = static_cast<int>(setup.pp) / 2;
    m.inFlight = leastInFlight(m.stage);
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
    const bool single = stages.count == 1;
    // The first stage's certain layers are those of every stage: dense ones may lie anywhere.
    return fixedOf(setup, stages.layers[single ? 0 : 1], single, terms);
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
