// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/placement_random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe {

RandomBand randomBand(const std::vector<double>& load, const PlacementShape& shape, Count seed) {
    const auto experts = static_cast<Count>(load.size());
    const auto perRank = static_cast<std::size_t>(shape.expertSlots / shape.ranks);
    std::vector<double> share(load.size()); // of one slot
    for (std::size_t i = 0; i < load.size(); ++i) {
        const Count replicas =
            shape.expertSlots / experts + (static_cast<Count>(i) < shape.expertSlots % experts);
        share[i] = load[i] / static_cast<double>(replicas);
    }
    const double mean = std::accumulate(load.begin(), load.end(), 0.0) / static_cast<double>(shape.ranks);
    RandomBand band;
    if (!(mean > 0)) return {1, 1, 1, 0};
    std::vector<double> results;
    for (Count draw = 0; draw < kRandomDraws; ++draw) {
        const std::vector<Count> slots = randomSlots(experts, shape.expertSlots, seed + draw);
        double most = 0;
        for (std::size_t first = 0; first < slots.size(); first += perRank) {
            double rank = 0;
            for (std::size_t slot = first; slot < first + perRank; ++slot)
                rank += share[static_cast<std::size_t>(slots[slot])];
            most = std::max(most, rank);
        }
        results.push_back(most / mean);
    }
    std::sort(results.begin(), results.end());
    const auto quantile = [&](double q) {
        return results[static_cast<std::size_t>(std::lround(q * static_cast<double>(results.size() - 1)))];
    };
    return {quantile(0.05), quantile(0.5), quantile(0.95), kRandomDraws};
}

} // namespace moe
