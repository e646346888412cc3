// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/field_map.h"

#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/edits/value_scale.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/estimate.h"
#include "models/engine/search/search_goal.h"
#include "models/engine/shape/machine.h"
#include "models/engine/time/simulated_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <variant>

namespace moe {
namespace {

constexpr double kSpan = 8;           ///< log axes reach from 1/8 to 8 times the scenario's value
constexpr std::size_t kMostSteps = 6; ///< notches either way on axes of counts
constexpr int kDigits = 4;            ///< of steps on linear axes
constexpr int kLogDigits = 2; ///< of steps in constant ratios, of which one more is a digit nobody set
constexpr double kSame = 1e-9;

/// A step of a constant ratio; at the ends of the range rounding may go beyond.
std::string ofRatio(const Field& field, double value) {
    const std::string text = rounded(value, kLogDigits);
    return parseField(field, text).rule.empty() ? text : rounded(value, kDigits);
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
        if (!log || !(low > 0)) {
            addValue(axis, rounded(low + (high - low) * share, kDigits));
            continue;
        }
        const double value = low * std::pow(high / low, share);
        addValue(axis, std::abs(value / here - 1) < kSame ? numberText(here) : ofRatio(field, value));
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
        addValue(axis, ofRatio(field, scale.low * std::pow(scale.high / scale.low, i / last)));
}

/// Fields that say how fast machines are and nothing else: what they hold and whether the scenario is valid
/// stays as it is from one number to another.
constexpr std::array kSpeeds{"gpu.bf16_tflops",
                             "gpu.bandwidth_tbps",
                             "gpu.mfu",
                             "gpu.bandwidth_util",
                             "gpu.power_w",
                             "cluster.nvlink_gbps",
                             "cluster.nic_gbps",
                             "cluster.nics_per_node",
                             "cluster.network_util",
                             "cluster.leaf_ports",
                             "cluster.oversubscription",
                             "cluster.overlap"};

bool isSpeed(std::string_view key) {
    return std::find(kSpeeds.begin(), kSpeeds.end(), key) != kSpeeds.end();
}
/// Whether it leaves the network as it is; the other speeds leave what a GPU does alone.
bool isOfGpu(std::string_view key) {
    return key.starts_with("gpu.");
}

} // namespace

/// What a GPU runs alone, whatever network it has.
struct FieldMapper::Kernels {
    std::vector<LayerOperators> layers; ///< by type; empty: not known
    Cost headProducts, headLoss, mtpProjection;
};

/// Estimates of a valid scenario that changes in such fields alone.
class FieldMapper::Paced {
public:
    Paced(Scenario scenario, const Catalog& catalog, SchedulePlans& plans)
        : m_scenario(std::move(scenario)),
          m_catalog(&catalog),
          m_setup(setupOf(m_scenario, catalog)),
          m_model(stepModel(m_setup)),
          m_memory(memorySummary(m_setup, m_model.layers)) {
        m_model.plans = &plans;
        if (isSimulated(m_setup)) m_shapes = stepShapes(m_setup);
    }
    Paced(const Paced& other)
        : m_scenario(other.m_scenario),
          m_catalog(other.m_catalog),
          m_setup(other.m_setup),
          m_model(other.m_model),
          m_memory(other.m_memory),
          m_shapes(other.m_shapes) {
        m_setup.scenario = &m_scenario;
        m_model.setup = &m_setup;
    }
    Paced& operator=(const Paced&) = delete;

    bool set(const Field& field, const FieldValue& value) { return field.set(m_scenario, value); }
    /// What changed; of a schedule that is simulated all but its run. `kernels`: of the GPU as it is set, or
    /// empty, and then they are left there.
    void readAgain(Kernels& kernels) {
        readMachine(m_setup, *m_catalog);
        m_model.rates = ratesOf(m_setup);
        if (kernels.layers.empty()) {
            readKernels(m_model);
            for (const TypeTime& type : m_model.types) kernels.layers.push_back(type.operators);
            kernels.headProducts = m_model.headProducts;
            kernels.headLoss = m_model.headLoss;
            kernels.mtpProjection = m_model.mtpProjection;
        } else {
            for (std::size_t i = 0; i < m_model.types.size(); ++i)
                m_model.types[i].operators = kernels.layers[i];
            m_model.headProducts = kernels.headProducts;
            m_model.headLoss = kernels.headLoss;
            m_model.mtpProjection = kernels.mtpProjection;
        }
        readExchanges(m_model);
        readRecompute(m_model);
        readPipeline(m_model);
        if (m_shapes) readStep(m_step, m_model, *m_shapes);
    }
    /// Null where there is nothing to run.
    const PipelineWork* work() const { return m_shapes ? &m_step.work : nullptr; }
    Estimate made(const SchedulePlan::Ends& run) const {
        return estimate(m_memory, m_model,
                        m_shapes ? simulatedStep(m_model, m_step, run) : stepTime(m_model));
    }

private:
    Scenario m_scenario;
    const Catalog* m_catalog;
    Setup m_setup;
    StepModel m_model;
    MemorySummary m_memory;
    std::optional<StepShapes> m_shapes; ///< of a schedule that is simulated
    UnrunStep m_step;
};

namespace {

FieldMapCell cellOf(const EstimateMetric& metric, const Estimate& made) {
    return {metric.value(made).value_or(std::numeric_limits<double>::quiet_NaN()), made.fits};
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

FieldMapper::FieldMapper(const FieldMapPlan& plan, const Catalog& catalog)
    : m_plan(&plan), m_catalog(&catalog), m_x(findField(plan.x.key)), m_y(findField(plan.y.key)) {
    for (const std::string& text : plan.x.values) m_values.push_back(parseField(*m_x, text).value);
    // Energy of a step of reinforcement learning is of more than the layout that trains.
    const bool reinforces = plan.base.rl || plan.x.key.starts_with("rl.") || plan.y.key.starts_with("rl.");
    const bool ofStep = std::string_view(plan.metric->key).starts_with("energy.");
    if (plan.base.train && !(reinforces && ofStep)) m_fast = findEstimateMetric(plan.metric->key);
}
FieldMapper::~FieldMapper() = default;
FieldMapper::FieldMapper(const FieldMapper& other) : FieldMapper(*other.m_plan, *other.m_catalog) {}

void FieldMapper::finish(std::vector<FieldMapCell*>& cells) {
    std::array<const PipelineWork*, SchedulePlan::kLanes> works{};
    std::array<SchedulePlan::Ends, SchedulePlan::kLanes> ends;
    for (std::size_t i = 0; i < cells.size(); ++i) works[i] = m_paced[i]->work();
    if (!cells.empty() && works[0])
        m_schedules.run(std::span(works).first(cells.size()), std::span(ends).first(cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) *cells[i] = cellOf(*m_fast, m_paced[i]->made(ends[i]));
    cells.clear();
}

FieldMapper::Kernels& FieldMapper::kernelsOf(std::size_t x) {
    const bool each = isOfGpu(m_plan->x.key);
    m_kernels.resize(each ? m_values.size() : 1);
    Kernels& kernels = m_kernels[each ? x : 0];
    return kernels;
}

FieldMapRow FieldMapper::row(std::size_t y) {
    FieldMapRow row;
    row.cells.resize(m_values.size());
    Scenario scenario = m_plan->base;
    const FieldValue value = parseField(*m_y, m_plan->y.values[y]).value;
    const bool set = m_y->set(scenario, value);
    const bool paces = m_fast && isSpeed(m_plan->x.key);
    // A row that is another speed again goes on with what the one before found.
    const bool goesOn = isSpeed(m_plan->y.key) && std::holds_alternative<double>(value) && set;
    if (!goesOn) m_paced.clear();
    if (!goesOn || isOfGpu(m_plan->y.key)) m_kernels.clear();
    for (const std::unique_ptr<Paced>& paced : m_paced) paced->set(*m_y, value);
    std::vector<FieldMapCell*> begun; // one for each of m_paced, from the first on
    for (std::size_t x = 0; x < row.cells.size(); ++x) {
        FieldMapCell& cell = row.cells[x];
        const bool isNumber = std::holds_alternative<double>(m_values[x]);
        if (isNumber && !m_paced.empty() && m_paced[begun.size()]->set(*m_x, m_values[x])) {
            m_paced[begun.size()]->readAgain(kernelsOf(x));
            begun.push_back(&cell);
            if (begun.size() == m_paced.size()) finish(begun);
            continue;
        }
        const bool both = set && m_x->set(scenario, m_values[x]);
        Problems problems;
        if (both)
            problems = brokenRules(scenario, *m_catalog);
        else
            problems.push_back({.key = m_plan->x.key, .rule = say("cannot be set in this scenario")});
        if (!problems.empty()) {
            Message rule = say("%1: %2", problems.front().key, problems.front().rule);
            const auto known = std::find(row.rules.begin(), row.rules.end(), rule);
            cell.value = std::numeric_limits<double>::quiet_NaN();
            cell.rule = static_cast<std::int32_t>(known - row.rules.begin());
            if (known == row.rules.end()) row.rules.push_back(std::move(rule));
        } else if (paces && isNumber && m_paced.empty()) {
            m_paced.push_back(std::make_unique<Paced>(scenario, *m_catalog, m_schedules));
            while (m_paced.size() < SchedulePlan::kLanes)
                m_paced.push_back(std::make_unique<Paced>(*m_paced.front()));
            m_paced.front()->readAgain(kernelsOf(x));
            begun.push_back(&cell);
        } else if (m_fast) {
            cell = cellOf(*m_fast, estimate(setupOf(scenario, *m_catalog), &m_schedules));
        } else {
            const Report report = evaluateFor({m_plan->metric}, scenario, *m_catalog);
            cell.value = m_plan->metric->value(report).value_or(std::numeric_limits<double>::quiet_NaN());
            cell.fits = verdict(report, {m_plan->metric});
        }
    }
    finish(begun);
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
