// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/bound/search_stages.h"

#include <algorithm>
#include <limits>

namespace moe {
namespace {

StageShape shapeOf(const Setup& s, const StageLayers& layers, bool first, bool last) {
    StageShape shape;
    shape.first = first;
    shape.last = last;
    shape.mtp = last ? static_cast<double>(s.mtpLayers) : 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) shape.of[i] = static_cast<double>(layers.of[i]);
    shape.of[s.plan->mtp] += shape.mtp;
    return shape;
}

/// Layers of each rank, as chunks of `vpp` a rank place them, one after the other or there and back.
std::vector<StageLayers> rankLayers(Setup s, Count vpp, bool vee) {
    s.vpp = static_cast<double>(vpp);
    const auto ranks = static_cast<std::size_t>(s.pp);
    std::vector<StageLayers> held(ranks);
    std::size_t chunk = 0, layer = 0;
    for (const Count layers : chunkLayers(s)) {
        const std::size_t at = chunk++;
        StageLayers& rank = held[vee && at >= ranks ? 2 * ranks - 1 - at : at % ranks];
        for (Count i = 0; i < layers; ++i) rank.add(*s.plan, s.plan->of[layer++]);
    }
    return held;
}

/// Layers by type that are there however they are placed.
struct FewestLayers {
    std::array<Count, kMostLayerTypes> of;
    FewestLayers() { of.fill(std::numeric_limits<Count>::max()); }
    void meet(const StageLayers& stage) {
        for (std::size_t i = 0; i < of.size(); ++i) of[i] = std::min(of[i], stage.of[i]);
    }
    StageLayers layers(const LayerPlan& plan) const {
        StageLayers stage;
        for (std::size_t i = 0; i < plan.types.size(); ++i) stage.add(plan, i, of[i]);
        return stage;
    }
};

} // namespace

std::size_t usualType(const LayerPlan& plan, bool isMoe) {
    const FeedForward feed = isMoe ? FeedForward::Moe : FeedForward::Dense;
    for (std::size_t i = 0; i < plan.types.size(); ++i)
        if (plan.types[i].feed == feed) return i;
    return 0;
}

/// Every VPP is looked at. The dense first layers lie on at most as many stages as they are, from the first
/// on: behind them every layer is MoE.
LeastStages leastStages(const Setup& s) {
    LeastStages least;
    const LayerPlan& plan = *s.plan;
    const auto pp = static_cast<Count>(s.pp);
    if (pp == 1) {
        least.count = 1;
        for (const std::uint8_t type : plan.of) least.layers[0].add(plan, type);
        least.any = least.layers[0];
        least.time[0] = shapeOf(s, least.layers[0], true, true);
        return least;
    }
    const Count denseStages = s.isMoe ? s.layers - s.moeLayers : 0;
    const bool plain = plan.alike && plan.denseFirst && pp > denseStages;
    const Count inner = plain ? denseStages : pp / 2;
    const std::size_t usual = usualType(plan, s.isMoe);
    FewestLayers last, first, middle, any;
    Count busiest = s.layers; // layers of the usual type, of the stage that has most of them
    for (Count vpp = 1; vpp <= std::max<Count>(1, s.layers / pp); ++vpp) {
        const std::vector<StageLayers> ranks = rankLayers(s, vpp, false);
        last.meet(ranks.back());
        first.meet(ranks.front());
        middle.meet(ranks[static_cast<std::size_t>(inner)]);
        Count most = 0;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            any.meet(ranks[rank]);
            if (static_cast<Count>(rank) >= denseStages) most = std::max(most, ranks[rank].of[usual]);
        }
        busiest = std::min(busiest, most);
    }
    least.index = {static_cast<int>(pp) - 1, 0, static_cast<int>(inner)};
    least.layers = {last.layers(plan), first.layers(plan), middle.layers(plan)};
    least.any = any.layers(plan);
    StageLayers run = least.layers[2];
    if (plain) run = {}, run.add(plan, usual, busiest);
    least.time = {shapeOf(s, least.layers[0], false, true), shapeOf(s, least.layers[1], true, false),
                  shapeOf(s, run, false, false)};
    return least;
}

LeastOthers leastOthers(const Setup& s) {
    const LayerPlan& plan = *s.plan;
    const auto pp = static_cast<Count>(s.pp);
    const auto inner = static_cast<std::size_t>(pp / 2);
    LeastOthers others;
    FewestLayers first, middle, any;
    const auto meet = [&](const std::vector<StageLayers>& ranks) {
        first.meet(ranks.front());
        middle.meet(ranks[inner]);
        for (const StageLayers& rank : ranks) any.meet(rank);
    };
    // A rank that runs both ways holds a stage of VPP 1 and its twin.
    for (Count vpp = 1; vpp <= std::max<Count>(1, s.layers / pp); ++vpp) meet(rankLayers(s, vpp, false));
    meet(rankLayers(s, 2, true));
    others.layers = first.layers(plan);
    others.middle = middle.layers(plan);
    others.any = any.layers(plan);
    for (const std::uint8_t type : plan.of) others.all.of[type] += 1;
    others.all.first = others.all.last = true;
    others.all.mtp = static_cast<double>(s.mtpLayers);
    others.all.of[plan.mtp] += others.all.mtp;
    return others;
}

} // namespace moe
