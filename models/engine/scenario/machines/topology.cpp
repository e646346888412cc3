// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/machines/topology.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace moe {
namespace {

/// A torus closes into rings where a side of the group is as long as this: a cube of 4 in three dimensions,
/// the whole pod's 16 in two.
constexpr double kRingOf3d = 4, kRingOf2d = 16;

double whole(double /*ranks*/, double /*domain*/) {
    return 1;
}

double meshShare(double ranks, double domain) {
    return (ranks - 1) / (domain - 1);
}

/// Sides of the box that `ranks` chips are placed in: doubled in turn.
template <std::size_t dimensions> std::array<double, dimensions> sidesOf(double ranks) {
    std::array<double, dimensions> sides;
    sides.fill(1);
    double chips = 1;
    for (; chips < ranks; chips *= 2) *std::min_element(sides.begin(), sides.end()) *= 2;
    return sides;
}

/// Two links of each dimension that closes, one of each that does not: the end of a line has one neighbour.
template <std::size_t dimensions> double torusRing(double ranks, double /*domain*/) {
    constexpr double kCloses = dimensions == 3 ? kRingOf3d : kRingOf2d;
    double links = 0;
    for (const double side : sidesOf<dimensions>(ranks)) links += side >= kCloses ? 2 : side > 1 ? 1 : 0;
    return links / (2 * dimensions);
}

/// Half of what a chip sends crosses the middle of the longest side, over one link of each line, two of each
/// ring.
template <std::size_t dimensions> double torusExchange(double ranks, double domain) {
    constexpr double kCloses = dimensions == 3 ? kRingOf3d : kRingOf2d;
    const auto sides = sidesOf<dimensions>(ranks);
    const double side = *std::max_element(sides.begin(), sides.end());
    const double links = (side >= kCloses ? 8 : 4) / side * (ranks - 1) / ranks;
    return std::min(links / (2 * dimensions), torusRing<dimensions>(ranks, domain));
}

double shareOf(double (*share)(double, double), double ranks, double domain) {
    const double within = std::min(ranks, domain);
    // One GPU sends nothing; a domain of one or two has nothing to choose.
    return within <= 1 || domain <= 2 ? 1 : std::min(1.0, share(within, domain));
}

} // namespace

const std::array<TopologyRow, 4>& topologies() {
    static const std::array<TopologyRow, 4> rows{{
        {Topology::Switch, "Switch", "1", "1", "every pair of GPUs has the full rate of both", whole, whole},
        {Topology::FullMesh, "Full mesh", "(n − 1)/(D − 1)", "(n − 1)/(D − 1)",
         "one link between each two of D GPUs: MI300X 64, MI355X 76.8 GB/s (AMD-AGI/Primus@fd1eeabb), "
         "Ascend 910B 28 GB/s (ArthurChiao); all-gather measured on 910B (limulidae), 38 GB/s on 2 and 64 on "
         "4",
         meshShare, meshShare},
        {Topology::Torus2d, "2D torus", "l/4; l = 2 per side ≥ 16, 1 per shorter side",
         "min(l, 4·(n − 1)/(n·a))/4; a = longest side, half of it where it closes",
         "Cloud TPU v5e page: 51.2 TB/s of all-reduce and 1.6 TB/s of bisection per pod of 256", torusRing<2>,
         torusExchange<2>},
        {Topology::Torus3d, "3D torus", "l/6; l = 2 per side ≥ 4, 1 per shorter side",
         "min(l, 4·(n − 1)/(n·a))/6; a = longest side, half of it where it closes",
         "Cloud TPU v4 and v5p pages: sides that are multiples of 4 close, smaller slices are meshes",
         torusRing<3>, torusExchange<3>},
    }};
    return rows;
}

const TopologyRow& topologyRow(Topology topology) {
    return topologies()[static_cast<std::size_t>(topology)];
}

double ringShare(Topology topology, double ranks, double domain) {
    if (topology == Topology::Switch) return 1;
    return shareOf(topologyRow(topology).ringShare, ranks, domain);
}

double exchangeShare(Topology topology, double ranks, double domain) {
    if (topology == Topology::Switch) return 1;
    return shareOf(topologyRow(topology).exchangeShare, ranks, domain);
}

} // namespace moe
