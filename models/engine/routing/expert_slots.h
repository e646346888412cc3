// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which physical slot holds which expert, from the load alone.

#include "models/engine/scenario/scenario.h"

#include <vector>

namespace moe {

/// The expert-parallel group. Slots divide by ranks; a rank is `gpusPerRank` GPUs that share its experts
/// (ETP) and all receive its tokens.
struct PlacementShape {
    Count expertSlots = 0;            ///< physical slots, ≥ experts; more = replicas
    Count ranks = 1;                  ///< EP
    Count gpusPerRank = 1;            ///< ETP
    Count gpusPerNode = 8;            ///< NVLink domain
    Count groups = 1;                 ///< expert groups of node-limited routing
    double tokens = 0;                ///< dispatched by the whole group; 0 = not known
    Count seed = 1;                   ///< of placements at random
    std::vector<SlotSwap> swaps = {}; ///< by hand, of all layers until ofLayer()

    Count gpus() const { return ranks * gpusPerRank; }
    Count nodes() const { return (gpus() + gpusPerNode - 1) / gpusPerNode; }
};

/// The shape with only those swaps that concern the n-th layer, from 0.
PlacementShape ofLayer(PlacementShape shape, Count layer);
/// What the algorithm placed, with the pairs of shape.swaps that it has exchanged in their order.
std::vector<Count> swappedByHand(std::vector<Count> slots, const PlacementShape& shape);

/// Expert held by each slot before any swaps by hand, rank by rank, as placedSlots() says (placement.h);
/// swaps need to know which experts are used together and leave EPLB's slots as they are here.
std::vector<Count> slotsByLoad(PlacementAlgorithm algorithm, const std::vector<double>& load,
                               const PlacementShape& shape);

/// Expert Parallelism Load Balancer (github.com/deepseek-ai/EPLB): hierarchical when `groups` divide by
/// `nodes`, else global. Ties go to the lower index.
std::vector<Count> eplbSlots(const std::vector<double>& load, Count expertSlots, Count groups, Count nodes,
                             Count gpus);

/// Experts in order, replicas of 0, 1, … after the last, shuffled.
std::vector<Count> randomSlots(Count experts, Count slots, Count seed);

/// Probability that a slot with this mean number of tokens gets any: 1 − (1 − load/tokens)^tokens, or 1 −
/// e^−load when the number of tokens is not known.
double activation(double load, double tokens);

/// Largest over mean load of the ranks; 1 without any load.
double rankMaxOverMean(const std::vector<Count>& slots, const std::vector<double>& load, Count ranks);

} // namespace moe
