// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/routing/expert_slots.h"

#include "models/engine/math/random.h"
#include "models/engine/routing/packing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace moe {
namespace {

std::size_t slotIndex(Count value) {
    return static_cast<std::size_t>(value);
}

std::vector<Count> contiguous(Count experts, Count slots) {
    std::vector<Count> result(slotIndex(slots));
    for (Count slot = 0; slot < slots; ++slot) result[slotIndex(slot)] = slot % experts;
    return result;
}

std::vector<Count> roundRobin(Count experts, Count slots, Count ranks) {
    std::vector<Count> result;
    result.reserve(slotIndex(slots));
    for (Count rank = 0; rank < ranks; ++rank)
        for (Count slot = rank; slot < slots; slot += ranks) result.push_back(slot % experts);
    return result;
}

/// Slots most likely to get a token first, each to the rank with the fewest; the heavier first of equals.
std::vector<Count> fewestActivated(const std::vector<double>& load, const PlacementShape& shape) {
    constexpr double kTieBreak = 1e-9;
    const Replicas replicas = replicated(load, slotIndex(shape.expertSlots));
    std::vector<double> ofExpert(load.size()); // slots of one are alike
    for (std::size_t expert = 0; expert < load.size(); ++expert)
        ofExpert[expert] = load[expert] / static_cast<double>(replicas.count[expert]);
    const double most = *std::max_element(ofExpert.begin(), ofExpert.end());
    for (double& one : ofExpert)
        one = activation(one, shape.tokens) + (most > 0 ? kTieBreak * one / most : 0);
    std::vector<double> weight;
    weight.reserve(replicas.expert.size());
    for (const std::size_t expert : replicas.expert) weight.push_back(ofExpert[expert]);
    std::vector<Count> result;
    for (const std::vector<std::size_t>& rank : balancedPacks(weight, slotIndex(shape.ranks)))
        for (const std::size_t slot : rank) result.push_back(static_cast<Count>(replicas.expert[slot]));
    return result;
}

std::vector<Count> eplb(const std::vector<double>& load, const PlacementShape& shape) {
    const bool even = shape.gpus() % shape.gpusPerNode == 0 || shape.nodes() == 1;
    return eplbSlots(load, shape.expertSlots, shape.groups, even ? shape.nodes() : 1, shape.ranks);
}

} // namespace

std::vector<Count> slotsByLoad(PlacementAlgorithm algorithm, const std::vector<double>& load,
                               const PlacementShape& shape) {
    const auto experts = static_cast<Count>(load.size());
    switch (algorithm) {
    case PlacementAlgorithm::Contiguous: return contiguous(experts, shape.expertSlots);
    case PlacementAlgorithm::RoundRobin: return roundRobin(experts, shape.expertSlots, shape.ranks);
    case PlacementAlgorithm::Random: return randomSlots(experts, shape.expertSlots, shape.seed);
    case PlacementAlgorithm::Lpt:
        return eplbSlots(load, shape.expertSlots, 1, 1, shape.ranks); // its global step is LPT
    case PlacementAlgorithm::FewestActivated: return fewestActivated(load, shape);
    case PlacementAlgorithm::Eplb:
    case PlacementAlgorithm::EplbSwap: break;
    }
    return eplb(load, shape);
}

PlacementShape ofLayer(PlacementShape shape, Count layer) {
    std::erase_if(shape.swaps,
                  [layer](const SlotSwap& swap) { return swap.layer != 0 && swap.layer != layer + 1; });
    return shape;
}

std::vector<Count> swappedByHand(std::vector<Count> slots, const PlacementShape& shape) {
    const auto count = static_cast<Count>(slots.size());
    for (const SlotSwap& swap : shape.swaps)
        if (swap.a < count && swap.b < count) std::swap(slots[slotIndex(swap.a)], slots[slotIndex(swap.b)]);
    return slots;
}

double activation(double load, double tokens) {
    if (tokens <= 0) return -std::expm1(-load);
    return load >= tokens ? 1 : -std::expm1(tokens * std::log1p(-load / tokens));
}

double rankMaxOverMean(const std::vector<Count>& slots, const std::vector<double>& load, Count ranks) {
    std::vector<double> replicas(load.size(), 0.0), received(slotIndex(ranks), 0.0);
    for (const Count expert : slots) replicas[slotIndex(expert)] += 1;
    const std::size_t perRank = slots.size() / slotIndex(ranks);
    double all = 0;
    for (std::size_t slot = 0; slot < perRank * slotIndex(ranks); ++slot) {
        const std::size_t expert = slotIndex(slots[slot]);
        received[slot / perRank] += load[expert] / replicas[expert];
        all += load[expert] / replicas[expert];
    }
    if (!(all > 0)) return 1;
    return *std::max_element(received.begin(), received.end()) * static_cast<double>(ranks) / all;
}

/// Port of EPLB's rebalance_experts (github.com/deepseek-ai/EPLB, eplb.py), one layer at a time.
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

std::vector<Count> randomSlots(Count experts, Count slots, Count seed) {
    std::vector<Count> result(static_cast<std::size_t>(slots));
    for (std::size_t slot = 0; slot < result.size(); ++slot)
        result[slot] = static_cast<Count>(slot) % experts;
    Random random(static_cast<std::uint64_t>(seed));
    for (std::size_t i = result.size(); i > 1; --i) std::swap(result[i - 1], result[random.below(i)]);
    return result;
}

} // namespace moe
