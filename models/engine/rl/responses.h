// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lengths of the responses of one rollout. ln(length) = ln(median) + σ·(√ρ·z_group + √(1 − ρ)·z), cut at the
// longest; where a mean is given, the median is the one whose cut lengths have it.

#include "models/engine/report/rl_report.h"
#include "models/engine/scenario/scenario.h"

#include <vector>

namespace moe {

/// Tokens, group after group: `groups`·rl.group of them, each at least 1. The same for a seed everywhere.
std::vector<int> responseLengths(const RlSpec& rl, std::size_t groups);
RlLengths summary(const std::vector<int>& lengths, const RlSpec& rl);

/// Work of the slowest of `ranks` over their mean when each sequence goes to the rank with the least, the
/// largest first. `costs`: one per sequence.
double largestFirstImbalance(std::vector<double> costs, std::size_t ranks);

} // namespace moe
