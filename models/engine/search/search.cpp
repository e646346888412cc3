// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search.h"

#include "models/engine/scenario/validate.h"
#include "models/engine/search/search_bound.h"
#include "models/engine/time/simulated_step.h"

#include <algorithm>
#include <limits>
#include <map>

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

    void setVirtual(Count vpp) {
        scenario.parallel.vpp = vpp;
        setup.vpp = static_cast<double>(vpp);
        readPipeline(model);
    }

    /// Layers of each stage, which depend on PP and VPP alone.
    const std::vector<StageLayers>& stages() {
        std::vector<StageLayers>& known = layersOf[{scenario.parallel.pp, scenario.parallel.vpp}];
        if (known.empty()) known = stageLayers(setup);
        return known;
    }

    Estimate bestOf(const MemorySummary& memory, const StepTime& time) const {
        Estimate best = estimate(memory, model, time);
        best.bubbleFraction = 0;
        return best;
    }

    /// Only for those who ask: it is one more sum over the terms.
    Bytes leastStatic(const LeastStages& stages) const {
        return staticWanted ? leastFixedOfAny(setup, stages) : Bytes{};
    }

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
    std::map<std::pair<Count, Count>, std::vector<StageLayers>> layersOf;
};

Searcher::Searcher(const SearchRequest& request, const Catalog& catalog)
    : m_state(std::make_unique<State>(request, catalog)) {}

Searcher::~Searcher() = default;

bool Searcher::bound(SearchSplit& split) {
    State& s = *m_state;
    const OptimisticGoal goal{&s.request.goal};
    s.take(split.layout);
    const Count most = mostVirtual(s.scenario, split.layout.pp);
    const LeastStages stages = leastStages(s.setup);
    LeastMemory memory;
    memory.rest = leastRestOfAny(leastContexts(s.setup, stages, most), s.scenario);
    Bytes fixed{kInfinite}, peak{kInfinite};
    for (Count zero : s.leanZeros) {
        s.scenario.train->zero = zero;
        memory.fixed = leastFixed(leastContexts(s.setup, stages, most));
        fixed = std::min(fixed, s.leastStatic(stages));
        peak = std::min(peak, memory.peak());
    }
    const MemorySummary summary = memorySummary(s.setup, fixed, peak);
    if (s.request.goal.mustFit && summary.fits == Fit::No) return false;

    s.readOperators(split.layout); // no recompute choice takes less time than none

    readRecompute(s.model);
    s.setVirtual(1);
    StepTime least;
    least.step = {kInfinite};
    for (Count zero : s.leanZeros) {
        s.scenario.train->zero = zero;
        const StepTime time = leastStepTime(s.model, stages, most);
        if (time.step < least.step) least = time;
    }
    const Estimate best = s.bestOf(summary, least);
    split.score = goal.score(best);
    split.x = goal.cost(s.request.goal.x, best);
    split.y = goal.cost(s.request.goal.y, best);
    return goal.allows(best);
}

void Searcher::search(const SearchSplit& split, Found& found, Families* families) {
    State& s = *m_state;
    const SearchGoal& wanted = s.request.goal;
    const OptimisticGoal goal{&wanted};
    s.take(split.layout);
    s.readOperators(split.layout);
    const Count most = mostVirtual(s.scenario, split.layout.pp);
    const LeastStages stages = leastStages(s.setup);

    LeastMemory memory;
    Bytes least;
    const auto wantsWith = [&](const MemorySummary& held, const StepTime& time) {
        const Estimate best = s.bestOf(held, time);
        if (!goal.allows(best)) return false;
        const double score = goal.score(best);
        return found.wants(score, goal.cost(wanted.x, best), goal.cost(wanted.y, best)) ||
               (families && families->wants(split.layout, score));
    };
    const auto wants = [&](const StepTime& time) {
        return wantsWith(memorySummary(s.setup, least, memory.peak()), time);
    };
    // A simulation takes longer than everything else about a layout: memory is known before it.
    const auto wantsExactly = [&](const StepTime& soonest) {
        return wantsWith(memorySummary(s.setup, s.model.layers), soonest);
    };
    const auto rest = [&](auto&& sum) { return sum(leastContexts(s.setup, stages, most)); };
    const LeastBytes leastRestHere = leastRestOfAny(leastContexts(s.setup, stages, most), s.scenario);
    std::array<Bytes, 4> leastStatic;
    std::array<LeastBytes, 4> fixed; // by ZeRO stage
    for (Count zero : s.zeros) {
        s.scenario.train->zero = zero;
        fixed[static_cast<std::size_t>(zero)] = rest(leastFixed);
        leastStatic[static_cast<std::size_t>(zero)] = s.leastStatic(stages);
    }
    for (std::size_t recompute = 0; recompute < s.request.space.recomputes.size(); ++recompute) {
        s.scenario.train->recompute = s.request.space.recomputes[recompute];
        readRecompute(s.model);
        bool restKnown = false, hopeless = false;
        for (Count zero : s.zeros) {
            if (hopeless && zero == 0) continue; // holds no less and takes no less than 1
            s.scenario.train->zero = zero;
            s.setVirtual(1);
            memory.fixed = fixed[static_cast<std::size_t>(zero)];
            least = leastStatic[static_cast<std::size_t>(zero)];
            if (!restKnown) memory.rest = leastRestHere; // the cheaper bound first
            const StepTime soonest = leastStepTime(s.model, stages, most);
            hopeless = !wants(soonest);
            if (!hopeless && !restKnown) {
                memory.rest = rest(leastRest);
                restKnown = true;
                hopeless = !wants(soonest);
            }
            if (hopeless) continue;
            Layout layout = split.layout;
            layout.recompute = static_cast<std::int32_t>(recompute);
            layout.zero = static_cast<std::int32_t>(zero);
            for (Count vpp = most; vpp >= 1; --vpp) {
                layout.vpp = static_cast<std::int32_t>(vpp);
                if (!wanted.allows(layout, s.request.space)) continue;
                s.setVirtual(vpp);
                s.model.layers = s.stages();
                if (isSimulated(s.setup) && !wantsExactly(leastSimulatedStep(s.model))) continue;
                const StepTime time = stepTime(s.model);
                if (wants(time)) s.offer(layout, time, found, families);
            }
        }
    }
}

Estimate Searcher::estimateOf(const Layout& layout) {
    State& s = *m_state;
    s.take(layout);
    s.readOperators(layout);
    readRecompute(s.model);
    readPipeline(s.model);
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
        if (!c.metric && !c.member) {
            std::erase_if(request.space.recomputes, [&](const Recompute& r) { return !(r == c.recompute); });
            Scenario chosen = base;
            chosen.train->recompute = c.recompute;
            if (request.space.recomputes.empty() && brokenRules(chosen, catalog).empty())
                request.space.recomputes.push_back(c.recompute);
        }
    }
    if (request.space.recomputes.empty())
        problems.push_back({.key = "train.recompute", .rule = say("no such choice is valid for this model")});
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
