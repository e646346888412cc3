// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What routing sends to every expert of every MoE layer, and what that makes of the load of the ranks.

#include "models/engine/routing/expert_slots.h"
#include "models/engine/scenario/scenario.h"

#include "data/expert_loads.h"

#include <vector>

namespace moe {

/// Tokens per expert, in any unit, of each layer.
using LayerLoads = std::vector<std::vector<double>>;

/// Layers drawn when each has a popularity of its own that takes time to turn into loads (log-normal).
inline constexpr Count kDrawnLayers = 8;

/// As the routing of a scenario says, layer n drawn with its seed + n; empty when all experts are alike or
/// nothing is known. `measured`: the table of loads, may be null.
LayerLoads layerLoads(const RoutingSpec& routing, Count experts, Count topK, Count layers,
                      const ExpertLoads* measured);

/// λ: largest over mean load of the expert-parallel ranks, mean over the layers; 1 without loads.
double routedImbalance(const LayerLoads& loads, PlacementAlgorithm algorithm, const PlacementShape& shape);

/// Share of the tokens' choices of experts that find no room when an expert takes `capacity` times the mean.
double droppedShare(const LayerLoads& loads, double capacity);

} // namespace moe
