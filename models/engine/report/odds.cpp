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

std::optional<double> chanceFits(const MemoryReport& memory) {
    if (!(memory.device.base > 0)) return std::nullopt;
    return chanceWithin(memory.device.base, memory.capacity.base, kDeviceNinety);
}

std::optional<double> chanceFits(const Report& report) {
    return report.memory ? chanceFits(*report.memory) : std::nullopt;
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
