// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Exchanges experts between nodes so that experts used together stand together.

#include "models/engine/scenario/scenario.h"

#include <vector>

namespace moe {

struct SwapShape {
    Count ranks = 1, ranksPerNode = 1;
};

/// Every slot is held against every other, again and again: more than these would take minutes and hours.
inline constexpr std::size_t kMostSwappedSlots = 4096;

/// `slots` (rank by rank) after exchanges of two slots of different nodes, the most useful first, until none
/// is left that lowers the co-activation between nodes. No exchange may raise the load of a rank above the
/// largest of `slots`, or that of a node above the largest node. `load` in tokens per expert, shared evenly
/// by its replicas; `together` as coActivation() gives it. Ties go to the lower slots.
/// More than kMostSwappedSlots stay as they are.
std::vector<Count> swappedSlots(std::vector<Count> slots, const std::vector<double>& load,
                                const std::vector<double>& together, const SwapShape& shape);

} // namespace moe
