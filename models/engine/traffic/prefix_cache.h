// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Prompts found in the KV pool: full blocks that finished requests leave behind stay until their memory is
// needed, the least recently used session first and its tail first (vLLM's block pool). Private to this room.
// A session's text only grows, so that how many of its leading blocks are kept says all.

#include <algorithm>
#include <cstdint>
#include <list>
#include <unordered_map>

namespace moe {

class PrefixCache {
public:
    /// Leading blocks of a session that are kept and unused.
    std::int64_t kept(int session) const {
        const auto found = m_of.find(session);
        return found == m_of.end() ? 0 : found->second->blocks;
    }
    /// Of a finished request: its full blocks.
    void keep(int session, std::int64_t blocks) {
        const auto found = m_of.find(session);
        if (found != m_of.end()) {
            blocks = std::max(blocks, found->second->blocks);
            m_blocks -= found->second->blocks;
            m_sessions.erase(found->second);
            m_of.erase(found);
        }
        if (blocks <= 0) return;
        m_sessions.push_back({session, blocks});
        m_of[session] = std::prev(m_sessions.end());
        m_blocks += blocks;
    }
    /// Blocks of a session that a request takes over: they are in use and no longer this one's.
    void take(int session) {
        const auto found = m_of.find(session);
        if (found == m_of.end()) return;
        m_blocks -= found->second->blocks;
        m_sessions.erase(found->second);
        m_of.erase(found);
    }
    /// No more than `free` blocks are kept: the rest of the pool is in use.
    void evictTo(std::int64_t free) {
        while (m_blocks > free && !m_sessions.empty()) {
            Session& oldest = m_sessions.front();
            const std::int64_t gone = std::min(m_blocks - free, oldest.blocks);
            oldest.blocks -= gone;
            m_blocks -= gone;
            if (oldest.blocks > 0) continue;
            m_of.erase(oldest.id);
            m_sessions.pop_front();
        }
    }

private:
    struct Session {
        int id;
        std::int64_t blocks;
    };
    std::list<Session> m_sessions; ///< least recently used first
    std::unordered_map<int, std::list<Session>::iterator> m_of;
    std::int64_t m_blocks = 0;
};

} // namespace moe
