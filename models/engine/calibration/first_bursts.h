// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// First bursts of published closed loops: requests that a client sends all at once, and none after them. A
// server takes their prompts one behind the other, so that their times to the first token rise as stairs.

#include "models/engine/calibration/traffic_runs.h"

#include <vector>

namespace moe {

/// Of n requests in the order of their first tokens, 1 to n, one that benchmarks tell of: the percentile p is
/// at 1 + p·(n − 1).
struct BurstMark {
    double place = 0;
    double low = 0, high = 0; ///< s, least and most of the runs
};
struct FirstBurst {
    const TrafficPoint* point = nullptr; ///< of the first of the runs; outlives the burst
    std::size_t runs = 0;                ///< of one setting, measured one by one
    std::vector<double> simulated;       ///< times to the first token, s, rising
    BurstMark mean;                      ///< measured; its place tells nothing
    std::vector<BurstMark> marks;        ///< measured: the median and what percentiles the table has
    double simulatedMean() const;
    /// Between its neighbours; 1 ≤ place ≤ n.
    double simulatedAt(double place) const;
};
/// Of every setting in which as many requests were sent as are in flight, from the fewest to the most.
std::vector<FirstBurst> firstBursts(const std::vector<const TrafficPoint*>& points, const EachOf& forEach);

} // namespace moe
