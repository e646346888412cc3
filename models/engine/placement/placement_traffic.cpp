// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/placement_traffic.h"

#include "models/engine/cost/network.h"
#include "models/engine/math/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe {
namespace {

constexpr Count kSampleTokens = 2048;
constexpr double kSampleDraws = 1 << 23; ///< weights looked at, so that thousands of experts stay quick

std::size_t position(Count value) {
    return static_cast<std::size_t>(value);
}

Count nodesOf(const PlacementReport& report) {
    const auto gpus = static_cast<Count>(report.gpuLoad.size());
    return (gpus + report.gpusPerNode - 1) / report.gpusPerNode;
}

/// Nodes that hold each slot: a rank may span several (expert tensor parallelism), its first GPU counts.
std::vector<Count> slotNodes(const PlacementReport& report, Count gpusPerRank) {
    std::vector<Count> nodes(report.slotExperts.size());
    for (std::size_t slot = 0; slot < nodes.size(); ++slot)
        nodes[slot] = static_cast<Count>(slot) / report.slotsPerGpu * gpusPerRank / report.gpusPerNode;
    return nodes;
}

/// No expert is special and they stand in order: the closed form holds.
bool followsClosedForm(const PlacementReport& report, const ExpertRouting& routing, Count nodes) {
    const std::size_t experts = routing.experts();
    if (!routing.uniform() || report.slotExperts.size() != experts || experts % position(nodes) != 0)
        return false;
    if (!routing.limited()) return true;
    for (std::size_t slot = 0; slot < experts; ++slot)
        if (position(report.slotExperts[slot]) != slot) return false;
    return true;
}

std::vector<double> sampledReach(const PlacementReport& report, const ExpertRouting& routing,
                                 const std::vector<Count>& nodeOfSlot, Count nodes, Count seed) {
    std::vector<std::vector<Count>> places(routing.experts()); // nodes of an expert's replicas
    for (std::size_t slot = 0; slot < nodeOfSlot.size(); ++slot)
        places[position(report.slotExperts[slot])].push_back(nodeOfSlot[slot]);
    const double perToken = static_cast<double>(routing.experts()) * static_cast<double>(routing.topK);
    const Count tokens = std::clamp(static_cast<Count>(kSampleDraws / perToken), Count{64}, kSampleTokens);
    const std::vector<std::uint32_t> used = routedTokens(routing, tokens, seed);
    Random random(static_cast<std::uint64_t>(seed) + 1);
    std::vector<double> reach(position(nodes), 0.0);
    std::vector<std::size_t> lastToken(position(nodes), 0);
    const auto topK = position(routing.topK);
    for (std::size_t i = 0; i < used.size(); ++i) {
        const std::vector<Count>& at = places[used[i]];
        const std::size_t node = position(at.size() == 1 ? at.front() : at[random.below(at.size())]);
        const std::size_t token = i / topK + 1;
        if (lastToken[node] != token) reach[node] += 1;
        lastToken[node] = token;
    }
    for (double& value : reach) value /= static_cast<double>(tokens);
    return reach;
}

} // namespace

std::vector<double> nodeShares(const PlacementReport& report, Count gpusPerRank) {
    const std::size_t experts = report.expertLoad.size();
    const std::vector<Count> nodeOfSlot = slotNodes(report, gpusPerRank);
    std::vector<double> replicas(experts, 0.0);
    for (const Count expert : report.slotExperts) replicas[position(expert)] += 1;
    std::vector<double> shares(position(nodesOf(report)) * experts, 0.0);
    for (std::size_t slot = 0; slot < nodeOfSlot.size(); ++slot) {
        const std::size_t expert = position(report.slotExperts[slot]);
        shares[position(nodeOfSlot[slot]) * experts + expert] += 1 / replicas[expert];
    }
    return shares;
}

double separatedPairs(const std::vector<double>& together, const std::vector<double>& shares,
                      std::size_t experts) {
    double all = 0, joined = 0;
    for (const double pair : together) all += pair;
    for (std::size_t first = 0; first < shares.size(); first += experts) {
        const double* share = &shares[first];
        for (std::size_t a = 0; a < experts; ++a) {
            if (share[a] <= 0) continue;
            double with = 0;
            for (std::size_t b = 0; b < experts; ++b) with += together[a * experts + b] * share[b];
            joined += share[a] * with;
        }
    }
    return all > 0 ? std::clamp(1 - joined / all, 0.0, 1.0) : 0;
}

void addTraffic(PlacementReport& report, const ExpertRouting& routing, Count gpusPerRank, Count seed) {
    const Count nodes = nodesOf(report);
    if (report.expertLoad.empty()) return;
    const Count slotsOnNode =
        std::max<Count>(1, report.slotsPerGpu * std::max<Count>(1, report.gpusPerNode / gpusPerRank));
    const Count nodesBound = (routing.topK + slotsOnNode - 1) / slotsOnNode;
    report.nodesPerTokenBound = static_cast<double>(nodesBound);
    if (nodes <= 1) {
        report.nodeReach = {1};
        report.nodesPerToken = 1;
        report.separatedPairs = 0;
        return;
    }
    if (followsClosedForm(report, routing, nodes)) {
        const double distinct =
            distinctNodes({static_cast<double>(routing.experts()), static_cast<double>(routing.topK),
                           static_cast<double>(nodes), static_cast<double>(routing.groups),
                           static_cast<double>(routing.groupLimit)});
        report.nodeReach.assign(position(nodes), distinct / static_cast<double>(nodes));
    } else {
        report.nodeReach = sampledReach(report, routing, slotNodes(report, gpusPerRank), nodes, seed);
    }
    report.nodesPerToken = std::accumulate(report.nodeReach.begin(), report.nodeReach.end(), 0.0);
    const std::vector<double> together = coActivation(routing);
    if (!together.empty() && routing.topK > 1)
        report.separatedPairs = separatedPairs(together, nodeShares(report, gpusPerRank), routing.experts());
}

} // namespace moe
