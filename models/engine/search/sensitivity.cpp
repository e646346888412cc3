// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/sensitivity.h"

#include "data/number.h"
#include "models/engine/scenario/edits/value_scale.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kNoEffect = 1e-9; ///< of the metric: rounding

/// Texts one notch down and up; empty where there is none.
struct Notches {
    std::string down, up;
};

Notches numberNotches(const Field& field, const Scenario& base, const Catalog& catalog, double value) {
    ValueScale scale = scaleOf(field, value, value);
    if (field.scale == Scale::Divisor) scale.notches = validNotches(base, catalog, field.key);
    const double down = scale.next(value, -1), up = scale.next(value, +1);
    return {down < value ? numberText(down) : std::string(), up > value ? numberText(up) : std::string()};
}

Notches choiceNotches(const Field& field, const std::string& value) {
    const auto here = std::find(field.choices.begin(), field.choices.end(), value);
    if (here == field.choices.end()) return {};
    return {here != field.choices.begin() ? *(here - 1) : std::string(),
            here + 1 != field.choices.end() ? *(here + 1) : std::string()};
}

Notches notchesOf(const Field& field, const Scenario& base, const Catalog& catalog, const FieldValue& value) {
    const std::string here = fieldText(value);
    if (std::string_view(field.key) == "train.recompute")
        return {here == "none" ? std::string() : "none", here == "full" ? std::string() : "full"};
    switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Real:
        if (const double* number = std::get_if<double>(&value))
            return numberNotches(field, base, catalog, *number);
        return {};
    case FieldKind::Flag: return here == "true" ? Notches{"false", {}} : Notches{{}, "true"};
    case FieldKind::Choice: return choiceNotches(field, here);
    case FieldKind::Text: break;
    }
    return {};
}

double changeOf(const Nudge& nudge, std::optional<double> here) {
    return nudge.metric && here ? std::abs(*nudge.metric - *here) : 0;
}

} // namespace

SensitivityPlan sensitivityPlan(const Scenario& base, const Catalog& catalog, const Metric& metric) {
    SensitivityPlan plan;
    plan.sweep.base = base;
    plan.sweep.metrics = {&metric};
    std::vector<Notches> notches;
    for (const Field& field : fields()) {
        const FieldValue value = field.get(base);
        if (std::holds_alternative<std::monostate>(value)) continue;
        Notches found = notchesOf(field, base, catalog, value);
        if (found.down.empty() && found.up.empty()) continue;
        plan.sweep.keys.emplace_back(field.key);
        notches.push_back(std::move(found));
    }
    const std::vector<std::string> unchanged(notches.size());
    plan.sweep.rows.push_back(unchanged);
    plan.sweep.labels.push_back(say("this scenario"));
    for (std::size_t key = 0; key < notches.size(); ++key) {
        for (const bool up : {false, true}) {
            const std::string& text = up ? notches[key].up : notches[key].down;
            if (text.empty()) continue;
            plan.sweep.rows.push_back(unchanged);
            plan.sweep.rows.back()[key] = text;
            plan.sweep.labels.push_back(plan.sweep.keys[key] + " = " + text);
            plan.steps.push_back({key, up});
        }
    }
    return plan;
}

Sensitivities sensitivities(const SensitivityPlan& plan, const std::vector<SweepCell>& cells) {
    const SweepPlan& sweep = plan.sweep;
    Sensitivities all;
    all.metric = sweep.metrics.front();
    all.here = cells.front().metrics.front();
    std::vector<Sensitivity> found(sweep.keys.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        found[i].field = findField(sweep.keys[i]);
        found[i].here = fieldText(found[i].field->get(sweep.base));
    }
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const auto [key, up] = plan.steps[i];
        const SweepCell& cell = cells[i + 1];
        (up ? found[key].up : found[key].down) =
            Nudge{cell.values[key], cell.metrics.front(), cell.fits, cell.rule};
    }
    for (Sensitivity& field : found) {
        field.effect = std::max(changeOf(field.down, all.here), changeOf(field.up, all.here));
        const bool some = field.down.metric || field.up.metric;
        if (some && field.effect > kNoEffect * std::abs(all.here.value_or(0)))
            all.fields.push_back(std::move(field));
        else if (some)
            ++all.without;
        else if (!field.down.rule.empty() || !field.up.rule.empty())
            all.barred.push_back(std::move(field));
    }
    std::stable_sort(all.fields.begin(), all.fields.end(),
                     [](const Sensitivity& a, const Sensitivity& b) { return a.effect > b.effect; });
    return all;
}

} // namespace moe
