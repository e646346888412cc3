// SPDX-License-Identifier: GPL-3.0-or-later
// Port of EPLB's rebalance_experts (github.com/deepseek-ai/EPLB, eplb.py), one layer at a time.

#include "models/engine/placement/placement.h"
#include "models/engine/placement/placement_packing.h"

#include <numeric>

namespace moe {

std::vector<Count> eplbSlots(const std::vector<double>& load, Count slots, Count groups, Count nodes,
                             Count gpus) {
    const auto experts = static_cast<Count>(load.size());
    const bool hierarchical =
        groups % nodes == 0 && experts % groups == 0 && slots % nodes == 0 && gpus % nodes == 0;
    if (!hierarchical) groups = nodes = 1;
    const auto groupSize = static_cast<std::size_t>(experts / groups);

    std::vector<double> groupLoad(static_cast<std::size_t>(groups), 0.0);
    for (std::size_t i = 0; i < load.size(); ++i) groupLoad[i / groupSize] += load[i];

    std::vector<Count> result;
    result.reserve(static_cast<std::size_t>(slots));
    for (const std::vector<std::size_t>& nodeGroups :
         balancedPacks(groupLoad, static_cast<std::size_t>(nodes))) {
        std::vector<Count> expertOf; // experts of this node
        std::vector<double> nodeLoad;
        for (const std::size_t group : nodeGroups) {
            for (std::size_t i = group * groupSize; i < (group + 1) * groupSize; ++i) {
                expertOf.push_back(static_cast<Count>(i));
                nodeLoad.push_back(load[i]);
            }
        }
        const Replicas replicas = replicated(nodeLoad, static_cast<std::size_t>(slots / nodes));
        for (const auto& gpu :
             balancedPacks(replicas.slotLoad(nodeLoad), static_cast<std::size_t>(gpus / nodes)))
            for (const std::size_t slot : gpu) result.push_back(expertOf[replicas.expert[slot]]);
    }
    return result;
}

} // namespace moe
