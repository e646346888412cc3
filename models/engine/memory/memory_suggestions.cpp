// SPDX-License-Identifier: GPL-3.0-or-later
// What would make it fit: one knob at a time, the smallest value that does.

#include "models/engine/memory/memory.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace moe {

namespace {

using Change = std::vector<std::pair<std::string, std::string>>;

std::string text(Count count) {
    return std::to_string(count);
}

/// Makes a knob one step thriftier and says so, or nullopt at its end.
using Step = std::function<std::optional<Change>(Scenario&)>;

/// tp or pp grow at the cost of data parallelism, so that the number of GPUs stays.
std::optional<Change> grown(Scenario& scenario, Count ParallelSpec::*degree, const char* key) {
    ParallelSpec& p = scenario.parallel;
    p.*degree *= 2;
    Change change{{key, text(p.*degree)}};
    if (p.dp) {
        if (*p.dp % 2 != 0) return std::nullopt;
        p.dp = *p.dp / 2;
        change.emplace_back("parallel.dp", text(*p.dp));
    }
    if (p.layout != StageLayout{}) {
        p.layout = {};
        change.emplace_back("parallel.layout", "");
    }
    return change;
}

std::optional<Change> moreEp(Scenario& scenario) {
    if (!scenario.moe || scenario.parallel.ep * 2 > scenario.moe->experts) return std::nullopt;
    scenario.parallel.ep *= 2;
    return Change{{"parallel.ep", text(scenario.parallel.ep)}};
}

std::optional<Change> moreTp(Scenario& scenario) {
    std::optional<Change> change = grown(scenario, &ParallelSpec::tp, "parallel.tp");
    if (change && !scenario.parallel.sequenceParallel) {
        scenario.parallel.sequenceParallel = true;
        change->emplace_back("parallel.sequence_parallel", "true");
    }
    return change;
}

std::optional<Change> morePp(Scenario& scenario) {
    std::optional<Change> change = grown(scenario, &ParallelSpec::pp, "parallel.pp");
    return scenario.parallel.pp > scenario.model.layers ? std::nullopt : change;
}

std::optional<Change> smallerBatch(Scenario& scenario) {
    Count& batch = scenario.train->microBatch;
    if (batch <= 1) return std::nullopt;
    batch = (batch + 1) / 2;
    return Change{{"train.micro_batch", text(batch)}};
}

/// Cheapest recompute first.
std::optional<Change> moreRecompute(Scenario& scenario) {
    Recompute& r = scenario.train->recompute;
    if (r.mode == Recompute::Mode::Full) return std::nullopt;
    const RecomputePart activation = scenario.moe ? RecomputePart::MoeAct : RecomputePart::LayerNorm;
    const RecomputePart block = scenario.moe ? RecomputePart::Moe : RecomputePart::Mlp;
    if (r.mode == Recompute::Mode::None) {
        r = {Recompute::Mode::Selective, {activation}};
        return Change{{"train.recompute", scenario.moe ? "moe_act" : "layernorm"}};
    }
    if (r.mode == Recompute::Mode::Selective && !r.has(block)) {
        r.parts = {block};
        return Change{{"train.recompute", scenario.moe ? "moe" : "mlp"}};
    }
    r = {Recompute::Mode::Full, {}};
    return Change{{"train.recompute", "full"}};
}

std::optional<Change> moreZero(Scenario& scenario) {
    Count& zero = scenario.train->zero;
    if (zero >= 3) return std::nullopt;
    return Change{{"train.zero", text(++zero)}};
}

std::optional<Change> sequenceParallel(Scenario& scenario) {
    if (scenario.parallel.sequenceParallel || scenario.parallel.tp < 2) return std::nullopt;
    scenario.parallel.sequenceParallel = true;
    return Change{{"parallel.sequence_parallel", "true"}};
}

} // namespace

std::vector<MemorySuggestion> memorySuggestions(const Scenario& scenario, const Catalog& catalog) {
    constexpr int kSteps = 10;
    std::vector<std::pair<int, MemorySuggestion>> found; // by the number of steps
    for (const Step& step : {Step(sequenceParallel), Step(moreEp), Step(smallerBatch), Step(moreRecompute),
                             Step(moreTp), Step(morePp), Step(moreZero)}) {
        Scenario changed = scenario;
        Change all;
        for (int i = 1; i <= kSteps; ++i) {
            const std::optional<Change> change = step(changed);
            if (!change) break;
            for (const auto& item : *change) {
                const auto same = std::find_if(all.begin(), all.end(),
                                               [&](const auto& a) { return a.first == item.first; });
                if (same == all.end())
                    all.push_back(item);
                else
                    same->second = item.second;
            }
            if (!brokenRules(changed, catalog).empty()) continue;
            const Setup setup = setupOf(changed, catalog);
            if (setup.tp > setup.domain) break; // tensor parallelism over the network is no cure
            const MemoryReport report = memoryWithoutSuggestions(setup);
            if (report.fits == Fit::No) continue;
            found.push_back({i, {all, report.device}});
            break;
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<MemorySuggestion> suggestions;
    for (auto& [steps, suggestion] : found) suggestions.push_back(std::move(suggestion));
    return suggestions;
}

} // namespace moe
