// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/served_layouts.h"

#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <cmath>

namespace moe {

bool keeps(const std::optional<Seconds>& limit, const std::optional<Seconds>& time) {
    return !limit || (time && time->base <= limit->base * kPlanSlack);
}

namespace {

bool keeps(const PlanGoal& goal, const ServeReport& report) {
    return keeps(goal.ttft, report.ttft) && keeps(goal.tpot, report.tpot);
}

Judged judged(const Candidate& candidate, const Catalog& catalog, const PlanGoal& goal) {
    Judged made;
    if (!brokenRules(candidate.scenario, catalog).empty()) return made;
    Server server(candidate.scenario, catalog, goal.headroom);
    const double ranks = server.ranks();
    Served one = server.with(ranks);
    if (!one.report.tpot || !one.report.tokensPerSecondPerGpu) return made;
    made.valid = true;
    made.least = one;
    const double field = findField("serve.requests")->max;
    const double steps = std::floor(std::min(one.report.largestRequests, field) / ranks); // per rank
    made.most = steps * ranks;
    if (steps < 1 || !keeps(goal, one.report)) {
        made.binding = steps < 1                            ? PlanLimit::Memory
                       : !keeps(goal.ttft, one.report.ttft) ? PlanLimit::Ttft
                                                            : PlanLimit::Tpot;
        return made;
    }
    // Both times grow with the requests, and so does what is finished per second.
    const auto firstWhere = [&](double low, double high, auto&& holdsAt) { // holds at high, not at low
        while (high - low > 1) {
            const double middle = std::floor((low + high) / 2);
            (holdsAt(middle) ? high : low) = middle;
        }
        return high;
    };
    Served best = one;
    double most = 1;
    if (steps > 1) {
        Served last = server.with(steps * ranks);
        if (keeps(goal, last.report)) {
            most = steps;
            best = last;
        } else {
            most =
                firstWhere(1, steps, [&](double n) { return !keeps(goal, server.with(n * ranks).report); }) -
                1;
            best = server.with(most * ranks);
        }
    }
    if (most < steps) {
        const ServeReport next = server.with((most + 1) * ranks).report;
        made.binding = keeps(goal.tpot, next.tpot) ? PlanLimit::Ttft : PlanLimit::Tpot;
    }
    if (goal.rate) {
        if (best.perSecond(server.serve()) * kPlanSlack < *goal.rate) {
            made.least = best;
            return made;
        }
        const auto enough = [&](double n) {
            return server.with(n * ranks).perSecond(server.serve()) * kPlanSlack >= *goal.rate;
        };
        const double needed = enough(1) ? 1 : firstWhere(1, most, enough);
        best = server.with(needed * ranks);
        made.binding = PlanLimit::Rate;
    }
    made.served = best;
    return made;
}

std::vector<Count> divisorsOf(Count of) {
    std::vector<Count> found;
    for (Count i = 1; i <= of; ++i)
        if (of % i == 0) found.push_back(i);
    return found;
}

} // namespace

std::vector<Candidate> candidatesOf(const Scenario& base, const Catalog& catalog, const PlanGoal& goal,
                                    Count gpus) {
    std::vector<Candidate> made;
    const auto domain = static_cast<Count>(setupOf(base, catalog).domain);
    const Count slots = base.moe ? base.routing.replicas.value_or(base.moe->experts) : 1;
    const auto narrow = [](Count count) { return static_cast<std::int32_t>(count); };
    for (const Count tp : divisorsOf(gpus)) {
        if (tp > domain || base.model.heads % tp != 0) continue;
        for (const Count pp : divisorsOf(gpus / tp)) {
            if (pp > base.model.layers) continue;
            const Count dp = gpus / tp / pp;
            for (const Count etp : base.moe&& tp > 1 ? std::vector<Count>{1, tp} : std::vector<Count>{1}) {
                for (const Count ep : base.moe ? divisorsOf(slots) : std::vector<Count>{1}) {
                    if (dp * tp % (ep * etp) != 0) continue;
                    Candidate one{base, {}};
                    one.layout = {narrow(gpus), narrow(tp),  narrow(pp), 1,
                                  narrow(ep),   narrow(etp), narrow(dp)};
                    if (brokenCondition(goal, one.layout, {})) continue;
                    ParallelSpec& p = one.scenario.parallel;
                    p.tp = tp;
                    p.pp = pp;
                    p.ep = ep;
                    p.etp = etp;
                    one.scenario.cluster.gpus = gpus;
                    one.scenario.serve->requests = dp;
                    made.push_back(std::move(one));
                }
            }
        }
    }
    return made;
}

Scenario servedBase(const Scenario& given) {
    Scenario base = given;
    base.train.reset();
    base.parallel = {};
    base.parallel.layersShareGpus = given.parallel.layersShareGpus;
    base.serve->phase = Phase::Decode;
    base.serve->disaggregated = false;
    return base;
}

Tried tried(const Scenario& base, const Catalog& catalog, const PlanGoal& goal, Count gpus,
            const ForEach& forEach) {
    Tried all{candidatesOf(base, catalog, goal, gpus), {}};
    all.judged.resize(all.candidates.size());
    forEach(all.candidates.size(),
            [&](std::size_t i) { all.judged[i] = judged(all.candidates[i], catalog, goal); });
    return all;
}

} // namespace moe
