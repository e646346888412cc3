// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/compare.h"

#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/report.h"
#include "models/engine/report/ruler.h"
#include "models/engine/time/step_time_report.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

void sortBySize(std::vector<TermChange>& changes) {
    std::sort(changes.begin(), changes.end(), [](const TermChange& a, const TermChange& b) {
        return std::abs(a.change) > std::abs(b.change);
    });
    if (changes.empty()) return;
    const double least = 0.01 * std::abs(changes.front().change);
    changes.erase(std::remove_if(
                      changes.begin(), changes.end(),
                      [&](const TermChange& one) { return std::abs(one.change) < least || one.change == 0; }),
                  changes.end());
}

Explanation explanation(const Report& base, const Report& other) {
    Explanation made;
    if (base.train && other.train) {
        for (std::size_t i = 0; i < timeTerms().size(); ++i)
            made.step.push_back(
                {timeTerms()[i].label, (other.train->terms[i].exposed - base.train->terms[i].exposed).base});
    }
    if (base.memory && other.memory) {
        const StageMemory &a = base.memory->heaviest(), &b = other.memory->heaviest();
        for (std::size_t i = 0; i < memoryTerms().size(); ++i)
            made.memory.push_back({memoryTerms()[i].label, (b.terms[i] - a.terms[i]).base});
    }
    sortBySize(made.step);
    sortBySize(made.memory);
    return made;
}

using Values = std::vector<std::optional<double>>;

std::optional<double> changeOf(const Values& values, std::size_t column) {
    if (!values.front() || !values[column]) return std::nullopt;
    return *values[column] - *values.front();
}

std::optional<double> relativeChangeOf(const Values& values, std::size_t column) {
    const std::optional<double> by = changeOf(values, column);
    if (!by || *values.front() == 0) return std::nullopt;
    return *by / std::abs(*values.front());
}

double largestChange(const TermLine& line) {
    double largest = 0;
    for (std::size_t i = 1; i < line.values.size(); ++i)
        largest = std::max(largest, std::abs(line.change(i).value_or(0)));
    return largest;
}

void keepWhatCarries(std::vector<TermLine>& lines) {
    std::stable_sort(lines.begin(), lines.end(), [](const TermLine& a, const TermLine& b) {
        return largestChange(a) > largestChange(b);
    });
    const double least = lines.empty() ? 0 : 0.01 * largestChange(lines.front());
    lines.erase(std::remove_if(lines.begin(), lines.end(),
                               [least](const TermLine& line) {
                                   const double change = largestChange(line);
                                   return change == 0 || change < least;
                               }),
                lines.end());
}

std::vector<TermLine> stepLines(const std::vector<ComparedColumn>& columns) {
    std::vector<TermLine> lines;
    for (std::size_t i = 0; i < timeTerms().size(); ++i) {
        TermLine line{timeTerms()[i].key, timeTerms()[i].label, "s", {}};
        for (const ComparedColumn& column : columns)
            line.values.push_back(column.report.train
                                      ? std::optional(column.report.train->terms[i].exposed.base)
                                      : std::nullopt);
        lines.push_back(std::move(line));
    }
    keepWhatCarries(lines);
    return lines;
}

std::vector<TermLine> memoryLines(const std::vector<ComparedColumn>& columns) {
    std::vector<TermLine> lines;
    for (std::size_t i = 0; i < memoryTerms().size(); ++i) {
        TermLine line{memoryTerms()[i].key, memoryTerms()[i].label, "B", {}};
        for (const ComparedColumn& column : columns)
            line.values.push_back(column.report.memory
                                      ? std::optional(column.report.memory->heaviest().terms[i].base)
                                      : std::nullopt);
        lines.push_back(std::move(line));
    }
    keepWhatCarries(lines);
    return lines;
}

struct Prediction {
    std::string_view quantity, metric;
};
constexpr Prediction kPredictions[] = {
    {"params", "params.total"},
    {"params_per_gpu", "params.per_gpu"},
    {"allocated_bytes", "memory.static_bytes"},
    {"peak_bytes", "memory.peak_bytes"},
    {"reserved_bytes", "memory.reserved_bytes"},
    {"device_bytes", "memory.device_bytes"},
    {"step_seconds", "train.step_seconds"},
    {"tokens_per_second_per_gpu", "train.tokens_per_second_per_gpu"},
    {"tflops_per_gpu", "train.model_tflops_per_gpu"},
    {"tflops_per_gpu_full_attention", "train.model_tflops_per_gpu_full_attention"},
    {"ttft_seconds", "serve.ttft_seconds"},
    {"tpot_seconds", "serve.tpot_seconds"},
    {"latency_seconds", "serve.latency_seconds"},
};

} // namespace

const Metric* metricOf(const CaseQuantity& quantity) {
    for (const Prediction& known : kPredictions) {
        if (known.quantity == quantity.key) return findMetric(known.metric);
    }
    return nullptr;
}

std::optional<double> TermLine::change(std::size_t column) const {
    return changeOf(values, column);
}
std::optional<double> TermLine::relativeChange(std::size_t column) const {
    return relativeChangeOf(values, column);
}

std::optional<double> MetricLine::change(std::size_t column) const {
    if (isApart(column)) return std::nullopt;
    return changeOf(values, column);
}
std::optional<double> MetricLine::relativeChange(std::size_t column) const {
    if (isApart(column)) return std::nullopt;
    return relativeChangeOf(values, column);
}

Comparison comparison(const std::vector<ComparedColumn>& columns) {
    Comparison made;
    if (columns.empty()) return made;
    for (const Field& field : fields()) {
        InputDifference difference{&field, {}};
        for (const ComparedColumn& column : columns)
            difference.values.push_back(field.get(column.report.scenario));
        const bool same =
            std::all_of(difference.values.begin(), difference.values.end(),
                        [&](const FieldValue& value) { return value == difference.values.front(); });
        if (!same) made.inputs.push_back(std::move(difference));
    }
    for (const Metric& metric : metrics()) {
        MetricLine line{&metric, {}};
        bool any = false;
        for (const ComparedColumn& column : columns) {
            std::optional<double> value = metric.value(column.report);
            if (value && !std::isfinite(*value)) value.reset();
            any = any || value;
            line.values.push_back(value);
            line.apart.push_back(!hasOneRuler(metric.key, columns.front().report, column.report));
        }
        if (any) made.metrics.push_back(std::move(line));
    }
    made.step = stepLines(columns);
    made.memory = memoryLines(columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Report& report = columns[i].report;
        const std::size_t stage = report.memory ? static_cast<std::size_t>(report.memory->worst) : 0;
        for (const Measured& measured : columns[i].measured)
            made.measured.push_back(
                {i, measured.quantity, measured.value, measured.quantity->predicted(report, stage)});
        made.explanations.push_back(i == 0 ? Explanation{} : explanation(columns[0].report, report));
    }
    return made;
}

std::vector<TermChange> dominantTerms(const TrainReport& train, std::size_t count) {
    std::vector<TermChange> terms;
    for (std::size_t i = 0; i < timeTerms().size(); ++i)
        terms.push_back({timeTerms()[i].label, train.terms[i].exposed / train.step});
    sortBySize(terms);
    terms.resize(std::min(terms.size(), count));
    return terms;
}

} // namespace moe
