// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/section.h"

#include "models/engine/scenario/validate.h"
#include "models/engine/shape/setup.h"

#include <algorithm>

namespace moe {
namespace {

void addExperts(Scenario& scenario, const Scenario& base) {
    if (base.moe) {
        scenario.moe = base.moe;
        scenario.model.denseLayers = base.model.denseLayers;
        scenario.parallel.ep = base.parallel.ep;
        scenario.parallel.etp = base.parallel.etp;
        scenario.routing.replicas = base.routing.replicas;
        return;
    }
    // Eight experts of the dense width, two per token: the plainest MoE (Mixtral, arXiv 2401.04088).
    const Count width = scenario.model.ffn > 0 ? scenario.model.ffn : 4 * scenario.model.hidden;
    scenario.moe.emplace();
    scenario.moe->experts = 8;
    scenario.moe->topK = 2;
    scenario.moe->expertFfn = width;
}

void removeExperts(Scenario& scenario) {
    const MoeSpec& moe = *scenario.moe;
    if (scenario.model.ffn == 0) {
        const Count shared = moe.sharedFfn.value_or(moe.sharedExperts * moe.expertFfn);
        scenario.model.ffn = moe.topK * moe.expertFfn + shared;
    }
    scenario.moe.reset();
    scenario.model.denseLayers = 0;
    scenario.parallel.ep = 1;
    scenario.parallel.etp.reset();
    scenario.routing.replicas.reset();
    scenario.routing.swaps.clear();
}

void addTraining(Scenario& scenario, const Scenario& base, const Catalog& catalog) {
    if (base.train) {
        scenario.train = base.train;
        return;
    }
    constexpr double kTokens = 1e12, kRate = 3e-4;
    constexpr Count kBatch = 1024;
    const bool valid = brokenRules(scenario, catalog).empty();
    const Count ranks = valid ? std::max<Count>(1, static_cast<Count>(setupOf(scenario, catalog).dp)) : 1;
    scenario.train = TrainSpec{};
    scenario.train->tokens = kTokens;
    scenario.train->globalBatch = (kBatch + ranks - 1) / ranks * ranks; // each rank gets whole sequences
    scenario.train->lr = kRate;
}

void addServing(Scenario& scenario, const Scenario& base) {
    constexpr Count kRequests = 64;
    scenario.serve = base.serve ? base.serve : std::optional<ServeSpec>(std::in_place);
    if (!base.serve) scenario.serve->requests = kRequests;
}

} // namespace

bool hasSection(const Scenario& scenario, Section section) {
    switch (section) {
    case Section::Experts: return scenario.moe.has_value();
    case Section::Training: return scenario.train.has_value();
    case Section::Reinforcement: return scenario.rl.has_value();
    case Section::Day: return scenario.day.has_value();
    case Section::Serving: break;
    }
    return scenario.serve.has_value();
}

void addSection(Scenario& scenario, Section section, const Scenario& base, const Catalog& catalog) {
    switch (section) {
    case Section::Experts: return addExperts(scenario, base);
    case Section::Training: return addTraining(scenario, base, catalog);
    case Section::Serving: return addServing(scenario, base);
    case Section::Day:
        if (!scenario.serve) addServing(scenario, base);
        scenario.day = base.day ? base.day : std::optional<DaySpec>(std::in_place);
        return;
    case Section::Reinforcement:
        // A step of it trains, and its answers are served.
        if (!scenario.train) addTraining(scenario, base, catalog);
        scenario.rl = base.rl ? base.rl : std::optional<RlSpec>(std::in_place);
        return;
    }
}

void removeSection(Scenario& scenario, Section section) {
    if (!hasSection(scenario, section)) return;
    switch (section) {
    case Section::Experts: return removeExperts(scenario);
    case Section::Training: scenario.rl.reset(); return scenario.train.reset();
    case Section::Serving: scenario.day.reset(); return scenario.serve.reset();
    case Section::Reinforcement: return scenario.rl.reset();
    case Section::Day: return scenario.day.reset();
    }
}

} // namespace moe
