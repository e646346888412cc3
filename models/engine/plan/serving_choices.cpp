// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/serving_choices.h"

#include "models/engine/serve/engines/engines.h"

#include <algorithm>
#include <tuple>

namespace moe {
namespace {

/// Requests of a run, so that a picture comes in seconds: one of thousands of ranks has few for each.
constexpr double kLongest = 1e5;

auto identity(const ServingPoint& point) {
    return std::make_tuple(point.layout, point.precision, point.numbers.batchedTokens, point.numbers.requests,
                           point.numbers.rate);
}

} // namespace

Result<ServingSearch> choicesSearch(const Scenario& scenario, const Catalog& catalog, std::string_view x,
                                    std::string_view y) {
    std::vector<ServingObjective> objectives;
    for (const std::string_view key : {y, x}) {
        const ServingMetric* metric = findServingMetric(key);
        const Result<ServingObjective> read =
            parseServingObjective(key, metric && metric->better == Better::Higher);
        if (!read) return read.error();
        objectives.push_back(*read);
    }
    Scenario free = scenario;
    if (free.serve) free.serve->maxBatchedTokens.reset();
    const auto gpus = static_cast<Count>(setupOf(scenario, catalog).gpus);
    Result<ServingSearch> made = servingSearch(free, catalog, gpus, gpus, {}, std::move(objectives));
    if (!made) return made;
    ServingSearch search = std::move(made).value();
    search.longest = kLongest;
    const std::optional<Count> own = scenario.serve->maxBatchedTokens;
    std::vector<Count>& batches = search.batches;
    if (own && std::find(batches.begin(), batches.end(), *own) == batches.end()) batches.push_back(*own);
    return search;
}

ServingChoices servingChoices(const ServingSearch& search, ServingFound found, const Scenario& scenario,
                              const Catalog& catalog) {
    ServingChoices choices{search, std::move(found), {}, {}, 0, {}, {}};
    choices.points = choices.found.best;
    choices.best = choices.points.size();
    for (const ServingPoint& point : choices.found.points)
        if (std::none_of(choices.found.best.begin(), choices.found.best.end(),
                         [&](const ServingPoint& best) { return identity(best) == identity(point); }))
            choices.points.push_back(point);
    for (const ServingPoint& point : choices.points)
        choices.reasons.push_back(boundReason(search, point, catalog));
    // Under its own load, as its report has it: where the others are in closed loops, in one as well.
    Scenario own = scenario;
    own.train.reset();
    if (!namesEngine(*own.serve)) own.serve->engine.reset();
    if (own.serve->arrival == ServeArrival::Trace || !searchesRates(search)) closeLoop(*own.serve);
    const Result<ServingNumbers> numbers = servingNumbers(own, catalog);
    if (numbers)
        choices.own = *numbers;
    else
        choices.ownProblems = numbers.error();
    return choices;
}

} // namespace moe
