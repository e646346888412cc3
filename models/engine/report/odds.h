// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How likely a verdict holds, from how far predictions were off.
//
// Residuals are taken as log-normal about the prediction, with nine of ten within a factor of 1 + w:
// chance = Φ(ln(limit/predicted)/σ), σ = ln(1 + w)/1.645. That says what the published runs say, no more: a
// model or software unlike theirs may be further off.

#include "models/engine/report/report.h"

#include <optional>

namespace moe {

/// Nine of ten of the published figures of what the allocator reserved and what a device held lie within it
/// (`moe-explorer validate`, reserved and device memory, 8 rows: the largest). Peaks of what is allocated are
/// met within 4.4 %; a verdict is about the device.
inline constexpr double kDeviceNinety = 0.204;

/// Chance that what is predicted is at most `limit`; `ninety` is w. 0 or 1 where nothing is uncertain.
double chanceWithin(double predicted, double limit, double ninety);

/// That training fits into the device's memory; absent without a prediction.
std::optional<double> chanceFits(const Report& report);

} // namespace moe
