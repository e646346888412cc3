// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/plan_training.h"

#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/time/step_terms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace moe {
namespace {

/// Layouts that are looked at for plans that differ in how they split the GPUs.
constexpr std::size_t kLookedAt = 200;
/// The memory limit binds when a step without it would be shorter by this share.
constexpr double kMemoryBinds = 0.01;
/// How many times as many GPUs are tried when so many do not do.
constexpr std::array<Count, 3> kMoreGpus{2, 4, 8};

std::string gibText(Bytes bytes) {
    return rounded(bytes / GiB, 3);
}
std::string percentText(double share) {
    return rounded(100 * share, 3);
}

Condition atMost(const char* key, double limit) {
    Condition condition;
    condition.metric = findEstimateMetric(key);
    condition.limit = limit;
    return condition;
}
Condition notRecomputed(Recompute::Mode mode) {
    Condition condition;
    condition.relation = Relation::Unequal;
    condition.recompute.mode = mode;
    return condition;
}

class Planner {
public:
    Planner(const Scenario& given, const Catalog& known, const RunSearch& run)
        : base(given), catalog(known), search(run), setup(setupOf(given, known)) {}

    Bytes capacity() const { return setup.gpu.memory; }

    Result<SearchRequest> requestOf(const PlanGoal& goal, const char* objective, std::size_t top) const {
        std::vector<Condition> conditions = goal.conditions;
        if (!goal.fullRecompute) conditions.push_back(notRecomputed(Recompute::Mode::Full));
        const bool named = std::any_of(conditions.begin(), conditions.end(), [](const Condition& c) {
            return c.ofRecompute() && c.relation == Relation::Equal;
        });
        // No argument of Megatron-LM asks for it; who wants it says so.
        if (!named) conditions.push_back(notRecomputed(Recompute::Mode::OpLevel));
        if (goal.headroom > 0)
            conditions.push_back(atMost("memory.device_bytes", (1 - goal.headroom) * capacity().base));
        if (goal.days) conditions.push_back(atMost("train.days", *goal.days));
        if (goal.usd) conditions.push_back(atMost("train.usd", *goal.usd));
        SearchGoal wanted = searchGoal({*parseObjective(objective, false)}, std::move(conditions));
        wanted.y = wanted.x; // no Pareto line is asked for
        return searchRequest(base, catalog, std::move(wanted), goal.fewest, goal.most, top);
    }

    /// Of one number of GPUs the fastest; of many the cheapest.
    const char* objectiveOf(const PlanGoal& goal) const {
        return goal.fewest < goal.most && base.train->tokens > 0 ? "train.gpu_hours" : "train.step_seconds";
    }

    Plan planOf(const FoundLayout& found, const SearchRequest& request) const {
        Plan plan;
        plan.trains = true;
        plan.scenario = layoutScenario(found.layout, request.space);
        plan.set = layoutEdits(found.layout, request.space);
        for (const PlanMetric& metric : planMetrics(true))
            plan.values.push_back(findEstimateMetric(metric.key)->value(found.estimate));
        plan.score = found.score;
        plan.device = found.estimate.device;
        plan.capacity = found.estimate.capacity;
        const Setup itsSetup = setupOf(plan.scenario, catalog);
        const double share = stepAccuracy(itsSetup).ninety;
        plan.low = found.estimate.step.base * (1 - share);
        plan.high = found.estimate.step.base * (1 + share);
        plan.launch.push_back(trainingLaunch(plan.scenario, itsSetup));
        return plan;
    }

    /// The best plan under a changed goal, if there is one.
    std::optional<Plan> bestOf(const PlanGoal& goal, const char* objective = nullptr) const {
        const Result<SearchRequest> request = requestOf(goal, objective ? objective : objectiveOf(goal), 1);
        if (!request) return std::nullopt;
        const FoundLayouts found = search(*request);
        if (found.found.best().empty()) return std::nullopt;
        return planOf(found.found.best().front(), *request);
    }

    const Scenario& base;
    const Catalog& catalog;
    const RunSearch& search;
    Setup setup;
};

/// What binds, and what the largest part of a step is spent on.
void explainStep(Plan& plan, const Catalog& catalog, const FoundLayout* unlimited,
                 const Bytes& unlimitedBytes) {
    const Report report = evaluate(plan.scenario, catalog, Detail::Numbers);
    const std::vector<TimeTerm>& terms = report.train->terms;
    std::size_t largest = 0;
    for (std::size_t i = 1; i < terms.size(); ++i)
        if (terms[i].exposed > terms[largest].exposed) largest = i;
    const StepTermRow& row = timeTerms()[largest];
    const double share = terms[largest].exposed / report.train->step;
    if (unlimited && unlimited->estimate.step.base < (1 - kMemoryBinds) * report.train->step.base) {
        plan.binding = PlanLimit::Memory;
        plan.reason = say("Memory binds: without its limit a step would take %1 s, but %2 GiB per GPU. The "
                          "largest part of the step, %3 %, is %4.",
                          rounded(unlimited->estimate.step.base, 3), gibText(unlimitedBytes),
                          percentText(share), row.label);
        return;
    }
    if (row.group == TimeGroup::Communication) {
        const Setup setup = setupOf(plan.scenario, catalog);
        const double ranks = row.linkRanks ? row.linkRanks(setup) : setup.tp;
        const bool inside = ranks <= setup.domain;
        plan.binding = PlanLimit::Link;
        plan.reason = inside
                          ? say("NVLink binds: %1 % of the step is %2.", percentText(share), row.label)
                          : say("The network binds: %1 % of the step is %2.", percentText(share), row.label);
        return;
    }
    plan.binding = row.group == TimeGroup::Bubble                             ? PlanLimit::Pipeline
                   : row.group == TimeGroup::Host                             ? PlanLimit::Host
                   : movesMemory(row.part) || row.part == StepPart::Optimizer ? PlanLimit::DeviceMemory
                                                                              : PlanLimit::Compute;
    plan.reason =
        say("Neither memory nor a link binds: %1 % of the step is %2.", percentText(share), row.label);
}

WhyNot whyNotTraining(const Planner& planner, const Scenario& given, const PlanGoal& goal, const Plan& best) {
    WhyNot why;
    for (const Problem& problem : brokenRules(given, planner.catalog))
        why.broken.push_back(say("%1: %2", problem.key, problem.rule));
    if (!why.broken.empty()) return why;
    const Report mine = evaluate(planner.base, planner.catalog, Detail::Numbers);
    const Report theirs = evaluate(best.scenario, planner.catalog, Detail::Numbers);
    const auto gpus = static_cast<Count>(planner.setup.gpus);
    if (gpus < goal.fewest || gpus > goal.most) why.broken.push_back(say("It uses %1 GPUs.", gpus));
    const Bytes allowed = (1 - goal.headroom) * planner.capacity();
    if (mine.memory->fits == Fit::No)
        why.broken.push_back(say("It does not fit: %1 GiB of %2 GiB.", gibText(mine.memory->device),
                                 gibText(planner.capacity())));
    else if (mine.memory->device > allowed)
        why.broken.push_back(say("It leaves too little head-room: %1 GiB of %2 GiB are used.",
                                 gibText(mine.memory->device), gibText(planner.capacity())));
    const TrainSpec& train = *planner.base.train;
    if (!goal.fullRecompute && train.recompute.mode == Recompute::Mode::Full)
        why.broken.push_back(say("It recomputes whole layers."));
    Layout layout;
    const auto narrow = [](double value) { return static_cast<std::int32_t>(value); };
    const Setup& s = planner.setup;
    layout.gpus = narrow(s.gpus);
    layout.tp = narrow(s.tp);
    layout.pp = narrow(s.pp);
    layout.vpp = narrow(s.vpp);
    layout.cp = narrow(s.cp);
    layout.ep = narrow(s.ep);
    layout.etp = narrow(s.etp);
    layout.dp = narrow(s.dp);
    layout.microBatch = static_cast<std::int32_t>(train.microBatch);
    layout.zero = static_cast<std::int32_t>(train.zero);
    if (const Condition* broken = brokenCondition(goal, layout, train.recompute))
        why.broken.push_back(say("It breaks %1.", conditionText(*broken)));
    if (goal.days && mine.train->days && *mine.train->days > *goal.days)
        why.broken.push_back(say("It takes %1 days.", rounded(*mine.train->days, 3)));
    if (goal.usd && mine.train->usd && *mine.train->usd > *goal.usd)
        why.broken.push_back(say("It costs %1 USD.", rounded(*mine.train->usd, 3)));
    why.key = "train.step_seconds";
    why.mine = mine.train->step.base;
    why.best = theirs.train->step.base;
    why.same = why.broken.empty() && planner.base == best.scenario;
    double mineLeft = why.mine, bestLeft = why.best;
    for (std::size_t i = 0; i < timeTerms().size(); ++i) {
        const StepTermRow& row = timeTerms()[i];
        why.gaps.push_back(
            {row.key, row.label, mine.train->terms[i].exposed.base, theirs.train->terms[i].exposed.base});
        mineLeft -= why.gaps.back().mine;
        bestLeft -= why.gaps.back().best;
    }
    if (std::max(std::abs(mineLeft), std::abs(bestLeft)) > 1e-6 * why.mine)
        why.gaps.push_back({"other", "Other", mineLeft, bestLeft});
    std::sort(why.gaps.begin(), why.gaps.end(), [](const PlanGap& a, const PlanGap& b) {
        return std::abs(a.mine - a.best) > std::abs(b.mine - b.best);
    });
    return why;
}

double sizeOf(double from, double to) {
    return std::abs(std::log(to / from));
}

/// Each change alone that makes the goal one that can be met.
std::vector<PlanChange> smallestChanges(const Planner& planner, const PlanGoal& goal) {
    std::vector<PlanChange> changes;
    const auto add = [&](std::string key, std::string from, std::string to, double size, Message text,
                         std::optional<Plan> plan) {
        if (plan)
            changes.push_back(
                {std::move(key), std::move(from), std::move(to), size, std::move(text), *std::move(plan)});
    };
    if (goal.headroom > 0) {
        PlanGoal other = goal;
        other.headroom = 0;
        if (std::optional<Plan> plan = planner.bestOf(other, "memory.device_bytes")) {
            const double left = std::floor(1000 * (1 - plan->device / plan->capacity)) / 1000;
            add("headroom", numberText(goal.headroom), numberText(left), sizeOf(1 - goal.headroom, 1 - left),
                say("With a head-room of %1 % there is a plan.", percentText(left)), plan);
        }
    }
    for (const Count factor : kMoreGpus) {
        PlanGoal other = goal;
        other.fewest = other.most = goal.most * factor;
        if (std::optional<Plan> plan = planner.bestOf(other)) {
            add("gpus", std::to_string(goal.most), std::to_string(other.most),
                std::log(static_cast<double>(factor)), say("With %1 GPUs there is a plan.", other.most),
                plan);
            break;
        }
    }
    if (!goal.fullRecompute) {
        PlanGoal other = goal;
        other.fullRecompute = true;
        add("full_recompute", "false", "true", 1, say("With full recompute there is a plan."),
            planner.bestOf(other));
    }
    if (goal.days) {
        PlanGoal other = goal;
        other.days.reset();
        if (std::optional<Plan> plan = planner.bestOf(other, "train.days")) {
            const double days = std::ceil(100 * planValue(*plan, "train.days").value_or(0)) / 100;
            add("deadline", numberText(*goal.days), numberText(days), sizeOf(*goal.days, days),
                say("With a deadline of %1 days there is a plan.", rounded(days, 4)), plan);
        }
    }
    if (goal.usd) {
        PlanGoal other = goal;
        other.usd.reset();
        if (std::optional<Plan> plan = planner.bestOf(other, "train.usd")) {
            const double usd = std::ceil(planValue(*plan, "train.usd").value_or(0));
            add("budget", numberText(*goal.usd), numberText(usd), sizeOf(*goal.usd, usd),
                say("With a budget of %1 USD there is a plan.", rounded(usd, 4)), plan);
        }
    }
    for (std::size_t i = 0; i < goal.conditions.size(); ++i) {
        PlanGoal other = goal;
        other.conditions.erase(other.conditions.begin() + static_cast<std::ptrdiff_t>(i));
        const std::string text = conditionText(goal.conditions[i]);
        add("where", text, "", 1, say("Without %1 there is a plan.", text), planner.bestOf(other));
    }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const PlanChange& a, const PlanChange& b) { return a.size < b.size; });
    return changes;
}

/// Degrees that are held at a value no layout has, whatever else were given up.
Problems impossibleDegrees(const PlanGoal& goal, const SearchRequest& request, const Catalog& catalog) {
    constexpr std::int32_t Layout::*kSplit[] = {&Layout::tp, &Layout::pp, &Layout::cp, &Layout::ep,
                                                &Layout::etp};
    Problems problems;
    const auto domain = static_cast<Count>(setupOf(request.space.base, catalog).domain);
    for (const Condition& c : goal.conditions) {
        if (c.relation != Relation::Equal ||
            std::find(std::begin(kSplit), std::end(kSplit), c.member) == std::end(kSplit))
            continue;
        const std::vector<Count> counts = gpuCounts(request.fewest, request.most, domain);
        const bool some = std::any_of(counts.begin(), counts.end(), [&](Count gpus) {
            const std::vector<Layout> layouts = layoutSplits(request.space, gpus);
            return std::any_of(layouts.begin(), layouts.end(), [&](const Layout& layout) {
                return holds(layout.*c.member, c.relation, c.limit);
            });
        });
        if (!some)
            problems.push_back({.key = "fix",
                                .rule = say("no layout of so many GPUs is valid with it"),
                                .value = conditionText(c)});
    }
    return problems;
}

} // namespace

Result<Plans> trainingPlans(const Scenario& base, const Catalog& catalog, const PlanGoal& goal,
                            const RunSearch& search) {
    Problems problems = goalProblems(goal, base);
    if (!problems.empty()) return problems;
    // What the layout is now does not matter to the plans, nor does it have to be valid.
    Scenario start = base;
    if (!brokenRules(base, catalog).empty()) {
        start.parallel = {};
        start.cluster.gpus.reset();
        start.train->microBatch = 1;
        start.train->recompute = {};
    }
    problems = brokenRules(start, catalog);
    if (!problems.empty()) return problems;
    const Planner planner(start, catalog, search);
    const Result<SearchRequest> request = planner.requestOf(goal, planner.objectiveOf(goal), kLookedAt);
    if (!request) return request.error();
    const FoundLayouts all = search(*request);
    Plans plans;
    plans.considered = all.layouts;
    const bool named = std::any_of(goal.conditions.begin(), goal.conditions.end(), [](const Condition& c) {
        return c.ofRecompute() && c.relation == Relation::Equal;
    });
    plans.origin =
        named ? say("Step time and memory as in the report, every valid layout considered.")
              : say("Step time and memory as in the report, every valid layout considered but those with "
                    "op-level recompute, which no argument of Megatron-LM sets; --fix "
                    "train.recompute=op-level plans with it.");
    std::set<std::array<std::int32_t, 6>> splits;
    std::vector<const FoundLayout*> chosen;
    for (const FoundLayout& found : all.found.best()) {
        const Layout& l = found.layout;
        if (chosen.size() < goal.top && splits.insert({l.gpus, l.tp, l.pp, l.cp, l.ep, l.etp}).second)
            chosen.push_back(&found);
    }
    if (chosen.empty()) {
        problems = impossibleDegrees(goal, *request, catalog);
        if (!problems.empty()) return problems;
        plans.closest = smallestChanges(planner, goal);
        return plans;
    }
    // What memory costs: without its limit nothing need be recomputed or sharded further.
    PlanGoal free = goal;
    free.headroom = 0;
    free.days.reset();
    free.usd.reset();
    Result<SearchRequest> unlimited = planner.requestOf(free, planner.objectiveOf(goal), 1);
    std::optional<FoundLayout> fastest;
    if (unlimited && goal.fewest == goal.most) {
        SearchRequest wide = std::move(unlimited).value();
        wide.goal.mustFit = false;
        if (wide.space.recomputes.size() > 1) wide.space.recomputes.resize(1);
        const bool first =
            std::find(wide.space.zeros.begin(), wide.space.zeros.end(), 1) != wide.space.zeros.end();
        if (first) wide.space.zeros.assign(1, Count{1});
        const FoundLayouts found = search(wide);
        if (!found.found.best().empty()) fastest = found.found.best().front();
    }
    for (const FoundLayout* found : chosen) {
        plans.plans.push_back(planner.planOf(*found, *request));
        explainStep(plans.plans.back(), catalog, fastest ? &*fastest : nullptr,
                    fastest ? fastest->estimate.device : Bytes{});
    }
    plans.mine = whyNotTraining(planner, base, goal, plans.plans.front());
    return plans;
}

} // namespace moe
