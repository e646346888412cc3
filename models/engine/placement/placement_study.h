// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two placements of one layer side by side, what the layer pays for each, and where its GPUs stand in the
// fabric.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

#include <functional>

namespace moe {

/// One placement and its share of a layer's time, forward, until the slowest GPU and network port are done.
struct PlacedLayer {
    PlacementReport placement;
    Seconds dispatch, combine, experts;
    double gpuOverMean = 1, nicOverMean = 1; ///< tokens of the busiest GPU, bytes of the busiest port
    Bytes crossNode;                         ///< of a dispatch, per GPU, mean
    Seconds exchange() const { return dispatch + combine; }
};

/// Nodes share leaves in blocks: on a rail-optimised fabric a block has one leaf per rail.
struct FabricBlocks {
    Count nodes = 1;           ///< of a block
    Count leaves = 0;          ///< of a block; 0: nothing to connect
    Count spines = 0;          ///< above all blocks
    double crossLeafShare = 0; ///< of the bytes between nodes of one expert-parallel group
};

struct PlacementQuestion {
    Count layer = 0;                         ///< 0 … layers − 1, held inside
    std::optional<PlacementAlgorithm> other; ///< compare with
    bool cluster = false;                    ///< every expert-parallel group, not one
    bool operator==(const PlacementQuestion&) const = default;
};

struct PlacementStudy {
    bool cluster = false;
    Count layer = 0, layers = 1; ///< the layer shown, and how many differ
    Count number = 0;            ///< of the layer, in the model or the table
    double tokens = 0;           ///< per GPU
    double byChance = 1; ///< max over mean of the GPUs that chance alone is expected to give uniform routing
    PlacedLayer here;    ///< the scenario's placement
    std::optional<PlacedLayer> other;
    FabricBlocks blocks;
    Count groups = 1; ///< expert-parallel groups on the GPUs
    Count gpusPerNode = 8;
    /// Placements of all groups when they hold different layers (a group of GPUs per layer) and the whole
    /// cluster was asked for; empty: every group is like `here`.
    std::vector<PlacementReport> hereGroups, otherGroups;
    Count groupsPerLayer = 1; ///< neighbours that hold the same layer
};

/// Nullopt for a scenario that is not valid with this catalogue, for a dense model, without tokens, and when
/// `stopped` says so, which is asked before each placement.
std::optional<PlacementStudy> placementStudy(const Scenario& scenario, const Catalog& catalog,
                                             const PlacementQuestion& question,
                                             const std::function<bool()>& stopped = {});

} // namespace moe
