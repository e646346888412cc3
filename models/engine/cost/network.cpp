// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/network.h"

#include "models/engine/cost/fabric.h"
#include "models/engine/cost/serve_operators.h"
#include "models/engine/cost/topology.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace moe {
namespace {

constexpr double kUnknownLowLatency = 0.93; ///< of the line rate

/// C(n−a, k)/C(n, k): no draw of k out of n hits any of a marked ones.
double missProbability(double n, double a, double k) {
    if (n - a < k) return 0;
    double product = 1;
    for (double i = 0; i < k; ++i) product *= (n - a - i) / (n - i);
    return product;
}

double choose(double n, double k) {
    double product = 1;
    for (double i = 0; i < k; ++i) product *= (n - i) / (i + 1);
    return product;
}

bool isUserSpecification(const GpuSpec& gpu) {
    return gpu.mfu > 0;
}

} // namespace

double distinctNodes(const RoutingShape& s) {
    const double onNode = s.experts / s.nodes;
    if (s.groupLimit <= 0 || s.groupLimit >= s.groups || s.groups <= 1)
        return s.nodes * (1 - missProbability(s.experts, onNode, s.topK));
    const double group = s.experts / s.groups, pool = s.groupLimit * group;
    if (s.nodes >= s.groups)
        return s.nodes * (s.groupLimit / s.groups) * (1 - missProbability(pool, onNode, s.topK));
    const double groupsOnNode = s.groups / s.nodes;
    double hit = 0;
    for (double chosen = 1; chosen <= std::min(groupsOnNode, s.groupLimit); ++chosen) {
        if (s.groupLimit - chosen > s.groups - groupsOnNode) continue;
        const double probability = choose(groupsOnNode, chosen) *
                                   choose(s.groups - groupsOnNode, s.groupLimit - chosen) /
                                   choose(s.groups, s.groupLimit);
        hit += probability * (1 - missProbability(pool, chosen * group, s.topK));
    }
    return s.nodes * hit;
}

double dispatchTokenBytes(double hidden, DataType type) {
    return type == DataType::Fp8 ? hidden * (1 + 4.0 / 128) + 16 : hidden * bytesOf(type);
}

double combineTokenBytes(double hidden, DataType type) {
    return hidden * bytesOf(type);
}

namespace {

/// Rates of links, rising, and what of them was measured, GB/s.
using MeasuredRates = std::initializer_list<std::pair<double, double>>;

/// Share of a link that an exchange uses: what was measured at rates beside it, and `unknown` at a quarter
/// and four times of them. A faster link carries what a slower one was measured to, however small `unknown`.
double usedShare(MeasuredRates measured, double rate, double unknown) {
    constexpr double kFar = 4;
    std::pair<double, double> below{measured.begin()->first / kFar, unknown},
        above{std::prev(measured.end())->first * kFar, unknown}; // rate, share of it
    for (const auto& [at, used] : measured) {
        if (at == rate) return used / at;
        if (at < rate) below = {at, used / at};
    }
    for (const auto& [at, used] : measured)
        if (at > rate) {
            above = {at, used / at};
            break;
        }
    const double way = std::log(rate / below.first) / std::log(above.first / below.first);
    const double share = below.second * std::pow(above.second / below.second, std::clamp(way, 0.0, 1.0));
    const bool slowerWasMeasured = below.first >= measured.begin()->first;
    return slowerWasMeasured ? std::max(share, below.second * below.first / rate) : share;
}

} // namespace

AllToAllRates allToAllRates(const Setup& setup, double nodes) {
    const ClusterSpec& cluster = setup.scenario->cluster;
    const bool lowLatency = cluster.a2a == A2aKernel::LowLatency;
    const bool measured = setup.gpu.generation == Generation::Hopper && !isUserSpecification(setup.gpu);
    const double share =
        lowLatency && !isUserSpecification(setup.gpu) ? kUnknownLowLatency : cluster.networkUtil;

    AllToAllRates rates;
    const Bandwidth links = exchangeShare(setup, setup.ep * setup.etp) * setup.nvlink;
    rates.dispatch = rates.combine = {{}, {}, share * setup.nic, share * links};
    const auto measuredRates = [&](ExchangeRates& one, MeasuredRates network, MeasuredRates nvlink) {
        if (!measured) return;
        one.network = usedShare(network, setup.nic / GBps, share) * setup.nic;
        one.nvlink = usedShare(nvlink, setup.nvlink / GBps, share) * links;
    };
    if (lowLatency) {
        if (nodes <= 1) {
            rates.dispatch.base = 14.7 * microsecond;
            rates.combine.base = 11.2 * microsecond;
        } else {
            rates.dispatch.base = 17.5 * microsecond;
            rates.dispatch.perNode = 1.32 * microsecond;
            rates.combine.base = 25.5 * microsecond;
        }
        measuredRates(rates.dispatch, {{50, 47.4}}, {{200, 175}, {450, 249.9}});
        measuredRates(rates.combine, {{50, 46.2}}, {{200, 175}, {450, 209.2}});
    } else {
        // Middle of the published ranges: 50–80 µs notify, 41–47 GB/s network, 280–307 GB/s NVLink.
        rates.dispatch.base = rates.combine.base = 65 * microsecond;
        measuredRates(rates.dispatch, {{50, 44}}, {{200, 175}, {450, 293}});
        measuredRates(rates.combine, {{50, 44}}, {{200, 175}, {450, 293}});
    }
    return rates;
}

AllToAll allToAll(const Setup& setup, double tokens, const ExchangeSkew& skew) {
    AllToAll result;
    const double gpus = setup.ep * setup.etp;
    const double perNode = std::min(gpus, setup.domain);
    result.nodes = std::max(1.0, std::ceil(gpus / setup.domain));
    if (gpus <= 1 || tokens <= 0) return result;

    const double n = result.nodes;
    const ClusterSpec& cluster = setup.scenario->cluster;
    const MoeSpec& moe = *setup.scenario->moe;
    const bool lowLatency = cluster.a2a == A2aKernel::LowLatency;
    const double destinations = skew.nodesPerToken.value_or(distinctNodes(
        {setup.E, setup.k, n, static_cast<double>(moe.groups), static_cast<double>(moe.groupLimit)}));
    const double copies = tokens * setup.k, networkCopies = lowLatency ? copies : tokens * destinations;
    const double crossLeaf = crossLeafShare(setup, n);
    const AllToAllRates rates = allToAllRates(setup, n);

    const auto exchange = [&](double tokenBytes, const ExchangeRates& link) {
        Exchange out;
        out.payload = {(lowLatency || n <= 1 ? copies : networkCopies) * tokenBytes};
        out.network = {networkCopies * tokenBytes * (1 - 1 / n)};
        // Normal kernels send a copy to the node once and hand it on inside, to every expert that wants it.
        out.nvlink = {copies * tokenBytes * (1 - 1 / perNode) / (lowLatency ? n : 1)};
        const Seconds network =
            std::max(1.0, crossLeaf * cluster.oversubscription) * skew.nic * out.network / link.network;
        out.time = link.base + n * link.perNode + (crossLeaf > 0 ? kAcrossLeaves : Seconds{}) +
                   std::max(network, skew.gpu * out.nvlink / link.nvlink);
        return out;
    };
    result.dispatch =
        exchange(dispatchTokenBytes(setup.latent, setup.scenario->precision.dispatch), rates.dispatch);
    result.combine =
        exchange(combineTokenBytes(setup.latent, setup.scenario->precision.combine), rates.combine);
    return result;
}

Seconds allReduceTime(const Setup& setup, Bytes size) {
    // Ring on H100 NVLink: a, B_max, M_half with γ = ½; M_half fitted on public H100 all-reduce tables.
    struct Ring {
        double ranks;
        Seconds latency;
        Bandwidth peak;
        Bytes half;
    };
    static constexpr std::array<Ring, 3> kRings = {{{2, {7.1e-6}, {262e9}, {0.1e6}},
                                                    {4, {10.6e-6}, {307e9}, {0.1e6}},
                                                    {8, {17.4e-6}, {374e9}, {1.5e6}}}};
    if (setup.tp <= 1 || size.base <= 0) return {};
    const double inside = std::min(setup.tp, setup.domain), nodes = std::ceil(setup.tp / setup.domain);
    const Ring* ring = &kRings.back();
    for (const Ring& row : kRings) {
        if (row.ranks >= inside) {
            ring = &row;
            break;
        }
    }
    const auto cost = [&](double ranks, Bytes bytes, Bandwidth peak) -> Seconds {
        if (ranks <= 1) return {};
        const double slowdown = 1 + std::sqrt(ring->half / bytes);
        return ring->latency + 2 * (ranks - 1) / ranks * slowdown * (bytes / peak);
    };
    const Bandwidth nvlink = ringShare(setup, inside) * (setup.nvlink / (450 * GBps)) * ring->peak;
    if (nodes <= 1) return cost(setup.tp, size, nvlink);
    const Bandwidth network = setup.scenario->cluster.networkUtil * setup.nic;
    const Seconds flat = cost(setup.tp, size, std::min(nvlink, network));
    const Seconds twoLevel = cost(inside, size, nvlink) + cost(nodes, size / inside, network);
    return std::min(flat, twoLevel);
}

static double reachOverMean(const PlacementReport& placement) {
    if (!placement.layers.empty()) {
        double sum = 0;
        for (const PlacementReport& layer : placement.layers) sum += reachOverMean(layer);
        return sum / static_cast<double>(placement.layers.size());
    }
    const std::vector<double>& reach = placement.nodeReach;
    if (reach.empty() || !placement.nodesPerToken) return 1;
    return *std::max_element(reach.begin(), reach.end()) * static_cast<double>(reach.size()) /
           *placement.nodesPerToken;
}

ExchangeSkew exchangeSkew(const Setup& setup, const PlacementReport* placement, double received) {
    ExchangeSkew skew;
    skew.gpu = std::max({1.0, received, placement ? placement->gpus.maxOverMean : 1});
    skew.nic = skew.gpu;
    if (!placement || setup.scenario->cluster.a2a == A2aKernel::LowLatency) return skew;
    skew.nodesPerToken = placement->nodesPerToken;
    if (skew.nodesPerToken) skew.nic = std::max({1.0, received, reachOverMean(*placement)});
    return skew;
}

NetworkReport moeNetwork(const Setup& setup, double tokens, const PlacementReport* placement,
                         double received) {
    const ExchangeSkew skew = exchangeSkew(setup, placement, received);
    const AllToAll exchange = allToAll(setup, tokens, skew);

    NetworkReport report;
    report.dispatch = exchange.dispatch.payload;
    report.combine = exchange.combine.payload;
    report.dispatchTime = exchange.dispatch.time;
    report.combineTime = exchange.combine.time;
    report.crossNode = exchange.dispatch.network;
    if (setup.tp > 1) report.allreduce = allReduceTime(setup, {2 * tokens * setup.h});

    const Seconds both = report.dispatchTime + report.combineTime;
    if (both.base > 0) {
        const Bytes network = exchange.dispatch.network + exchange.combine.network;
        const Bytes nvlink = exchange.dispatch.nvlink + exchange.combine.nvlink;
        const double onNetwork = network / both / setup.nic, onNvlink = nvlink / both / setup.nvlink;
        report.networkUtilisation = exchange.nodes > 1 ? onNetwork : onNvlink;
        report.busiestLinkUtilisation = std::max(skew.nic * onNetwork, skew.gpu * onNvlink);
    }
    const ServeRates rates = serveRatesOf(setup);
    const Seconds compute =
        expertGemm(setup, rates, tokens, slowestShare(setup, rates, tokens, placement, received)).time;
    if (compute.base > 0) report.commComputeRatio = both / compute;

    const FabricCounts fabric = fabricOf(setup);
    report.leafSwitches = fabric.leaves;
    report.spineSwitches = fabric.spines;
    report.interSwitchLinks = fabric.links;
    return report;
}

DecodeBound decodeBound(const DecodeBoundInput& in) {
    const Bytes moved{in.tokens * in.copies * in.hidden * (in.dispatchBytes + in.combineBytes)};
    DecodeBound bound;
    bound.layer = moved / in.bandwidth;
    bound.token = in.microBatches * in.layers * bound.layer;
    return bound;
}

} // namespace moe
