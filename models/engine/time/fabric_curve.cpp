// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/fabric_curve.h"

#include "models/engine/cost/fabric.h"
#include "models/engine/time/step_time.h"

#include <cmath>

namespace moe {
namespace {

constexpr double kMost = 8;

Seconds stepOf(const Setup& setup) {
    return stepTime(stepModel(setup)).step;
}

FabricSize sizeOf(const FabricCounts& counts) {
    return {counts.levels, counts.leaves, counts.spines, counts.links};
}

} // namespace

FabricCurve fabricCurve(const Scenario& scenario, const Catalog& catalog, int points) {
    Scenario varied = scenario;
    Setup setup = setupOf(varied, catalog);
    FabricCurve curve;
    curve.railOptimised = scenario.cluster.railOptimised;
    curve.oversubscription = scenario.cluster.oversubscription;
    curve.step = stepOf(setup);
    curve.nodes = std::ceil(setup.gpus / setup.domain);
    curve.nodesOnLeaf = nodesOnLeaf(setup);
    curve.size = sizeOf(fabricOf(setup));
    if (setup.gpus <= setup.domain) return curve;

    for (int i = 0; i < points; ++i) {
        FabricPoint point;
        point.oversubscription = std::pow(kMost, i / (points - 1.0));
        varied.cluster.oversubscription = point.oversubscription;
        varied.cluster.railOptimised = true;
        point.rail = stepOf(setup);
        varied.cluster.railOptimised = false;
        point.plain = stepOf(setup);
        point.size = sizeOf(fabricOf(setup));
        curve.points.push_back(point);
    }

    // Leaves that nothing joins: a rail reaches as many nodes as its leaf has ports, all of them downlinks.
    varied.cluster.oversubscription = 1;
    varied.cluster.railOptimised = true;
    if (curve.nodes <= static_cast<double>(varied.cluster.leafPorts)) {
        setup.spine = false;
        curve.withoutSpine = stepOf(setup);
    }
    return curve;
}

} // namespace moe
