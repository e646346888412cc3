// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The balance over several layers, and what keeps a group of GPUs from holding the experts.

#include "models/engine/placement/placement.h"

#include <vector>

namespace moe {

/// One report over all layers. Its statistics pool the loads of all of them (each is a moment in which its
/// busiest GPU is waited for); max over mean, E[D], its bound and the lower bound are means of the layers',
/// which is what a forward pass pays; lists are the first layer's. One layer is itself.
PlacementReport overLayers(std::vector<PlacementReport> layers);

/// What keeps `shape` from holding `experts`, each at its `placement` option; empty when it can.
Problems placementProblems(const PlacementShape& shape, Count experts, Count gpus, Count nodes);

} // namespace moe
