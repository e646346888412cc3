// SPDX-License-Identifier: GPL-3.0-or-later
// What mends a broken rule, and the values near a wanted one that break none: validate.h.
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/layers.h"
#include "models/engine/scenario/pipeline_rules.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace moe {
namespace {

void addDivisors(std::set<Count>& to, Count of) {
    for (Count i = 1; i * i <= of; ++i) {
        if (of % i == 0) to.insert({i, of / i});
    }
}

/// Degrees worth a stop: powers of two, three times them, and exact divisors of what they split.
std::set<Count> degreeCandidates(const Scenario& scenario) {
    std::set<Count> candidates;
    for (Count power = 1; power <= 1 << 20; power *= 2) candidates.insert({power, 3 * power});
    addDivisors(candidates, scenario.model.layers);
    addDivisors(candidates, scenario.cluster.gpus.value_or(1));
    if (scenario.moe) addDivisors(candidates, scenario.moe->experts);
    if (scenario.train) addDivisors(candidates, scenario.train->globalBatch);
    return candidates;
}

constexpr Count kMultiples = 64; ///< of a product of degrees, looked at on either side

/// Keys of broken rules, sorted.
std::vector<std::string> keysOf(const Problems& problems) {
    std::vector<std::string> keys;
    for (const Problem& problem : problems) keys.push_back(problem.key);
    std::sort(keys.begin(), keys.end());
    return keys;
}

/// Tries values of one field.
class Trial {
public:
    Trial(const Scenario& scenario, const Catalog& catalog, const Field& field, const Problems& problems)
        : m_scenario(scenario), m_catalog(catalog), m_field(field), m_broken(keysOf(problems)) {}

    /// Breaks no rule that holds; `mending`: and at least one rule less than now.
    bool holds(Count value, bool mending) const {
        const auto number = static_cast<double>(value);
        Scenario changed = m_scenario;
        if (number < m_field.min || number > m_field.max || !m_field.set(changed, number)) return false;
        const std::vector<std::string> left = keysOf(brokenRules(changed, m_catalog));
        if (mending && left.size() >= m_broken.size()) return false;
        return std::includes(m_broken.begin(), m_broken.end(), left.begin(), left.end());
    }

private:
    const Scenario& m_scenario;
    const Catalog& m_catalog;
    const Field& m_field;
    std::vector<std::string> m_broken;
};

/// Values of an integer field worth trying in place of `wanted`.
std::set<Count> valuesNear(const Scenario& s, std::string_view key, Count wanted) {
    std::set<Count> values = degreeCandidates(s);
    const ParallelSpec& p = s.parallel;
    for (const Count of : {s.model.hidden, s.model.heads, s.model.sequence, s.model.layers}) {
        addDivisors(values, of);
        values.insert(of);
    }
    if (s.moe) {
        addDivisors(values, s.moe->expertFfn);
        addDivisors(values, s.routing.replicas.value_or(s.moe->experts));
        values.insert({s.moe->experts, s.moe->groups});
        if (s.moe->groups > 0) values.insert(s.moe->groupLimit * (s.moe->experts / s.moe->groups));
    }
    const Count unit = std::max<Count>(1, p.tp * p.pp * p.cp * layerGroups(s));
    const Count dp = s.cluster.gpus ? std::max<Count>(1, *s.cluster.gpus / unit) : p.dp.value_or(1);
    values.insert({s.model.layers / std::max<Count>(1, p.pp), dp});
    const auto addMultiples = [&](Count of) {
        if (of < 1) return;
        for (Count i = std::max<Count>(1, wanted / of - kMultiples); i <= wanted / of + kMultiples; ++i)
            values.insert(i * of);
    };
    if (key == "train.global_batch") {
        addDivisors(values, s.train->globalBatch / std::max<Count>(1, dp));
        addMultiples(dp * s.train->microBatch);
    } else if (key == "train.micro_batch") {
        addDivisors(values, s.train->globalBatch / std::max<Count>(1, dp));
    } else if (key == "cluster.gpus") {
        addMultiples(unit);
        std::set<Count> ranks;
        if (s.train) addDivisors(ranks, s.train->globalBatch);
        for (const Count count : ranks) values.insert(count * unit);
    } else if (key == "routing.replicas") {
        addMultiples(p.ep);
    }
    return values;
}

bool isNearer(Count a, Count b, double wanted) {
    const auto away = [&](Count value) { return std::abs(std::log(static_cast<double>(value) / wanted)); };
    return away(a) < away(b);
}

/// The next values below and above `wanted` that hold, ascending.
std::vector<Count> nextValues(const Trial& trial, const std::set<Count>& values, Count wanted, bool mending) {
    std::vector<Count> found;
    const auto holds = [&](Count value) { return trial.holds(value, mending); };
    const auto middle = values.lower_bound(wanted), above = values.upper_bound(wanted);
    const auto below = std::find_if(std::make_reverse_iterator(middle), values.rend(), holds);
    if (below != values.rend()) found.push_back(*below);
    const auto next = std::find_if(above, values.end(), holds);
    if (next != values.end()) found.push_back(*next);
    return found;
}

/// How a rule names its cures: the divisors on either side, or the nearest multiple.
struct CureWords {
    const char *rule, *pattern;
    bool both;
};
constexpr CureWords kCureWords[] = {{"EP × ETP = ", sentence("%1 (nearest EP: %2)"), true},
                                    {"divide or", nullptr, false},
                                    {"divide ", sentence("%1 (nearest: %2)"), true},
                                    {"a multiple of ", sentence("%1 (nearest: %2)"), false}};

void addCures(Problem& problem, const Problems& problems, const Scenario& scenario, const Catalog& catalog) {
    const std::vector<std::string> keys = keysOf(problems);
    for (Cure& cure : pipelineCures(scenario, problem.key)) {
        Scenario changed = scenario;
        if (!setField(changed, cure.key, cure.value).empty()) continue;
        const std::vector<std::string> left = keysOf(brokenRules(changed, catalog));
        if (left.size() < keys.size() && std::includes(keys.begin(), keys.end(), left.begin(), left.end()))
            problem.cures.push_back(std::move(cure));
    }
    const Field* field = findField(problem.key);
    if (!field || field->kind != FieldKind::Integer) return;
    const FieldValue now = field->get(scenario);
    const double* value = std::get_if<double>(&now);
    if (!value || *value < 1) return;
    const auto wanted = static_cast<Count>(*value);
    std::vector<Count> cures = nextValues(Trial(scenario, catalog, *field, problems),
                                          valuesNear(scenario, problem.key, wanted), wanted, true);
    const auto row = std::find_if(std::begin(kCureWords), std::end(kCureWords), [&](const CureWords& words) {
        return problem.rule.text().find(words.rule) != std::string::npos;
    });
    const bool said = row != std::end(kCureWords) && row->pattern;
    if (cures.size() == 2 && !(said && row->both))
        cures = {isNearer(cures[0], cures[1], *value) ? cures[0] : cures[1]};
    for (const Count cure : cures) problem.cures.push_back({problem.key, std::to_string(cure)});
    if (!said || cures.empty()) return;
    const Message nearest =
        cures.size() == 2 ? say("%1 or %2", cures.front(), cures.back()) : argument(cures.front());
    problem.rule = say(row->pattern, problem.rule, nearest);
}

} // namespace

Problems validate(const Scenario& scenario, const Catalog& catalog) {
    Problems problems = brokenRules(scenario, catalog);
    const Problems found = problems;
    for (Problem& problem : problems) addCures(problem, found, scenario, catalog);
    return problems;
}

std::optional<double> nearestValid(const Scenario& scenario, const Catalog& catalog, std::string_view key,
                                   double wanted) {
    const Field* field = findField(key);
    if (!field || field->kind != FieldKind::Integer || !(wanted < 9e15)) return std::nullopt;
    const Count whole = static_cast<Count>(std::max(1.0, std::round(wanted)));
    const Trial trial(scenario, catalog, *field, brokenRules(scenario, catalog));
    if (trial.holds(whole, false)) return static_cast<double>(whole);
    const std::vector<Count> found = nextValues(trial, valuesNear(scenario, key, whole), whole, false);
    if (found.empty()) return std::nullopt;
    const auto nearest = std::min_element(found.begin(), found.end(),
                                          [&](Count a, Count b) { return isNearer(a, b, wanted); });
    return static_cast<double>(*nearest);
}

std::vector<double> validNotches(const Scenario& scenario, const Catalog& catalog, std::string_view key) {
    const Field* field = findField(key);
    if (!field) return {};
    std::vector<double> notches;
    for (Count degree : degreeCandidates(scenario)) {
        const auto value = static_cast<double>(degree);
        Scenario candidate = scenario;
        if (value > field->max || !field->set(candidate, value)) continue;
        const Problems problems = brokenRules(candidate, catalog);
        const bool broken = std::any_of(problems.begin(), problems.end(),
                                        [&](const Problem& problem) { return problem.key == key; });
        if (!broken) notches.push_back(value);
    }
    return notches;
}

} // namespace moe
