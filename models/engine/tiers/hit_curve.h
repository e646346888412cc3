// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Prefix-cache hits of a trace over storage of any size, exact. A request looks up all leading blocks that
// are held, before it writes anything, then touches every block of its prompt, the first last, so that a
// parent is never given up before its child. What LRU holds is then closed under prefixes, and a block is
// held exactly when fewer than `capacity` others were touched since (Mattson's stack distance): one pass
// gives every capacity. Tiers: exclusive, a block lives in one and falls to the next when it is given up;
// inclusive, every tier sees every touch. Outputs are not held (they come back as the input of the next turn)
// and nothing is pinned: a server under load holds less. The last token of a prompt is always computed: a hit
// of h blocks saves min(h·b, input − 1) tokens, with whole blocks b·min(h, ⌊(input − 1)/b⌋).

#include "data/hash_trace.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace moe {

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// LRU rank of every block of the trace before its request came, 1 = touched last; 0 = never seen.
std::vector<std::uint32_t> blockRanks(const HashTrace& trace);

struct HitShare {
    double capacity = 0;                         ///< blocks; kNoLimit
    double blocks = 0, tokens = 0, requests = 0; ///< shares; of requests: with any hit
};
std::vector<HitShare> hitCurve(const HashTrace& trace, const std::vector<std::uint32_t>& ranks,
                               const std::vector<double>& capacities, bool wholeBlocks = false);

/// Share of all blocks that is found in each tier, nearest first.
std::vector<double> tierHits(const HashTrace& trace, const std::vector<std::uint32_t>& ranks,
                             const std::vector<double>& capacities, bool inclusive);

enum class CacheRouter {
    RoundRobin,
    Prefix, ///< longest match in a first tier, then the fewest blocks computed so far
    Kv      ///< fewest blocks to compute there + computed there in the last 10 s of arrivals
};
struct RoutedHits {
    std::vector<double> tiers; ///< share of all blocks
    double busiest = 1;        ///< blocks that the busiest instance computes over the mean
};
/// Private first tiers, the others shared and inclusive.
RoutedHits routedHits(const HashTrace& trace, int instances, CacheRouter router,
                      const std::vector<double>& capacities);

} // namespace moe
