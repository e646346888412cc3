// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/placement_swap.h"

#include <algorithm>

namespace moe {
namespace {

/// Gains below this share of all co-activation are rounding.
constexpr double kNothing = 1e-9;

class Swapper {
public:
    Swapper(std::vector<Count> slots, const std::vector<double>& load, const std::vector<double>& together,
            const SwapShape& shape)
        : m_slots(std::move(slots)),
          m_together(together),
          m_experts(load.size()),
          m_perRank(m_slots.size() / static_cast<std::size_t>(shape.ranks)),
          m_perNode(m_perRank * static_cast<std::size_t>(shape.ranksPerNode)),
          m_nodes((m_slots.size() + m_perNode - 1) / m_perNode) {
        m_replicas.assign(m_experts, 0.0);
        for (const Count expert : m_slots) m_replicas[static_cast<std::size_t>(expert)] += 1;
        m_rankLoad.assign(static_cast<std::size_t>(shape.ranks), 0.0);
        m_nodeLoad.assign(m_nodes, 0.0);
        m_load.resize(m_slots.size());
        for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
            m_load[slot] = load[expertOf(slot)] / m_replicas[expertOf(slot)];
            m_rankLoad[slot / m_perRank] += m_load[slot];
            m_nodeLoad[slot / m_perNode] += m_load[slot];
        }
        m_most = *std::max_element(m_rankLoad.begin(), m_rankLoad.end()) * (1 + 1e-12);
        m_mostOfNode = *std::max_element(m_nodeLoad.begin(), m_nodeLoad.end()) * (1 + 1e-12);
        for (const double pair : together) m_least += pair;
        m_least *= kNothing;
        m_pull.assign(m_slots.size() * m_nodes, 0.0);
        for (std::size_t slot = 0; slot < m_slots.size(); ++slot)
            for (std::size_t other = 0; other < m_slots.size(); ++other)
                pull(slot, other / m_perNode) += pair(slot, other);
    }

    std::vector<Count> run() {
        // Each slot takes its best exchange in turn; every exchange lowers the sum, so this ends.
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t slot = 0; slot < m_slots.size(); ++slot) changed = exchangeBest(slot) || changed;
        }
        return std::move(m_slots);
    }

private:
    std::size_t expertOf(std::size_t slot) const { return static_cast<std::size_t>(m_slots[slot]); }
    double& pull(std::size_t slot, std::size_t node) { return m_pull[slot * m_nodes + node]; }
    /// Co-activation of two slots. Replicas of one expert have none: a token uses one of them.
    double pair(std::size_t a, std::size_t b) const {
        const std::size_t x = expertOf(a), y = expertOf(b);
        return x == y ? 0 : m_together[x * m_experts + y] / (m_replicas[x] * m_replicas[y]);
    }

    bool balanced(std::size_t a, std::size_t b) const {
        const double more = m_load[b] - m_load[a];
        return m_rankLoad[a / m_perRank] + more <= m_most && m_rankLoad[b / m_perRank] - more <= m_most &&
               m_nodeLoad[a / m_perNode] + more <= m_mostOfNode &&
               m_nodeLoad[b / m_perNode] - more <= m_mostOfNode;
    }

    bool exchangeBest(std::size_t slot) {
        const std::size_t home = slot / m_perNode;
        std::size_t best = slot;
        double most = m_least;
        for (std::size_t other = 0; other < m_slots.size(); ++other) {
            const std::size_t away = other / m_perNode;
            if (away == home || m_slots[slot] == m_slots[other]) continue;
            const double gain = pull(slot, away) - pull(slot, home) + pull(other, home) - pull(other, away) -
                                2 * pair(slot, other);
            if (gain <= most || !balanced(slot, other)) continue;
            most = gain;
            best = other;
        }
        if (best == slot) return false;
        exchange(slot, best);
        return true;
    }

    void exchange(std::size_t a, std::size_t b) {
        const std::size_t nodeA = a / m_perNode, nodeB = b / m_perNode;
        for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
            const double change = pair(slot, b) - pair(slot, a);
            pull(slot, nodeA) += change;
            pull(slot, nodeB) -= change;
        }
        const double more = m_load[b] - m_load[a];
        m_rankLoad[a / m_perRank] += more;
        m_rankLoad[b / m_perRank] -= more;
        m_nodeLoad[nodeA] += more;
        m_nodeLoad[nodeB] -= more;
        std::swap(m_slots[a], m_slots[b]);
        std::swap(m_load[a], m_load[b]);
        for (const std::size_t slot : {a, b}) { // these two look from elsewhere, and see each other anew
            for (std::size_t node = 0; node < m_nodes; ++node) pull(slot, node) = 0;
            for (std::size_t other = 0; other < m_slots.size(); ++other)
                if (other != slot) pull(slot, other / m_perNode) += pair(slot, other);
        }
    }

    std::vector<Count> m_slots;
    const std::vector<double>& m_together;
    std::size_t m_experts, m_perRank, m_perNode, m_nodes;
    std::vector<double> m_replicas, m_rankLoad, m_nodeLoad, m_load;
    std::vector<double> m_pull; ///< co-activation of a slot with those of a node
    double m_most = 0, m_mostOfNode = 0, m_least = 0;
};

} // namespace

std::vector<Count> swappedSlots(std::vector<Count> slots, const std::vector<double>& load,
                                const std::vector<double>& together, const SwapShape& shape) {
    if (together.empty() || shape.ranksPerNode >= shape.ranks || slots.size() > kMostSwappedSlots)
        return slots;
    return Swapper(std::move(slots), load, together, shape).run();
}

} // namespace moe
