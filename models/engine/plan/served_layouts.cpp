// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/served_layouts.h"

namespace moe {
namespace {

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
                    const Count group = ep * etp;
                    if (dp * tp % group != 0) continue;
                    // Engines split experts over the GPUs of a rank, or over all ranks.
                    if (base.moe && base.serve->engine && group != tp && group != tp * dp) continue;
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

} // namespace moe
