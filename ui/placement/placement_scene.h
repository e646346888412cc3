#pragma once
// What the placement picture shows, taken from a report once: the load of every slot, GPU and node, and the
// sentences around them. No geometry and no colours.

#include "models/engine/report.h"

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

    std::vector<int> slotExpert; ///< rank by rank
    std::vector<int> replicas;   ///< per expert
    std::vector<double> expertTokens;
    CellLoads chips, gpus, nodes; ///< per slot, GPU, node
    int slotsPerGpu = 1, gpusPerRank = 1, gpusPerNode = 8;

    // Traffic between nodes, in one dispatch of one layer.
    bool crossesNodes = false;
    QString network; ///< caption of the switches
    std::optional<double> busiestUtilisation;

    bool empty() const { return gpus.tokens.empty(); }
    int gpuCount() const { return static_cast<int>(gpus.tokens.size()); }
    int nodeCount() const { return static_cast<int>(nodes.tokens.size()); }
    int nodeOf(int gpu) const { return gpu / gpusPerNode; }
    int gpusIn(int node) const;
    int slotOf(int gpu, int place) const { return gpu / gpusPerRank * slotsPerGpu + place; }
    /// Bytes that node receives from the others.
    double nodeBytes(int node) const;
    /// Utilisation of that node's links, if the report has one.
    std::optional<double> nodeUtilisation(int node) const;

    QString chipText(int gpu, int place) const;
    QString gpuText(int gpu) const;
    QString nodeText(int node) const;

    double crossNodeBytesPerGpu = 0;
};

PlacementScene placementScene(const Report& report);
/// One row per GPU and slot: slot, gpu, node, expert, tokens.
QString placementCsv(const PlacementScene& scene);

} // namespace moe::ui
