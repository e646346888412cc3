// Sample tokens of a routing.

#include "models/engine/expert_load_random.h"
#include "models/engine/expert_routing.h"

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
          m_size(routing.experts() / static_cast<std::size_t>(routing.groups)) {
        if (!routing.limited()) return;
        m_groupShare.assign(static_cast<std::size_t>(routing.groups), 0.0);
        for (std::size_t i = 0; i < routing.experts(); ++i) m_groupShare[i / m_size] += routing.popularity[i];
    }

    void route(std::vector<std::uint32_t>& into) {
        open();
        std::vector<double> weights = m_open;
        std::vector<bool> used(weights.size(), false);
        for (Count choice = 0; choice < m_routing.topK; ++choice) {
            double all = std::accumulate(weights.begin(), weights.end(), 0.0);
            if (!(all > 0)) { // the measured pairs lead nowhere: any open expert that is left
                for (std::size_t i = 0; i < weights.size(); ++i)
                    weights[i] = used[i] ? 0 : std::max(m_open[i], 1e-300);
                all = std::accumulate(weights.begin(), weights.end(), 0.0);
            }
            const std::size_t expert = drawn(weights, all, m_random);
            into.push_back(static_cast<std::uint32_t>(expert));
            used[expert] = true;
            follow(weights, used, expert, choice == 0);
        }
    }

private:
    /// Popularity of the experts of the groups this token may use.
    void open() {
        m_open = m_routing.popularity;
        if (!m_routing.limited()) return;
        std::vector<double> left = m_groupShare;
        std::vector<bool> chosen(left.size(), false);
        for (Count i = 0; i < m_routing.groupLimit; ++i) {
            const std::size_t group = drawn(left, std::accumulate(left.begin(), left.end(), 0.0), m_random);
            chosen[group] = true;
            left[group] = 0;
        }
        for (std::size_t i = 0; i < m_open.size(); ++i)
            if (!chosen[i / m_size]) m_open[i] = 0;
    }

    void follow(std::vector<double>& weights, const std::vector<bool>& used, std::size_t expert, bool first) {
        if (m_routing.together.empty()) {
            weights[expert] = 0;
            return;
        }
        const std::size_t experts = weights.size();
        if (first) std::fill(weights.begin(), weights.end(), 0.0);
        const double share = std::max(m_routing.inclusion[expert], 1e-300);
        for (std::size_t i = 0; i < experts; ++i) {
            weights[i] += m_routing.together[expert * experts + i] / share;
            if (used[i]) weights[i] = 0;
        }
    }

    const ExpertRouting& m_routing;
    Random m_random;
    std::size_t m_size;
    std::vector<double> m_groupShare, m_open;
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
