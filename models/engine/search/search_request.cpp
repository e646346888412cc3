// SPDX-License-Identifier: GPL-3.0-or-later
// What a search is asked for, from objectives and conditions.

#include "models/engine/scenario/validate.h"
#include "models/engine/search/search.h"

#include <algorithm>

namespace moe {

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
            std::erase_if(request.space.recomputes, [&](const Recompute& r) { return !c.allows(r); });
            Scenario chosen = base;
            chosen.train->recompute = c.recompute;
            if (request.space.recomputes.empty() && c.relation == Relation::Equal &&
                brokenRules(chosen, catalog).empty())
                request.space.recomputes.push_back(c.recompute);
        }
    }
    // What the scenario runs may be its best layout, and is not to be missed for not being asked for.
    const std::optional<ScheduleKind>& own = base.train->schedule;
    const bool chosen = std::any_of(request.goal.conditions.begin(), request.goal.conditions.end(),
                                    [](const Condition& c) { return c.ofSchedule; });
    if (own && !chosen) {
        const std::vector<std::optional<ScheduleKind>> all = everySchedule(base);
        if (std::find(all.begin(), all.end(), own) != all.end()) request.space.schedules.push_back(own);
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

} // namespace moe
