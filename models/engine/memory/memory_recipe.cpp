// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/memory/memory_recipe.h"

#include "models/engine/memory/memory.h"
#include "models/engine/memory/memory_saved.h"
#include "models/engine/shape/fine_tuning.h"
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
        if (!passesBack(*view)) continue;
        largest = std::max(largest, savedLayer(*view, s.plan->types[i].feed, Keep::AsChosen, c.imbalance));
    }
    return {2 * s.T * largest};
}

double learning(const StageContext& c) {
    return c.denseParams + c.expertParams + c.frozen.adapters + c.frozen.expertAdapters;
}

double keptFrozenBytes(const Setup& s) {
    return frozenCopies(s) > 0 ? frozenBytes(s) - sparedBytes(s) : frozenBytes(s);
}

double frozenCopies(const Setup& s) {
    return s.scenario->precision.frozen == FrozenType::Bf16 ? 1 : 0;
}

double dequantisedValues(const StageContext& c) {
    const Setup& s = *c.setup;
    if (!isDequantised(s)) return 0;
    double largest = 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        if (c.layers.of[i] <= 0) continue;
        const FeedForward feed = s.plan->types[i].feed;
        const MixerView view(s, s.plan->types[i]);
        if (trainsWeights(*view)) continue;
        for (const Projection& product : layerKind(view->mixer).projections(*view))
            largest = std::max(largest, product.out * product.in / s.tp);
        if (view->mla) largest = std::max(largest, s.h * s.n * s.dv / s.tp);
        if (feed == FeedForward::Dense) largest = std::max(largest, s.up * s.h * s.f / s.tp);
        if (feed == FeedForward::Moe)
            largest = std::max({largest, s.up * s.h * s.fs / s.tp, s.up * s.latent * s.fe / s.etp});
    }
    return largest;
}

double castGradientBytes(const TrainSpec& train) {
    const double way = reducedBytes(train);
    return way == static_cast<double>(train.gradBytes) ? 0 : way;
}

double castBucket(const StageContext& c) {
    return std::min(learning(c), std::max(40e6, 1e6 * c.setup->dp * c.setup->cp));
}

} // namespace moe
