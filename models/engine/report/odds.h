// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How likely a verdict holds, from how far predictions were off: the one origin of every "with 93 %".
//
// Residuals are taken as log-normal about the prediction: chance = Φ(ln(limit/predicted)/σ), where a band
// that holds a share s of the runs is z(s) σ wide on either side, z(0.9) = 1.645, z(0.8) = 1.282. That says
// what the runs say, no more: a model or software unlike theirs may be further off.

#include "models/engine/report/report.h"

#include <optional>
#include <vector>

namespace moe {

/// Nine of ten of the published figures of what the allocator reserved and what a device held lie within it
/// (`moe-explorer validate`, reserved and device memory, 8 rows: the largest). Peaks of what is allocated are
/// met within 4.4 %; a verdict is about the device.
inline constexpr double kDeviceNinety = 0.204;

/// Odds beyond it are not worth a word: all but sure.
inline constexpr double kSureOdds = 0.995;

/// Chance that what is predicted is at most `limit`, where a central share of 0.8 or 0.9 of the runs lies
/// between `low` and `high`; each side has a width of its own. 0 or 1 where that side has none.
double chanceInBand(double predicted, double low, double high, double share, double limit);
/// The same with nine of ten within a factor of 1 + `ninety` on either side.
double chanceWithin(double predicted, double limit, double ninety);

/// The same with four of five of one's own runs within a factor of 1 + `error`.
double chanceWithinOwn(double predicted, double limit, double error);

/// Share that four of five runs of a machine are off by, of its residuals ln(measured/predicted), one of each
/// scenario: σ² = (σ₀² + Σ r²)/(1 + n). What published devices were off by, σ₀, counts as one run more, so
/// that one run that happens to be right does not make sure.
double ownMemoryError(const std::vector<double>& residuals);
/// The same of published devices alone.
double publishedMemoryError();

/// That training fits into the device's memory; absent without a prediction. By train.memory_error where the
/// scenario has it.
std::optional<double> chanceFits(const MemoryReport& memory);
std::optional<double> chanceFits(const Report& report);
/// That a server does: by serve.memory_error, absent without it, as no figure of a server is published.
std::optional<double> chanceServes(const Report& report);

/// Odds of a verdict that stands: of "does not fit" they are the other way round. Absent where it is all but
/// sure. Whole percents.
std::optional<int> oddsOf(Fit verdict, const std::optional<double>& chanceItFits);
/// Whole percents of a chance, from 1 to 99: runs that are few never say never.
int oddsPercent(double chance);

} // namespace moe
