// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a searcher knows: of the search, and of the split it looks at.

#include "models/engine/schedule/plan.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/search/bound/search_time.h"
#include "models/engine/search/search.h"
#include "models/engine/shape/gpu_power.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace moe {

struct Searcher::State {
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    State(const SearchRequest& r, const Catalog& catalog)
        : request(r), scenario(r.space.base), setup(setupOf(scenario, catalog)), costs(r.space.recomputes) {
        model.setup = &setup;
        model.rates = ratesOf(setup);
        model.flops = stepFlops(setup);
        model.plans = &plans;
        const SearchGoal& goal = request.goal;
        const EstimateMetric* bytes = findEstimateMetric("memory.static_bytes");
        staticWanted = goal.x.metric == bytes || goal.y.metric == bytes;
        for (const Objective& one : goal.objectives) staticWanted |= one.metric == bytes;
        for (const Condition& one : goal.conditions) staticWanted |= one.metric == bytes;
        const auto ofBoth = [](const EstimateMetric* metric) {
            const std::string_view key = metric ? metric->key : "";
            return !metric || key == "train.step_seconds" || key.substr(0, 7) == "memory.";
        };
        totalsWanted = !ofBoth(goal.x.metric) || !ofBoth(goal.y.metric);
        for (const Objective& one : goal.objectives) totalsWanted |= !ofBoth(one.metric);
        for (const Condition& one : goal.conditions) totalsWanted |= !ofBoth(one.metric);
        // Stage 1 holds less than 0 and takes no longer; 2 and 3 hold still less, but move more.
        zeros = request.space.zeros;
        std::sort(zeros.begin(), zeros.end(), [](Count a, Count b) {
            return std::pair(a == 0 ? 1 : a, a == 0) < std::pair(b == 0 ? 1 : b, b == 0);
        });
        for (Count zero : zeros)
            if (leanZeros.empty() || zero >= 2) leanZeros.push_back(zero);
        // 2 holds no more than what comes first, and takes no less than 1.
        const bool two = std::find(leanZeros.begin(), leanZeros.end(), 2) != leanZeros.end();
        smallZeros = fastZeros = leanZeros;
        if (two && leanZeros.front() < 2) smallZeros.erase(smallZeros.begin());
        if (two && leanZeros.front() == 1) std::erase(fastZeros, 2);
    }

    void take(const Layout& layout) {
        applyLayout(layout, request.space, scenario);
        refreshLayout(setup, &routed);
    }

    /// Operators are those of one layer on one GPU: DP, PP, VPP and ZeRO leave them as they are.
    void readOperators(const Layout& layout) {
        const std::array<std::int32_t, 5> shape{layout.tp, layout.cp, layout.ep, layout.etp,
                                                layout.microBatch};
        if (shape == operatorsOf) return;
        operatorsOf = shape;
        moe::readOperators(model);
    }

    void setVirtual(Count vpp, std::optional<ScheduleKind> schedule = std::nullopt) {
        place(vpp, schedule);
        readPipeline(model);
    }
    /// All of it that memory depends on.
    void place(Count vpp, std::optional<ScheduleKind> schedule) {
        scenario.parallel.vpp = vpp;
        scenario.train->schedule = schedule;
        const bool vee = schedule && scheduleRow(*schedule).places == ChunkPlaces::Vee;
        setup.vpp = vee ? 2 : static_cast<double>(vpp);
    }

    /// Layers of each stage, which depend on PP, VPP and the way of the chunks alone.
    const std::vector<StageLayers>& stages() {
        const ChunkPlaces places = scheduleRow(scheduleKind(setup)).places;
        std::vector<StageLayers>& known = layersOf[{scenario.parallel.pp, scenario.parallel.vpp, places}];
        if (known.empty()) known = stageLayers(setup);
        return known;
    }

    /// What bounds the stages: PP alone decides.
    struct Least {
        LeastStages stages;
        LeastOthers others;
    };
    const Least& least() {
        auto [known, added] = leastOf.try_emplace(scenario.parallel.pp);
        if (added) known->second = {leastStages(setup), leastOthers(setup)};
        return known->second;
    }

    Estimate bestOf(const MemorySummary& memory, const StepTime& time) const {
        if (!totalsWanted) return bareEstimate(memory, time.step);
        Estimate best = estimate(memory, model, time);
        best.bubbleFraction = 0;
        // The least that any can draw: watts rise where a step gets shorter.
        if (best.trainW) setPower(best, setup, gpuPower(setup).idle);
        return best;
    }

    /// Only for those who ask: it is one more sum over the terms.
    template <class Least> Bytes leastStatic(const Least& least) {
        return staticWanted ? leastFixedOfAny(setup, least, terms) : Bytes{};
    }

    bool impliedWanted() const {
        return std::any_of(request.space.schedules.begin(), request.space.schedules.end(),
                           [](const auto& kind) { return !kind; });
    }
    /// Schedules that the degrees do not imply and that can run the split.
    std::vector<std::pair<std::int32_t, VirtualRange>> othersOf(const Layout& split) const {
        std::vector<std::pair<std::int32_t, VirtualRange>> others;
        if (split.pp < 2) return others;
        for (std::size_t i = 0; i < request.space.schedules.size(); ++i) {
            if (!request.space.schedules[i]) continue;
            const VirtualRange range = virtualRange(request.space, split, i);
            if (range.count() > 0) others.emplace_back(static_cast<std::int32_t>(i), range);
        }
        return others;
    }
    std::vector<ScheduleKind> otherKinds(const Layout& split) const {
        std::vector<ScheduleKind> kinds;
        for (const auto& [index, range] : othersOf(split))
            kinds.push_back(*request.space.schedules[static_cast<std::size_t>(index)]);
        return kinds;
    }

    /// Sets the ZeRO stage; true where a GPU then holds other parameters before they are sharded than it did:
    /// FSDP keeps the token embedding whole.
    bool placesParameters(Count zero) {
        const Count before = std::exchange(scenario.train->zero, zero);
        return (before == 3) != (zero == 3);
    }

    /// Lowers the split's bounds to those of one kind of schedules; false when none of them can meet the
    /// conditions.
    template <class Contexts, class Static, class Time>
    bool boundBy(Contexts contextsOf, Static fixedOfAny, Time timeOf, SearchSplit& split) {
        scenario.train->zero = zeros.front(); // stage 3 has more in passing
        LeastContexts contexts = contextsOf();
        LeastMemory memory;
        memory.rest = leastRestOfAny(contexts, terms, scenario);
        Bytes fixed{kNever}, peak{kNever};
        for (Count zero : smallZeros) {
            if (placesParameters(zero)) contexts = contextsOf();
            memory.fixed = leastFixed(contexts, terms);
            fixed = std::min(fixed, fixedOfAny());
            peak = std::min(peak, memory.peak());
        }
        const MemorySummary summary = memorySummary(setup, fixed, peak);
        if (request.goal.mustFit && summary.fits == Fit::No) return false;
        readOperators(split.layout); // no recompute choice takes less time than none
        readRecompute(model);
        const LayerCosts layer = timeCosts(model);
        StepTime least;
        least.step = {kNever};
        for (Count zero : fastZeros) {
            scenario.train->zero = zero;
            least.step = std::min(least.step, timeOf().step(layer));
        }
        const OptimisticGoal goal{&request.goal};
        const Estimate best = bestOf(summary, least);
        if (!goal.allows(best)) return false;
        split.score = std::min(split.score, goal.score(best));
        split.x = std::min(split.x, goal.cost(request.goal.x, best));
        split.y = std::min(split.y, goal.cost(request.goal.y, best));
        return true;
    }

    /// May a layout that holds no less and takes no less be of interest?
    bool wants(const Layout& layout, const MemorySummary& held, const StepTime& time, const Found& found,
               const Families* families) const {
        const OptimisticGoal goal{&request.goal};
        const Estimate best = bestOf(held, time);
        if (!goal.allows(best)) return false;
        const double score = goal.score(best);
        return found.wants(score, goal.cost(request.goal.x, best), goal.cost(request.goal.y, best)) ||
               (families && families->wants(layout, score));
    }

    /// What stages of the split's variants hold that place their layers alike and hold copies and pairs
    /// alike: all but the micro-batches in flight.
    struct Held {
        ChunkPlaces places;
        Count vpp;
        bool pairs;
        Count zero; ///< stage that `memory` was read for
        std::vector<StageContext> contexts;
        LeastStageMemories memory;
    };
    /// Of the variant in the scenario.
    const LeastStageMemories& heldOf(const ScheduleRow& row);

    /// A schedule and VPP of a split.
    struct Variant {
        std::int32_t schedule = 0, vpp = 1;
    };
    /// Of these, what bounds a whole group of variants.
    struct Group {
        std::vector<Variant> variants;
        LeastStageMemories memory;
        LeastTime paired; ///< passes in pairs: of those schedules that have them
        Bytes fixed;
    };
    bool wants(const Layout& layout, Bytes fixed, Bytes peak, Seconds step, const Found& found,
               const Families* families) {
        if (tooMuch.covers(step, peak)) return false;
        StepTime least;
        least.step = step;
        if (wants(layout, memorySummary(setup, fixed, peak), least, found, families)) return true;
        if (!staticWanted) tooMuch.add(step, peak); // else it may be for what is static
        return false;
    }
    std::vector<Variant> variantsOf(const Layout& split, bool implied) const;
    template <class Alone>
    void tryGroup(const Layout& split, const LeastStages& stages, Group& group, Alone timeAlone, Found& found,
                  Families* families);
    /// `atLeast`: it takes no less.
    void tryLayout(const Layout& layout, Seconds atLeast, Found& found, Families* families);

    void offer(const Layout& layout, const MemorySummary& held, const StepTime& time, Found& found,
               Families* families) const {
        const SearchGoal& goal = request.goal;
        FoundLayout one{layout, estimate(held, model, time), 0, 0, 0, false};
        ++found.evaluated;
        if (!goal.allows(one.estimate)) return;
        ++found.fitting;
        one.score = goal.score(one.estimate);
        one.x = goal.x.cost(one.estimate);
        one.y = goal.y.cost(one.estimate);
        found.add(one);
        if (families) families->add(one);
    }

    const SearchRequest& request;
    Scenario scenario;
    Setup setup;
    RoutedImbalances routed;
    SchedulePlans plans;
    StepModel model;
    std::vector<Count> zeros, leanZeros;      ///< 1 before 0, which it dominates; those that may be best
    std::vector<Count> smallZeros, fastZeros; ///< of these, those that may hold or take least
    bool staticWanted = false, totalsWanted = false;
    std::array<std::int32_t, 5> operatorsOf{};
    RecomputeCosts costs;
    bool costsKnown = false;   ///< of the split
    LeastTerms terms;          ///< of the split
    TooMuch tooMuch;           ///< of the split
    std::vector<Held> helds;   ///< of the split
    LayerCosts leastOfChoices; ///< below those of every choice
    std::map<std::tuple<Count, Count, ChunkPlaces>, std::vector<StageLayers>> layersOf;
    std::map<Count, Least> leastOf; ///< by PP
};

} // namespace moe
