// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/fabric.h"

#include <algorithm>
#include <cmath>

namespace moe {

static Count ceilDivide(Count a, Count b) {
    return (a + b - 1) / b;
}

Count leafDownlinks(Count switchPorts, double oversubscription) {
    const double share = oversubscription / (1 + oversubscription);
    const auto down = static_cast<Count>(std::lround(static_cast<double>(switchPorts) * share));
    return std::clamp<Count>(down, 1, std::max<Count>(1, switchPorts - 1));
}

FabricCounts fabricCounts(const FabricShape& shape) {
    FabricCounts counts;
    const Count ports = shape.switchPorts, half = std::max<Count>(1, ports / 2);
    const Count perPlane = ceilDivide(shape.endpoints, shape.planes);
    if (shape.endpoints <= 0) return counts;
    if (perPlane <= ports) {
        counts.levels = 1;
        counts.leaves = shape.planes;
        return counts;
    }
    const Count down = leafDownlinks(ports, shape.oversubscription), up = std::max<Count>(1, ports - down);
    const Count leaves = ceilDivide(perPlane, down);
    const Count leafLinks = leaves * up;
    counts.leaves = shape.planes * leaves;
    if (leaves <= ports) {
        counts.levels = 2;
        counts.spines = shape.planes * ceilDivide(leafLinks, ports);
        counts.links = shape.planes * leafLinks;
        return counts;
    }
    // Aggregation switches split evenly; above them every core port is a link.
    const Count aggregation = ceilDivide(leafLinks, half), coreLinks = aggregation * half;
    counts.levels = 3;
    counts.spines = shape.planes * (aggregation + ceilDivide(coreLinks, ports));
    counts.links = shape.planes * (leafLinks + coreLinks);
    return counts;
}

FabricCounts fabricOf(const Setup& setup) {
    if (setup.gpus <= setup.domain) return {};
    const ClusterSpec& cluster = setup.scenario->cluster;
    const double nicsPerGpu =
        cluster.nicsPerNode ? static_cast<double>(*cluster.nicsPerNode) / setup.domain : 1;
    return fabricCounts({static_cast<Count>(std::ceil(setup.gpus * nicsPerGpu)), cluster.leafPorts, 1,
                         cluster.oversubscription});
}

/// Nodes on a leaf with `down` ports to GPUs: one port of every node on a rail-optimised leaf, else all.
static double nodesOn(const Setup& setup, Count down) {
    const ClusterSpec& cluster = setup.scenario->cluster;
    const double nicsPerNode =
        cluster.nicsPerNode ? static_cast<double>(*cluster.nicsPerNode) : std::max(1.0, setup.domain);
    const auto ports = static_cast<double>(down);
    return std::max(1.0, cluster.railOptimised ? ports : std::floor(ports / nicsPerNode));
}

Count nodesBelowLeaf(const Setup& setup) {
    const ClusterSpec& cluster = setup.scenario->cluster;
    return static_cast<Count>(nodesOn(setup, leafDownlinks(cluster.leafPorts, cluster.oversubscription)));
}

double nodesOnLeaf(const Setup& setup) {
    return nodesOn(setup, leafDownlinks(setup.scenario->cluster.leafPorts, 1));
}

double exchangeSlowdown(const Setup& setup, double nodes) {
    const double onLeaf = nodesOnLeaf(setup);
    if (nodes <= onLeaf || nodes <= 1) return 1;
    return std::max(1.0, setup.scenario->cluster.oversubscription * (nodes - onLeaf) / (nodes - 1));
}

double ringSlowdown(const Setup& setup, double nodes, double stride) {
    const double onLeaf = nodesOnLeaf(setup);
    if (nodes <= onLeaf) return 1;
    return std::max(1.0,
                    setup.scenario->cluster.oversubscription * std::min(1.0, std::max(1.0, stride) / onLeaf));
}

double crossLeafShare(const Setup& setup, double nodes) {
    const auto onLeaf = static_cast<double>(nodesBelowLeaf(setup));
    return nodes <= onLeaf || nodes <= 1 ? 0 : (nodes - onLeaf) / (nodes - 1);
}

} // namespace moe
