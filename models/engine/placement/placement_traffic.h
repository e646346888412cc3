// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a placement means for the tokens on their way: how many nodes a token goes to, and which pairs of its
// experts are parted.

#include "models/engine/placement/expert_routing.h"
#include "models/engine/report/report.h"

#include <vector>

namespace moe {

/// Fills nodeReach, nodesPerToken and its bound, and separatedPairs. In order and without skew E[D] is the
/// closed form (distinctNodes, network.h); else the mean of up to 2048 sample tokens, each of which goes to
/// one replica of an expert, all alike.
void addTraffic(PlacementReport& report, const ExpertRouting& routing, Count gpusPerRank, Count seed);

/// Share of each expert's tokens that its slots on each node get, [node · E + expert].
std::vector<double> nodeShares(const PlacementReport& report, Count gpusPerRank);

/// Σ over pairs of experts of `together` (coActivation) that stand on different nodes, over all pairs.
double separatedPairs(const std::vector<double>& together, const std::vector<double>& nodeShares,
                      std::size_t experts);

} // namespace moe
