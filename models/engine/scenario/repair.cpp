// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/repair.h"

#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <string_view>

namespace moe {
namespace {

bool changes(const std::vector<Cure>& all, std::string_view key) {
    return std::any_of(all.begin(), all.end(), [&](const Cure& change) { return change.key == key; });
}

/// What to do about a problem; an empty key: nothing.
Cure cureOf(const Problem& problem) {
    if (problem.key == "parallel.layout") return {problem.key, ""}; // even again
    return problem.cures.empty() ? Cure{} : problem.cures.back();
}

} // namespace

std::vector<Cure> withWhatFollows(const Scenario& scenario, const Catalog& catalog,
                                  const std::vector<Cure>& wanted) {
    Scenario next = scenario;
    std::vector<Cure> all;
    const auto apply = [&](const Cure& change) {
        all.push_back(change);
        return setField(next, change.key, change.value).empty();
    };
    for (const Cure& change : wanted)
        if (!apply(change)) return {};
    for (;;) {
        const Problems problems = validate(next, catalog);
        if (problems.empty()) return all;
        const auto known = std::find_if(problems.begin(), problems.end(), [&](const Problem& problem) {
            return !cureOf(problem).key.empty() && !changes(all, problem.key);
        });
        if (known == problems.end() || !apply(cureOf(*known))) return {};
    }
}

} // namespace moe
