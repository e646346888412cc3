// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/sharding.h"

#include <algorithm>

namespace moe {

double shardCopies(const Setup& s) {
    if (!s.scenario->train || !s.scenario->train->shardGroup) return 1;
    return std::max(1.0, s.dp * s.cp / static_cast<double>(*s.scenario->train->shardGroup));
}

double denseGroup(const Setup& s) {
    return s.dp * s.cp / shardCopies(s);
}

double expertGroup(const Setup& s) {
    return std::max(1.0, s.edp / shardCopies(s));
}

double reducedBytes(const TrainSpec& train) {
    if (!train.gradReduce) return static_cast<double>(train.gradBytes);
    return *train.gradReduce == GradReduce::Bf16 ? 2 : 4;
}

Bandwidth hostLink(const GpuSpec& gpu) {
    constexpr double kReached = 0.8;
    if (gpu.host > Bandwidth{}) return kReached * gpu.host;
    const bool older = gpu.generation == Generation::Ampere || gpu.generation == Generation::Ada;
    return kReached * (older ? 32 : 64) * GBps;
}

} // namespace moe
