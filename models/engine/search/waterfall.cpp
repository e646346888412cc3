// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/waterfall.h"

#include "models/engine/evaluate.h"
#include "models/engine/report/ruler.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>

namespace moe {
namespace {

constexpr double kNoChange = 1e-12; ///< of the larger value: rounding

using Knobs = std::vector<std::vector<const Field*>>; ///< changed fields, by what changes together
using KnobSet = std::uint64_t;                        ///< a bit for each that has its value of `to`

/// Sections that may be absent; one that comes or goes does so with all its fields.
struct Section {
    std::string_view prefix;
    bool (*in)(const Scenario&);
    void (*take)(Scenario& into, const Scenario& from);
};
constexpr Section kSections[] = {
    {"moe.", [](const Scenario& s) { return s.moe.has_value(); },
     [](Scenario& into, const Scenario& from) { into.moe = from.moe; }},
    {"train.", [](const Scenario& s) { return s.train.has_value(); },
     [](Scenario& into, const Scenario& from) { into.train = from.train; }},
    {"serve.", [](const Scenario& s) { return s.serve.has_value(); },
     [](Scenario& into, const Scenario& from) { into.serve = from.serve; }},
};
const Section* comesOrGoes(const Field& field, const Scenario& from, const Scenario& to) {
    for (const Section& section : kSections)
        if (std::string_view(field.key).starts_with(section.prefix) && section.in(from) != section.in(to))
            return &section;
    return nullptr;
}

Knobs changedKnobs(const Scenario& from, const Scenario& to) {
    std::map<std::string_view, std::vector<const Field*>> sections;
    Knobs knobs;
    for (const Field& field : fields()) {
        if (field.get(from) == field.get(to)) continue;
        if (const Section* section = comesOrGoes(field, from, to))
            sections[section->prefix].push_back(&field);
        else
            knobs.push_back({&field});
    }
    for (auto& [prefix, all] : sections) knobs.push_back(std::move(all));
    // The group with most knobs becomes one, until few enough are left or none has two.
    while (knobs.size() > kMostKnobs) {
        std::map<std::string_view, std::size_t> counts;
        for (const auto& knob : knobs) ++counts[knob.front()->group];
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most->second < 2) break;
        Knobs joined;
        std::vector<const Field*>* group = nullptr;
        std::size_t at = 0;
        for (auto& knob : knobs) {
            if (knob.front()->group != most->first) {
                joined.push_back(std::move(knob));
            } else if (!group) {
                at = joined.size();
                joined.push_back(std::move(knob));
                group = &joined[at];
            } else {
                joined[at].insert(joined[at].end(), knob.begin(), knob.end());
            }
        }
        knobs = std::move(joined);
    }
    return knobs;
}

/// The metric of every mixture of the two scenarios, each evaluated once.
class Mixtures {
public:
    Mixtures(const Scenario& from, const Scenario& to, const Knobs& knobs, const Catalog& catalog,
             const Metric& metric)
        : m_from(from), m_to(to), m_knobs(knobs), m_catalog(catalog), m_metric(metric) {}

    KnobSet all() const { return (KnobSet{1} << m_knobs.size()) - 1; }

    /// Absent where a rule is broken or the metric has no value.
    std::optional<double> at(KnobSet set) {
        const auto known = m_values.find(set);
        return known != m_values.end() ? known->second : m_values[set] = valueOf(set);
    }

private:
    std::optional<double> valueOf(KnobSet set) const {
        if (set == 0) return valueOf(m_from);
        if (set == all()) return valueOf(m_to); // also what no field says
        Scenario mixture = m_from;
        for (std::size_t i = 0; i < m_knobs.size(); ++i)
            if ((set >> i & 1) && !take(m_knobs[i], mixture)) return {};
        return brokenRules(mixture, m_catalog).empty() ? valueOf(mixture) : std::nullopt;
    }
    std::optional<double> valueOf(const Scenario& scenario) const {
        const std::optional<double> value = m_metric.value(evaluateFor({&m_metric}, scenario, m_catalog));
        return value && std::isfinite(*value) ? value : std::nullopt;
    }
    bool take(const std::vector<const Field*>& knob, Scenario& mixture) const {
        if (const Section* section = comesOrGoes(*knob.front(), m_from, m_to)) section->take(mixture, m_to);
        // A field may need another one of its knob first: once more for those that refused.
        std::vector<const Field*> left = knob;
        for (int attempt = 0; attempt < 2 && !left.empty(); ++attempt)
            std::erase_if(left, [&](const Field* field) {
                const FieldValue value = field->get(m_to);
                return field->get(mixture) == value || field->set(mixture, value);
            });
        return left.empty();
    }

    const Scenario &m_from, &m_to;
    const Knobs& m_knobs;
    const Catalog& m_catalog;
    const Metric& m_metric;
    std::map<KnobSet, std::optional<double>> m_values;
};

/// Of the sets of `size` knobs in `left`, the one that changes the metric most; 0 where none is possible.
KnobSet largest(Mixtures& mixtures, KnobSet done, KnobSet left, int size,
                const std::function<bool()>& stopped) {
    KnobSet best = 0;
    double change = -1;
    const double here = mixtures.at(done).value_or(0);
    // Every subset of `left`, by counting down within its bits.
    const auto tried = [&](KnobSet set) {
        if (stopped && stopped()) return;
        const std::optional<double> value = mixtures.at(done | set);
        if (!value || std::abs(*value - here) <= change) return;
        change = std::abs(*value - here);
        best = set;
    };
    for (KnobSet a = left; a; a &= a - 1) {
        const KnobSet one = a & (~a + 1);
        if (size == 1) {
            tried(one);
            continue;
        }
        for (KnobSet b = a & (a - 1); b; b &= b - 1) tried(one | (b & (~b + 1)));
    }
    return best;
}

/// The knobs in the order they are changed, those together that have to be.
std::vector<KnobSet> largestFirst(Mixtures& mixtures, const std::function<bool()>& stopped) {
    std::vector<KnobSet> steps;
    KnobSet done = 0;
    while (done != mixtures.all()) {
        const KnobSet left = mixtures.all() & ~done;
        KnobSet next = 0;
        for (int size = 1; !next && size <= 2; ++size) next = largest(mixtures, done, left, size, stopped);
        if (!next) { // three and more: in the order of the form, until no rule is broken
            for (KnobSet rest = left; rest; rest &= rest - 1) {
                next |= rest & (~rest + 1);
                if (mixtures.at(done | next)) break;
            }
        }
        steps.push_back(next);
        done |= next;
    }
    return steps;
}

std::vector<KnobSet> asOrdered(Mixtures& mixtures, const std::vector<std::size_t>& order) {
    std::vector<KnobSet> steps;
    KnobSet done = 0, waiting = 0;
    for (const std::size_t knob : order) {
        waiting |= KnobSet{1} << knob;
        if (!mixtures.at(done | waiting)) continue;
        steps.push_back(waiting);
        done |= waiting;
        waiting = 0;
    }
    return steps;
}

Result<std::vector<std::size_t>> orderOf(const std::vector<std::string>& keys, const Knobs& knobs) {
    std::vector<std::size_t> order;
    const auto add = [&](std::size_t knob) {
        if (std::find(order.begin(), order.end(), knob) == order.end()) order.push_back(knob);
    };
    for (const std::string& key : keys) {
        const Field* field = findField(key);
        if (!field)
            return Problem{.key = key, .rule = say("there is no such key (see `moe-explorer fields`)")};
        for (std::size_t i = 0; i < knobs.size(); ++i)
            if (std::find(knobs[i].begin(), knobs[i].end(), field) != knobs[i].end()) add(i);
    }
    for (std::size_t i = 0; i < knobs.size(); ++i) add(i);
    return order;
}

/// Every order of the steps is a way up the lattice of their sets. Counting the ways to a set and from it on
/// gives how many orders a change between two sets stands in.
void addOrders(Waterfall& result, Mixtures& mixtures, const std::vector<KnobSet>& steps) {
    const std::size_t count = steps.size(), full = (std::size_t{1} << count) - 1;
    std::vector<std::optional<double>> values(full + 1);
    for (std::size_t set = 0; set <= full; ++set) {
        KnobSet knobs = 0;
        for (std::size_t i = 0; i < count; ++i)
            if (set >> i & 1) knobs |= steps[i];
        values[set] = mixtures.at(knobs);
    }
    std::vector<double> to(full + 1), onward(full + 1);
    to[0] = onward[full] = 1;
    for (std::size_t set = 1; set <= full; ++set)
        for (std::size_t i = 0; values[set] && i < count; ++i)
            if (set >> i & 1) to[set] += to[set & ~(std::size_t{1} << i)];
    for (std::size_t set = full; set-- > 0;)
        for (std::size_t i = 0; values[set] && i < count; ++i)
            if (!(set >> i & 1)) onward[set] += onward[set | std::size_t{1} << i];
    for (std::size_t i = 0; i < count; ++i) {
        WaterfallStep& step = result.steps[i];
        step.average = 0;
        for (std::size_t set = 0; set <= full; ++set) {
            const std::size_t after = set | std::size_t{1} << i;
            const double orders = to[set] * onward[after];
            if (after == set || orders <= 0) continue;
            const double change = *values[after] - *values[set];
            *step.average += change * orders / to[full];
            step.least = std::min(step.least.value_or(change), change);
            step.most = std::max(step.most.value_or(change), change);
        }
    }
}

WaterfallStep stepOf(KnobSet set, const Knobs& knobs, const Scenario& from, const Scenario& to) {
    WaterfallStep step;
    for (std::size_t i = 0; i < knobs.size(); ++i)
        if (set >> i & 1) step.fields.insert(step.fields.end(), knobs[i].begin(), knobs[i].end());
    for (const Field* field : step.fields) {
        step.from.push_back(fieldText(field->get(from)));
        step.to.push_back(fieldText(field->get(to)));
    }
    return step;
}

} // namespace

bool WaterfallStep::moves() const {
    return change != 0 || alone.value_or(0) != 0 || least.value_or(0) != 0 || most.value_or(0) != 0;
}

double WaterfallStep::worth(WaterfallWay way) const {
    if (way == WaterfallWay::Alone) return alone.value_or(change);
    return way == WaterfallWay::Average ? average.value_or(change) : change;
}

double Waterfall::aloneSum() const {
    double sum = 0;
    for (const WaterfallStep& step : steps) sum += step.worth(WaterfallWay::Alone);
    return sum;
}

Result<Waterfall> waterfall(const Scenario& from, const Scenario& to, const Catalog& catalog,
                            const Metric& metric, const std::vector<std::string>& order,
                            const std::function<bool()>& stopped) {
    Problems problems = brokenRules(from, catalog);
    append(problems, brokenRules(to, catalog));
    if (!problems.empty()) return problems;
    const Knobs knobs = changedKnobs(from, to);
    Mixtures mixtures(from, to, knobs, catalog, metric);
    const std::optional<double> first = mixtures.at(0), last = mixtures.at(mixtures.all());
    if (!first || !last)
        return Problem{.key = metric.key, .rule = say("has no value in one of the two scenarios")};
    if (!hasOneRuler(metric.key, evaluateFor({&metric}, from, catalog), evaluateFor({&metric}, to, catalog)))
        return Problem{.key = metric.key,
                       .rule = say("is of two recipes, so that the difference says nothing of the models")};
    const Result<std::vector<std::size_t>> ordered = orderOf(order, knobs);
    if (!ordered) return ordered.error();
    const std::vector<KnobSet> steps =
        order.empty() ? largestFirst(mixtures, stopped) : asOrdered(mixtures, *ordered);

    Waterfall result{&metric, *first, *last, {}};
    const double rounding = kNoChange * std::max(std::abs(*first), std::abs(*last));
    const auto rounded = [&](double change) { return std::abs(change) > rounding ? change : 0; };
    KnobSet done = 0;
    for (const KnobSet set : steps) {
        WaterfallStep step = stepOf(set, knobs, from, to);
        step.change = *mixtures.at(done | set) - *mixtures.at(done);
        if (const std::optional<double> value = mixtures.at(set)) step.alone = rounded(*value - *first);
        result.steps.push_back(std::move(step));
        done |= set;
    }
    if (steps.size() <= kOrderedSteps && !(stopped && stopped())) addOrders(result, mixtures, steps);
    for (WaterfallStep& step : result.steps) {
        step.change = rounded(step.change);
        for (std::optional<double>* value : {&step.average, &step.least, &step.most})
            if (*value) *value = rounded(**value);
    }
    return result;
}

} // namespace moe
