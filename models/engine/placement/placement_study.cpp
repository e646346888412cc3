// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/placement_study.h"

#include "models/engine/cost/fabric.h"
#include "models/engine/cost/network.h"
#include "models/engine/cost/serve_operators.h"
#include "models/engine/placement/placement.h"
#include "models/engine/routing/expert_load.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

PlacedLayer placedLayer(const Setup& setup, double tokens, Count layer, PlacementAlgorithm algorithm,
                        bool byHand) {
    PlacedLayer result;
    result.placement = layerPlacement(setup, tokens, layer, algorithm, PlacementExtras::All, byHand);
    const double received = setup.scenario->train ? setup.imbalance : 1;
    const ExchangeSkew skew = exchangeSkew(setup, &result.placement, received);
    const AllToAll exchange = allToAll(setup, tokens, skew);
    result.dispatch = exchange.dispatch.time;
    result.combine = exchange.combine.time;
    result.crossNode = exchange.dispatch.network;
    result.gpuOverMean = skew.gpu;
    result.nicOverMean = skew.nic;
    const ServeRates rates = serveRatesOf(setup);
    result.experts =
        expertGemm(setup, rates, tokens, slowestShare(setup, rates, tokens, &result.placement, received))
            .time;
    return result;
}

FabricBlocks fabricBlocks(const Setup& setup) {
    FabricBlocks blocks;
    const FabricCounts counts = fabricOf(setup);
    const auto nodes = static_cast<Count>(std::ceil(setup.gpus / setup.domain));
    blocks.nodes = nodes;
    blocks.leaves = counts.leaves;
    if (counts.levels < 2) return blocks;
    const ClusterSpec& cluster = setup.scenario->cluster;
    blocks.spines = counts.spines;
    blocks.nodes = std::min(nodes, nodesBelowLeaf(setup));
    const auto rails = cluster.nicsPerNode.value_or(static_cast<Count>(setup.domain));
    blocks.leaves = cluster.railOptimised ? std::min(rails, counts.leaves) : 1;
    blocks.crossLeafShare = crossLeafShare(setup, std::ceil(setup.ep * setup.etp / setup.domain));
    return blocks;
}

} // namespace

std::optional<PlacementStudy> placementStudy(const Scenario& scenario, const Catalog& catalog,
                                             const PlacementQuestion& question,
                                             const std::function<bool()>& stopped) {
    const auto stop = [&] { return stopped && stopped(); };
    if (!brokenRules(scenario, catalog).empty()) return std::nullopt; // a table may have been loaded since
    const Setup setup = setupOf(scenario, catalog);
    const double tokens = tokensPerGpu(setup);
    if (!setup.isMoe || !(tokens > 0) || stop()) return std::nullopt;
    PlacementStudy study;
    study.layers = routedLayers(setup);
    study.layer = std::clamp<Count>(question.layer, 0, study.layers - 1);
    study.tokens = tokens;
    study.cluster = question.cluster;
    study.here = placedLayer(setup, tokens, study.layer, scenario.routing.placement, true);
    if (study.here.placement.expertLoad.empty()) return std::nullopt;
    study.number = study.here.placement.layer;
    const PlacementReport& placed = study.here.placement;
    const std::size_t ranks = placed.slotExperts.size() / static_cast<std::size_t>(placed.slotsPerGpu);
    study.byChance = uniformMaxOverMean(static_cast<double>(ranks), placed.gpus.mean);
    if (stop()) return std::nullopt;
    if (question.other) study.other = placedLayer(setup, tokens, study.layer, *question.other, false);
    study.blocks = fabricBlocks(setup);
    const auto group = static_cast<Count>(setup.ep * setup.etp);
    study.gpusPerNode = std::max<Count>(1, static_cast<Count>(setup.domain));
    study.groups = std::max<Count>(1, static_cast<Count>(setup.gpus) / group);
    const Count layerGroups = moe::layerGroups(scenario);
    study.groupsPerLayer = std::max<Count>(1, study.groups / layerGroups);
    if (!question.cluster || layerGroups <= 1 || study.layers <= 1) return study;
    for (Count layer = 0; layer < layerGroups; ++layer) {
        if (stop()) return std::nullopt;
        const auto place = [&](PlacementAlgorithm algorithm, bool byHand) {
            return layerPlacement(setup, tokens, layer % study.layers, algorithm, PlacementExtras::None,
                                  byHand);
        };
        study.hereGroups.push_back(place(scenario.routing.placement, true));
        if (question.other) study.otherGroups.push_back(place(*question.other, false));
    }
    return study;
}

} // namespace moe
