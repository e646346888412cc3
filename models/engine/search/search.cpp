// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search.h"

#include "models/engine/shape/gpu_power.h"

#include "models/engine/schedule/plan.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/search/search_recompute.h"
#include "models/engine/time/simulated_step.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace moe {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Of inner stages with the same layers the first holds the most: none has more micro-batches in flight.
bool holdsMost(const std::vector<StageLayers>& stages, std::size_t stage) {
    const auto inner = stages.begin() + 1, here = stages.begin() + static_cast<std::ptrdiff_t>(stage);
    return stage == 0 || stage + 1 == stages.size() || std::find(inner, here, *here) == here;
}

} // namespace

struct Searcher::State {
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
        Bytes fixed{kInfinite}, peak{kInfinite};
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
        least.step = {kInfinite};
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
        LeastContexts contexts;
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

Searcher::Searcher(const SearchRequest& request, const Catalog& catalog)
    : m_state(std::make_unique<State>(request, catalog)) {}

Searcher::~Searcher() = default;

bool Searcher::bound(SearchSplit& split) {
    State& s = *m_state;
    s.take(split.layout);
    s.setVirtual(1);
    s.terms.read(s.setup, s.scenario);
    const Count most = mostVirtual(s.scenario, split.layout.pp);
    const LeastStages& stages = s.least().stages;
    split.score = split.x = split.y = kInfinite;
    const bool pairs = pairsHide(s.setup);
    std::vector<ScheduleKind> kinds = s.otherKinds(split.layout);
    if (kinds.empty())
        return s.impliedWanted() &&
               s.boundBy([&] { return leastContexts(s.setup, stages, most, s.terms); },
                         [&] { return s.leastStatic(stages); },
                         [&] {
                             return leastTime(s.model, stages, {1, most}, pairs && most > 1);
                         },
                         split);
    // Bounds of the others are below those of what the degrees imply, but for what is in flight.
    if (s.impliedWanted()) {
        kinds.push_back(ScheduleKind::OneForwardOneBackward);
        if (most > 1) kinds.push_back(pairs ? ScheduleKind::Combined : ScheduleKind::Interleaved);
    }
    const LeastOthers& others = s.least().others;
    return s.boundBy([&] { return leastContexts(s.setup, others, kinds, s.terms); },
                     [&] { return s.leastStatic(others); }, [&] { return leastTime(s.model, others, pairs); },
                     split);
}

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
        group.contexts = contextsOf();
        for (Count zero : s.zeros) {
            if (s.placesParameters(zero)) group.contexts = contextsOf();
            group.memory.read(group.contexts, s.terms, s.scenario);
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

Estimate Searcher::estimateOf(const Layout& layout) {
    State& s = *m_state;
    s.take(layout);
    s.readOperators(layout);
    readRecompute(s.model);
    s.setVirtual(layout.vpp, s.request.space.schedules[static_cast<std::size_t>(layout.schedule)]);
    s.model.layers = s.stages();
    return estimate(memorySummary(s.setup, s.model.layers), s.model, stepTime(s.model));
}

Found searched(const SearchRequest& request, const Catalog& catalog) {
    Found found(request.top);
    Searcher searcher(request, catalog);
    const auto domain = static_cast<Count>(setupOf(request.space.base, catalog).domain);
    for (Count gpus : gpuCounts(request.fewest, request.most, domain)) {
        std::vector<SearchSplit> splits;
        for (const Layout& layout : layoutSplits(request.space, gpus)) {
            SearchSplit split{layout};
            if (splitAllowed(request, layout) && searcher.bound(split)) splits.push_back(split);
        }
        std::sort(splits.begin(), splits.end(),
                  [](const SearchSplit& a, const SearchSplit& b) { return a.score < b.score; });
        for (const SearchSplit& split : splits)
            if (found.wants(split.score, split.x, split.y)) searcher.search(split, found);
    }
    found.finish();
    return found;
}

} // namespace moe
