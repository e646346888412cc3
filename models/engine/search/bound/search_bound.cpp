// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/bound/search_bound.h"

#include "models/engine/schedule/schedules.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace moe {
namespace {

double number(Count count) {
    return static_cast<double>(count);
}

template <class Chosen> Bytes termSum(StageContext context, const SharedTerms& shared, Chosen chosen) {
    context.shared = &shared;
    Bytes sum;
    for (const MemoryTerm& term : memoryTerms())
        if (chosen(term)) sum += term.bytes(context);
    return kBoundRounding * sum;
}

bool isFixed(const MemoryTerm& term) {
    return isStatic(term.group);
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
