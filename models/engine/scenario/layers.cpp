// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/layers.h"

#include "models/engine/scenario/layer_kinds.h"

#include <algorithm>

namespace moe {
namespace {

/// Mostly of 1, where a division would be a third of all the time that a scenario takes.
Count rest(Count index, Count divisor) {
    return divisor > 1 ? index % divisor : 0;
}

LayerKind kindOf(const ModelSpec& model, Count index) {
    if (!model.pattern.empty()) {
        Count period = 0;
        for (const LayerRun& run : model.pattern) period += run.count;
        Count place = rest(index, period);
        for (const LayerRun& run : model.pattern) {
            if (place < run.count) return run.kind;
            place -= run.count;
        }
    }
    const LayerKind whole = model.indexTopK > 0 ? LayerKind::Sparse : LayerKind::Full;
    if (model.window <= 0 && model.chunk <= 0) return whole;
    if (model.globalEvery > 0 && rest(index + 1, model.globalEvery) == 0) return whole;
    return model.chunk > 0 ? LayerKind::Chunked : LayerKind::Sliding;
}

bool routes(const MoeSpec& moe, const ModelSpec& model, Count index) {
    if (!moe.layers.empty())
        return std::find(moe.layers.begin(), moe.layers.end(), index) != moe.layers.end();
    return index >= model.denseLayers && rest(index, moe.every) == rest(moe.offset, moe.every);
}

/// Of its dense network; 0: that of the model.
Count widthOf(const ModelSpec& model, Count index, bool owns) {
    if (!model.ffnWidths.empty())
        return model.ffnWidths[static_cast<std::size_t>(index) % model.ffnWidths.size()];
    return model.wideShared && !owns ? 2 * model.ffn : 0;
}

FeedForward feedOf(const Scenario& scenario, LayerKind kind, Count index, Count width) {
    if (!scenario.model.ffnWidths.empty() && width == 0) return FeedForward::None;
    if (kind == LayerKind::None || (scenario.model.oneBlock && kind != LayerKind::Ffn))
        return FeedForward::None;
    return scenario.moe && routes(*scenario.moe, scenario.model, index) ? FeedForward::Moe
                                                                        : FeedForward::Dense;
}

/// A LayerType as one number.
using Code = std::uint64_t;
constexpr unsigned kFrozenBit = 60;
Code codeOf(const Scenario& scenario, Count index) {
    const ModelSpec& model = scenario.model;
    const LayerKind kind = kindOf(model, index);
    const bool owns = !attends(kind) || (rest(index, model.kvShareFactor) == 0 &&
                                         index < std::max<Count>(1, model.layers - model.kvSharedLayers));
    const bool frozen = scenario.train && index < scenario.train->frozen.layers;
    const Count width = widthOf(model, index, owns);
    return static_cast<Code>(frozen) << kFrozenBit | static_cast<Code>(width) << 16U |
           static_cast<Code>(kind) << 8U | static_cast<Code>(feedOf(scenario, kind, index, width)) << 1U |
           static_cast<Code>(owns);
}
LayerType typeOf(Code code) {
    return {static_cast<LayerKind>(code >> 8U & 0xFFU), static_cast<FeedForward>(code >> 1U & 0x7FU),
            (code & 1U) != 0, static_cast<Count>(code >> 16U & 0xFFFFFFFFU), (code >> kFrozenBit & 1U) != 0};
}
bool routesIn(Code code) {
    return static_cast<FeedForward>(code >> 1U & 0x7FU) == FeedForward::Moe;
}

} // namespace

bool attends(LayerKind kind) {
    return layerFacts(kind).attends;
}

bool hasIndexer(LayerKind kind) {
    return layerFacts(kind).indexes;
}

bool choosesKeys(LayerKind kind) {
    return layerFacts(kind).choosesKeys;
}

bool mixes(LayerKind kind) {
    return layerFacts(kind).mixes;
}

LayerType layerTypeOf(const Scenario& scenario, Count index) {
    return typeOf(codeOf(scenario, index));
}

LayerPlan layerPlan(const Scenario& scenario) {
    LayerPlan plan;
    // One number a type: a struct of three small members is written in parts and read as a whole, which
    // stalls, and this loop was a third of an evaluation.
    std::vector<Code> codes;
    const Count layers = std::clamp<Count>(scenario.model.layers, 0, 100000);
    plan.of.reserve(static_cast<std::size_t>(layers));
    const auto indexOf = [&](const LayerType& type) {
        const auto found = std::find(plan.types.begin(), plan.types.end(), type);
        if (found != plan.types.end()) return static_cast<std::size_t>(found - plan.types.begin());
        if (plan.types.size() < kMostLayerTypes) plan.types.push_back(type);
        return plan.types.size() - 1;
    };
    const auto indexOfCode = [&](Code code) {
        const auto found = std::find(codes.begin(), codes.end(), code);
        if (found != codes.end()) return static_cast<std::size_t>(found - codes.begin());
        if (codes.size() == kMostLayerTypes) {
            plan.complete = false;
            return codes.size() - 1;
        }
        codes.push_back(code);
        plan.types.push_back(typeOf(code));
        return codes.size() - 1;
    };
    bool routed = false;
    for (Count i = 0; i < layers; ++i) {
        const Code code = codeOf(scenario, i);
        plan.of.push_back(static_cast<std::uint8_t>(indexOfCode(code)));
        routed = routed || routesIn(code);
        plan.denseFirst = plan.denseFirst && !(routed && !routesIn(code));
    }
    if (plan.types.empty()) plan.types.push_back({});
    for (const LayerType& type : plan.types)
        plan.alike = plan.alike && type.mixer == plan.types[0].mixer && type.ownsKv == plan.types[0].ownsKv;

    if (!plan.of.empty()) plan.mtp = plan.of.back();
    for (auto layer = plan.of.rbegin(); layer != plan.of.rend(); ++layer) {
        if (!attends(plan.types[*layer].mixer)) continue;
        plan.mtp = *layer;
        break;
    }
    // A one-block model's attention layer has no feed-forward network, its prediction layer has.
    if (scenario.model.mtpLayers > 0) {
        LayerType type = plan.types[plan.mtp];
        if (type.feed != FeedForward::None) return plan;
        type.feed = scenario.moe ? FeedForward::Moe : FeedForward::Dense;
        plan.mtp = indexOf(type);
    }
    return plan;
}

Count expertTp(const Scenario& scenario) {
    const ParallelSpec& p = scenario.parallel;
    return p.etp.value_or(scenario.moe && p.ep <= 1 ? p.tp : 1);
}

Count moeLayerCount(const Scenario& scenario) {
    if (!scenario.moe) return 0;
    Count count = 0;
    for (Count i = 0; i < scenario.model.layers; ++i) count += routesIn(codeOf(scenario, i)) ? 1 : 0;
    return count;
}

double rentPerGpuHour(const Scenario& scenario) {
    const CostSpec& cost = scenario.cost;
    const double spot = (1 - cost.spotDiscount) / (1 - cost.spotLost);
    return scenario.price.gpuHourUsd * (1 + cost.spotShare * (spot - 1));
}

} // namespace moe
