#include "models/engine/compare.h"

#include "models/engine/terms.h"

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

} // namespace

std::optional<double> MetricLine::change(std::size_t column) const {
    if (!values.front() || !values[column]) return std::nullopt;
    return *values[column] - *values.front();
}

std::optional<double> MetricLine::relativeChange(std::size_t column) const {
    const std::optional<double> by = change(column);
    if (!by || *values.front() == 0) return std::nullopt;
    return *by / std::abs(*values.front());
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
        }
        if (any) made.metrics.push_back(std::move(line));
    }
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
