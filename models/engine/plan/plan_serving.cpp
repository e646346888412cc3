// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/plan_serving.h"

#include "data/number.h"
#include "models/engine/plan/served_layouts.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/serve_terms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace moe {
namespace {

constexpr std::array<Count, 4> kMoreServers{2, 4, 8, 16};
constexpr double kSecondsPerHour = 3600;

std::string milliText(Seconds time) {
    return rounded(1000 * time.base, 3);
}
std::string gib(Bytes bytes) {
    return rounded(bytes / GiB, 3);
}

void explainDecode(Plan& plan, const Served& served, const PlanGoal& goal) {
    const ServePart* largest = nullptr;
    for (const ServePart& part : served.report.decodeParts)
        if (!largest || part.exposed > largest->exposed) largest = &part;
    const std::string share = largest ? rounded(100 * (largest->exposed / *served.report.tpot), 3) : "";
    const char* label = largest ? largest->label : "";
    switch (plan.binding) {
    case PlanLimit::Memory:
        plan.reason =
            say("Memory binds: one more request per rank would not leave the head-room. The largest "
                "part of a decode step, %1 %, is %2.",
                share, label);
        return;
    case PlanLimit::Ttft:
        plan.reason =
            say("The limit on TTFT binds: one more request per rank would take longer than %1 ms to the "
                "first token.",
                milliText(*goal.ttft));
        return;
    case PlanLimit::Tpot:
        plan.reason =
            say("The limit on TPOT binds: one more request per rank would take longer than %1 ms per "
                "token. The largest part of a decode step, %2 %, is %3.",
                milliText(*goal.tpot), share, label);
        return;
    default:
        plan.reason =
            say("It serves what is asked for; the largest part of a decode step, %1 %, is %2.", share, label);
    }
}

Plan planOf(const Candidate& candidate, const Judged& judgement, const Scenario& given,
            const Catalog& catalog, const PlanGoal& goal) {
    const Served& served = *judgement.served;
    Plan plan;
    plan.scenario = candidate.scenario;
    plan.scenario.serve->requests = static_cast<Count>(served.requests);
    const Setup setup = setupOf(plan.scenario, catalog);
    const Layout& l = candidate.layout;
    const auto set = [&](const char* key, std::string value) {
        plan.set.emplace_back(key, std::move(value));
    };
    if (given.train) set("train", "null");
    set("cluster.gpus", std::to_string(l.gpus));
    set("parallel.tp", std::to_string(l.tp));
    set("parallel.pp", std::to_string(l.pp));
    set("parallel.ep", std::to_string(l.ep));
    set("parallel.etp", std::to_string(l.etp));
    set("parallel.dp", "auto");
    set("parallel.cp", "1");
    set("parallel.vpp", "1");
    set("parallel.sequence_parallel", "false");
    set("parallel.layout", "");
    set("serve.phase", "decode");
    set("serve.disaggregated", "false");
    set("serve.requests", std::to_string(plan.scenario.serve->requests));
    plan.capacity = setup.gpu.memory;
    plan.device = served.used();
    const ServeReport& report = served.report;
    const double perSecond = served.perSecond(*plan.scenario.serve);
    const double price = plan.scenario.price.gpuHourUsd;
    const double tokens = perSecond * static_cast<double>(plan.scenario.serve->output);
    plan.values = {served.requests,
                   perSecond,
                   report.ttft->base,
                   report.tpot->base,
                   report.latency->base,
                   *report.tokensPerSecondPerGpu,
                   price > 0 ? std::optional(price / kSecondsPerHour * setup.gpus / tokens * 1e6)
                             : std::nullopt,
                   plan.device.base};
    if (report.tpotBand) {
        plan.low = report.tpotBand->low.base;
        plan.high = report.tpotBand->high.base;
    }
    plan.score = goal.rate ? report.tpot->base : -perSecond;
    plan.binding = judgement.binding;
    explainDecode(plan, served, goal);
    const Bytes beside = report.weights + report.buffers + report.activations;
    const double freeShare = ((1 - goal.headroom) * setup.gpu.memory - beside) / (setup.gpu.memory - beside);
    plan.launch = servingLaunches(plan.scenario, setup, goal.headroom, std::clamp(freeShare, 0.0, 1.0));
    return plan;
}

std::vector<Plan> ranked(const Tried& all, const Scenario& given, const Catalog& catalog,
                         const PlanGoal& goal) {
    std::vector<Plan> plans;
    for (std::size_t i = 0; i < all.candidates.size(); ++i)
        if (all.judged[i].served)
            plans.push_back(planOf(all.candidates[i], all.judged[i], given, catalog, goal));
    std::stable_sort(plans.begin(), plans.end(),
                     [](const Plan& a, const Plan& b) { return a.score < b.score; });
    if (plans.size() > goal.top) plans.resize(goal.top);
    return plans;
}

WhyNot whyNotServing(const Scenario& given, const Catalog& catalog, const PlanGoal& goal, const Plan& best) {
    WhyNot why;
    for (const Problem& problem : brokenRules(given, catalog))
        why.broken.push_back(say("%1: %2", problem.key, problem.rule));
    if (!why.broken.empty()) return why;
    Scenario own = given;
    own.serve->phase = Phase::Decode;
    Server server(own, catalog, goal.headroom);
    const Served mine = server.with(static_cast<double>(own.serve->requests));
    Server other(best.scenario, catalog, goal.headroom);
    const Served theirs = other.with(*planValue(best, "serve.requests"));
    const ServeReport& report = mine.report;
    const auto gpus = static_cast<Count>(report.gpus + report.prefillGpus);
    if (gpus < goal.fewest || gpus > goal.most) why.broken.push_back(say("It uses %1 GPUs.", gpus));
    if (mine.requests > report.largestRequests)
        why.broken.push_back(say("It does not leave the head-room: %1 GiB of %2 GiB are used.",
                                 gib(mine.used()), gib(best.capacity)));
    if (!report.tpot || !report.ttft) {
        why.broken.push_back(say("Its latency is not modelled."));
        return why;
    }
    if (!keeps(goal.ttft, report.ttft))
        why.broken.push_back(say("It takes %1 ms to the first token, the limit is %2 ms.",
                                 milliText(*report.ttft), milliText(*goal.ttft)));
    if (!keeps(goal.tpot, report.tpot))
        why.broken.push_back(say("It takes %1 ms per token, the limit is %2 ms.", milliText(*report.tpot),
                                 milliText(*goal.tpot)));
    const double rate = mine.perSecond(*own.serve);
    if (goal.rate && rate * kPlanSlack < *goal.rate)
        why.broken.push_back(say("It serves %1 requests per second.", rounded(rate, 3)));
    else if (!goal.rate && rate < *planValue(best, "serve.requests_per_second") / kPlanSlack)
        why.broken.push_back(say("It serves %1 requests per second, the best plan %2.", rounded(rate, 3),
                                 rounded(*planValue(best, "serve.requests_per_second"), 3)));
    why.key = "serve.tpot_seconds";
    why.mine = report.tpot->base;
    why.best = theirs.report.tpot->base;
    Scenario plain = own;
    plain.train.reset();
    why.same = plain == best.scenario;
    const auto partOf = [](const ServeReport& of, const char* key) {
        for (const ServePart& part : of.decodeParts)
            if (std::string_view(part.key) == key) return part.exposed.base;
        return 0.0;
    };
    double mineLeft = why.mine, bestLeft = why.best;
    for (const PassTermRow& row : serveTerms()) {
        const PlanGap gap{row.key, row.label, partOf(report, row.key), partOf(theirs.report, row.key)};
        mineLeft -= gap.mine;
        bestLeft -= gap.best;
        if (gap.mine > 0 || gap.best > 0) why.gaps.push_back(gap);
    }
    if (std::max(std::abs(mineLeft), std::abs(bestLeft)) > 1e-6 * why.mine)
        why.gaps.push_back({"other", "Other", mineLeft, bestLeft});
    std::sort(why.gaps.begin(), why.gaps.end(), [](const PlanGap& a, const PlanGap& b) {
        return std::abs(a.mine - a.best) > std::abs(b.mine - b.best);
    });
    return why;
}

} // namespace

Result<Plans> servingPlans(const Scenario& given, const Catalog& catalog, const PlanGoal& goal,
                           const ForEach& forEach) {
    Problems problems = goalProblems(goal, given);
    if (!problems.empty()) return problems;
    const Scenario base = servedBase(given);
    problems = brokenRules(base, catalog);
    if (!problems.empty()) return problems;
    Plans plans;
    plans.trains = false;
    plans.origin =
        say("Steady formulas of the report: typical times without queueing, prefill and decode on the "
            "same GPUs.");
    const auto domain = static_cast<Count>(setupOf(base, catalog).domain);
    const auto plansWith = [&](const PlanGoal& wanted) {
        std::vector<Plan> found;
        for (const Count gpus : gpuCounts(wanted.fewest, wanted.most, domain)) {
            const Tried all = tried(base, catalog, wanted, gpus, forEach);
            plans.considered += static_cast<double>(all.candidates.size());
            found = ranked(all, given, catalog, wanted);
            if (!found.empty()) break;
        }
        return found;
    };
    plans.plans = plansWith(goal);
    if (!plans.plans.empty()) {
        plans.mine = whyNotServing(given, catalog, goal, plans.plans.front());
        return plans;
    }

    const double considered = plans.considered;
    const auto add = [&](const char* key, std::string from, std::string to, double size, Message text,
                         const PlanGoal& changed) {
        std::vector<Plan> found = plansWith(changed);
        if (found.empty()) return false;
        plans.closest.push_back(
            {key, std::move(from), std::move(to), size, std::move(text), std::move(found.front())});
        return true;
    };
    // A limit is moved to the least that any layout needs which keeps all the others.
    const auto least = [&](const PlanGoal& freed, auto&& valueOf) {
        std::optional<double> best;
        const Tried all = tried(base, catalog, freed, freed.most, forEach);
        for (const Judged& one : all.judged) {
            if (!one.served && !(one.valid && one.most >= 1)) continue;
            const double value = valueOf(one);
            if (std::isfinite(value) && (!best || value < *best)) best = value;
        }
        return best;
    };
    const auto roundedUp = [](double value, double digits) { return std::ceil(value * digits) / digits; };
    constexpr double kNone = std::numeric_limits<double>::infinity();
    const auto limit = [&](const char* key, std::optional<Seconds> PlanGoal::*member, const auto& timeOf,
                           const char* pattern) {
        if (!(goal.*member)) return;
        PlanGoal freed = goal;
        (freed.*member).reset();
        const std::optional<double> time =
            least(freed, [&](const Judged& one) { return one.served ? timeOf(one.served->report) : kNone; });
        // Fewer requests take less time: without a rate to serve, those of one per rank.
        const std::optional<double> alone = goal.rate ? std::nullopt : least(freed, [&](const Judged& one) {
            return one.served ? timeOf(one.least->report) : kNone;
        });
        const std::optional<double> needed = alone ? alone : time;
        if (!needed) return;
        const double to = roundedUp(*needed, 1e4);
        freed.*member = Seconds{to};
        const double from = (goal.*member)->base;
        add(key, numberText(from), numberText(to), std::abs(std::log(to / from)),
            say(pattern, milliText(Seconds{to})), freed);
    };
    limit(
        "ttft", &PlanGoal::ttft, [](const ServeReport& r) { return r.ttft->base; },
        sentence("With a limit on TTFT of %1 ms there is a plan."));
    limit(
        "tpot", &PlanGoal::tpot, [](const ServeReport& r) { return r.tpot->base; },
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
            const double rate =
                std::floor(1e4 * *planValue(found.front(), "serve.requests_per_second")) / 1e4;
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
