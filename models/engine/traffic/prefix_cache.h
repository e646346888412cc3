// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Prompts found in the KV pool: full blocks that finished requests leave behind stay until their memory is
// needed, the least recently used session first and its tail first (vLLM's block pool). What the pool has no
// room for goes to the tiers below it, each least recently used first, and is lost behind the last. Private
// to the rooms that simulate. A session's text only grows, so that how many of its leading blocks are kept
// says all, and each tier holds those that follow the tier's above; where tiers are written through, each has
// leading blocks of its own, of sessions that it saw last.

#include "models/engine/traffic/simulate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

namespace moe {

class PrefixCache {
public:
    using Blocks = std::array<std::int64_t, kMostTiers + 1>; ///< by tier, the pool first

    PrefixCache() : m_tiers(1) {}
    /// Tiers below the pool.
    explicit PrefixCache(const std::vector<CacheTier>& tiers, bool through = false)
        : m_tiers(1 + tiers.size()), m_through(through) {
        for (std::size_t i = 0; i < tiers.size(); ++i) m_tiers[i + 1].most = tiers[i].blocks;
    }
    /// Leading blocks of a session that are kept and unused, in every tier those that none above has.
    Blocks kept(int session) const {
        const auto found = m_of.find(session);
        if (found == m_of.end()) return {};
        Blocks by = found->second.blocks;
        if (!m_through) return by;
        std::int64_t above = 0;
        for (std::int64_t& blocks : by) {
            const std::int64_t here = blocks;
            blocks = std::max<std::int64_t>(0, here - above);
            above = std::max(above, here);
        }
        return by;
    }
    /// Of a finished request: its full blocks.
    void keep(int session, std::int64_t blocks) {
        blocks = std::max(blocks, kept(session)[0]);
        forget(session);
        if (blocks <= 0) return;
        add(session, 0, blocks);
        for (std::size_t tier = 1; m_through && tier < m_tiers.size(); ++tier) {
            add(session, tier, blocks);
            shrink(tier);
        }
    }
    /// Blocks of a session that a request takes over: they are in use and no longer this one's.
    void take(int session) {
        if (!m_through)
            forget(session);
        else if (const auto found = m_of.find(session); found != m_of.end() && found->second.blocks[0] > 0)
            remove(session, 0, found->second.blocks[0]);
    }
    /// No more than `free` blocks are kept in the pool: the rest of it is in use.
    void evictTo(std::int64_t free) {
        m_tiers[0].most = free;
        for (std::size_t tier = 0; tier < (m_through ? 1 : m_tiers.size()); ++tier) shrink(tier);
    }

private:
    struct Tier {
        std::int64_t most = 0, blocks = 0;
        std::list<int> sessions; ///< with blocks here, least recently used first
    };
    struct Session {
        Blocks blocks{};
        std::array<std::list<int>::iterator, kMostTiers + 1> places;
    };

    void shrink(std::size_t tier) {
        Tier& full = m_tiers[tier];
        while (full.blocks > full.most && !full.sessions.empty()) {
            const int oldest = full.sessions.front();
            const std::int64_t gone = std::min(full.blocks - full.most, m_of[oldest].blocks[tier]);
            remove(oldest, tier, gone);
            if (!m_through && tier + 1 < m_tiers.size()) add(oldest, tier + 1, gone);
        }
    }
    void add(int session, std::size_t tier, std::int64_t blocks) {
        Session& of = m_of[session];
        Tier& to = m_tiers[tier];
        if (of.blocks[tier] > 0) to.sessions.erase(of.places[tier]);
        of.places[tier] = to.sessions.insert(to.sessions.end(), session);
        of.blocks[tier] += blocks;
        to.blocks += blocks;
    }
    void remove(int session, std::size_t tier, std::int64_t blocks) {
        const auto found = m_of.find(session);
        Session& of = found->second;
        of.blocks[tier] -= blocks;
        m_tiers[tier].blocks -= blocks;
        if (of.blocks[tier] > 0) return;
        m_tiers[tier].sessions.erase(of.places[tier]);
        if (std::all_of(of.blocks.begin(), of.blocks.end(), [](std::int64_t some) { return some == 0; }) &&
            (m_through || tier + 1 >= m_tiers.size()))
            m_of.erase(found);
    }
    void forget(int session) {
        const auto found = m_of.find(session);
        if (found == m_of.end()) return;
        for (std::size_t tier = 0; tier < m_tiers.size(); ++tier) {
            m_tiers[tier].blocks -= found->second.blocks[tier];
            if (found->second.blocks[tier] > 0) m_tiers[tier].sessions.erase(found->second.places[tier]);
        }
        m_of.erase(found);
    }

    std::vector<Tier> m_tiers;
    bool m_through = false;
    std::unordered_map<int, Session> m_of;
};

/// Of a request: its blocks' names and its prompt.
struct NamedPrompt {
    std::uint32_t first = 0;
    int names = 0, input = 0;
};

/// The pool's blocks by their names (PromptNames): prompts that begin alike hold the same ones, also while
/// they run, and what nobody holds any more stays until its memory is needed, least recently used first, the
/// first block of a prompt after those behind it. What the pool gives up goes to the tier below it, which
/// holds it alone; where tiers are written through, each has all that fits of what was used last. Of a prompt
/// that is computed, blocks have their names from its first token on. "Names" count named blocks, "blocks"
/// those of the pool, which are smaller. With one request in flight and outputs of one token its hits are
/// those of tiers/hit_curve.h, to the last one.
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
