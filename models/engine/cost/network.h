// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Communication of expert-parallel inference kernels (dispatch, combine) and all-reduce.

#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"

namespace moe {

/// Experts a token may choose from, and the nodes they are spread over in order.
struct RoutingShape {
    double experts = 0, topK = 0, nodes = 1;
    double groups = 1, groupLimit = 0; ///< node-limited routing; 0 = no limit
};
/// E[D], distinct nodes a token goes to under uniform routing: N(1 − C(E−E/N,k)/C(E,k)); with group limits
/// the exact sum over how many of a node's groups are among the chosen.
double distinctNodes(const RoutingShape& shape);

/// Bytes of one token and copy on the wire. FP8 travels with a scale per 128 values and 16 bytes of routing.
double dispatchTokenBytes(double hidden, DataType type);
double combineTokenBytes(double hidden, DataType type);

inline constexpr Seconds kAcrossLeaves{0.9e-6}; ///< more hops, InfiniBand

/// What one direction of the exchange achieves.
struct ExchangeRates {
    Seconds base, perNode; ///< a0, a1
    Bandwidth network, nvlink;
};
/// Measured on H100 with 400 Gb/s per GPU; elsewhere 0.93 of the line rate (low-latency kernels) or the
/// scenario's network utilisation (normal kernels, and any GPU given by a user's own specification).
struct AllToAllRates {
    ExchangeRates dispatch, combine;
};
AllToAllRates allToAllRates(const Setup& setup, double nodes);

struct Exchange {
    Bytes payload; ///< everything the kernel hands over, local copies included
    Bytes network; ///< of it, to other nodes
    Bytes nvlink;  ///< of it, to other GPUs of the node
    Seconds time;  ///< until the busiest GPU is done
};
struct AllToAll {
    Exchange dispatch, combine;
    double nodes = 1;
};
/// What makes an exchange slower than a balanced one.
struct ExchangeSkew {
    double gpu = 1;                      ///< tokens of the busiest GPU over the mean
    double nic = 1;                      ///< bytes of the busiest network port over the mean
    std::optional<double> nodesPerToken; ///< E[D] of the placement; absent = distinctNodes()
};
/// `received`: λ, tokens a GPU receives over the balanced share; never less than 1. A low-latency copy takes
/// the port of its own GPU; the one copy per node of normal kernels is shared by the ports of the node.
ExchangeSkew exchangeSkew(const Setup& setup, const PlacementReport* placement, double received);

/// One MoE layer, forward.
AllToAll allToAll(const Setup& setup, double tokens, const ExchangeSkew& skew);

/// All-reduce of `size` bytes over the TP group: the fastest of ring and, across nodes, two-level.
Seconds allReduceTime(const Setup& setup, Bytes size);

/// Expert-parallel decode when nothing but bandwidth counts (two micro-batches hide computation).
struct DecodeBoundInput {
    double tokens = 0, copies = 0, hidden = 0;  ///< per device and micro-batch; routed + shared copies
    double dispatchBytes = 1, combineBytes = 2; ///< per value
    double layers = 0, microBatches = 2;
    Bandwidth bandwidth;
};
struct DecodeBound {
    Seconds layer; ///< per layer and micro-batch
    Seconds token;
};
DecodeBound decodeBound(const DecodeBoundInput& input);

/// All-to-all of one MoE layer for `tokens` tokens of a GPU, and the switch counts of the fabric. `received`:
/// λ, tokens a GPU receives over the balanced share; 1 when serving, where only the placement decides.
NetworkReport moeNetwork(const Setup& setup, double tokens, const PlacementReport* placement,
                         double received = 1);

} // namespace moe
