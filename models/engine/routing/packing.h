// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The two greedy steps that load-aware placements are made of.

#include <cstddef>
#include <vector>

namespace moe {

/// Packs of equal size: heaviest item first (stable) into the lightest pack with room (the first of equals).
/// Items of a pack in the order they came. With one item per pack the items keep their order: nothing can be
/// balanced.
std::vector<std::vector<std::size_t>> balancedPacks(const std::vector<double>& load, std::size_t packs);

struct Replicas {
    std::vector<std::size_t> expert; ///< per slot: 0 … experts − 1, then the spare slots
    std::vector<std::size_t> count;  ///< slots per expert

    /// An expert's load, shared evenly by its slots.
    std::vector<double> slotLoad(const std::vector<double>& load) const;
};
/// Gives each spare slot to the expert with the largest load per slot; no other choice has a smaller largest
/// slot.
Replicas replicated(const std::vector<double>& load, std::size_t expertSlots);

} // namespace moe
