// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/sweep.h"

#include "data/number.h"
#include "data/quantity.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/search_goal.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr std::size_t kMostValues = 100000;

Problem broken(std::string_view text, Message rule) {
    return {.rule = std::move(rule), .value = std::string(text)};
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = text.find(at);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

Result<std::vector<std::string>> spaced(const Field& field, std::string_view text) {
    const std::vector<std::string> parts = split(text, ':');
    const std::optional<double> from = readQuantity(parts[0], field.unit).value,
                                to = readQuantity(parts[1], field.unit).value,
                                count = parseQuantity(parts[2]);
    if (!from || !to || !count || *count != std::floor(*count) || *count < 1 || *count > kMostValues)
        return broken(text, say("must be from:to:count, the count from 1 to 100000"));
    const bool log = field.scale != Scale::Linear;
    if (log && (*from <= 0 || *to <= 0))
        return broken(text, say("is spaced geometrically: both ends must be above 0"));
    std::vector<std::string> values;
    for (double i = 0; i < *count; ++i) {
        const double share = *count > 1 ? i / (*count - 1) : 0;
        double value = log ? *from * std::pow(*to / *from, share) : *from + (*to - *from) * share;
        if (i == *count - 1 && *count > 1) value = *to;
        if (field.kind == FieldKind::Integer) value = std::round(value);
        std::string shown = numberText(value);
        if (values.empty() || values.back() != shown) values.push_back(std::move(shown));
    }
    return values;
}

/// Energy of a step of reinforcement learning is of more than the layout that trains.
bool isEstimated(const std::vector<const Metric*>& metrics, const Scenario& scenario) {
    return std::all_of(metrics.begin(), metrics.end(), [&](const Metric* metric) {
        const std::string_view key = metric->key;
        return findEstimateMetric(key) != nullptr && !(scenario.rl && key.starts_with("energy."));
    });
}

} // namespace

Result<SweepAxis> parseAxis(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return broken(text, say("must be key=v1,v2,… or key=from:to:count"));
    SweepAxis axis{std::string(text.substr(0, equals)), {}};
    const Field* field = findField(axis.key);
    if (!field)
        return Problem{.key = axis.key, .rule = say("there is no such key (see `moe-explorer fields`)")};
    const std::string_view values = text.substr(equals + 1);
    const bool number = field->kind == FieldKind::Integer || field->kind == FieldKind::Real;
    if (number && std::count(values.begin(), values.end(), ':') == 2) {
        Result<std::vector<std::string>> made = spaced(*field, values);
        if (!made) return made.error();
        axis.values = *made;
    } else {
        // Lists hold commas themselves: their values are apart by semicolons.
        axis.values = split(values, field->kind == FieldKind::Text ? ';' : ',');
    }
    for (const std::string& value : axis.values) {
        const ParsedField parsed = parseField(*field, value);
        if (!parsed.rule.empty()) return Problem{.key = axis.key, .rule = parsed.rule, .value = value};
    }
    return axis;
}

std::size_t SweepPlan::count() const {
    if (axes.empty()) return rows.size();
    std::size_t product = 1;
    for (const SweepAxis& axis : axes) product *= axis.values.size();
    return product;
}

std::vector<std::string> SweepPlan::row(std::size_t index) const {
    if (axes.empty()) return rows[index];
    std::vector<std::string> values(axes.size());
    for (std::size_t i = axes.size(); i-- > 0;) {
        values[i] = axes[i].values[index % axes[i].values.size()];
        index /= axes[i].values.size();
    }
    return values;
}

SweepPlan gridPlan(const Scenario& base, std::vector<SweepAxis> axes, std::vector<const Metric*> metrics) {
    SweepPlan plan;
    plan.base = base;
    plan.axes = std::move(axes);
    for (const SweepAxis& axis : plan.axes) plan.keys.push_back(axis.key);
    plan.metrics = std::move(metrics);
    return plan;
}

Result<Scenario> sweepScenario(const SweepPlan& plan, const Catalog& catalog, std::size_t index) {
    Scenario scenario = plan.base;
    const std::vector<std::string> values = plan.row(index);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].empty()) continue;
        Problems wrong = setField(scenario, plan.keys[i], values[i]);
        if (!wrong.empty()) return wrong;
    }
    Problems problems = brokenRules(scenario, catalog);
    if (!problems.empty()) return problems;
    return scenario;
}

bool hasValidRow(const SweepPlan& plan, const Catalog& catalog) {
    const std::size_t tried = std::min<std::size_t>(plan.count(), 100000);
    for (std::size_t i = 0; i < tried; ++i)
        if (sweepScenario(plan, catalog, i)) return true;
    return false;
}

SweepCell sweepCell(const SweepPlan& plan, const Catalog& catalog, std::size_t index) {
    SweepCell cell;
    cell.values = plan.row(index);
    cell.metrics.resize(plan.metrics.size());
    const Result<Scenario> scenario = sweepScenario(plan, catalog, index);
    if (!scenario) {
        const Problem& first = scenario.error().front();
        cell.rule = say("%1: %2", first.key, first.rule);
        return cell;
    }
    if (scenario->train && isEstimated(plan.metrics, *scenario)) {
        const Estimate made = estimate(*scenario, catalog);
        for (std::size_t i = 0; i < plan.metrics.size(); ++i)
            cell.metrics[i] = findEstimateMetric(plan.metrics[i]->key)->value(made);
        cell.fits = made.fits;
        return cell;
    }
    const Report report = evaluateFor(plan.metrics, *scenario, catalog);
    for (std::size_t i = 0; i < plan.metrics.size(); ++i) cell.metrics[i] = plan.metrics[i]->value(report);
    cell.fits = verdict(report, plan.metrics);
    return cell;
}

std::pair<std::size_t, std::size_t> shardRows(std::size_t count, std::size_t index, std::size_t parts) {
    const auto edge = [&](std::size_t i) { return count / parts * i + std::min(i, count % parts); };
    return {edge(index - 1), edge(index)};
}

} // namespace moe
