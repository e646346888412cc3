// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/routing/packing.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace moe {
namespace {

/// Which of many keys is the least, the first of equals, while they change one at a time: a tree of winners.
class Least {
public:
    explicit Least(std::vector<double> keys) : m_keys(std::move(keys)) {
        while (m_leaves < m_keys.size()) m_leaves *= 2;
        m_keys.resize(m_leaves, std::numeric_limits<double>::infinity());
        m_winners.resize(2 * m_leaves);
        std::iota(m_winners.begin() + static_cast<std::ptrdiff_t>(m_leaves), m_winners.end(), std::size_t{0});
        for (std::size_t node = m_leaves - 1; node > 0; --node) play(node);
    }
    std::size_t index() const { return m_winners[1]; }
    void set(std::size_t index, double key) {
        m_keys[index] = key;
        for (std::size_t node = (m_leaves + index) / 2; node > 0; node /= 2) play(node);
    }

private:
    void play(std::size_t node) {
        const std::size_t left = m_winners[2 * node], right = m_winners[2 * node + 1];
        m_winners[node] = m_keys[left] <= m_keys[right] ? left : right;
    }

    std::size_t m_leaves = 1;
    std::vector<double> m_keys;
    std::vector<std::size_t> m_winners; ///< of node n; the leaves are its last half
};

} // namespace

std::vector<std::vector<std::size_t>> balancedPacks(const std::vector<double>& load, std::size_t packs) {
    const std::size_t room = load.size() / packs;
    std::vector<std::vector<std::size_t>> result(packs);
    if (room == 1) {
        for (std::size_t item = 0; item < packs; ++item) result[item].push_back(item);
        return result;
    }
    std::vector<std::size_t> order(load.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return load[a] > load[b]; });
    for (std::vector<std::size_t>& pack : result) pack.reserve(room);
    std::vector<double> packLoad(packs, 0.0);
    Least lightest(packLoad);
    for (const std::size_t item : order) {
        const std::size_t best = lightest.index();
        result[best].push_back(item);
        packLoad[best] += load[item];
        lightest.set(best,
                     result[best].size() < room ? packLoad[best] : std::numeric_limits<double>::infinity());
    }
    return result;
}

std::vector<double> Replicas::slotLoad(const std::vector<double>& load) const {
    std::vector<double> result;
    result.reserve(expert.size());
    for (const std::size_t e : expert) result.push_back(load[e] / static_cast<double>(count[e]));
    return result;
}

Replicas replicated(const std::vector<double>& load, std::size_t slots) {
    Replicas result;
    result.expert.resize(load.size());
    std::iota(result.expert.begin(), result.expert.end(), std::size_t{0});
    result.count.assign(load.size(), 1);
    if (result.expert.size() >= slots) return result;
    result.expert.reserve(slots);
    std::vector<double> perSlot(load.size());
    std::transform(load.begin(), load.end(), perSlot.begin(), std::negate<>());
    Least heaviest(std::move(perSlot)); // of what it is below zero
    while (result.expert.size() < slots) {
        const std::size_t expert = heaviest.index();
        result.expert.push_back(expert);
        heaviest.set(expert, -(load[expert] / static_cast<double>(++result.count[expert])));
    }
    return result;
}

} // namespace moe
