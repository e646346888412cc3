// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/plan_serving.h"

#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/plan/served_layouts.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/serve/serve_terms.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {
namespace {

constexpr std::array<Count, 4> kMoreServers{2, 4, 8, 16};
/// A limit that only just is kept may be broken by rounding alone.
constexpr double kSlack = 1 + 1e-9;

std::string milliText(double seconds) {
    return rounded(1000 * seconds, 3);
}

PlanLimit limitOf(ServingBound bound) {
    switch (bound) {
    case ServingBound::Ttft: return PlanLimit::Ttft;
    case ServingBound::Tpot:
    case ServingBound::Slo: return PlanLimit::Tpot;
    case ServingBound::Memory: return PlanLimit::Memory;
    case ServingBound::BatchLimit: return PlanLimit::MaxSeqs;
    case ServingBound::Compute: return PlanLimit::Compute;
    default: return PlanLimit::Rate;
    }
}

std::optional<double> secondsOf(const std::optional<Seconds>& time) {
    return time ? std::optional(time->base) : std::nullopt;
}

/// What of a scenario the goal changes: its limits, and the memory that stays free.
Scenario promised(const Scenario& given, const PlanGoal& goal) {
    Scenario scenario = given;
    ServeSpec& serve = *scenario.serve;
    serve.sloTtft = secondsOf(goal.ttft);
    serve.sloTpot = secondsOf(goal.tpot);
    if (goal.headroom != kServingHeadroom) serve.kvMemoryFraction = std::max(0.01, 1 - goal.headroom);
    return scenario;
}

Result<ServingSearch> searchOf(const Scenario& given, const Catalog& catalog, const PlanGoal& goal,
                               Count gpus) {
    std::vector<ServingCondition> conditions;
    for (const Condition& c : goal.conditions) {
        ServingCondition condition;
        condition.member = c.member;
        condition.relation = c.relation;
        condition.limit = c.limit;
        conditions.push_back(condition);
    }
    const bool arrives = goal.rate || goal.ttft || goal.tpot;
    const char* wanted = goal.rate ? "serve.tpot_seconds"
                         : arrives ? "serve.rate"
                                   : "serve.requests_per_second";
    std::vector<ServingObjective> objectives{{findServingMetric(wanted), !goal.rate}};
    Result<ServingSearch> made = servingSearch(promised(given, goal), catalog, gpus, gpus,
                                               std::move(conditions), std::move(objectives), goal.rate);
    if (!made) return made;
    ServingSearch search = std::move(made).value();
    search.headroom = goal.headroom;
    search.top = goal.top;
    return search;
}

/// Every number is that of the report of the plan's own scenario.
Plan planOf(const ServingSearch& search, const ServingPoint& point, const Catalog& catalog,
            const PlanGoal& goal) {
    Plan plan;
    plan.scenario = pointScenario(search, point);
    plan.set = pointSettings(search, point);
    const Report report = evaluate(plan.scenario, catalog, Detail::Numbers);
    const Setup setup = setupOf(plan.scenario, catalog);
    for (const PlanMetric& metric : planMetrics(false)) {
        const std::string_view key = metric.key;
        if (key == "serve.requests")
            plan.values.push_back(static_cast<double>(plan.scenario.serve->requests));
        else if (key == "serve.rate")
            plan.values.push_back(plan.scenario.serve->rate);
        else if (key == "memory.device_bytes")
            plan.values.push_back(report.serve->device.base);
        else
            plan.values.push_back(findMetric(key)->value(report));
    }
    plan.capacity = setup.gpu.memory;
    plan.device = report.serve->device;
    if (report.serve->tpotBand) {
        plan.low = report.serve->tpotBand->low.base;
        plan.high = report.serve->tpotBand->high.base;
    }
    plan.score = goal.rate ? point.numbers.tpot : -point.numbers.requestsPerSecond;
    plan.binding = goal.rate ? PlanLimit::Rate : limitOf(point.bound);
    plan.reason = boundReason(search, point, catalog);
    plan.launch = servingLaunches(plan.scenario, setup, catalog);
    return plan;
}

std::vector<ServePart> partsOf(const Scenario& scenario, const Catalog& catalog) {
    return evaluate(scenario, catalog, Detail::Numbers).serve->decodeParts;
}

void addGaps(WhyNot& why, const std::vector<ServePart>& mine, const std::vector<ServePart>& best) {
    const auto partOf = [](const std::vector<ServePart>& of, const char* key) {
        for (const ServePart& part : of)
            if (std::string_view(part.key) == key) return part.exposed.base;
        return 0.0;
    };
    double mineLeft = why.mine, bestLeft = why.best;
    for (const PassTermRow& row : serveTerms()) {
        const PlanGap gap{row.key, row.label, partOf(mine, row.key), partOf(best, row.key)};
        mineLeft -= gap.mine;
        bestLeft -= gap.best;
        if (gap.mine > 0 || gap.best > 0) why.gaps.push_back(gap);
    }
    if (std::max(std::abs(mineLeft), std::abs(bestLeft)) > 1e-6 * why.mine)
        why.gaps.push_back({"other", "Other", mineLeft, bestLeft});
    std::sort(why.gaps.begin(), why.gaps.end(), [](const PlanGap& a, const PlanGap& b) {
        return std::abs(a.mine - a.best) > std::abs(b.mine - b.best);
    });
}

/// Of the scenario's own server, judged as the plans are.
WhyNot whyNotServing(const Scenario& given, const Catalog& catalog, const PlanGoal& goal, const Plan& best) {
    WhyNot why;
    for (const Problem& problem : brokenRules(given, catalog))
        why.broken.push_back(say("%1: %2", problem.key, problem.rule));
    if (!why.broken.empty()) return why;
    Scenario own = promised(given, goal);
    own.train.reset();
    own.serve->phase = Phase::Decode;
    nameEngine(*own.serve);
    const auto gpus = static_cast<Count>(setupOf(own, catalog).gpus);
    if (gpus < goal.fewest || gpus > goal.most) why.broken.push_back(say("It uses %1 GPUs.", gpus));
    const ServeSpec& serve = *own.serve;
    ServingNumbers mine;
    if (hasLimits(serve) || goal.rate) {
        const Result<OwnGoodput> found = ownGoodput(own, catalog);
        if (!found) {
            why.broken.push_back(say("%1: %2", found.error().front().key, found.error().front().rule));
            return why;
        }
        own = found->scenario;
        mine = found->numbers;
        if (found->rate <= 0 && serve.sloTtft && mine.ttftAt > *serve.sloTtft * kSlack)
            why.broken.push_back(say("It takes %1 ms to the first token, the limit is %2 ms.",
                                     milliText(mine.ttftAt), milliText(*serve.sloTtft)));
        if (found->rate <= 0 && serve.sloTpot && mine.tpotAt > *serve.sloTpot * kSlack)
            why.broken.push_back(say("It takes %1 ms per token, the limit is %2 ms.", milliText(mine.tpotAt),
                                     milliText(*serve.sloTpot)));
        mine.rate = found->rate;
    } else {
        closeLoop(*own.serve);
        const Result<ServingNumbers> found = servingNumbers(own, catalog);
        if (!found) {
            why.broken.push_back(say("%1: %2", found.error().front().key, found.error().front().rule));
            return why;
        }
        mine = *found;
        mine.rate = mine.requestsPerSecond;
    }
    const double others =
        planValue(best, "serve.rate").value_or(planValue(best, "serve.requests_per_second").value_or(0));
    if (goal.rate && mine.rate * kSlack < *goal.rate)
        why.broken.push_back(say("It serves %1 requests per second.", rounded(mine.rate, 3)));
    else if (!goal.rate && mine.rate * kSlack < others)
        why.broken.push_back(say("It serves %1 requests per second, the best plan %2.", rounded(mine.rate, 3),
                                 rounded(others, 3)));
    if (!(mine.tpot > 0)) return why;
    why.key = "serve.tpot_seconds";
    why.mine = mine.tpot;
    why.best = planValue(best, "serve.tpot_seconds").value_or(0);
    const ParallelSpec &a = own.parallel, &b = best.scenario.parallel;
    why.same = why.broken.empty() && a.tp == b.tp && a.pp == b.pp && a.ep == b.ep &&
               expertTp(own) == expertTp(best.scenario) && mine.rate * kSlack >= others;
    addGaps(why, partsOf(own, catalog), partsOf(best.scenario, catalog));
    return why;
}

} // namespace

Result<Plans> servingPlans(const Scenario& given, const Catalog& catalog, const PlanGoal& asked,
                           const ForEach& forEach) {
    PlanGoal goal = asked;
    if (given.serve && !goal.trains) {
        if (!goal.ttft && given.serve->sloTtft) goal.ttft = Seconds{*given.serve->sloTtft};
        if (!goal.tpot && given.serve->sloTpot) goal.tpot = Seconds{*given.serve->sloTpot};
    }
    Problems problems = goalProblems(goal, given);
    if (!problems.empty()) return problems;
    const Scenario base = servedBase(given);
    problems = brokenRules(base, catalog);
    if (!problems.empty()) return problems;
    Plans plans;
    plans.trains = false;
    const auto domain = static_cast<Count>(setupOf(base, catalog).domain);
    // Of each count of GPUs, until one has a layout.
    const auto foundWith = [&](const PlanGoal& wanted, const auto& use) {
        for (const Count gpus : gpuCounts(wanted.fewest, wanted.most, domain)) {
            const Result<ServingSearch> search = searchOf(given, catalog, wanted, gpus);
            if (!search) continue;
            const ServingFound found = searchedServing(*search, catalog, forEach);
            plans.considered += static_cast<double>(found.layouts);
            plans.origin = found.origin;
            if (!found.best.empty()) return use(*search, found);
        }
    };
    const auto plansWith = [&](const PlanGoal& wanted) {
        std::vector<Plan> made;
        foundWith(wanted, [&](const ServingSearch& search, const ServingFound& found) {
            made.resize(found.best.size());
            forEach(made.size(),
                    [&](std::size_t i) { made[i] = planOf(search, found.best[i], catalog, wanted); });
            std::erase_if(made,
                          [](const Plan& plan) { return plan.values.empty(); }); // a loop that was stopped
        });
        return made;
    };
    plans.plans = plansWith(goal);
    if (!plans.plans.empty()) {
        plans.mine = whyNotServing(given, catalog, goal, plans.plans.front());
        return plans;
    }

    const double considered = plans.considered;
    const auto add = [&](const char* key, std::string from, std::string to, double size, Message text,
                         PlanGoal changed) {
        changed.top = 1;
        std::vector<Plan> found = plansWith(changed);
        if (found.empty()) return false;
        plans.closest.push_back(
            {key, std::move(from), std::move(to), size, std::move(text), std::move(found.front())});
        return true;
    };
    // A limit is moved to the least that any layout needs which keeps all the others, at the rate that is
    // asked for, else with few requests.
    const auto limit = [&](const char* key, std::optional<Seconds> PlanGoal::*member,
                           double ServingNumbers::*time, const char* pattern) {
        if (!(goal.*member)) return;
        PlanGoal freed = goal;
        (freed.*member) = Seconds{1e4};
        freed.fewest = goal.most;
        freed.top = 100;
        std::optional<double> needed;
        foundWith(freed, [&](const ServingSearch&, const ServingFound& found) {
            for (const ServingPoint& point : found.points)
                needed = std::min(needed.value_or(point.numbers.*time), point.numbers.*time);
        });
        if (!needed) return;
        const double to = std::ceil(1.02 * *needed * 1e4) / 1e4;
        freed = goal;
        freed.*member = Seconds{to};
        const double from = (goal.*member)->base;
        add(key, numberText(from), numberText(to), std::abs(std::log(to / from)), say(pattern, milliText(to)),
            freed);
    };
    limit("ttft", &PlanGoal::ttft, &ServingNumbers::ttftAt,
          sentence("With a limit on TTFT of %1 ms there is a plan."));
    limit("tpot", &PlanGoal::tpot, &ServingNumbers::tpotAt,
          sentence("With a limit on TPOT of %1 ms there is a plan."));
    if (goal.headroom > 0) {
        PlanGoal other = goal;
        other.headroom = 0;
        std::vector<Plan> found = plansWith(other);
        if (!found.empty()) {
            const double left = std::floor(1000 * (1 - found.front().device / found.front().capacity)) / 1000;
            plans.closest.push_back({"headroom", numberText(goal.headroom), numberText(left),
                                     std::abs(std::log((1 - left) / (1 - goal.headroom))),
                                     say("With a head-room of %1 % there is a plan.", rounded(100 * left, 3)),
                                     std::move(found.front())});
        }
    }
    if (goal.rate) {
        PlanGoal most = goal;
        most.rate.reset();
        most.fewest = goal.most;
        std::vector<Plan> found = plansWith(most);
        if (!found.empty()) {
            const double highest =
                planValue(found.front(), "serve.rate")
                    .value_or(planValue(found.front(), "serve.requests_per_second").value_or(0));
            const double rate = std::floor(1e4 * highest) / 1e4;
            plans.closest.push_back({"rate", numberText(*goal.rate), numberText(rate),
                                     std::abs(std::log(rate / *goal.rate)),
                                     say("With %1 requests per second there is a plan.", rounded(rate, 3)),
                                     std::move(found.front())});
        }
    }
    for (const Count factor : kMoreServers) {
        PlanGoal other = goal;
        other.fewest = other.most = goal.most * factor;
        if (other.most > kMostPlannedGpus) break;
        if (add("gpus", std::to_string(goal.most), std::to_string(other.most),
                std::log(static_cast<double>(factor)), say("With %1 GPUs there is a plan.", other.most),
                other))
            break;
    }
    for (std::size_t i = 0; i < goal.conditions.size(); ++i) {
        PlanGoal other = goal;
        other.conditions.erase(other.conditions.begin() + static_cast<std::ptrdiff_t>(i));
        const std::string text = conditionText(goal.conditions[i]);
        add("where", text, "", 1, say("Without %1 there is a plan.", text), other);
    }
    std::stable_sort(plans.closest.begin(), plans.closest.end(),
                     [](const PlanChange& a, const PlanChange& b) { return a.size < b.size; });
    plans.considered = considered;
    return plans;
}

} // namespace moe
