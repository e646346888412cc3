// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/load_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe {
namespace {

constexpr double kRounding = 1e-9;

} // namespace

LoadStatistics loadStatistics(std::vector<double> load) {
    LoadStatistics result;
    result.maxOverMean = 1;
    const auto n = static_cast<double>(load.size());
    const double sum = std::accumulate(load.begin(), load.end(), 0.0);
    if (!(sum > 0)) return result;
    std::sort(load.begin(), load.end());
    result.mean = sum / n;
    // Equal but for the rounding of expectations: no spread, so that nobody reads a meaning into 1e-11
    // tokens.
    if (load.back() - load.front() <= kRounding * load.back()) return result;
    double squares = 0, weighted = 0;
    for (std::size_t i = 0; i < load.size(); ++i) {
        squares += (load[i] - result.mean) * (load[i] - result.mean);
        weighted += (2 * static_cast<double>(i + 1) - n - 1) * load[i];
    }
    result.std = std::sqrt(squares / n);
    result.cv = result.std / result.mean;
    result.maxOverMean = load.back() / result.mean;
    result.gini = std::max(0.0, weighted / (n * sum)); // equal loads round to either side of 0
    return result;
}

} // namespace moe
