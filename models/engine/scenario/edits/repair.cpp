// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/edits/repair.h"

#include "data/number.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace moe {
namespace {

bool changes(const std::vector<Cure>& all, std::string_view key) {
    return std::any_of(all.begin(), all.end(), [&](const Cure& change) { return change.key == key; });
}

/// What to do about a problem; an empty key: nothing.
Cure cureOf(const Problem& problem) {
    if (problem.key == "parallel.layout" || problem.key == "routing.swaps")
        return {problem.key, ""}; // as placed
    if (problem.key == "routing.step") return {problem.key, "auto"};
    return problem.cures.empty() ? Cure{} : problem.cures.back();
}

/// How far a cure moves its knob: in factors for numbers.
double distance(const Scenario& scenario, const Cure& cure) {
    const Field* field = findField(cure.key);
    if (!field) return HUGE_VAL;
    const FieldValue now = field->get(scenario);
    const double* from = std::get_if<double>(&now);
    const std::optional<double> to = parseNumber(cure.value);
    if (!from || !to || !(*from > 0) || !(*to > 0)) return 100; // what is no number moves last
    return std::abs(std::log(*to / *from));
}

/// Layouts and batches follow; the machine a little, for whoever has it has it, but where it is one GPU,
/// which a layout of several asks for more of; never the model.
bool mayFollow(const Cure& cure, double far, const Scenario& scenario) {
    constexpr double kLittle = 0.25; // ln
    if (cure.key == "cluster.gpus") return far < kLittle || scenario.cluster.gpus == Count(1);
    return cure.key.starts_with("parallel.") || cure.key.starts_with("train.") ||
           cure.key.starts_with("serve.");
}

/// The nearest cure that moves nothing of `fixed`; those of the knob that breaks the rule come first.
std::optional<Cure> nearestCure(const Scenario& scenario, const Problem& problem,
                                const std::set<std::string>& fixed) {
    std::optional<Cure> best;
    double least = HUGE_VAL;
    std::vector<Cure> cures = problem.cures;
    if (problem.key == "parallel.layout") cures = {{problem.key, ""}}; // even again
    if (problem.key == "routing.swaps" && !fixed.contains(problem.key)) return cureOf(problem);
    for (const Cure& cure : cures) {
        const double moves = distance(scenario, cure);
        if (fixed.contains(cure.key) || !mayFollow(cure, moves, scenario)) continue;
        const double far = moves + (cure.key == problem.key ? 0 : 1000);
        if (best && far >= least) continue;
        best = cure;
        least = far;
    }
    return best;
}

} // namespace

std::vector<Cure> followers(const Scenario& before, const Scenario& after, const Catalog& catalog,
                            const std::vector<std::string>& locked) {
    if (brokenRules(after, catalog).empty() || !brokenRules(before, catalog).empty()) return {};
    std::set<std::string> fixed(locked.begin(), locked.end());
    for (const Field& field : fields())
        if (field.get(before) != field.get(after)) fixed.insert(field.key);
    Scenario next = after;
    std::vector<Cure> moved;
    for (;;) {
        const Problems problems = validate(next, catalog);
        if (problems.empty()) return moved;
        std::optional<Cure> cure;
        for (const Problem& problem : problems)
            if (!cure) cure = nearestCure(next, problem, fixed);
        if (!cure || !setField(next, cure->key, cure->value).empty()) return {};
        fixed.insert(cure->key); // each moves once, so that this ends
        moved.push_back(*std::move(cure));
    }
}

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
