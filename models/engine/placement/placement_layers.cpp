// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/placement_layers.h"

#include "models/engine/placement/load_statistics.h"

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

/// Pools what `loads` gives of each layer; the largest over the mean is a mean of its own.
template <class Loads>
LoadStatistics pooled(const std::vector<PlacementReport>& layers, LoadStatistics PlacementReport::*own,
                      Loads loads) {
    std::vector<double> all;
    double peak = 0;
    for (const PlacementReport& layer : layers) {
        append(all, loads(layer));
        peak += (layer.*own).maxOverMean;
    }
    LoadStatistics result = loadStatistics(std::move(all));
    result.maxOverMean = peak / static_cast<double>(layers.size());
    return result;
}

std::optional<double> meanOf(const std::vector<PlacementReport>& layers,
                             std::optional<double> PlacementReport::*member) {
    double sum = 0;
    for (const PlacementReport& layer : layers) {
        if (!(layer.*member)) return std::nullopt;
        sum += *(layer.*member);
    }
    return sum / static_cast<double>(layers.size());
}

} // namespace

PlacementReport overLayers(std::vector<PlacementReport> layers) {
    if (layers.size() == 1) return std::move(layers.front());
    PlacementReport result = layers.front();
    result.experts =
        pooled(layers, &PlacementReport::experts, [](const auto& one) { return one.expertLoad; });
    result.gpus = pooled(layers, &PlacementReport::gpus, [](const auto& one) { return one.gpuLoad; });
    result.nodes = pooled(layers, &PlacementReport::nodes, nodeLoads);
    result.activated =
        pooled(layers, &PlacementReport::activated, [](const auto& one) { return one.gpuActivated; });
    result.nodesPerToken = meanOf(layers, &PlacementReport::nodesPerToken);
    result.separatedPairs = meanOf(layers, &PlacementReport::separatedPairs);
    result.auxLoss = meanOf(layers, &PlacementReport::auxLoss);
    result.lowerBound = 0;
    RandomBand band{0, 0, 0, layers.front().random ? layers.front().random->draws : 0};
    for (const PlacementReport& layer : layers) {
        const auto share = 1 / static_cast<double>(layers.size());
        result.lowerBound += share * layer.lowerBound;
        if (!layer.random) continue;
        band.low += share * layer.random->low;
        band.median += share * layer.random->median;
        band.high += share * layer.random->high;
    }
    if (result.random) result.random = band;
    result.layers = std::move(layers);
    return result;
}

Problems placementProblems(const PlacementShape& shape, Count experts, Count gpus, Count nodes) {
    Problems problems;
    const auto rule = [&](const char* key, Message text, Count value) {
        problems.push_back({.key = key, .rule = std::move(text), .value = std::to_string(value)});
    };
    if (shape.expertSlots < experts)
        rule("replicas", say("must be at least the %1 experts", experts), shape.expertSlots);
    else if (shape.expertSlots % gpus != 0)
        rule("replicas", say("slots must divide by the %1 GPUs", gpus), shape.expertSlots);
    if (gpus % nodes != 0) rule("nodes", say("must divide the %1 GPUs", gpus), nodes);
    if (experts % shape.groups != 0) rule("groups", say("must divide the %1 experts", experts), shape.groups);
    return problems;
}

} // namespace moe
