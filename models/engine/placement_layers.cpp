#include "models/engine/placement_layers.h"

#include "models/engine/load_statistics.h"

#include <string>

namespace moe {
namespace {

std::vector<double> nodeLoads(const PlacementReport& report) {
    std::vector<double> loads((report.gpuLoad.size() + static_cast<std::size_t>(report.gpusPerNode) - 1) /
                              static_cast<std::size_t>(report.gpusPerNode));
    for (std::size_t gpu = 0; gpu < report.gpuLoad.size(); ++gpu)
        loads[gpu / static_cast<std::size_t>(report.gpusPerNode)] += report.gpuLoad[gpu];
    return loads;
}

void append(std::vector<double>& to, const std::vector<double>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

} // namespace

PlacementLayers placementLayers(PlacementAlgorithm algorithm, const std::vector<std::vector<double>>& loads,
                                const PlacementShape& shape) {
    PlacementLayers result;
    std::vector<double> experts, gpus, nodes;
    double expertPeak = 0, gpuPeak = 0, nodePeak = 0;
    for (const std::vector<double>& load : loads) {
        const PlacementReport& layer = result.layers.emplace_back(placementReport(algorithm, load, shape));
        append(experts, layer.expertLoad);
        append(gpus, layer.gpuLoad);
        append(nodes, nodeLoads(layer));
        expertPeak += layer.experts.maxOverMean;
        gpuPeak += layer.gpus.maxOverMean;
        nodePeak += layer.nodes.maxOverMean;
        result.lowerBound += layer.lowerBound;
    }
    const auto count = static_cast<double>(loads.size());
    result.experts = loadStatistics(std::move(experts));
    result.gpus = loadStatistics(std::move(gpus));
    result.nodes = loadStatistics(std::move(nodes));
    result.experts.maxOverMean = expertPeak / count;
    result.gpus.maxOverMean = gpuPeak / count;
    result.nodes.maxOverMean = nodePeak / count;
    result.lowerBound /= count;
    return result;
}

Problems placementProblems(const PlacementShape& shape, Count experts, Count gpus, Count nodes) {
    Problems problems;
    const auto rule = [&](const char* key, std::string text, Count value) {
        problems.push_back({.key = key, .rule = std::move(text), .value = std::to_string(value)});
    };
    if (shape.expertSlots < experts)
        rule("replicas", "must be at least the " + std::to_string(experts) + " experts", shape.expertSlots);
    else if (shape.expertSlots % gpus != 0)
        rule("replicas", "slots must divide by the " + std::to_string(gpus) + " GPUs", shape.expertSlots);
    if (gpus % nodes != 0) rule("nodes", "must divide the " + std::to_string(gpus) + " GPUs", nodes);
    if (experts % shape.groups != 0)
        rule("groups", "must divide the " + std::to_string(experts) + " experts", shape.groups);
    return problems;
}

} // namespace moe
