// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/rl/responses.h"

#include "models/engine/math/random.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

namespace moe {
namespace {

int cutLength(double median, double factor, const RlSpec& rl) {
    const double length = std::round(median * factor);
    return static_cast<int>(std::clamp(length, 1.0, static_cast<double>(rl.responseMax)));
}

double meanOf(double median, const std::vector<double>& factors, const RlSpec& rl) {
    double sum = 0;
    for (const double factor : factors) sum += cutLength(median, factor, rl);
    return sum / static_cast<double>(factors.size());
}

/// The median whose cut lengths have the mean; the longest allowed where even that is short of it.
double medianFor(double mean, const std::vector<double>& factors, const RlSpec& rl) {
    const double longest = static_cast<double>(rl.responseMax);
    double low = 1e-3, high = longest * 1e6;
    for (int i = 0; i < 100; ++i) {
        const double middle = std::sqrt(low * high);
        (meanOf(middle, factors, rl) < mean ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

} // namespace

std::vector<int> responseLengths(const RlSpec& rl, std::size_t groups) {
    Random random(static_cast<std::uint64_t>(rl.seed));
    const double shared = std::sqrt(rl.groupCorrelation), own = std::sqrt(1 - rl.groupCorrelation);
    std::vector<double> factors;
    factors.reserve(groups * static_cast<std::size_t>(rl.group));
    for (std::size_t g = 0; g < groups; ++g) {
        const double z = random.normal();
        for (Count i = 0; i < rl.group; ++i)
            factors.push_back(std::exp(rl.responseSigma * (shared * z + own * random.normal())));
    }
    const double median = rl.responseMean ? medianFor(*rl.responseMean, factors, rl) : rl.responseMedian;
    std::vector<int> lengths;
    lengths.reserve(factors.size());
    for (const double factor : factors) lengths.push_back(cutLength(median, factor, rl));
    return lengths;
}

RlLengths summary(const std::vector<int>& lengths, const RlSpec& rl) {
    RlLengths of;
    if (lengths.empty()) return of;
    std::vector<int> sorted = lengths;
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](double share) {
        const double place = share * static_cast<double>(sorted.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, sorted.size() - 1);
        return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
    };
    const double count = static_cast<double>(sorted.size());
    of.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / count;
    of.p50 = at(0.5), of.p90 = at(0.9), of.p99 = at(0.99), of.max = sorted.back();
    const auto cut = std::lower_bound(sorted.begin(), sorted.end(), static_cast<int>(rl.responseMax));
    of.cut = static_cast<double>(sorted.end() - cut) / count;
    return of;
}

double largestFirstImbalance(std::vector<double> costs, std::size_t ranks) {
    const double total = std::accumulate(costs.begin(), costs.end(), 0.0);
    if (ranks < 2 || !(total > 0)) return 1;
    std::sort(costs.begin(), costs.end(), std::greater<>());
    std::priority_queue<double, std::vector<double>, std::greater<>> loads(std::greater<>(),
                                                                           std::vector<double>(ranks, 0.0));
    double most = 0;
    for (const double cost : costs) {
        const double load = loads.top() + cost;
        loads.pop();
        loads.push(load);
        most = std::max(most, load);
    }
    return most * static_cast<double>(ranks) / total;
}

} // namespace moe
