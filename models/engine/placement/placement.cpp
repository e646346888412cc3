// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/placement.h"

#include "models/engine/placement/load_statistics.h"
#include "models/engine/placement/placement_swap.h"
#include "models/engine/routing/packing.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace moe {
namespace {

std::size_t index(Count value) {
    return static_cast<std::size_t>(value);
}

} // namespace

std::vector<Count> placedSlots(PlacementAlgorithm algorithm, const std::vector<double>& load,
                               const PlacementShape& shape, const ExpertRouting* routing) {
    std::vector<Count> slots = slotsByLoad(algorithm, load, shape);
    if (algorithm != PlacementAlgorithm::EplbSwap || !routing || shape.nodes() <= 1) return slots;
    const SwapShape swap{shape.ranks, std::max<Count>(1, shape.gpusPerNode / shape.gpusPerRank)};
    return swappedSlots(std::move(slots), load, coActivation(*routing), swap);
}

double placementLowerBound(const std::vector<double>& load, Count slots, Count ranks) {
    const double mean = std::accumulate(load.begin(), load.end(), 0.0) / static_cast<double>(ranks);
    if (!(mean > 0)) return 1;
    const std::vector<double> slotLoad = replicated(load, index(slots)).slotLoad(load);
    return std::max(1.0, *std::max_element(slotLoad.begin(), slotLoad.end()) / mean);
}

PlacementReport placementReport(PlacementAlgorithm algorithm, const std::vector<double>& load,
                                const PlacementShape& shape, const ExpertRouting* routing) {
    PlacementReport report;
    report.algorithm = algorithm;
    report.slotExperts = swappedByHand(placedSlots(algorithm, load, shape, routing), shape);
    report.expertLoad = load;
    report.slotsPerGpu = shape.expertSlots / shape.ranks;
    report.gpusPerNode = std::min(shape.gpusPerNode, shape.gpus());

    std::vector<double> replicas(load.size(), 0.0);
    for (const Count expert : report.slotExperts) replicas[index(expert)] += 1;
    // Slots of an expert are alike, and there may be many.
    std::vector<double> share(load.size()), activated(load.size());
    for (std::size_t expert = 0; expert < load.size(); ++expert) {
        if (replicas[expert] <= 0) continue;
        share[expert] = load[expert] / replicas[expert];
        activated[expert] = activation(share[expert], shape.tokens);
    }
    report.gpuLoad.assign(index(shape.gpus()), 0.0);
    report.gpuActivated.assign(index(shape.gpus()), 0.0);
    std::vector<double> nodeLoad(index(shape.nodes()), 0.0);
    for (Count gpu = 0; gpu < shape.gpus(); ++gpu) {
        const Count first = gpu / shape.gpusPerRank * report.slotsPerGpu;
        double& received = report.gpuLoad[index(gpu)];
        for (Count slot = first; slot < first + report.slotsPerGpu; ++slot) {
            const std::size_t expert = index(report.slotExperts[index(slot)]);
            received += share[expert];
            report.gpuActivated[index(gpu)] += activated[expert];
        }
        nodeLoad[index(gpu / report.gpusPerNode)] += received;
    }
    report.experts = loadStatistics(load);
    report.gpus = loadStatistics(report.gpuLoad);
    report.nodes = loadStatistics(nodeLoad);
    report.activated = loadStatistics(report.gpuActivated);
    report.lowerBound = placementLowerBound(load, shape.expertSlots, shape.ranks);
    return report;
}

} // namespace moe
