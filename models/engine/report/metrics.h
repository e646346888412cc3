// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per scalar result. Cards, heat-map colours, sweeps, the compare table and CSV loop over this table.

#include "models/engine/report/report.h"

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

enum class Better { Lower, Higher, Neither };

/// The unit of rates, spelled in one way.
inline constexpr const char* kPerSecond = "1/s";

struct Metric {
    const char* key; ///< path in the report JSON: "train.step_seconds"
    const char* group;
    const char* label;
    const char* unit; ///< base unit of the value ("B", "s"); "share" = fraction of one; "" = plain number
    Better better;
    std::optional<double> (*value)(const Report&);
    const char* formula; ///< as the Explain panel shows it
    const char* source;
    const char* assumption; ///< a sentence; may be empty
    const char* brief = ""; ///< the label beside others of the same group, where that is shorter
};

const std::vector<Metric>& metrics();
const Metric* findMetric(std::string_view key);

/// USD of a million tokens of GPUs that so many per second come from; nothing without a price or tokens.
std::optional<double> usdPerMillionTokens(double gpuHourUsd, double tokensPerSecondPerGpu);

/// What is said of a number wherever it stands: as in metrics(), or in the table beside it of numbers that a
/// search or a simulated run has and no report.
struct MetricName {
    const char* key;
    const char* label;
    const char* unit;
    Better better;
};
/// The key is one of those.
MetricName nameOf(std::string_view key);

/// Whether the memory suffices for what `shown` is of: training, serving where metrics are of it, the worse
/// of both; without training always serving. Absent where neither says.
std::optional<Fit> verdict(const Report& report, const std::vector<const Metric*>& shown);

} // namespace moe
