// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/reliability/failures.h"

#include <algorithm>
#include <cmath>

namespace moe {

Seconds timeBetweenFailures(double nodes, double perNodeDay) {
    return {86400 / (nodes * perNodeDay)};
}

double efficiency(const FailureTimes& t, Seconds interval) {
    if (!(interval.base > 0)) return 0;
    return interval / (std::expm1((interval + t.blocking) / t.between) * (t.between + t.restart));
}

double firstOrderEfficiency(const FailureTimes& t, Seconds interval) {
    return (1 - (t.restart + 0.5 * interval) / t.between) / (1 + t.blocking / interval);
}

Seconds bestInterval(const FailureTimes& t) {
    // f(τ) = 1 − τ/M − e^(−(τ + w)/M) falls from above 0 at 0 to below 0 at M.
    const double w = t.blocking / t.between;
    double low = 0, high = 1;
    for (int i = 0; i < 200 && low < high; ++i) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) break;
        (-std::expm1(-(middle + w)) - middle > 0 ? low : high) = middle;
    }
    return high * t.between;
}

Seconds youngInterval(const FailureTimes& t) {
    return {std::sqrt(2 * t.blocking.base * t.between.base)};
}

Seconds dalyInterval(const FailureTimes& t) {
    return std::max(Seconds{}, youngInterval(t) - t.blocking);
}

Seconds availabilityInterval(const FailureTimes& t) {
    const double w = t.blocking.base;
    return {w + std::sqrt(2 * (t.between + t.restart).base * w + w * w)};
}

double spareNodes(double underRepair) {
    constexpr double kChance = 0.05;
    // From far below the mean on, where what is left out is nothing; terms as logarithms, e^−mean underflows.
    double spares = std::floor(std::max(0.0, underRepair - 12 * std::sqrt(underRepair) - 12)), sum = 0;
    for (;; ++spares) {
        sum += std::exp(spares * std::log(std::max(underRepair, 1e-300)) - underRepair -
                        std::lgamma(spares + 1));
        if (1 - sum < kChance) return spares;
        if (spares > underRepair + 12 * std::sqrt(underRepair) + 12) return spares;
    }
}

} // namespace moe
