// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a group of GPUs can use of its links, where these are joined without a switch
// (scenario/machines/topology.h).

#include "models/engine/scenario/machines/topology.h"
#include "models/engine/shape/setup.h"

namespace moe {

inline double ringShare(const Setup& setup, double ranks) {
    return ringShare(setup.gpu.topology, ranks, setup.domain);
}
inline double exchangeShare(const Setup& setup, double ranks) {
    return exchangeShare(setup.gpu.topology, ranks, setup.domain);
}
/// From one GPU to one other: a pipeline's hop.
inline double pairShare(const Setup& setup) {
    return ringShare(setup, 2);
}

} // namespace moe
