// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/explore/explore.h"

#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/time/step_terms.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Shown where the scenario has them, in this order.
constexpr const char* kShown[] = {"loss.value",
                                  "memory.device_bytes",
                                  "train.step_seconds",
                                  "train.mfu",
                                  "train.tokens_per_second_per_gpu",
                                  "train.days",
                                  "train.usd",
                                  "serve.device_bytes",
                                  "serve.ttft_seconds",
                                  "serve.tpot_seconds",
                                  "serve.tokens_per_second_per_gpu",
                                  "serve.requests_per_second",
                                  "serve.usd_per_million_tokens"};

constexpr double kMostDegree = 256;

/// Values that are typed for a knob: powers of two of a degree, doublings around the base's of other numbers,
/// every choice of a list.
std::vector<std::string> valuesAround(const Field& field, const std::string& base) {
    if (field.kind != FieldKind::Integer && field.kind != FieldKind::Real) return field.choices;
    const std::optional<double> own = parseNumber(base);
    const bool degree = std::string_view(field.key).starts_with("parallel.");
    std::vector<double> values;
    if (degree || !own || !(*own > 0)) {
        for (double value = 1; value <= kMostDegree; value *= 2) values.push_back(value);
    } else {
        for (int step = -4; step <= 4; ++step) values.push_back(*own * std::exp2(step));
    }
    std::vector<std::string> texts;
    for (double value : values) {
        if (field.kind == FieldKind::Integer) value = std::round(value);
        if (value < field.min || value > field.max || (field.kind == FieldKind::Integer && value < 1))
            continue;
        const std::string text = numberText(value);
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
    }
    return texts;
}

/// In the order of a slider.
void insert(std::vector<std::string>& values, const std::string& own, const Field& field) {
    if (std::find(values.begin(), values.end(), own) != values.end()) return;
    const std::optional<double> number = parseNumber(own);
    auto at = values.begin();
    if (number && field.kind != FieldKind::Text)
        at = std::find_if(values.begin(), values.end(), [&](const std::string& value) {
            const std::optional<double> other = parseNumber(value);
            return other && *other > *number;
        });
    values.insert(at, own);
}

std::string valueOf(const Field& field, const Scenario& scenario) {
    return fieldText(field.get(scenario));
}

ExploredPart part(const char* key, const char* label, double value) {
    return {key, label, value};
}

void stackTraining(ExploredPoint& point, const Report& report) {
    if (report.memory) {
        const StageMemory& stage = report.memory->heaviest();
        double sum = 0;
        for (std::size_t i = 0; i < stage.terms.size(); ++i) {
            point.memory.push_back(part(memoryTerms()[i].key, memoryTerms()[i].label, stage.terms[i].base));
            sum += stage.terms[i].base;
        }
        point.memory.push_back(part("reserve", "Allocator and context", report.memory->device.base - sum));
        point.capacity = report.memory->capacity.base;
    }
    for (std::size_t i = 0; report.train && i < report.train->terms.size(); ++i)
        point.time.push_back(
            part(timeTerms()[i].key, timeTerms()[i].label, report.train->terms[i].exposed.base));
}

void stackServing(ExploredPoint& point, const ServeReport& serve) {
    const double known = (serve.weights + serve.kvCache + serve.activations + serve.buffers).base;
    point.memory = {part("weights", "Weights", serve.weights.base),
                    part("kv_cache", "KV cache", serve.kvCache.base),
                    part("activations", "Activations", serve.activations.base),
                    part("buffers", "Buffers", serve.buffers.base),
                    part("reserve", "Other", std::max(0.0, serve.device.base - known))};
    point.capacity = serve.capacity.base;
    for (const ServePart& one : serve.decodeParts)
        point.time.push_back(part(one.key, one.label, one.exposed.base));
}

} // namespace

Result<std::vector<SweepAxis>> exploreAxes(const std::vector<std::string>& asked, const Scenario& base) {
    std::vector<SweepAxis> axes;
    Problems problems;
    for (const std::string& text : asked) {
        const std::string key = text.substr(0, text.find('='));
        const Field* field = findField(key);
        if (!field) {
            problems.push_back({.key = key, .rule = say("there is no such key (see `moe-explorer fields`)")});
            continue;
        }
        SweepAxis axis{field->key, {}};
        const std::string own = valueOf(*field, base);
        if (text.size() > key.size()) {
            Result<SweepAxis> read = parseAxis(text);
            if (!read) {
                append(problems, read.error());
                continue;
            }
            axis = std::move(read).value();
        } else {
            axis.values = valuesAround(*field, own);
        }
        if (std::any_of(axes.begin(), axes.end(), [&](const SweepAxis& one) { return one.key == axis.key; }))
            problems.push_back({.key = axis.key, .rule = say("is named twice")});
        insert(axis.values, own, *field);
        if (axis.values.size() < 2)
            problems.push_back({.key = axis.key, .rule = say("has no other values: name some, KEY=v1,v2")});
        axes.push_back(std::move(axis));
    }
    if (axes.size() > kMostExploredKnobs)
        problems.push_back({.rule = say("takes %1 knobs at most", kMostExploredKnobs)});
    if (!problems.empty()) return problems;
    return axes;
}

Result<SweepPlan> explorePlan(const Scenario& base, std::vector<SweepAxis> axes, const Catalog& catalog) {
    std::vector<const Metric*> metrics;
    for (const char* key : kShown) metrics.push_back(findMetric(key));
    SweepPlan plan = gridPlan(base, std::move(axes), metrics);
    if (plan.count() > kMostExplored)
        return Problem{.rule = say("is %1 points, %2 are the most: name fewer values, KEY=v1,v2,…",
                                   plan.count(), kMostExplored)};
    std::vector<std::vector<bool>> used;
    for (const SweepAxis& axis : plan.axes) used.emplace_back(axis.values.size(), false);
    bool any = false;
    for (std::size_t i = 0; i < plan.count(); ++i) {
        if (!sweepScenario(plan, catalog, i)) continue;
        any = true;
        std::size_t rest = i;
        for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
            used[axis][rest % plan.axes[axis].values.size()] = true;
            rest /= plan.axes[axis].values.size();
        }
    }
    if (!any) return Problem{.rule = say("has no valid point")};
    for (std::size_t axis = 0; axis < used.size(); ++axis) {
        std::vector<std::string> kept;
        for (std::size_t i = 0; i < used[axis].size(); ++i)
            if (used[axis][i]) kept.push_back(plan.axes[axis].values[i]);
        plan.axes[axis].values = std::move(kept);
    }
    return plan;
}

std::size_t exploreStart(const SweepPlan& plan) {
    std::size_t index = 0;
    for (const SweepAxis& axis : plan.axes) {
        const auto at =
            std::find(axis.values.begin(), axis.values.end(), valueOf(*findField(axis.key), plan.base));
        index = index * axis.values.size() +
                (at == axis.values.end() ? 0 : static_cast<std::size_t>(at - axis.values.begin()));
    }
    return index;
}

ExploredPoint explorePoint(const SweepPlan& plan, const Catalog& catalog, std::size_t index) {
    ExploredPoint point;
    const Result<Scenario> scenario = sweepScenario(plan, catalog, index);
    if (!scenario) {
        const Problem& first = scenario.error().front();
        point.rule = say("%1: %2", first.key, first.rule);
        return point;
    }
    const Report report = evaluateFor(plan.metrics, *scenario, catalog);
    for (const Metric* metric : plan.metrics) point.metrics.push_back(metric->value(report));
    point.fits = verdict(report, plan.metrics);
    if (report.train)
        stackTraining(point, report);
    else if (report.serve)
        stackServing(point, *report.serve);
    return point;
}

} // namespace moe
