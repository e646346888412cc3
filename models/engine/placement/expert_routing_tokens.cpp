// SPDX-License-Identifier: GPL-3.0-or-later
// Sample tokens of a routing.

#include "models/engine/math/random.h"
#include "models/engine/placement/expert_routing.h"

#include <algorithm>
#include <numeric>

namespace moe {
namespace {

/// Index drawn in proportion to `weights`, whose sum is `all`.
std::size_t drawn(const std::vector<double>& weights, double all, Random& random) {
    double at = random.uniform() * all;
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0) continue;
        last = i;
        at -= weights[i];
        if (at < 0) break;
    }
    return last;
}

/// Draws the experts of one token after the other.
class TokenRouter {
public:
    TokenRouter(const ExpertRouting& routing, Count seed)
        : m_routing(routing),
          m_random(static_cast<std::uint64_t>(seed)),
          m_size(routing.experts() / static_cast<std::size_t>(routing.groups)),
          m_usedBy(routing.experts(), 0) {
        double below = 0;
        for (const double share : routing.popularity) m_below.push_back(below += share);
        if (!routing.limited()) return;
        m_groupShare.assign(static_cast<std::size_t>(routing.groups), 0.0);
        for (std::size_t i = 0; i < routing.experts(); ++i) m_groupShare[i / m_size] += routing.popularity[i];
    }

    void route(std::vector<std::uint32_t>& into) {
        ++m_token;
        openGroups();
        std::vector<double> weights; // only where pairs or luck make them necessary
        for (Count choice = 0; choice < m_routing.topK; ++choice) {
            std::size_t expert = m_routing.experts();
            if (weights.empty()) expert = quickDraw();
            if (expert == m_routing.experts()) {
                double all = std::accumulate(weights.begin(), weights.end(), 0.0);
                if (!(all > 0)) weights = openWeights();
                all = std::accumulate(weights.begin(), weights.end(), 0.0);
                expert = drawn(weights, all, m_random);
            }
            into.push_back(static_cast<std::uint32_t>(expert));
            m_usedBy[expert] = m_token;
            if (!m_routing.together.empty())
                follow(weights, expert);
            else if (!weights.empty())
                weights[expert] = 0;
        }
    }

private:
    bool isOpen(std::size_t expert) const {
        return m_usedBy[expert] != m_token && (m_chosen.empty() || m_chosen[expert / m_size]);
    }

    /// From all experts until one is open; the number of experts when none was found soon.
    std::size_t quickDraw() {
        for (int attempt = 0; attempt < 100; ++attempt) {
            const double at = m_random.uniform() * m_below.back();
            const auto found = std::upper_bound(m_below.begin(), m_below.end(), at) - m_below.begin();
            const std::size_t expert = std::min(static_cast<std::size_t>(found), m_below.size() - 1);
            if (isOpen(expert)) return expert;
        }
        return m_routing.experts();
    }

    /// Popularity of the experts this token may still use, never quite nothing.
    std::vector<double> openWeights() const {
        std::vector<double> weights = m_routing.popularity;
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[i] = isOpen(i) ? std::max(weights[i], 1e-300) : 0;
        return weights;
    }

    void openGroups() {
        if (!m_routing.limited()) return;
        std::vector<double> left = m_groupShare;
        m_chosen.assign(left.size(), false);
        for (Count i = 0; i < m_routing.groupLimit; ++i) {
            const std::size_t group = drawn(left, std::accumulate(left.begin(), left.end(), 0.0), m_random);
            m_chosen[group] = true;
            left[group] = 0;
        }
    }

    /// The next expert is one of those used together with the experts drawn so far.
    void follow(std::vector<double>& weights, std::size_t expert) {
        const std::size_t experts = m_routing.experts();
        weights.resize(experts, 0.0);
        const double share = std::max(m_routing.inclusion[expert], 1e-300);
        for (std::size_t i = 0; i < experts; ++i) {
            weights[i] += m_routing.together[expert * experts + i] / share;
            if (m_usedBy[i] == m_token) weights[i] = 0;
        }
    }

    const ExpertRouting& m_routing;
    Random m_random;
    std::size_t m_size;
    std::vector<Count> m_usedBy; ///< last token that used each expert
    std::vector<double> m_below; ///< running sums of popularity
    std::vector<double> m_groupShare;
    std::vector<bool> m_chosen; ///< groups open to this token; empty: all
    Count m_token = 0;
};

} // namespace

std::vector<std::uint32_t> routedTokens(const ExpertRouting& routing, Count tokens, Count seed) {
    std::vector<std::uint32_t> result;
    result.reserve(static_cast<std::size_t>(tokens * routing.topK));
    TokenRouter router(routing, seed);
    for (Count token = 0; token < tokens; ++token) router.route(result);
    return result;
}

} // namespace moe
