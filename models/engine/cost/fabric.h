// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Switches and links of a scale-out fabric, and which of its bytes leave a leaf.

#include "models/engine/shape/setup.h"

namespace moe {

/// One folded-Clos (fat-tree) fabric per plane; a plane has its own switches and joins no other.
struct FabricShape {
    Count endpoints = 0; ///< network ports of all GPUs
    Count switchPorts = 64;
    Count planes = 1;
    double oversubscription = 1; ///< downlinks over uplinks of a leaf
};

struct FabricCounts {
    Count levels =
        0; ///< 0: nothing to connect, 1: one leaf per plane, 2: leaf–spine, 3: leaf–aggregation–core
    Count leaves = 0, spines = 0; ///< spines: every switch above the leaves
    Count links = 0;              ///< between switches

    Count switches() const { return leaves + spines; }
};

/// Fewest levels that hold the endpoints: r, r²/2 and r³/4 of them per plane without oversubscription. Leaves
/// fill up in turn and keep all their uplinks.
FabricCounts fabricCounts(const FabricShape& shape);

/// Ports of a leaf that face GPUs.
Count leafDownlinks(Count switchPorts, double oversubscription);

/// The scenario's cluster; nothing when all its GPUs share one NVLink domain.
FabricCounts fabricOf(const Setup& setup);

/// Share of the bytes between `nodes` nodes that crosses to another leaf. On a rail-optimised fabric a leaf
/// serves one rail of many nodes; else all GPUs of few.
double crossLeafShare(const Setup& setup, double nodes);

/// Nodes one leaf joins with the ports that its oversubscription leaves to GPUs.
Count nodesBelowLeaf(const Setup& setup);
/// Nodes one leaf joins when half its ports face GPUs. Oversubscription thins the uplinks of that leaf; the
/// further nodes that its freed ports could take are not credited, so that it never speeds a step.
double nodesOnLeaf(const Setup& setup);
/// Factor on the network time of an exchange among all of `nodes` nodes: cross-leaf bytes have uplink
/// bandwidth / oversubscription.
double exchangeSlowdown(const Setup& setup, double nodes);
/// The same for a ring or a pipeline whose neighbours are `stride` nodes apart: only hops between leaves
/// share the uplinks.
double ringSlowdown(const Setup& setup, double nodes, double stride);

} // namespace moe
