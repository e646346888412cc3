// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much of its links a GPU can use within a group, where GPUs are joined without a switch. A data sheet
// tells the sum of a GPU's links; a group of n reaches only those that lead to its own members.

#include "models/engine/scenario/catalog.h"

#include <array>

namespace moe {

struct TopologyRow {
    Topology topology;
    const char* label;
    const char* ring;     ///< formula of the share, n of D GPUs: all-reduce, all-gather, reduce-scatter
    const char* exchange; ///< the same of an all-to-all
    const char* source;
    double (*ringShare)(double ranks, double domain);
    double (*exchangeShare)(double ranks, double domain);
};
const std::array<TopologyRow, 4>& topologies();
const TopologyRow& topologyRow(Topology topology);

/// Shares of the sum of a GPU's links, 0 < share ≤ 1, for a group of `ranks` GPUs of one domain that were
/// placed as near as can be; more ranks than the domain holds count as all of it.
double ringShare(Topology topology, double ranks, double domain);
double exchangeShare(Topology topology, double ranks, double domain);

} // namespace moe
