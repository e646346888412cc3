// SPDX-License-Identifier: GPL-3.0-or-later
// The placement that a scenario asks for.

#include "models/engine/placement/placement.h"
#include "models/engine/placement/placement_layers.h"
#include "models/engine/placement/placement_random.h"
#include "models/engine/placement/placement_swap.h"
#include "models/engine/placement/placement_traffic.h"
#include "models/engine/routing/expert_load.h"
#include "models/engine/shape/setup.h"

#include <limits>

namespace moe {
namespace {

Count whole(double value) {
    return static_cast<Count>(value + 0.5);
}

/// What is known when a scenario names a table of loads and none was given: where the experts are, not their
/// load.
PlacementReport withoutLoad(const PlacementShape& shape, Count experts) {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    PlacementReport report;
    for (Count slot = 0; slot < shape.expertSlots; ++slot) report.slotExperts.push_back(slot % experts);
    report.slotsPerGpu = shape.expertSlots / shape.ranks;
    report.gpusPerNode = std::min(shape.gpusPerNode, shape.gpus());
    report.experts = report.gpus = report.nodes =
        report.activated = {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};
    report.lowerBound = kUnknown;
    return report;
}

} // namespace

PlacementShape placementShape(const Setup& setup) {
    return placementGroup(setup);
}

/// Of the model, from 0: the n-th layer that routes.
static Count modelLayer(const Setup& setup, Count moeLayer) {
    if (!setup.plan) return moeLayer;
    const LayerPlan& plan = *setup.plan;
    for (std::size_t i = 0; i < plan.of.size(); ++i)
        if (plan.types[plan.of[i]].feed == FeedForward::Moe && moeLayer-- == 0) return static_cast<Count>(i);
    return 0;
}

PlacementReport layerPlacement(const Setup& setup, double tokens, Count layer, PlacementAlgorithm algorithm,
                               PlacementExtras extras, bool byHand) {
    PlacementShape shape = ofLayer(placementShape(setup), layer);
    // Moved by hand is what the scenario's own algorithm placed.
    if (!byHand) shape.swaps.clear();
    const ExpertRouting routing = layerRouting(setup, layer);
    if (routing.experts() == 0) return withoutLoad(shape, whole(setup.E));
    // Every GPU of the group, its tensor-parallel ones included, dispatches its own tokens.
    shape.tokens = tokens * static_cast<double>(shape.gpus());
    const std::vector<double> load = routing.load(shape.tokens);
    PlacementReport report = placementReport(algorithm, load, shape, &routing);
    report.layer = setup.scenario->routing.distribution == Distribution::Table
                       ? setup.loads->layers[static_cast<std::size_t>(layer)]
                       : modelLayer(setup, layer);
    if (routing.routersOwn) report.auxLoss = auxiliaryLoss(load, routing.popularity);
    if (extras != PlacementExtras::None) addTraffic(report, routing, shape.gpusPerRank, shape.seed);
    if (extras == PlacementExtras::All) report.random = randomBand(load, shape, shape.seed);
    return report;
}

PlacementReport expertPlacement(const Setup& setup, double tokens, PlacementExtras extras) {
    const RoutingSpec& routing = setup.scenario->routing;
    if (routing.distribution != Distribution::Table)
        return layerPlacement(setup, tokens, 0, routing.placement, extras);
    std::vector<PlacementReport> layers;
    for (Count layer = 0; layer < routedLayers(setup); ++layer)
        layers.push_back(layerPlacement(setup, tokens, layer, routing.placement, extras));
    return overLayers(std::move(layers));
}

void placementWarnings(const Setup& setup, const PlacementReport& report, std::vector<Warning>& warnings) {
    const RoutingSpec& routing = setup.scenario->routing;
    const bool law =
        routing.distribution == Distribution::Zipf || routing.distribution == Distribution::LogNormal;
    if (law && routing.skew <= 0)
        warnings.push_back({"placement-no-skew", say("With a skew of 0 the popularity law makes all experts "
                                                     "equally popular.")});
    if (routing.step && routing.distribution != Distribution::Table)
        warnings.push_back(
            {"placement-no-step", say("Only a table of loads has steps: this routing is drawn, "
                                      "and routing.step chooses nothing.")});
    if (routing.distribution == Distribution::Table) {
        if (report.expertLoad.empty())
            warnings.push_back({"placement-no-table",
                                say("The routing asks for measured expert loads, but no table of tokens "
                                    "per layer and expert is loaded: the balance is unknown.")});
        else
            warnings.push_back(
                {"placement-no-router",
                 say("A table of loads does not hold the router's probabilities: the auxiliary "
                     "load-balancing loss is unknown.")});
    }
    if (routing.placement != PlacementAlgorithm::EplbSwap || report.expertLoad.empty()) return;
    const bool oneNode = placementShape(setup).nodes() <= 1;
    const bool tooMany = report.slotExperts.size() > kMostSwappedSlots;
    if (oneNode || tooMany || !report.separatedPairs || *report.separatedPairs <= 0)
        warnings.push_back(
            {"placement-no-swap",
             oneNode   ? say("All GPUs of the expert-parallel group share one node: no token crosses "
                               "nodes, so swaps change nothing.")
             : tooMany ? say("So many expert slots are not exchanged: the placement is EPLB without swaps.")
                       : say("Which experts are used together is not known for so many experts: the "
                             "placement is EPLB without swaps.")});
    else if (setup.scenario->cluster.a2a == A2aKernel::LowLatency)
        warnings.push_back(
            {"placement-swap-no-bytes",
             say("Swaps bring experts of a token together on a node, but low-latency kernels send a "
                 "copy per expert: only normal kernels, with one copy per node, gain from it.")});
}

} // namespace moe
