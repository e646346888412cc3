// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the placement picture shows, taken from a report once: the load of every slot, GPU and node, and the
// sentences around them. No geometry and no colours.

#include "models/engine/placement/placement_study.h"
#include "ui/plots/kit/sheet.h"

#include <QString>

#include <optional>
#include <vector>

namespace moe::ui {

/// Loads of one kind of cell, in tokens.
struct CellLoads {
    std::vector<double> tokens;
    double mean = 0, max = 0;

    double overMean(int index) const;
};

/// Multiples of the mean load from which a cell is marked.
inline constexpr double kHotExpert = 2, kColdExpert = 0.5, kHotGpu = 1.2;

struct PlacementScene {
    QString message; ///< shown instead of a picture when there is nothing to place
    QString headline, details;
    QString title; ///< of one of two placements side by side

    // Slots, experts and replicas of every different group, one after the other.
    std::vector<int> slotExpert; ///< rank by rank
    std::vector<int> replicas;   ///< per expert
    std::vector<double> expertTokens;
    CellLoads chips, gpus, nodes; ///< per slot, GPU, node
    int slotsPerGpu = 1, gpusPerRank = 1, gpusPerNode = 8;
    int gpusPerGroup = 1; ///< of an expert-parallel group
    int groupsAlike = 1;  ///< neighbouring groups that hold the same experts
    int expertsPerGroup = 1;
    bool ownLayers = false;      ///< groups hold different layers
    int nodesPerBlock = 1 << 30; ///< nodes that share leaves
    int leavesPerBlock = 0, spines = 0;
    double hottest = 1; ///< chip load over its mean, of all placements side by side

    // Traffic between nodes, in one dispatch of one layer.
    bool crossesNodes = false;
    double crossLeafShare = 0; ///< of the bytes between nodes
    QString network;           ///< caption of the switches
    std::optional<double> busiestUtilisation;

    bool empty() const { return gpus.tokens.empty(); }
    int gpuCount() const { return static_cast<int>(gpus.tokens.size()); }
    int nodeCount() const { return static_cast<int>(nodes.tokens.size()); }
    int nodeOf(int gpu) const { return gpu / gpusPerNode; }
    int gpusIn(int node) const;
    int groupOf(int gpu) const { return gpu / gpusPerGroup; }
    /// Index of slot, or of an expert's load, in the lists above.
    int slotOf(int gpu, int place) const {
        return different(gpu) * (gpusPerGroup / gpusPerRank) * slotsPerGpu +
               gpu % gpusPerGroup / gpusPerRank * slotsPerGpu + place;
    }
    int expertIndex(int gpu, int expert) const { return different(gpu) * expertsPerGroup + expert; }
    double blockOverMean(int block) const;
    /// Bytes that node receives from the others.
    double nodeBytes(int node) const;
    /// Utilisation of that node's links, if the report has one.
    std::optional<double> nodeUtilisation(int node) const;

    QString blockText(int block) const;
    QString chipText(int gpu, int place) const;
    QString gpuText(int gpu) const;
    QString nodeText(int node) const;

    double crossNodeBytesPerGpu = 0;

private:
    int different(int gpu) const { return ownLayers ? groupOf(gpu) / groupsAlike : 0; }
};

/// Without a study the report alone is shown: one expert-parallel group, no leaves.
PlacementScene placementScene(const Report& report, const PlacementStudy* study = nullptr);
/// The study's other placement, beside the first.
PlacementScene otherScene(const Report& report, const PlacementStudy& study);
/// One row per GPU and slot: slot, gpu, node, expert, tokens.
QString placementCsv(const PlacementScene& scene);
/// The same as a table, of as many rows as a person looks through: whole clusters have millions.
Sheet placementSheet(const PlacementScene& scene);

} // namespace moe::ui
