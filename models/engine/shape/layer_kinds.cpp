// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/layer_kinds.h"

#include "models/engine/shape/layer_kind_rows.h"
#include "models/engine/shape/number_format.h"

#include <algorithm>

namespace moe {
namespace {

MixerParams noParams(const Setup&) {
    return {};
}
Projections noProjections(const Setup&) {
    return {};
}

std::vector<LayerKindRow> kindsWithoutMixer() {
    using K = LayerKind;
    return {
        {.kind = K::Ffn,
         .params = noParams,
         .projections = noProjections,
         .paramsFormula = "0",
         .flopsFormula = "0",
         .cacheFormula = "0",
         .tensorParallel = "the network's own",
         .contextParallel = "none needed",
         .source = "Nemotron-H, arXiv 2504.03624"},
        {.kind = K::None,
         .params = noParams,
         .projections = noProjections,
         .paramsFormula = "0",
         .flopsFormula = "0",
         .cacheFormula = "0",
         .tensorParallel = "nothing to split",
         .contextParallel = "nothing to split",
         .source = "Puzzle, arXiv 2411.19146"},
    };
}

std::vector<LayerKindRow> allKinds() {
    std::vector<LayerKindRow> rows = attentionKinds();
    for (const auto& more : {stateKinds(), kindsWithoutMixer()})
        rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

} // namespace

const std::vector<LayerKindRow>& layerKinds() {
    static const std::vector<LayerKindRow> rows = allKinds();
    return rows;
}

const LayerKindRow& layerKind(LayerKind kind) {
    return layerKinds()[static_cast<std::size_t>(kind)];
}

double kvBytes(const Setup& s) {
    if (!attends(s.mixer) || !s.ownsKv) return 0;
    const DataType type = s.scenario->precision.kvCache;
    const double bytes = bytesOf(type);
    const double cached = bytes * (s.mla ? s.rkv + s.dr : 2 * std::max(s.kv / s.tp, s.d));
    if (!hasIndexer(s.mixer)) return cached;
    // vLLM and SGLang keep the indexer's keys in fp8 with one fp32 scale each where the cache is fp8.
    return cached + (bytes < 2 ? s.dI + 4 : s.dI * bytes);
}

SequenceCache sequenceCache(const Setup& setup, double context) {
    SequenceCache cache;
    std::array<double, kMostLayerTypes> counts{};
    for (const std::uint8_t type : setup.plan->of) ++counts[type];
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i) {
        const MixerView view(setup, setup.plan->types[i]);
        const LayerKindRow& kind = layerKind(view->mixer);
        const double each = counts[i] * kvBytes(*view) / setup.dcp;
        const double kept = kind.keptTokens(*view, context);
        cache.kept += Bytes{each * kept};
        if (kind.keptTokens(*view, context + 1) > kept) cache.nextToken += Bytes{each};
        cache.states += Bytes{counts[i] * kind.stateBytes(*view) / setup.tp};
    }
    return cache;
}

} // namespace moe
