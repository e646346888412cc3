// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/report/odds.h"

#include <algorithm>
#include <cmath>

namespace moe {

/// Standard deviations of a normal variable within which a central share of it lies.
static double deviationsOf(double share) {
    constexpr double kEighty = 1.2815515655446004, kNinety = 1.6448536269514722;
    return share < 0.85 ? kEighty : kNinety;
}

double chanceInBand(double predicted, double low, double high, double share, double limit) {
    if (!(predicted > 0) || !(limit > 0)) return predicted <= limit ? 1 : 0;
    const double width = limit < predicted ? std::log(predicted / low) : std::log(high / predicted);
    if (!(width > 0)) return predicted <= limit ? 1 : 0;
    const double deviations = std::log(limit / predicted) / width * deviationsOf(share);
    return 0.5 * std::erfc(-deviations / std::sqrt(2.0));
}

double chanceWithin(double predicted, double limit, double ninety) {
    return chanceInBand(predicted, predicted / (1 + ninety), predicted * (1 + ninety), 0.9, limit);
}

double publishedMemoryError() {
    return ownMemoryError({});
}

double chanceWithinOwn(double predicted, double limit, double error) {
    return chanceInBand(predicted, predicted / (1 + error), predicted * (1 + error), 0.8, limit);
}

double ownMemoryError(const std::vector<double>& residuals) {
    double squares = std::pow(std::log1p(kDeviceNinety) / deviationsOf(0.9), 2);
    for (const double residual : residuals) squares += residual * residual;
    return std::expm1(deviationsOf(0.8) * std::sqrt(squares / static_cast<double>(1 + residuals.size())));
}

std::optional<double> chanceFits(const MemoryReport& memory) {
    const double device = memory.device.base, capacity = memory.capacity.base;
    if (!(device > 0)) return std::nullopt;
    return memory.ownError ? chanceWithinOwn(device, capacity, *memory.ownError)
                           : chanceWithin(device, capacity, kDeviceNinety);
}

std::optional<double> chanceFits(const Report& report) {
    return report.memory ? chanceFits(*report.memory) : std::nullopt;
}

std::optional<double> chanceServes(const Report& report) {
    return report.serve ? report.serve->fitChance : std::nullopt;
}

int oddsPercent(double chance) {
    return static_cast<int>(std::clamp(std::round(100 * chance), 1.0, 99.0));
}

std::optional<int> oddsOf(Fit verdict, const std::optional<double>& chanceItFits) {
    if (!chanceItFits) return std::nullopt;
    const double says = verdict == Fit::No ? 1 - *chanceItFits : *chanceItFits;
    return says >= kSureOdds ? std::nullopt : std::optional(oddsPercent(says));
}

} // namespace moe
