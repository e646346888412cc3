// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/layer_kinds.h"

#include "models/engine/scenario/layer_kinds.h"
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

// Attention and Mamba-2 on one normed input, their outputs summed (FalconH1DecoderLayer of Transformers).
MixerParams bothParams(const Setup& s) {
    MixerParams params = layerKind(LayerKind::Full).params(s);
    const MixerParams state = layerKind(LayerKind::Mamba2).params(s);
    params.split += state.split;
    params.replicated += state.replicated;
    params.replicatedKv += state.replicatedKv;
    return params;
}
Projections bothProjections(const Setup& s) {
    Projections list = layerKind(LayerKind::Full).projections(s);
    for (const Projection& one : layerKind(LayerKind::Mamba2).projections(s))
        list.add(one.out, one.in, one.split);
    return list;
}
double bothFlops(const Setup& s, double keys) {
    return layerKind(LayerKind::Full).coreFlops(s, keys) + layerKind(LayerKind::Mamba2).coreFlops(s, keys);
}

std::vector<LayerKindRow> doubleKinds() {
    LayerKindRow row = attentionKinds().front();
    const std::vector<LayerKindRow> states = stateKinds();
    const auto isMamba = [](const LayerKindRow& one) { return one.kind == LayerKind::Mamba2; };
    row.kind = LayerKind::FullMamba2;
    row.params = bothParams;
    row.projections = bothProjections;
    row.coreFlops = bothFlops;
    row.stateBytes = std::find_if(states.begin(), states.end(), isMamba)->stateBytes;
    row.paramsFormula = "attention + Mamba-2";
    row.flopsFormula = "4·n·d·keys + 7·D·N";
    row.cacheFormula = "2·g·d·b per token, and 4·D·N + 2·(c − 1)·(D + 2·G·N) bytes per sequence";
    row.contextParallel = "ring of key/value blocks; the state from tokens to heads and back";
    row.source = "Falcon-H1, arXiv 2507.22448";
    return {row};
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
    for (const auto& more : {stateKinds(), doubleKinds(), kindsWithoutMixer()})
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

const LayerKindRow& attentionOf(LayerKind kind) {
    return layerKind(layerFacts(kind).beside == LayerKind::None ? kind : LayerKind::Full);
}

const LayerKindRow* stateOf(LayerKind kind) {
    const LayerFacts& facts = layerFacts(kind);
    if (facts.beside != LayerKind::None) return &layerKind(facts.beside);
    return facts.mixes && !facts.attends ? &layerKind(kind) : nullptr;
}

double cachedValues(const Setup& s) {
    if (s.mla) return s.rkv + s.dr;
    if (s.jointKv) return s.d;
    return (s.kv + s.values) * std::max(1 / s.tp, 1 / s.g);
}

double entryBytes(const Setup& s) {
    const double bytes = bytesOf(s.scenario->precision.kvCache);
    const bool parts = s.jointKv && bytes < 2;
    return parts ? s.d + static_cast<double>(s.scenario->model.ropeDim) + s.d / 64 : bytes * cachedValues(s);
}

double indexBytes(const Setup& s) {
    const double bytes = bytesOf(s.scenario->precision.kvCache);
    if (s.jointKv && bytes < 2) return s.dI / 2; // FP4 beside an fp8 cache
    // vLLM and SGLang keep the indexer's keys in fp8 with one fp32 scale each where the cache is fp8.
    return bytes < 2 ? s.dI + 4 : s.dI * bytes;
}

double kvBytes(const Setup& s) {
    if (!attends(s.mixer) || !s.ownsKv) return 0;
    const double keys = entryBytes(s) / std::max(1.0, s.ratio);
    return hasIndexer(s.mixer) ? keys + indexBytes(s) / std::max(s.pool, s.ratio) : keys;
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
