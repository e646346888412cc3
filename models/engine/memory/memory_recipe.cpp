// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/memory/memory_recipe.h"

#include "models/engine/memory/memory.h"
#include "models/engine/memory/memory_saved.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/shape/sharding.h"

#include <algorithm>

namespace moe {
namespace {

bool scalesBlocks(DataType type) {
    return type == DataType::MxFp8 || type == DataType::MxFp4 || type == DataType::NvFp4;
}

} // namespace

double narrowWeightBytes(const Setup& s) {
    const DataType type = s.scenario->precision.compute;
    if (!isNarrow(type)) return 0;
    return scalesBlocks(type) ? bytesOf(type) : 1;
}

double transposedBytes(const Setup& s) {
    const DataType type = s.scenario->precision.compute;
    if (!isNarrow(type)) return 0;
    if (scalesBlocks(type)) return bytesOf(type);
    const bool inner = s.gpu.generation == Generation::Hopper || s.gpu.generation == Generation::Ada;
    return inner && s.gpu.fp8.base > 0 ? 1 : 0;
}

double sparedBytes(const Setup& s) {
    return s.scenario->train->narrowWeights && isNarrow(s.scenario->precision.compute) ? weightBytes(s) : 0;
}

double muonSavedBytes(const TrainSpec& train) {
    return train.optimizer == Optimizer::Muon ? static_cast<double>(train.momentBytes) : 0;
}

double keptShare(const Setup& s) {
    return 1 - s.scenario->train->activationOffload;
}

Bytes offloadBuffers(const StageContext& c) {
    const Setup& s = *c.setup;
    if (s.scenario->train->activationOffload <= 0) return {};
    double largest = 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        if (c.layers.of[i] <= 0) continue;
        const MixerView view(s, s.plan->types[i]);
        largest = std::max(largest, savedLayer(*view, s.plan->types[i].feed, Keep::AsChosen, c.imbalance));
    }
    return {2 * s.T * largest};
}

double castGradientBytes(const TrainSpec& train) {
    const double way = reducedBytes(train);
    return way == static_cast<double>(train.gradBytes) ? 0 : way;
}

double castBucket(const StageContext& c) {
    return std::min(c.denseParams + c.expertParams, std::max(40e6, 1e6 * c.setup->dp * c.setup->cp));
}

} // namespace moe
