// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The KV pool's blocks by their names (PromptNames): prompts that begin alike hold the same ones, also while
// they run, and what nobody holds any more stays until its memory is needed, least recently used first, the
// first block of a prompt after those behind it. What the pool gives up goes to the tier below it, which
// holds it alone; where tiers are written through, each has all that fits of what was used last. Of a prompt
// that is computed, blocks have their names from its first token on. Private to the rooms that simulate.
//
// "Names" count named blocks, "blocks" those of the pool, which are smaller. With one request in flight and
// outputs of one token its hits are those of tiers/hit_curve.h, to the last one.

#include "models/engine/traffic/simulate.h"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace moe {

/// Of a request: its blocks' names and its prompt.
struct NamedPrompt {
    std::uint32_t first = 0;
    int names = 0, input = 0;
};

class NamedCache {
public:
    NamedCache(const PromptNames& names, const TrafficLimits& limits);

    struct Found {
        int names = 0;
        std::int64_t blocks = 0;
    };
    /// The leading ones that the pool has, or a tier that is loaded from.
    Found find(const NamedPrompt& prompt) const;

    struct Taken {
        std::int64_t held = 0;                           ///< blocks that the request holds now
        std::int64_t paid = 0;                           ///< of them, those that no other one held
        std::array<std::int64_t, kMostTiers + 1> from{}; ///< by tier, the pool first
    };
    /// The leading ones, which find() found, are in use.
    Taken take(const NamedPrompt& prompt, int names);
    /// A prompt was computed whose first `names` were in use already: so are all. Gives the blocks of those
    /// that another request holds too: they are needed once.
    std::int64_t add(const NamedPrompt& prompt, int names);
    /// The first `names` are no longer in use by one request. Gives their blocks that another one still
    /// holds.
    std::int64_t release(const NamedPrompt& prompt, int names);
    /// No more than `free` blocks that nobody holds stay in the pool.
    void evictTo(std::int64_t free);

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    struct Node {
        std::uint32_t name = 0, older = kNone, newer = kNone;
        int blocks = 0, uses = 0;
    };
    /// Named blocks; those without uses are in the order in which they were used.
    struct Tier {
        std::unordered_map<std::uint32_t, std::uint32_t> places;
        std::vector<Node> nodes;
        std::vector<std::uint32_t> spare;
        std::uint32_t oldest = kNone, newest = kNone;
        std::int64_t most = 0, blocks = 0; ///< of those without uses
        bool loads = true;

        Node* find(std::uint32_t name);
        bool holds(std::uint32_t name) const { return places.find(name) != places.end(); }
        Node& insert(std::uint32_t name, int blocks);
        void list(Node& node);
        void unlist(Node& node);
        void erase(std::uint32_t name);
        void touch(std::uint32_t name, int blocks);
    };
    std::uint32_t nameOf(const NamedPrompt& prompt, int index) const {
        return m_names.blocks[prompt.first + static_cast<std::size_t>(index)];
    }
    int blocksOf(const NamedPrompt& prompt, int index) const;
    void shrink(std::size_t tier);
    void loseBelow(std::uint32_t name);

    const PromptNames& m_names;
    int m_blockSize;
    bool m_through;
    std::vector<Tier> m_tiers; ///< the pool first
};

} // namespace moe
