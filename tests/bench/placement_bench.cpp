// SPDX-License-Identifier: GPL-3.0-or-later
// How long the placements of a whole model take: 58 MoE layers of 256 experts, skewed, on 32 nodes' worth of
// GPUs.

#include "models/engine/placement/expert_routing.h"
#include "models/engine/placement/placement.h"
#include "models/engine/routing/expert_load.h"

#include <chrono>
#include <cstdio>

using namespace moe;

int main() {
    constexpr Count kLayers = 58;
    std::vector<ExpertRouting> layers;
    for (Count layer = 0; layer < kLayers; ++layer)
        layers.push_back(drawnRouting(popularity(Distribution::Zipf, 0.7, 256, 1 + layer), 8, 8, 4));
    const auto timed = [&](const char* name, PlacementAlgorithm algorithm, const PlacementShape& shape) {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        int rounds = 0;
        double milliseconds = 0;
        std::size_t slots = 0;
        do {
            for (const ExpertRouting& layer : layers)
                slots += placedSlots(algorithm, layer.load(32768), shape, &layer).size();
            ++rounds;
            milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        } while (milliseconds < 500);
        std::printf("%-36s %8.2f ms for 58 layers of 256 experts (%zu slots)\n", name, milliseconds / rounds,
                    slots / static_cast<std::size_t>(rounds));
    };
    timed("EPLB, 288 slots on 32 GPUs", PlacementAlgorithm::Eplb, {288, 32, 1, 8, 8});
    timed("EPLB, 320 slots on 160 GPUs", PlacementAlgorithm::Eplb, {320, 160, 1, 8, 8});
    timed("LPT, 256 slots on 32 GPUs", PlacementAlgorithm::Lpt, {256, 32, 1, 8, 8});
    timed("EPLB with swaps, 256 slots on 64", PlacementAlgorithm::EplbSwap, {256, 64, 1, 8, 8});
    return 0;
}
