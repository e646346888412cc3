// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/placement.h"

#include "models/engine/placement/load_statistics.h"
#include "models/engine/placement/placement_packing.h"
#include "models/engine/placement/placement_random.h"
#include "models/engine/placement/placement_swap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe {
namespace {

std::size_t index(Count value) {
    return static_cast<std::size_t>(value);
}

std::vector<Count> contiguous(Count experts, Count slots) {
    std::vector<Count> result(index(slots));
    for (Count slot = 0; slot < slots; ++slot) result[index(slot)] = slot % experts;
    return result;
}

std::vector<Count> roundRobin(Count experts, Count slots, Count ranks) {
    std::vector<Count> result;
    result.reserve(index(slots));
    for (Count rank = 0; rank < ranks; ++rank)
        for (Count slot = rank; slot < slots; slot += ranks) result.push_back(slot % experts);
    return result;
}

/// Slots most likely to get a token first, each to the rank with the fewest; the heavier first of equals.
std::vector<Count> fewestActivated(const std::vector<double>& load, const PlacementShape& shape) {
    constexpr double kTieBreak = 1e-9;
    const Replicas replicas = replicated(load, index(shape.expertSlots));
    std::vector<double> weight = replicas.slotLoad(load);
    const double most = *std::max_element(weight.begin(), weight.end());
    for (double& one : weight) one = activation(one, shape.tokens) + (most > 0 ? kTieBreak * one / most : 0);
    std::vector<Count> result;
    for (const std::vector<std::size_t>& rank : balancedPacks(weight, index(shape.ranks)))
        for (const std::size_t slot : rank) result.push_back(static_cast<Count>(replicas.expert[slot]));
    return result;
}

std::vector<Count> eplb(const std::vector<double>& load, const PlacementShape& shape) {
    const bool even = shape.gpus() % shape.gpusPerNode == 0 || shape.nodes() == 1;
    return eplbSlots(load, shape.expertSlots, shape.groups, even ? shape.nodes() : 1, shape.ranks);
}

} // namespace

std::vector<Count> placedSlots(PlacementAlgorithm algorithm, const std::vector<double>& load,
                               const PlacementShape& shape, const ExpertRouting* routing) {
    const auto experts = static_cast<Count>(load.size());
    switch (algorithm) {
    case PlacementAlgorithm::Contiguous: return contiguous(experts, shape.expertSlots);
    case PlacementAlgorithm::RoundRobin: return roundRobin(experts, shape.expertSlots, shape.ranks);
    case PlacementAlgorithm::Random: return randomSlots(experts, shape.expertSlots, shape.seed);
    case PlacementAlgorithm::Lpt:
        return eplbSlots(load, shape.expertSlots, 1, 1, shape.ranks); // its global step is LPT
    case PlacementAlgorithm::FewestActivated: return fewestActivated(load, shape);
    case PlacementAlgorithm::Eplb: return eplb(load, shape);
    case PlacementAlgorithm::EplbSwap: break;
    }
    if (!routing || shape.nodes() <= 1) return eplb(load, shape);
    const SwapShape swap{shape.ranks, std::max<Count>(1, shape.gpusPerNode / shape.gpusPerRank)};
    return swappedSlots(eplb(load, shape), load, coActivation(*routing), swap);
}

double activation(double load, double tokens) {
    if (tokens <= 0) return -std::expm1(-load);
    return load >= tokens ? 1 : -std::expm1(tokens * std::log1p(-load / tokens));
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
    report.slotExperts = placedSlots(algorithm, load, shape, routing);
    report.expertLoad = load;
    report.slotsPerGpu = shape.expertSlots / shape.ranks;
    report.gpusPerNode = std::min(shape.gpusPerNode, shape.gpus());

    std::vector<double> replicas(load.size(), 0.0);
    for (const Count expert : report.slotExperts) replicas[index(expert)] += 1;
    report.gpuLoad.assign(index(shape.gpus()), 0.0);
    report.gpuActivated.assign(index(shape.gpus()), 0.0);
    std::vector<double> nodeLoad(index(shape.nodes()), 0.0);
    for (Count gpu = 0; gpu < shape.gpus(); ++gpu) {
        const Count first = gpu / shape.gpusPerRank * report.slotsPerGpu;
        double& received = report.gpuLoad[index(gpu)];
        for (Count slot = first; slot < first + report.slotsPerGpu; ++slot) {
            const std::size_t expert = index(report.slotExperts[index(slot)]);
            const double share = load[expert] / replicas[expert];
            received += share;
            report.gpuActivated[index(gpu)] += activation(share, shape.tokens);
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
