// SPDX-License-Identifier: GPL-3.0-or-later
// Splits that have hopes, looked at closer.
#include "models/engine/search/search_state.h"

#include "models/engine/time/simulated_step.h"

#include <algorithm>

namespace moe {
namespace {

/// Of inner stages with the same layers the first holds the most: none has more micro-batches in flight.
bool holdsMost(const std::vector<StageLayers>& stages, std::size_t stage) {
    const auto inner = stages.begin() + 1, here = stages.begin() + static_cast<std::ptrdiff_t>(stage);
    return stage == 0 || stage + 1 == stages.size() || std::find(inner, here, *here) == here;
}

} // namespace

std::vector<Searcher::State::Variant> Searcher::State::variantsOf(const Layout& split, bool implied) const {
    std::vector<Variant> variants;
    Layout layout = split;
    for (std::size_t i = 0; i < request.space.schedules.size(); ++i) {
        if (implied == request.space.schedules[i].has_value()) continue;
        layout.schedule = static_cast<std::int32_t>(i);
        const VirtualRange range = virtualRange(request.space, split, i);
        for (Count vpp = range.most; vpp >= range.fewest; --vpp) {
            layout.vpp = static_cast<std::int32_t>(vpp);
            variants.push_back({layout.schedule, layout.vpp});
        }
    }
    return variants;
}

/// With its recompute choice in the scenario: in full, unless memory or a bound on the time rule it out.
void Searcher::State::tryLayout(const Layout& layout, Seconds atLeast, Found& found, Families* families) {
    // A simulation takes longer than everything else about a layout: memory is known before it.
    const MemorySummary held = memorySummary(setup, model.layers);
    StepTime least;
    least.step = atLeast;
    if (!wants(layout, held, least, found, families)) return;
    if (!isSimulated(setup)) return offer(layout, held, stepTime(model), found, families);
    const UnrunStep step = unrunStep(model);
    if (wants(layout, held, leastSimulatedStep(model, step), found, families))
        offer(layout, held, simulatedStep(model, step), found, families);
}

/// Bounds of the group first, by recompute choice, then those of every variant, then what they leave.
/// `timeAlone` is asked for once the group has hopes.
template <class Alone>
void Searcher::State::tryGroup(const Layout& split, const LeastStages& stages, Group& group, Alone timeAlone,
                               Found& found, Families* families) {
    const auto hopes = [&](const LayerCosts& layer) {
        return wants(split, group.fixed, group.memory.peak(layer), group.paired.step(layer), found, families);
    };
    if (!hopes(leastOfChoices)) return;
    if (!costsKnown) costs.readBounds(model, scenario);
    costsKnown = true;
    if (!hopes(costs.least())) return;
    const LeastTime leastAlone = timeAlone();
    // Of the variant before, which may be of the same passes.
    std::optional<LeastTime> looped;
    Count loopedVpp = 0;
    bool loopedPairs = false;
    for (const Variant& variant : group.variants) {
        Layout layout = split;
        layout.schedule = variant.schedule;
        layout.vpp = variant.vpp;
        layout.zero = static_cast<std::int32_t>(scenario.train->zero);
        const ScheduleRow& row = scheduleRow(scheduleOf(layout, request.space));
        LeastTime time = row.pairs ? group.paired : leastAlone;
        if (row.places == ChunkPlaces::Loop) {
            if (!looped || loopedVpp != variant.vpp || loopedPairs != row.pairs)
                looped = leastTime(model, stages, {variant.vpp, variant.vpp}, row.pairs);
            loopedVpp = variant.vpp;
            loopedPairs = row.pairs;
            time = *looped;
            if (row.splits)
                for (LeastTime::Stage& stage : time.stages) stage.bubble = 0;
        }
        const Bytes least = group.memory.peak(costs.least());
        if (!wants(layout, group.fixed, least, time.step(costs.least()), found, families)) continue;
        place(variant.vpp, request.space.schedules[static_cast<std::size_t>(variant.schedule)]);
        const LeastStageMemories& memory = heldOf(row);
        const Bytes fixed = staticWanted ? memory.leastFixed() : Bytes{};
        bool placed = false;
        for (std::size_t number = 0; number < costs.bunches().size(); ++number) {
            const RecomputeCosts::Bunch& bunch = costs.bunches()[number];
            if (!wants(layout, fixed, memory.peak(bunch.least), time.step(bunch.least), found, families))
                continue;
            costs.read(number, model, scenario);
            for (std::size_t i = 0; i < bunch.choices.size(); ++i) {
                const std::size_t choice = bunch.choices[i];
                layout.recompute = static_cast<std::int32_t>(choice);
                const Seconds step = time.step(bunch.costs[i]);
                if (!wants(layout, fixed, memory.peak(bunch.costs[i]), step, found, families) ||
                    !request.goal.allows(layout, request.space))
                    continue;
                if (!placed) readPipeline(model);
                if (!placed) model.layers = this->stages();
                placed = true;
                scenario.train->recompute = request.space.recomputes[choice];
                readRecompute(model);
                tryLayout(layout, step, found, families);
            }
            scenario.train->recompute = {};
        }
        if (placed) {
            readRecompute(model);
            setVirtual(1);
        } else {
            place(1, std::nullopt);
        }
    }
}

const LeastStageMemories& Searcher::State::heldOf(const ScheduleRow& row) {
    const Count vpp = scenario.parallel.vpp, zero = scenario.train->zero;
    auto held = std::find_if(helds.begin(), helds.end(), [&](const Held& one) {
        return one.places == row.places && one.vpp == vpp && one.pairs == row.pairs;
    });
    if (held == helds.end()) held = helds.insert(held, {row.places, vpp, row.pairs, -1, {}, {}});
    if (held->zero != zero) {
        if (held->zero < 0 || (held->zero == 3) != (zero == 3)) {
            held->contexts.clear();
            held->memory =
                {}; // stage 3 has more in passing: not for one that another schedule reads behind it
            const std::vector<StageLayers>& layers = stages();
            for (int stage = 0; stage < static_cast<int>(setup.pp); ++stage)
                if (holdsMost(layers, static_cast<std::size_t>(stage)))
                    held->contexts.push_back(stageContext(setup, layers, stage, &terms.without(setup)));
        }
        held->memory.read(held->contexts, terms, scenario);
        held->zero = zero;
    }
    for (std::size_t i = 0; i < held->contexts.size(); ++i)
        held->memory.setInFlight(i, microBatchesInFlight(setup, held->contexts[i].stage));
    return held->memory;
}

void Searcher::search(const SearchSplit& split, Found& found, Families* families) {
    State& s = *m_state;
    s.take(split.layout);
    s.setVirtual(1);
    s.readOperators(split.layout);
    s.terms.read(s.setup, s.scenario);
    readRecompute(s.model);
    s.leastOfChoices = leastCosts(s.model, s.scenario);
    s.costsKnown = false;
    s.tooMuch.clear();
    s.helds.clear();
    const Count most = mostVirtual(s.scenario, split.layout.pp);
    const LeastStages& stages = s.least().stages;
    const LeastOthers& others = s.least().others;
    const std::vector<ScheduleKind> kinds = s.otherKinds(split.layout);
    for (const bool implied : {true, false}) {
        State::Group group;
        group.variants = s.variantsOf(split.layout, implied);
        if (group.variants.empty()) continue;
        const bool pairs = pairsHide(s.setup) && (!implied || most > 1);
        const auto contextsOf = [&] {
            return implied ? leastContexts(s.setup, stages, most, s.terms)
                           : leastContexts(s.setup, others, kinds, s.terms);
        };
        s.scenario.train->zero = s.zeros.front();
        LeastContexts contexts = contextsOf();
        for (Count zero : s.zeros) {
            if (s.placesParameters(zero)) contexts = contextsOf();
            group.memory.read(contexts, s.terms, s.scenario);
            if (implied) {
                group.fixed = s.leastStatic(stages);
                group.paired = leastTime(s.model, stages, {1, most}, pairs);
            } else {
                group.fixed = s.leastStatic(others);
                group.paired = leastTime(s.model, others, pairs);
            }
            const auto alone = [&] {
                if (!pairs) return group.paired;
                return implied ? leastTime(s.model, stages, {1, most}, false)
                               : leastTime(s.model, others, false);
            };
            s.tryGroup(split.layout, stages, group, alone, found, families);
        }
    }
}

} // namespace moe
