// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios side by side: what differs in the inputs, what that changes in the results, which terms carry the
// change; and measured values of training logs beside what is predicted for them.

#include "data/message.h"
#include "models/engine/measured/cases.h"
#include "models/engine/measured/log_curve.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"

#include <string>
#include <vector>

namespace moe {

/// One scenario and, when it comes from a log, what was measured. The first column is the base.
struct ComparedColumn {
    std::string name;
    Report report;
    std::vector<Measured> measured;
    std::vector<Message> assumptions;
    LogCurve curve = {};                                           ///< of a log
    int mark = kByPlace;                                           ///< letter and colour
    static constexpr int kByPlace = -1, kCurrent = -2, kBase = -3; ///< else of a pin: 0 = A, 1 = B, …
};

/// A knob that is not the same in every column.
struct InputDifference {
    const Field* field = nullptr;
    std::vector<FieldValue> values; ///< one per column
};

struct MetricLine {
    const Metric* metric = nullptr;
    std::vector<std::optional<double>> values; ///< one per column
    std::vector<bool> apart = {};              ///< columns that are not measured as the first (ruler.h)
    /// Against the first column; absent when either value is or they are not measured alike, relative also
    /// when the base is 0.
    std::optional<double> change(std::size_t column) const;
    std::optional<double> relativeChange(std::size_t column) const;
    bool isApart(std::size_t column) const { return column < apart.size() && apart[column]; }
};

/// One part of the step or of the heaviest stage's memory; only parts that any column changes by at least 1 %
/// of the largest change are listed.
struct TermLine {
    const char* key = "";
    const char* label = "";
    const char* unit = "";                     ///< base unit
    std::vector<std::optional<double>> values; ///< one per column
    std::optional<double> change(std::size_t column) const;
    std::optional<double> relativeChange(std::size_t column) const;
};

struct MeasuredLine {
    std::size_t column = 0;
    const CaseQuantity* quantity = nullptr;
    double measured = 0;
    std::optional<double> predicted;
    /// predicted / measured − 1.
    std::optional<double> error() const {
        return predicted ? std::optional(*predicted / measured - 1) : std::nullopt;
    }
};

/// The result that predicts a measured quantity; null where no single one does.
const Metric* metricOf(const CaseQuantity& quantity);

/// A term's part of a difference, base unit; sorted by size, those below 1 % of the largest left out.
struct TermChange {
    const char* label = "";
    double change = 0;
};
/// Why a column's step time and memory differ from the base's.
struct Explanation {
    std::vector<TermChange> step, memory;
};

struct Comparison {
    std::vector<InputDifference> inputs;
    std::vector<MetricLine> metrics;    ///< those that any column has
    std::vector<TermLine> step, memory; ///< what carries the differences, largest first
    std::vector<MeasuredLine> measured;
    std::vector<Explanation> explanations; ///< one per column; the base's is empty
};
Comparison comparison(const std::vector<ComparedColumn>& columns);

/// The terms of a step that a measured difference most likely lies in: largest first, share of the step.
std::vector<TermChange> dominantTerms(const TrainReport& train, std::size_t count = 3);

} // namespace moe
