// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search_goal.h"

#include "data/number.h"
#include "data/quantity.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/schedule/schedules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace moe {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Does the objective want what the metric counts as better? Only then is an optimistic value optimistic
/// here.
bool wantsBetter(const EstimateMetric& metric, bool high) {
    return metric.better == (high ? Better::Higher : Better::Lower);
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

double joined(const std::vector<Objective>& objectives, auto&& cost) {
    if (objectives.size() == 1) return cost(objectives.front());
    double sum = 0;
    for (const Objective& objective : objectives) {
        const double value = cost(objective);
        const double sign = objective.maximise ? -1 : 1;
        if (std::isinf(value)) return value;
        sum += objective.weight * sign * std::log(std::max(sign * value, 1e-300));
    }
    return sum;
}

} // namespace

const std::vector<EstimateMetric>& estimateMetrics() {
    using E = const Estimate&;
    using Value = std::optional<double>;
    static const std::vector<EstimateMetric> rows{
        {nameOf("memory.static_bytes"), [](E e) -> Value { return e.fixed.base; }},
        {nameOf("memory.peak_bytes"), [](E e) -> Value { return e.peak.base; }},
        {nameOf("memory.reserved_bytes"), [](E e) -> Value { return e.reserved.base; }},
        {nameOf("memory.device_bytes"), [](E e) -> Value { return e.device.base; }},
        {nameOf("train.step_seconds"), [](E e) -> Value { return e.step.base; }},
        {nameOf("train.tokens_per_second"), [](E e) -> Value { return e.tokensPerSecond; }},
        {nameOf("train.tokens_per_second_per_gpu"), [](E e) -> Value { return e.tokensPerSecondPerGpu; }},
        {nameOf("train.model_tflops_per_gpu"), [](E e) -> Value { return e.modelTflopsPerGpu; }},
        {nameOf("train.mfu"), [](E e) -> Value { return e.mfu; }},
        {nameOf("train.bubble_fraction"), [](E e) -> Value { return e.bubbleFraction; }},
        {nameOf("train.gpu_hours"), [](E e) { return e.gpuHours; }},
        {nameOf("train.days"), [](E e) { return e.days; }},
        {nameOf("train.usd"), [](E e) { return e.usd; }},
        {nameOf("train.energy_kwh"), [](E e) { return e.energyKwh; }},
        {nameOf("energy.kwh_per_step"), [](E e) { return e.kwhPerStep; }},
        {nameOf("energy.joules_per_trained_token"), [](E e) { return e.joulesPerToken; }},
        {nameOf("power.train_w"), [](E e) { return e.trainW; }},
        {nameOf("power.rack_kw"), [](E e) { return e.rackKw; }},
    };
    return rows;
}

const EstimateMetric* findEstimateMetric(std::string_view key) {
    for (const EstimateMetric& row : estimateMetrics()) {
        if (key == row.key) return &row;
    }
    return nullptr;
}

std::string estimateMetricNames() {
    std::string names;
    for (const EstimateMetric& row : estimateMetrics())
        names += (names.empty() ? "" : ", ") + std::string(row.key);
    return names;
}

double Objective::cost(const Estimate& estimate) const {
    const std::optional<double> value = metric->value(estimate);
    return value ? (maximise ? -*value : *value) : kNever;
}

const char* relationText(Relation relation) {
    switch (relation) {
    case Relation::AtMost: return "<=";
    case Relation::Below: return "<";
    case Relation::AtLeast: return ">=";
    case Relation::Above: return ">";
    case Relation::Unequal: return "!=";
    case Relation::Equal: break;
    }
    return "=";
}

bool holds(double value, Relation relation, double limit) {
    switch (relation) {
    case Relation::AtMost: return value <= limit;
    case Relation::Below: return value < limit;
    case Relation::AtLeast: return value >= limit;
    case Relation::Above: return value > limit;
    case Relation::Unequal: return value != limit;
    case Relation::Equal: break;
    }
    return value == limit;
}

std::optional<RelationText> relationIn(std::string_view text) {
    const std::size_t at = text.find_first_of("<>=!");
    if (at == std::string_view::npos || at == 0) return std::nullopt;
    std::string_view rest = text.substr(at + 1);
    const bool orEqual = !rest.empty() && rest.front() == '=';
    if (text[at] == '!' && !orEqual) return std::nullopt;
    if (orEqual) rest.remove_prefix(1);
    RelationText parts{trimmed(text.substr(0, at)), trimmed(rest)};
    parts.relation = text[at] == '<'   ? (orEqual ? Relation::AtMost : Relation::Below)
                     : text[at] == '>' ? (orEqual ? Relation::AtLeast : Relation::Above)
                     : text[at] == '!' ? Relation::Unequal
                                       : Relation::Equal;
    return parts;
}

Result<Objective> parseObjective(std::string_view text, bool maximise) {
    Objective objective{nullptr, maximise, 1};
    std::string_view key = trimmed(text);
    if (const std::size_t colon = key.find(':'); colon != std::string_view::npos) {
        const std::optional<double> weight = parseNumber(key.substr(colon + 1));
        if (!weight || !(*weight > 0) || std::isinf(*weight))
            return Problem{.rule = say("the weight must be a number above 0"), .value = std::string(text)};
        objective.weight = *weight;
        key = key.substr(0, colon);
    }
    objective.metric = findEstimateMetric(key);
    if (!objective.metric)
        return Problem{.rule = say("must be one of %1", estimateMetricNames()), .value = std::string(text)};
    return objective;
}

Result<Condition> parseCondition(std::string_view text) {
    const auto broken = [&](Message rule) {
        return Problem{.rule = std::move(rule), .value = std::string(text)};
    };
    const std::optional<RelationText> parts = relationIn(text);
    if (!parts) return broken(say("must be key<=value, key>=value, or key=value"));
    const std::string_view key = parts->key, rest = parts->rest;
    Condition condition;
    condition.relation = parts->relation;
    if (key == "train.recompute") {
        const bool named = condition.relation == Relation::Equal || condition.relation == Relation::Unequal;
        if (!named || !parseList(rest, condition.recompute))
            return broken(say("must be train.recompute=none, full, op-level or parts"));
        return condition;
    }
    if (key == "train.schedule") {
        const ScheduleRow* row = findSchedule(rest);
        if (condition.relation != Relation::Equal || (!row && rest != "auto" && rest != "any"))
            return broken(say("must be train.schedule=any, auto or the name of a schedule"));
        condition.ofSchedule = true;
        condition.anySchedule = rest == "any";
        if (row) condition.schedule = row->kind;
        return condition;
    }
    condition.metric = findEstimateMetric(key);
    if (const LayoutKey* row = findLayoutKey(key)) condition.member = row->member;
    if (!condition.metric && !condition.member) {
        std::string keys;
        for (const LayoutKey& row : layoutKeys()) keys += std::string(", ") + row.key;
        return broken(say("the key must be one of %1, train.recompute",
                          estimateMetricNames() + keys + ", train.schedule"));
    }
    const Metric* metric = condition.metric ? findMetric(condition.metric->key) : nullptr;
    const char* unit = metric ? metric->unit : "";
    const TypedQuantity limit = readQuantity(rest, unit);
    if (!limit.value || !std::isfinite(*limit.value))
        return broken(withUnit(say("expected a number after the relation"), unit, limit));
    condition.limit = *limit.value;
    return condition;
}

std::vector<std::string> conditionTexts(std::string_view line) {
    std::vector<std::string> texts;
    while (true) {
        const std::size_t end = std::min(line.find(','), line.size());
        const std::string_view part = trimmed(line.substr(0, end));
        if (part.find_first_of("<>=!") == std::string_view::npos && !part.empty() && !texts.empty())
            texts.back() += ',' + std::string(part);
        else if (!part.empty())
            texts.emplace_back(part);
        if (end == line.size()) return texts;
        line.remove_prefix(end + 1);
    }
}

SearchGoal searchGoal(std::vector<Objective> objectives, std::vector<Condition> conditions) {
    SearchGoal goal;
    goal.objectives = std::move(objectives);
    goal.conditions = std::move(conditions);
    goal.x = goal.objectives.front();
    const bool ofMemory = std::string_view(goal.x.metric->key).substr(0, 7) == "memory.";
    goal.y = goal.objectives.size() > 1
                 ? goal.objectives[1]
                 : Objective{findEstimateMetric(ofMemory ? "train.step_seconds" : "memory.device_bytes"),
                             false, 1};
    return goal;
}

double SearchGoal::score(const Estimate& estimate) const {
    return joined(objectives, [&](const Objective& objective) { return objective.cost(estimate); });
}

bool SearchGoal::allows(const Layout& layout, const LayoutSpace& space) const {
    return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
        if (c.metric) return true;
        if (c.member) return holds(layout.*c.member, c.relation, c.limit);
        if (c.anySchedule) return true;
        if (c.ofSchedule) return space.schedules[static_cast<std::size_t>(layout.schedule)] == c.schedule;
        return c.allows(space.recomputes[static_cast<std::size_t>(layout.recompute)]);
    });
}

bool SearchGoal::allows(const Estimate& estimate) const {
    if (mustFit && estimate.fits == Fit::No) return false;
    return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
        if (!c.metric) return true;
        const std::optional<double> value = c.metric->value(estimate);
        return value && holds(*value, c.relation, c.limit);
    });
}

double OptimisticGoal::cost(const Objective& objective, const Estimate& best) const {
    return wantsBetter(*objective.metric, objective.maximise) ? objective.cost(best) : -kNever;
}

double OptimisticGoal::score(const Estimate& best) const {
    return joined(goal->objectives, [&](const Objective& objective) { return cost(objective, best); });
}

bool OptimisticGoal::allows(const Estimate& best) const {
    if (goal->mustFit && best.fits == Fit::No) return false;
    return std::all_of(goal->conditions.begin(), goal->conditions.end(), [&](const Condition& c) {
        if (!c.metric || c.relation == Relation::Equal || c.relation == Relation::Unequal) return true;
        const bool high = c.relation == Relation::AtLeast || c.relation == Relation::Above;
        const std::optional<double> value = c.metric->value(best);
        return !wantsBetter(*c.metric, high) || !value || holds(*value, c.relation, c.limit);
    });
}

} // namespace moe
