// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/routing/layer_loads.h"

#include "models/engine/routing/expert_load.h"

#include <algorithm>
#include <numeric>

namespace moe {

LayerLoads layerLoads(const RoutingSpec& routing, Count experts, Count topK, Count layers,
                      const ExpertLoads* measured) {
    LayerLoads loads;
    if (routing.distribution == Distribution::Table) {
        if (measured && measured->experts() == static_cast<std::size_t>(experts)) {
            const std::optional<std::size_t> step =
                routing.step ? measured->stepIndex(*routing.step) : std::nullopt;
            loads = step ? measured->at[*step] : measured->tokens;
        }
        return loads;
    }
    if (routing.distribution == Distribution::Uniform || routing.skew <= 0 || experts <= 0) return loads;
    layers = std::max<Count>(1, layers);
    if (routing.distribution == Distribution::LogNormal) {
        for (Count layer = 0; layer < std::min(layers, kDrawnLayers); ++layer)
            loads.push_back(inclusionProbability(
                popularity(routing.distribution, routing.skew, experts, routing.seed + layer), topK));
        return loads;
    }
    // The same popularities in another order: their loads are known once.
    std::vector<double> ranked(static_cast<std::size_t>(experts));
    for (std::size_t i = 0; i < ranked.size(); ++i)
        ranked[i] = zipfWeight(static_cast<Count>(i) + 1, routing.skew);
    const double all = std::accumulate(ranked.begin(), ranked.end(), 0.0);
    for (double& one : ranked) one /= all;
    const std::vector<double> load = inclusionProbability(ranked, topK);
    for (Count layer = 0; layer < layers; ++layer) {
        loads.push_back(load);
        deal(loads.back(), routing.seed + layer);
    }
    return loads;
}

double routedImbalance(const LayerLoads& loads, PlacementAlgorithm algorithm, const PlacementShape& shape) {
    if (loads.empty() || shape.ranks <= 1) return 1;
    double sum = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const PlacementShape layer = ofLayer(shape, static_cast<Count>(i));
        sum += rankMaxOverMean(swappedByHand(slotsByLoad(algorithm, loads[i], layer), layer), loads[i],
                               shape.ranks);
    }
    return sum / static_cast<double>(loads.size());
}

double droppedShare(const LayerLoads& loads, double capacity) {
    if (loads.empty()) return std::max(0.0, 1 - capacity);
    double dropped = 0;
    for (const std::vector<double>& load : loads) {
        const double all = std::accumulate(load.begin(), load.end(), 0.0);
        if (!(all > 0)) continue;
        const double room = capacity * all / static_cast<double>(load.size());
        double over = 0;
        for (const double one : load) over += std::max(0.0, one - room);
        dropped += over / all;
    }
    return dropped / static_cast<double>(loads.size());
}

} // namespace moe
