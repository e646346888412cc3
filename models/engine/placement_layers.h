#pragma once
// One placement per MoE layer, and the balance over all of them.

#include "models/engine/placement.h"

#include <vector>

namespace moe {

struct PlacementLayers {
    std::vector<PlacementReport> layers;
    /// Over layers: statistics pool the loads of all layers (each is a moment in which its busiest GPU is
    /// waited for); max over mean is the mean of the layers', which is what a forward pass pays.
    LoadStatistics experts, gpus, nodes;
    double lowerBound = 0; ///< mean of the layers'
};

/// `loads[layer]` in tokens per expert, the same number of experts in each.
PlacementLayers placementLayers(PlacementAlgorithm algorithm, const std::vector<std::vector<double>>& loads,
                                const PlacementShape& shape);

/// What keeps `shape` from holding `experts`, each at its `placement` option; empty when it can.
Problems placementProblems(const PlacementShape& shape, Count experts, Count gpus, Count nodes);

} // namespace moe
