// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/prefix_cache.h"

#include <algorithm>

namespace moe {

NamedCache::Node* NamedCache::Tier::find(std::uint32_t name) {
    const auto found = places.find(name);
    return found == places.end() ? nullptr : &nodes[found->second];
}

NamedCache::Node& NamedCache::Tier::insert(std::uint32_t name, int size) {
    std::uint32_t place = 0;
    if (spare.empty()) {
        place = static_cast<std::uint32_t>(nodes.size());
        nodes.emplace_back();
    } else {
        place = spare.back();
        spare.pop_back();
    }
    places.emplace(name, place);
    nodes[place] = {name, kNone, kNone, size, 0};
    return nodes[place];
}

void NamedCache::Tier::list(Node& node) {
    const auto place = static_cast<std::uint32_t>(&node - nodes.data());
    node.older = newest;
    node.newer = kNone;
    (newest == kNone ? oldest : nodes[newest].newer) = place;
    newest = place;
    blocks += node.blocks;
}

void NamedCache::Tier::unlist(Node& node) {
    (node.older == kNone ? oldest : nodes[node.older].newer) = node.newer;
    (node.newer == kNone ? newest : nodes[node.newer].older) = node.older;
    blocks -= node.blocks;
}

void NamedCache::Tier::erase(std::uint32_t name) {
    const auto found = places.find(name);
    if (found == places.end()) return;
    unlist(nodes[found->second]);
    spare.push_back(found->second);
    places.erase(found);
}

void NamedCache::Tier::touch(std::uint32_t name, int size) {
    Node* node = find(name);
    if (node != nullptr)
        unlist(*node);
    else
        node = &insert(name, size);
    list(*node);
}

NamedCache::NamedCache(const PromptNames& names, const TrafficLimits& limits)
    : m_names(names),
      m_blockSize(limits.blockSize),
      m_through(limits.writesThrough),
      m_tiers(1 + limits.tiers.size()) {
    for (std::size_t i = 0; i < limits.tiers.size(); ++i) {
        m_tiers[i + 1].most = limits.tiers[i].blocks;
        m_tiers[i + 1].loads = limits.tiers[i].loads;
    }
}

/// Of the pool, that one named block takes.
int NamedCache::blocksOf(const NamedPrompt& prompt, int index) const {
    const std::int64_t begin = std::int64_t{index} * m_names.tokens;
    const std::int64_t end = std::min<std::int64_t>(begin + m_names.tokens, prompt.input);
    const std::int64_t size = m_blockSize;
    return static_cast<int>((end + size - 1) / size - (begin + size - 1) / size);
}

NamedCache::Found NamedCache::find(const NamedPrompt& prompt) const {
    Found found;
    for (; found.names < prompt.names; ++found.names) {
        const std::uint32_t name = nameOf(prompt, found.names);
        if (std::none_of(m_tiers.begin(), m_tiers.end(),
                         [name](const Tier& tier) { return tier.loads && tier.holds(name); }))
            break;
        found.blocks += blocksOf(prompt, found.names);
    }
    return found;
}

void NamedCache::loseBelow(std::uint32_t name) {
    if (m_through) return;
    for (std::size_t tier = 1; tier < m_tiers.size(); ++tier) m_tiers[tier].erase(name);
}

NamedCache::Taken NamedCache::take(const NamedPrompt& prompt, int names) {
    Taken taken;
    for (int i = 0; i < names; ++i) {
        const std::uint32_t name = nameOf(prompt, i);
        const int blocks = blocksOf(prompt, i);
        taken.held += blocks;
        if (Node* node = m_tiers[0].find(name)) {
            taken.from[0] += blocks;
            if (node->uses++ > 0) continue;
            m_tiers[0].unlist(*node);
        } else {
            std::size_t tier = 1;
            while (!m_tiers[tier].loads || !m_tiers[tier].holds(name)) ++tier;
            taken.from[tier] += blocks;
            loseBelow(name);
            m_tiers[0].insert(name, blocks).uses = 1;
        }
        taken.paid += blocks;
    }
    return taken;
}

std::int64_t NamedCache::add(const NamedPrompt& prompt, int names) {
    std::int64_t twice = 0;
    for (int i = names; i < prompt.names; ++i) {
        const std::uint32_t name = nameOf(prompt, i);
        Node* node = m_tiers[0].find(name);
        if (node == nullptr) {
            loseBelow(name);
            m_tiers[0].insert(name, blocksOf(prompt, i)).uses = 1;
        } else if (node->uses++ > 0) {
            twice += node->blocks;
        } else {
            m_tiers[0].unlist(*node); // the copy that was kept goes, the computed one stays
        }
    }
    return twice;
}

std::int64_t NamedCache::release(const NamedPrompt& prompt, int names) {
    std::int64_t shared = 0;
    for (int i = names; i-- > 0;) {
        Node& node = *m_tiers[0].find(nameOf(prompt, i));
        if (--node.uses > 0)
            shared += node.blocks;
        else
            m_tiers[0].list(node);
        if (!m_through) continue;
        for (std::size_t tier = 1; tier < m_tiers.size(); ++tier) {
            m_tiers[tier].touch(node.name, node.blocks);
            shrink(tier);
        }
    }
    return shared;
}

/// What a tier has no room for is lost, or goes to the one below.
void NamedCache::shrink(std::size_t tier) {
    Tier& full = m_tiers[tier];
    while (full.blocks > full.most && full.oldest != kNone) {
        const Node gone = full.nodes[full.oldest];
        full.erase(gone.name);
        if (!m_through && tier + 1 < m_tiers.size()) m_tiers[tier + 1].touch(gone.name, gone.blocks);
    }
}

void NamedCache::evictTo(std::int64_t free) {
    m_tiers[0].most = free;
    if (m_tiers[0].blocks <= free) return;
    for (std::size_t tier = 0; tier < (m_through ? 1 : m_tiers.size()); ++tier) shrink(tier);
}

} // namespace moe
