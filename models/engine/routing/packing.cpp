// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/routing/packing.h"

#include <algorithm>
#include <numeric>

namespace moe {

std::vector<std::vector<std::size_t>> balancedPacks(const std::vector<double>& load, std::size_t packs) {
    const std::size_t room = load.size() / packs;
    std::vector<std::size_t> order(load.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (room > 1)
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return load[a] > load[b]; });

    std::vector<std::vector<std::size_t>> result(packs);
    std::vector<double> packLoad(packs, 0.0);
    std::size_t next = 0;
    for (const std::size_t item : order) {
        std::size_t best = packs;
        if (room == 1) {
            best = next++;
        } else {
            for (std::size_t pack = 0; pack < packs; ++pack)
                if (result[pack].size() < room && (best == packs || packLoad[pack] < packLoad[best]))
                    best = pack;
        }
        result[best].push_back(item);
        packLoad[best] += load[item];
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
    std::vector<double> perSlot = load;
    while (result.expert.size() < slots) {
        const auto heaviest =
            static_cast<std::size_t>(std::max_element(perSlot.begin(), perSlot.end()) - perSlot.begin());
        result.expert.push_back(heaviest);
        perSlot[heaviest] = load[heaviest] / static_cast<double>(++result.count[heaviest]);
    }
    return result;
}

} // namespace moe
