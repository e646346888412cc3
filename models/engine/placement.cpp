#include "models/engine/placement.h"

#include "models/engine/expert_load.h"
#include "models/engine/load_statistics.h"
#include "models/engine/parts.h"
#include "models/engine/placement_packing.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace moe {
namespace {

Count whole(double value) {
    return static_cast<Count>(value + 0.5);
}
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

/// What is known when a scenario names a table of loads and none was given: where the experts are, not their
/// load.
PlacementReport withoutLoad(const PlacementShape& shape, Count experts) {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    PlacementReport report;
    report.slotExperts = contiguous(experts, shape.expertSlots);
    report.slotsPerGpu = shape.expertSlots / shape.ranks;
    report.gpusPerNode = std::min(shape.gpusPerNode, shape.gpus());
    report.experts = report.gpus = report.nodes = {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};
    report.lowerBound = kUnknown;
    return report;
}

} // namespace

std::vector<Count> placedSlots(PlacementAlgorithm algorithm, const std::vector<double>& load,
                               const PlacementShape& shape) {
    const auto experts = static_cast<Count>(load.size());
    switch (algorithm) {
    case PlacementAlgorithm::Contiguous: return contiguous(experts, shape.expertSlots);
    case PlacementAlgorithm::RoundRobin: return roundRobin(experts, shape.expertSlots, shape.ranks);
    case PlacementAlgorithm::Lpt:
        return eplbSlots(load, shape.expertSlots, 1, 1, shape.ranks); // its global step is LPT
    case PlacementAlgorithm::Eplb:
    case PlacementAlgorithm::EplbSwap: break;
    }
    const bool even = shape.gpus() % shape.gpusPerNode == 0 || shape.nodes() == 1;
    return eplbSlots(load, shape.expertSlots, shape.groups, even ? shape.nodes() : 1, shape.ranks);
}

double placementLowerBound(const std::vector<double>& load, Count slots, Count ranks) {
    const double mean = std::accumulate(load.begin(), load.end(), 0.0) / static_cast<double>(ranks);
    if (!(mean > 0)) return 1;
    const std::vector<double> slotLoad = replicated(load, index(slots)).slotLoad(load);
    return std::max(1.0, *std::max_element(slotLoad.begin(), slotLoad.end()) / mean);
}

PlacementReport placementReport(PlacementAlgorithm algorithm, const std::vector<double>& load,
                                const PlacementShape& shape) {
    PlacementReport report;
    report.algorithm = algorithm == PlacementAlgorithm::EplbSwap ? PlacementAlgorithm::Eplb : algorithm;
    report.slotExperts = placedSlots(algorithm, load, shape);
    report.expertLoad = load;
    report.slotsPerGpu = shape.expertSlots / shape.ranks;
    report.gpusPerNode = std::min(shape.gpusPerNode, shape.gpus());

    std::vector<double> replicas(load.size(), 0.0);
    for (const Count expert : report.slotExperts) replicas[index(expert)] += 1;
    report.gpuLoad.assign(index(shape.gpus()), 0.0);
    std::vector<double> nodeLoad(index(shape.nodes()), 0.0);
    for (Count gpu = 0; gpu < shape.gpus(); ++gpu) {
        const Count first = gpu / shape.gpusPerRank * report.slotsPerGpu;
        double& received = report.gpuLoad[index(gpu)];
        for (Count slot = first; slot < first + report.slotsPerGpu; ++slot) {
            const std::size_t expert = index(report.slotExperts[index(slot)]);
            received += load[expert] / replicas[expert];
        }
        nodeLoad[index(gpu / report.gpusPerNode)] += received;
    }
    report.experts = loadStatistics(load);
    report.gpus = loadStatistics(report.gpuLoad);
    report.nodes = loadStatistics(nodeLoad);
    report.lowerBound = placementLowerBound(load, shape.expertSlots, shape.ranks);
    return report;
}

PlacementShape placementShape(const Setup& setup) {
    PlacementShape shape;
    shape.expertSlots = whole(setup.expertSlots);
    shape.ranks = whole(setup.ep);
    shape.gpusPerRank = whole(setup.etp);
    shape.gpusPerNode = std::max<Count>(1, whole(setup.domain));
    shape.groups = std::max<Count>(1, setup.scenario->moe->groups);
    return shape;
}

PlacementReport expertPlacement(const Setup& setup, double tokens) {
    const RoutingSpec& routing = setup.scenario->routing;
    const PlacementShape shape = placementShape(setup);
    const std::vector<double> shares =
        popularity(routing.distribution, routing.skew, whole(setup.E), routing.seed);
    if (shares.empty()) return withoutLoad(shape, whole(setup.E));
    // Every GPU of the group, its tensor-parallel ones included, dispatches its own tokens.
    const std::vector<double> load =
        expectedLoad(shares, whole(setup.k), tokens * static_cast<double>(shape.gpus()));
    PlacementReport report = placementReport(routing.placement, load, shape);
    report.auxLoss = auxiliaryLoss(load, shares);
    return report;
}

void placementWarnings(const Setup& setup, const PlacementReport& report, std::vector<Warning>& warnings) {
    const RoutingSpec& routing = setup.scenario->routing;
    if (routing.distribution == Distribution::Table && report.expertLoad.empty())
        warnings.push_back({"placement-no-table",
                            "The routing asks for measured expert loads, but no table of tokens "
                            "per layer and expert is loaded: the balance is unknown."});
    if (routing.placement == PlacementAlgorithm::EplbSwap)
        warnings.push_back({"placement-no-swap",
                            "EPLB with swaps needs a matrix of experts used together; none is "
                            "loaded, so the placement shown is EPLB without swaps."});
}

} // namespace moe
