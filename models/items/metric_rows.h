// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The table of metrics filled from one report, as text writers and cards show it.

#include "models/engine/report/metrics.h"

#include <QString>

#include <optional>
#include <vector>

namespace moe::items {

struct MetricRow {
    const Metric* metric = nullptr;
    std::optional<double> value; ///< base unit; absent when the model cannot say or the number is not finite
    QString human;               ///< "61.3 GiB"; "–" without a value
    QString origin;              ///< "measured", "fitted", "Step Law"…; empty where there is only one way
};

/// Every metric, in the order of metrics().
std::vector<MetricRow> metricRows(const Report& report);

/// How the step's parts were found: "analytic", "interpolated, analytic"; empty without training.
QString timeOrigin(const Report& report);

/// "fits", "tight", "does not fit".
QString fitText(Fit fit);

/// A value beside the same value of the base report.
struct MetricChange {
    QString text;      ///< "−0.031", "+9.0 %", "×2.5", "="; empty when either value is missing
    int direction = 0; ///< sign of value − base after rounding
    int judgement = 0; ///< 1 better, −1 worse, 0 neither
};
enum class ChangeStyle { Absolute, Relative };
MetricChange metricChange(std::optional<double> value, std::optional<double> base, const QString& unit,
                          Better better, ChangeStyle style);

} // namespace moe::items
