// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The responses of one rollout: as the file of rl.lengths lists them, else ln(length) = ln(median) +
// σ·(√ρ·z_group + √(1 − ρ)·z), cut at the longest; where a mean is given, the median is the one whose cut
// lengths have it.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

#include <vector>

namespace moe {

/// One sequence, tokens.
struct Response {
    int prompt = 0, length = 1;
    double tokens() const { return static_cast<double>(prompt) + length; }
};

/// Group after group: `groups`·rl.group of them. Of a file, its own order, from the start again where it
/// ends; nothing, and a warning that says why, where it cannot be used.
std::optional<std::vector<Response>> responsesOf(const RlSpec& rl, const Catalog& catalog, std::size_t groups,
                                                 std::vector<Warning>& warnings);

/// Tokens, group after group: `groups`·rl.group of them, each at least 1. The same for a seed everywhere.
std::vector<int> responseLengths(const RlSpec& rl, std::size_t groups);
RlLengths summary(const std::vector<Response>& responses, const RlSpec& rl);

/// Work of the slowest of `ranks` over their mean when each sequence goes to the rank with the least, the
/// largest first. `costs`: one per sequence.
double largestFirstImbalance(std::vector<double> costs, std::size_t ranks);

} // namespace moe
