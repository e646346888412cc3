// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search.h"

#include "models/engine/scenario/validate.h"
#include "models/engine/search/search_bound.h"
#include "models/engine/time/simulated_step.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace moe {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

} // namespace

struct Searcher::State {
    State(const SearchRequest& r, const Catalog& catalog)
        : request(r), scenario(r.space.base), setup(setupOf(scenario, catalog)) {
        model.setup = &setup;
        model.rates = ratesOf(setup);
        model.flops = stepFlops(setup);
        const SearchGoal& goal = request.goal;
        const EstimateMetric* bytes = findEstimateMetric("memory.static_bytes");
        staticWanted = goal.x.metric == bytes || goal.y.metric == bytes;
        for (const Objective& one : goal.objectives) staticWanted |= one.metric == bytes;
        for (const Condition& one : goal.conditions) staticWanted |= one.metric == bytes;
        // Stage 1 holds less than 0 and takes no longer; 2 and 3 hold still less, but move more.
        zeros = request.space.zeros;
        std::sort(zeros.begin(), zeros.end(), [](Count a, Count b) {
            return std::pair(a == 0 ? 1 : a, a == 0) < std::pair(b == 0 ? 1 : b, b == 0);
        });
        for (Count zero : zeros)
            if (leanZeros.empty() || zero >= 2) leanZeros.push_back(zero);
    }

    void take(const Layout& layout) {
        applyLayout(layout, request.space, scenario);
        refreshLayout(setup);
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
        scenario.parallel.vpp = vpp;
        scenario.train->schedule = schedule;
        const bool vee = schedule && scheduleRow(*schedule).places == ChunkPlaces::Vee;
        setup.vpp = vee ? 2 : static_cast<double>(vpp);
        readPipeline(model);
    }

    /// Layers of each stage, which depend on PP, VPP and the way of the chunks alone.
    const std::vector<StageLayers>& stages() {
        const ChunkPlaces places = scheduleRow(scheduleKind(setup)).places;
        std::vector<StageLayers>& known = layersOf[{scenario.parallel.pp, scenario.parallel.vpp, places}];
        if (known.empty()) known = stageLayers(setup);
        return known;
    }

    Estimate bestOf(const MemorySummary& memory, const StepTime& time) const {
        Estimate best = estimate(memory, model, time);
        best.bubbleFraction = 0;
        return best;
    }

    /// Only for those who ask: it is one more sum over the terms.
    template <class Least> Bytes leastStatic(const Least& least) const {
        return staticWanted ? leastFixedOfAny(setup, least) : Bytes{};
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

    /// Lowers the split's bounds to those of one kind of schedules; false when none of them can meet the
    /// conditions.
    template <class Contexts, class Static, class Time>
    bool boundBy(Contexts contexts, Static fixedOfAny, Time soonestOf, SearchSplit& split) {
        setVirtual(1);
        LeastMemory memory;
        memory.rest = leastRestOfAny(contexts(), scenario);
        Bytes fixed{kInfinite}, peak{kInfinite};
        for (Count zero : leanZeros) {
            scenario.train->zero = zero;
            memory.fixed = leastFixed(contexts());
            fixed = std::min(fixed, fixedOfAny());
            peak = std::min(peak, memory.peak());
        }
        const MemorySummary summary = memorySummary(setup, fixed, peak);
        if (request.goal.mustFit && summary.fits == Fit::No) return false;
        readOperators(split.layout); // no recompute choice takes less time than none
        readRecompute(model);
        StepTime least;
        least.step = {kInfinite};
        for (Count zero : leanZeros) {
            scenario.train->zero = zero;
            const StepTime time = soonestOf();
            if (time.step < least.step) least = time;
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

    template <class Contexts, class Static, class Time, class Each>
    void tryAll(const Layout& split, Contexts contexts, Static fixedOfAny, Time soonestOf, Found& found,
                const Families* families, Each each);

    void offer(const Layout& layout, const StepTime& time, Found& found, Families* families) const {
        const SearchGoal& goal = request.goal;
        FoundLayout one{layout, estimate(memorySummary(setup, model.layers), model, time), 0, 0, 0, false};
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
    StepModel model;
    std::vector<Count> zeros, leanZeros; ///< 1 before 0, which it dominates; those that may be best
    bool staticWanted = false;
    std::array<std::int32_t, 5> operatorsOf{};
    std::map<std::tuple<Count, Count, ChunkPlaces>, std::vector<StageLayers>> layersOf;
};

Searcher::Searcher(const SearchRequest& request, const Catalog& catalog)
    : m_state(std::make_unique<State>(request, catalog)) {}

Searcher::~Searcher() = default;

bool Searcher::bound(SearchSplit& split) {
    State& s = *m_state;
    s.take(split.layout);
    s.setVirtual(1);
    const Count most = mostVirtual(s.scenario, split.layout.pp);
    const LeastStages stages = leastStages(s.setup);
    split.score = split.x = split.y = kInfinite;
    bool some = false;
    if (s.impliedWanted())
        some |= s.boundBy([&] { return leastContexts(s.setup, stages, most); },
                          [&] { return s.leastStatic(stages); },
                          [&] { return leastStepTime(s.model, stages, most); }, split);
    if (s.othersOf(split.layout).empty()) return some;
    const LeastOthers others = leastOthers(s.setup, stages);
    some |= s.boundBy([&] { return leastContexts(s.setup, others); }, [&] { return s.leastStatic(others); },
                      [&] { return leastStepTime(s.model, others); }, split);
    return some;
}

/// One kind of schedules: bounds first, then every layout that they leave.
template <class Contexts, class Static, class Time, class Each>
void Searcher::State::tryAll(const Layout& split, Contexts contexts, Static fixedOfAny, Time soonestOf,
                             Found& found, const Families* families, Each each) {
    LeastMemory memory;
    std::array<Bytes, 4> leastStatic;
    std::array<LeastBytes, 4> fixed; // by ZeRO stage
    const LeastBytes leastRestHere = leastRestOfAny(contexts(), scenario);
    for (Count zero : zeros) {
        scenario.train->zero = zero;
        fixed[static_cast<std::size_t>(zero)] = leastFixed(contexts());
        leastStatic[static_cast<std::size_t>(zero)] = fixedOfAny();
    }
    for (std::size_t recompute = 0; recompute < request.space.recomputes.size(); ++recompute) {
        scenario.train->recompute = request.space.recomputes[recompute];
        readRecompute(model);
        bool restKnown = false, hopeless = false;
        for (Count zero : zeros) {
            if (hopeless && zero == 0) continue; // holds no less and takes no less than 1
            scenario.train->zero = zero;
            setVirtual(1);
            memory.fixed = fixed[static_cast<std::size_t>(zero)];
            const Bytes least = leastStatic[static_cast<std::size_t>(zero)];
            const auto wanted = [&](const StepTime& time) {
                return wants(split, memorySummary(setup, least, memory.peak()), time, found, families);
            };
            if (!restKnown) memory.rest = leastRestHere; // the cheaper bound first
            const StepTime soonest = soonestOf();
            hopeless = !wanted(soonest);
            if (!hopeless && !restKnown) {
                memory.rest = leastRest(contexts());
                restKnown = true;
                hopeless = !wanted(soonest);
            }
            if (hopeless) continue;
            Layout layout = split;
            layout.recompute = static_cast<std::int32_t>(recompute);
            layout.zero = static_cast<std::int32_t>(zero);
            each(layout, soonest, wanted);
        }
    }
}

void Searcher::search(const SearchSplit& split, Found& found, Families* families) {
    State& s = *m_state;
    const SearchGoal& goal = s.request.goal;
    s.take(split.layout);
    s.setVirtual(1);
    s.readOperators(split.layout);
    const Count most = mostVirtual(s.scenario, split.layout.pp);
    const LeastStages stages = leastStages(s.setup);
    // A simulation takes longer than everything else about a layout: memory is known before it.
    const auto offer = [&](const Layout& layout, const auto& wanted) {
        if (isSimulated(s.setup) && !s.wants(layout, memorySummary(s.setup, s.model.layers),
                                             leastSimulatedStep(s.model), found, families))
            return;
        const StepTime time = stepTime(s.model);
        if (wanted(time)) s.offer(layout, time, found, families);
    };
    const auto tryImplied = [&](Layout layout, const StepTime&, const auto& wanted) {
        for (Count vpp = most; vpp >= 1; --vpp) {
            layout.vpp = static_cast<std::int32_t>(vpp);
            if (!goal.allows(layout, s.request.space)) continue;
            s.setVirtual(vpp);
            s.model.layers = s.stages();
            offer(layout, wanted);
        }
    };
    if (s.impliedWanted())
        s.tryAll(
            split.layout, [&] { return leastContexts(s.setup, stages, most); },
            [&] { return s.leastStatic(stages); }, [&] { return leastStepTime(s.model, stages, most); },
            found, families, tryImplied);
    const std::vector<std::pair<std::int32_t, VirtualRange>> schedules = s.othersOf(split.layout);
    if (schedules.empty()) return;
    const LeastOthers others = leastOthers(s.setup, stages);
    const auto tryOthers = [&](Layout layout, const StepTime& soonest, const auto& wanted) {
        for (const auto& [schedule, range] : schedules) {
            layout.schedule = schedule;
            for (Count vpp = range.most; vpp >= range.fewest; --vpp) {
                layout.vpp = static_cast<std::int32_t>(vpp);
                if (!goal.allows(layout, s.request.space)) continue;
                s.setVirtual(vpp, s.request.space.schedules[static_cast<std::size_t>(schedule)]);
                s.model.layers = s.stages();
                if (s.wants(layout, memorySummary(s.setup, s.model.layers), soonest, found, families))
                    offer(layout, wanted);
            }
        }
        s.setVirtual(1);
    };
    s.setVirtual(1);
    s.tryAll(
        split.layout, [&] { return leastContexts(s.setup, others); }, [&] { return s.leastStatic(others); },
        [&] { return leastStepTime(s.model, others); }, found, families, tryOthers);
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

Result<SearchRequest> searchRequest(const Scenario& base, const Catalog& catalog, SearchGoal goal,
                                    Count fewest, Count most, std::size_t top) {
    Problems problems;
    if (!base.train)
        return Problem{
            .key = "train",
            .rule =
                say("is required: the search is over training layouts (add --set train.global_batch=256)")};
    SearchRequest request{layoutSpace(base), std::move(goal), fewest, most, top};
    if (fewest < 1 || most < fewest)
        problems.push_back(
            {.key = "cluster.gpus", .rule = say("must be a count, or a range from few to many")});
    const Estimate sample = estimate(base, catalog);
    const auto known = [&](const EstimateMetric* metric) {
        if (metric && !metric->value(sample))
            problems.push_back({.key = metric->key, .rule = say("has no value for this scenario")});
    };
    for (const Objective& objective : request.goal.objectives) known(objective.metric);
    for (const Condition& condition : request.goal.conditions) known(condition.metric);
    for (const Condition& c : request.goal.conditions) {
        if (c.member == &Layout::zero)
            std::erase_if(request.space.zeros,
                          [&](Count zero) { return !holds(static_cast<double>(zero), c.relation, c.limit); });
        if (c.ofSchedule && !c.anySchedule) {
            const bool shared = layerGroups(base) == 1;
            request.space.schedules.clear();
            if (shared || !c.schedule) request.space.schedules.push_back(c.schedule);
        } else if (c.anySchedule) {
            request.space.schedules = everySchedule(base);
        } else if (!c.metric && !c.member) {
            std::erase_if(request.space.recomputes, [&](const Recompute& r) { return !(r == c.recompute); });
            Scenario chosen = base;
            chosen.train->recompute = c.recompute;
            if (request.space.recomputes.empty() && brokenRules(chosen, catalog).empty())
                request.space.recomputes.push_back(c.recompute);
        }
    }
    if (request.space.recomputes.empty())
        problems.push_back({.key = "train.recompute", .rule = say("no such choice is valid for this model")});
    if (request.space.schedules.empty())
        problems.push_back({.key = "train.schedule", .rule = say("no such schedule runs these layers")});
    if (request.space.zeros.empty())
        problems.push_back({.key = "train.zero", .rule = say("no stage of 0 to 3 is left")});
    if (!problems.empty()) return problems;
    return request;
}

bool splitAllowed(const SearchRequest& request, const Layout& split) {
    const std::vector<Condition>& conditions = request.goal.conditions;
    return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
        const bool fixed = c.member && c.member != &Layout::vpp && c.member != &Layout::zero;
        return !fixed || holds(split.*c.member, c.relation, c.limit);
    });
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
