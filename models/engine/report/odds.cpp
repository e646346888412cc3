// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/report/odds.h"

#include <cmath>

namespace moe {

double chanceWithin(double predicted, double limit, double ninety) {
    if (!(predicted > 0) || !(limit > 0)) return predicted <= limit ? 1 : 0;
    constexpr double kNinety = 1.6448536269514722; // of a normal variable, nine of ten lie within
    const double sigma = std::log1p(ninety) / kNinety;
    if (!(sigma > 0)) return predicted <= limit ? 1 : 0;
    return 0.5 * std::erfc(-std::log(limit / predicted) / sigma / std::sqrt(2.0));
}

std::optional<double> chanceFits(const Report& report) {
    if (!report.memory || !(report.memory->device.base > 0)) return std::nullopt;
    return chanceWithin(report.memory->device.base, report.memory->capacity.base, kDeviceNinety);
}

} // namespace moe
