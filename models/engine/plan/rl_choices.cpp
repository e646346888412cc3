// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/rl_choices.h"

#include "models/engine/scenario/validate.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace moe {
namespace {

/// Ways to split the GPUs among layouts of training that are evaluated whole, of each split of GPUs; and how
/// much slower than the best one of them may be.
constexpr std::size_t kTrainings = 24;
constexpr double kNearBest = 1.3;
/// Splits of separate GPUs: eighths.
constexpr Count kParts = 8;

/// A plain training step that ranks layouts: micro-batches of the longest sequence, so many that the batch
/// can be dealt to any number of ranks that divides `ranks`.
Scenario rankedStep(const Scenario& base, const RlResponses& responses, Count gpus, Count ranks) {
    const RlSpec& rl = *base.rl;
    Scenario step = base;
    step.parallel = {};
    step.cluster.gpus = gpus;
    double tokens = 0, longest = 1;
    for (const Response& one : responses.trained) {
        tokens += one.tokens();
        longest = std::max(longest, one.tokens());
    }
    const double budget = rl.tokenBudget ? static_cast<double>(*rl.tokenBudget)
                                         : static_cast<double>(base.train->microBatch * base.model.sequence);
    step.rl.reset();
    step.serve.reset();
    step.model.sequence = std::llround(longest);
    const Count micro = std::max<Count>(1, std::llround(budget / longest));
    step.train->microBatch = micro;
    const double count = tokens / longest / static_cast<double>(rl.miniBatches);
    const Count dealt = ranks * micro;
    step.train->globalBatch =
        std::max<Count>(1, std::llround(std::ceil(count / static_cast<double>(dealt)))) * dealt;
    step.train->tokens = 0;
    return step;
}

/// Device memory of plain training that leaves room for what else is on a GPU.
double roomOf(const Scenario& base, const Catalog& catalog, RlPlacement placement) {
    const double capacity = setupOf(base, catalog).gpu.memory.base;
    if (placement == RlPlacement::Separate) return capacity;
    const double context = contextOf(*base.train).base;
    const double peak =
        (capacity - context - (base.rl->sleepLevel > 0 ? kSleepingEngine.base : 0)) / base.rl->reserve;
    return reserveOf(*base.train) * peak + context;
}

/// The best of every way to split the GPUs, best first; adds how many layouts there are.
std::vector<Scenario> bestLayouts(const RlSearch& search, const Catalog& catalog, const Scenario& step,
                                  RlPlacement placement, double& layouts) {
    const Recompute own = search.base.train->recompute;
    SearchGoal goal = searchGoal({*parseObjective("train.step_seconds", false)}, {});
    goal.y = goal.x;
    Condition room;
    room.metric = findEstimateMetric("memory.device_bytes");
    room.limit = roomOf(search.base, catalog, placement);
    Condition micro;
    micro.member = &Layout::microBatch;
    micro.relation = Relation::Equal;
    micro.limit = static_cast<double>(step.train->microBatch);
    goal.conditions = {room, micro};
    const Count gpus = *step.cluster.gpus;
    const Result<SearchRequest> made = searchRequest(step, catalog, std::move(goal), gpus, gpus, 1);
    if (!made) return {};
    SearchRequest request = *made;
    std::erase_if(request.space.recomputes, [&](const Recompute& one) {
        return one.mode != Recompute::Mode::None && one.mode != Recompute::Mode::Full && !(one == own);
    });
    if (request.space.recomputes.empty()) return {};
    const std::vector<Layout> all = layoutSplits(request.space, gpus);
    layouts += layoutCount(request.space, all);
    Searcher searcher(request, catalog);
    std::vector<SearchSplit> bounded;
    for (const Layout& layout : all) {
        SearchSplit split{layout};
        if (splitAllowed(request, layout) && searcher.bound(split)) bounded.push_back(split);
    }
    std::sort(bounded.begin(), bounded.end(),
              [](const SearchSplit& a, const SearchSplit& b) { return a.score < b.score; });
    Found found(1);
    Families families;
    for (const SearchSplit& split : bounded) {
        const bool near = found.best().empty() || split.score <= kNearBest * found.best().front().score;
        if (!near) break;
        if (families.wants(split.layout, split.score)) searcher.search(split, found, &families);
    }
    std::vector<FoundLayout> best = families.all();
    std::sort(best.begin(), best.end(),
              [](const FoundLayout& a, const FoundLayout& b) { return a.score < b.score; });
    if (best.size() > kTrainings) best.resize(kTrainings);
    std::vector<Scenario> scenarios;
    for (const FoundLayout& one : best) {
        Scenario& scenario = scenarios.emplace_back(search.base);
        scenario.parallel = {};
        applyLayout(one.layout, request.space, scenario);
        scenario.train->microBatch = search.base.train->microBatch; // the budget is the scenario's
        const std::optional<Count> etp = scenario.parallel.etp;
        scenario.parallel.etp = std::nullopt;
        if (etp && expertTp(scenario) != *etp) scenario.parallel.etp = etp;
    }
    return scenarios;
}

} // namespace

std::vector<GpuSplit> splitsOf(const RlSearch& search, Count domain) {
    std::vector<GpuSplit> splits;
    if (search.base.rl->mode == RlMode::Sync)
        splits.push_back({RlPlacement::Colocated, search.gpus, search.gpus});
    std::set<Count> taken;
    for (Count part = 1; part < kParts; ++part) {
        Count train = search.gpus * part / kParts;
        if (search.gpus > domain) train = train / domain * domain; // whole nodes
        if (train > 0 && train < search.gpus && taken.insert(train).second)
            splits.push_back({RlPlacement::Separate, train, search.gpus - train});
    }
    return splits;
}

std::vector<TrainingChoice> trainingsOf(const RlSearch& search, const Catalog& catalog,
                                        const RlResponses& responses, const GpuSplit& split,
                                        double& layouts) {
    std::vector<Scenario> scenarios;
    // The batch as it can be dealt to every rank, and as a pipeline of few ranks fills it.
    constexpr Count kFewRanks = 8;
    for (const Count ranks : {split.train, std::min(split.train, kFewRanks)}) {
        double here = 0;
        for (Scenario& one :
             bestLayouts(search, catalog, rankedStep(search.base, responses, split.train, ranks),
                         split.placement, here))
            if (std::find(scenarios.begin(), scenarios.end(), one) == scenarios.end())
                scenarios.push_back(std::move(one));
        layouts = std::max(layouts, here);
    }
    if (search.base.cluster.gpus == split.train) scenarios.push_back(search.base); // what is asked about
    std::vector<TrainingChoice> choices;
    for (Scenario& scenario : scenarios) {
        scenario.rl->placement = split.placement;
        scenario.rl->rolloutGpus = std::nullopt;
        if (split.placement == RlPlacement::Separate) scenario.rl->rolloutGpus = split.sample;
        if (!brokenRules(scenario, catalog).empty()) continue;
        RlTraining training = rlTraining(scenario, catalog, responses.trained);
        choices.push_back({std::move(scenario), training});
    }
    return choices;
}

std::vector<RolloutSpec> enginesOf(const Scenario& base, const Catalog& catalog, Count gpus) {
    const Setup setup = setupOf(base, catalog);
    const Count domain = std::max<Count>(1, std::llround(setup.domain));
    const Count experts = base.moe ? base.moe->experts : 1;
    const RolloutSpec& own = base.rl->rollout;
    const double weights = paramCounts(setup).total * bytesOf(own.weights.value_or(base.precision.weights));
    const auto least = static_cast<Count>(std::ceil(weights / (0.9 * setup.gpu.memory.base)));
    std::vector<RolloutSpec> all;
    const auto add = [&](Count tp, Count pp, Count dp, Count ep) {
        if (tp * pp * dp > gpus || tp * pp * std::max(dp, ep / tp) < least || experts % ep != 0) return;
        RolloutSpec one = own;
        one.tp = tp, one.pp = one.dp = one.ep = one.etp = std::nullopt; // unless it is not what auto gives
        if (pp > 1) one.pp = pp;
        if (ep > 1) one.ep = ep;
        if (dp != std::max<Count>(1, ep / tp)) one.dp = dp;
        all.push_back(one);
    };
    const Count widest = least > domain ? 4 * domain : domain;
    for (Count tp = 1; tp <= widest; tp *= 2) {
        if (base.model.heads % tp != 0) continue;
        add(tp, 1, 1, 1);
        if (least > domain)
            for (const Count pp : {2, 4})
                if (tp <= domain) add(tp, pp, 1, 1);
        if (base.moe && tp > 1) add(tp, 1, 1, tp);
    }
    if (base.moe)
        for (Count dp = 4; dp <= 8 * domain; dp *= 2) add(1, 1, dp, dp);
    if (own.tp || own.pp || own.ep || own.dp) all.push_back(own);
    return all;
}

} // namespace moe
