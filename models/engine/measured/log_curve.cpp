// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/log_curve.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

std::optional<double> first(const std::vector<double>& values) {
    const auto found =
        std::find_if(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
    return found == values.end() ? std::nullopt : std::optional(*found);
}
std::optional<double> last(const std::vector<double>& values) {
    const auto found =
        std::find_if(values.rbegin(), values.rend(), [](double value) { return std::isfinite(value); });
    return found == values.rend() ? std::nullopt : std::optional(*found);
}

} // namespace

bool LogCurve::hasBalance() const {
    return first(balance).has_value();
}
std::optional<double> LogCurve::firstLoss() const {
    return first(loss);
}
std::optional<double> LogCurve::lastLoss() const {
    return last(loss);
}
std::optional<double> LogCurve::firstBalance() const {
    return first(balance);
}
std::optional<double> LogCurve::lastBalance() const {
    return last(balance);
}

std::optional<double> LogCurve::share() const {
    if (iteration.empty() || !(planned > 0)) return std::nullopt;
    return iteration.back() / planned;
}

bool LogCurve::finished() const {
    constexpr double kEnd = 0.99;
    return share().value_or(0) >= kEnd;
}

LogCurve logCurve(const MegatronLog& log) {
    LogCurve curve;
    for (const MegatronIteration& line : log.lastRun()) {
        if (!std::isfinite(line.lmLoss) && !std::isfinite(line.loadBalancingLoss)) continue;
        curve.iteration.push_back(line.iteration);
        curve.loss.push_back(line.lmLoss);
        curve.balance.push_back(line.loadBalancingLoss);
        if (line.total > 0) curve.planned = line.total;
    }
    return curve;
}

} // namespace moe
