// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/field_map.h"

#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/scenario/value_scale.h"
#include "models/engine/search/estimate.h"
#include "models/engine/search/search_goal.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moe {
namespace {

constexpr double kSpan = 8;           ///< log axes reach from 1/8 to 8 times the scenario's value
constexpr std::size_t kMostSteps = 6; ///< notches either way on axes of counts

std::string rounded(double value) {
    if (value == 0) return "0";
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 3);
    return numberText(unit < 1 ? std::round(value / unit) / std::round(1 / unit)
                               : std::round(value / unit) * unit);
}

void addValue(SweepAxis& axis, std::string text) {
    if (axis.values.empty() || axis.values.back() != text) axis.values.push_back(std::move(text));
}

/// Powers of two as far as the scenario allows any value, and one beyond, where the reason shows.
void addDivisors(SweepAxis& axis, const Field& field, const Scenario& base, const Catalog& catalog,
                 double here) {
    const std::vector<double> valid = validNotches(base, catalog, axis.key);
    const double most = std::max(here, valid.empty() ? here : valid.back());
    std::vector<double> values{here};
    for (double value = std::max(1.0, field.min); value <= std::min(field.max, 2 * most); value *= 2)
        values.push_back(value);
    std::sort(values.begin(), values.end());
    for (double value : values) addValue(axis, numberText(value));
}

void addWhole(SweepAxis& axis, const Field& field, double here, std::size_t count) {
    const ValueScale scale = scaleOf(field, here, here);
    std::vector<double> values{here};
    const std::size_t most = std::min(kMostSteps, std::max<std::size_t>(1, count / 2));
    for (std::size_t i = 0; i < most; ++i) {
        const double down = scale.next(values.front(), -1), up = scale.next(values.back(), +1);
        if (down < values.front()) values.insert(values.begin(), down);
        if (up > values.back()) values.push_back(up);
    }
    for (double value : values) addValue(axis, numberText(value));
}

void addReal(SweepAxis& axis, const Field& field, double here, std::size_t count) {
    const ValueScale scale = scaleOf(field, here, here);
    const bool log = field.scale != Scale::Linear && here > 0;
    const double low = log ? std::max(field.min, here / kSpan) : scale.low;
    const double high = log ? std::min(field.max, here * kSpan) : scale.high;
    const auto last = static_cast<double>(std::max<std::size_t>(2, count) - 1);
    for (double i = 0; i <= last; ++i) {
        const double share = i / last;
        addValue(axis,
                 rounded(log && low > 0 ? low * std::pow(high / low, share) : low + (high - low) * share));
    }
}

/// Of a field that the scenario leaves open.
void addRange(SweepAxis& axis, const Field& field, std::size_t count) {
    const ValueScale scale = scaleOf(field, std::nullopt, std::nullopt);
    if (field.scale == Scale::Linear || field.kind == FieldKind::Integer)
        return addWhole(
            axis, field,
            std::round(std::max({1.0, field.min, std::sqrt(std::max(1.0, scale.low) * scale.high)})), count);
    const auto last = static_cast<double>(std::max<std::size_t>(2, count) - 1);
    for (double i = 0; i <= last; ++i)
        addValue(axis, rounded(scale.low * std::pow(scale.high / scale.low, i / last)));
}

bool isFast(const FieldMapPlan& plan) {
    return plan.base.train && findEstimateMetric(plan.metric->key);
}

} // namespace

Result<SweepAxis> mapAxis(const Scenario& base, const Catalog& catalog, std::string_view text,
                          std::size_t count) {
    if (text.find('=') != std::string_view::npos) return parseAxis(text);
    SweepAxis axis{std::string(text), {}};
    const Field* field = findField(axis.key);
    if (!field)
        return Problem{.key = axis.key, .rule = say("there is no such key (see `moe-explorer fields`)")};
    const FieldValue value = field->get(base);
    switch (field->kind) {
    case FieldKind::Flag: axis.values = {"false", "true"}; return axis;
    case FieldKind::Choice: axis.values = field->choices; break;
    case FieldKind::Text: break;
    case FieldKind::Integer:
    case FieldKind::Real:
        const double* here = std::get_if<double>(&value);
        if (!here) {
            addRange(axis, *field, count);
            break;
        }
        if (field->scale == Scale::Divisor)
            addDivisors(axis, *field, base, catalog, *here);
        else if (field->kind == FieldKind::Integer)
            addWhole(axis, *field, *here, count);
        else
            addReal(axis, *field, *here, count);
    }
    if (axis.values.empty())
        return Problem{.key = axis.key, .rule = say("needs values: key=v1,v2,… or key=from:to:count")};
    return axis;
}

FieldMapRow fieldMapRow(const FieldMapPlan& plan, const Catalog& catalog, std::size_t y) {
    FieldMapRow row;
    row.cells.resize(plan.x.values.size());
    const EstimateMetric* fast = isFast(plan) ? findEstimateMetric(plan.metric->key) : nullptr;
    const Field *xField = findField(plan.x.key), *yField = findField(plan.y.key);
    Scenario scenario = plan.base;
    const bool set = yField->set(scenario, parseField(*yField, plan.y.values[y]).value);
    for (std::size_t x = 0; x < row.cells.size(); ++x) {
        FieldMapCell& cell = row.cells[x];
        cell.value = std::numeric_limits<double>::quiet_NaN();
        Problems problems;
        if (!set || !xField->set(scenario, parseField(*xField, plan.x.values[x]).value))
            problems.push_back({.key = plan.x.key, .rule = say("cannot be set in this scenario")});
        else
            problems = brokenRules(scenario, catalog);
        if (!problems.empty()) {
            Message rule = say("%1: %2", problems.front().key, problems.front().rule);
            const auto known = std::find(row.rules.begin(), row.rules.end(), rule);
            cell.rule = static_cast<std::int32_t>(known - row.rules.begin());
            if (known == row.rules.end()) row.rules.push_back(std::move(rule));
        } else if (fast) {
            const Estimate made = estimate(scenario, catalog);
            cell.value = fast->value(made).value_or(cell.value);
            cell.fits = made.fits;
        } else {
            const Report report = evaluate(scenario, catalog, Detail::Numbers);
            cell.value = plan.metric->value(report).value_or(cell.value);
            cell.fits = verdict(report, {plan.metric});
        }
    }
    return row;
}

std::optional<double> placeOnAxis(const SweepAxis& axis, const Scenario& base) {
    const Field* field = findField(axis.key);
    const std::string here = fieldText(field->get(base));
    const auto same = std::find(axis.values.begin(), axis.values.end(), here);
    if (same != axis.values.end()) return static_cast<double>(same - axis.values.begin());
    const std::optional<double> value = parseNumber(here);
    if (!value) return std::nullopt;
    for (std::size_t i = 0; i + 1 < axis.values.size(); ++i) {
        const std::optional<double> low = parseNumber(axis.values[i]), high = parseNumber(axis.values[i + 1]);
        if (low && high && *value > *low && *value < *high)
            return static_cast<double>(i) + (*value - *low) / (*high - *low);
    }
    return std::nullopt;
}

} // namespace moe
