// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which physical slot holds which expert, and the load that follows for GPUs and nodes.

#include "models/engine/placement/expert_routing.h"
#include "models/engine/report/report.h"
#include "models/engine/routing/expert_slots.h"
#include "models/engine/shape/setup.h"

#include <vector>

namespace moe {

/// Expert held by each slot, rank by rank.
/// Contiguous: experts in order, replicas of 0, 1, … after the last. Round-robin: the same sequence dealt to
/// the ranks like cards. Random: the same sequence shuffled (randomSlots). Longest-processing-time: replicas
/// to the heaviest expert per replica, then heaviest slot first to the lightest rank with room. EPLB:
/// eplbSlots. EPLB with swaps: swappedSlots of it on coActivation(); without `routing` or with one node it is
/// EPLB. Fewest activated: replicas as for LPT, then the slots most likely to get a token first, each to the
/// rank with the fewest: what balances decode steps that are bound by reading weights.
std::vector<Count> placedSlots(PlacementAlgorithm algorithm, const std::vector<double>& load,
                               const PlacementShape& shape, const ExpertRouting* routing = nullptr);

/// Everything about one placement of a load (tokens per expert) that does not need the routing; auxLoss,
/// random and the traffic stay empty. A replicated expert's tokens are shared evenly by its slots.
PlacementReport placementReport(PlacementAlgorithm algorithm, const std::vector<double>& load,
                                const PlacementShape& shape, const ExpertRouting* routing = nullptr);

/// Smallest possible max/mean of rank load with this many slots and ranks: the mean load, or the heaviest
/// expert over as many replicas as the best use of the spare slots gives it.
double placementLowerBound(const std::vector<double>& load, Count expertSlots, Count ranks);

PlacementShape placementShape(const Setup& setup);

/// What only some callers need and costs more than the rest: nodes per token; these and random placements.
enum class PlacementExtras { None, Traffic, All };

/// One layer (0 … routedLayers − 1), `tokens` per GPU and dispatch; without experts where the routing has
/// none. `byHand`: with routing.swaps.
PlacementReport layerPlacement(const Setup& setup, double tokens, Count layer, PlacementAlgorithm algorithm,
                               PlacementExtras extras, bool byHand = true);

/// Needs scenario.moe. `tokens` per GPU and dispatch. Routing that is drawn is drawn once for all layers; a
/// table's layers are all placed.
PlacementReport expertPlacement(const Setup& setup, double tokens,
                                PlacementExtras extras = PlacementExtras::None);

/// Says where the report is not what the scenario asked for.
void placementWarnings(const Setup& setup, const PlacementReport& report, std::vector<Warning>& warnings);

} // namespace moe
