// SPDX-License-Identifier: GPL-3.0-or-later
// Parameter counts (Llama, DeepSeek-V2/V3 and Mixtral papers for the shapes; memory model, "Static").

#include "models/engine/shape/params.h"

#include <algorithm>
#include <cmath>

namespace moe {

static double number(Count count) {
    return static_cast<double>(count);
}

double embeddingParams(const Setup& setup) {
    return setup.V * setup.h;
}

double positionParams(const Setup& setup) {
    return setup.scenario->model.position == Position::Learned ? setup.s * setup.h : 0;
}

double normParams(const Setup& setup) {
    return setup.scenario->model.norm == Norm::LayerNorm ? 2 * setup.h : setup.h;
}

/// MLA: DeepSeek-V2, arXiv 2405.04434, section 2.1.
static double attentionParams(const Setup& s) {
    if (!s.mla) return s.h * (s.q + 2 * s.kv) + s.q * s.h;
    const double query =
        s.rq > 0 ? s.h * s.rq + s.rq * s.n * (s.dn + s.dr) + s.rq : s.h * s.n * (s.dn + s.dr);
    return query + s.h * (s.rkv + s.dr) + s.rkv * s.n * (s.dn + s.dv) + s.rkv + s.n * s.dv * s.h;
}

LayerParams layerParams(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    LayerParams layer;
    layer.attention = attentionParams(s);
    if (!s.mla) layer.replicatedKv = 2 * s.h * (std::max(s.kv / s.tp, s.d) - s.kv / s.tp);
    layer.denseMlp = s.matrices * s.h * s.f;
    layer.shared = s.matrices * s.h * s.fs;
    layer.expert = s.matrices * s.h * s.fe;
    layer.router = s.E * s.h;
    layer.replicated = 2 * normParams(s);
    if (model.qkNorm == QkNorm::Head && !s.mla) layer.replicated += 2 * s.d;
    // OlmoeAttention of Transformers: q_norm over the width of the queries, k_norm over that of the keys.
    if (model.qkNorm == QkNorm::Width && !s.mla) layer.replicated += s.q + s.kv;
    if (model.linearBias) {
        if (!s.mla) layer.attention += s.q + 2 * s.kv;
        layer.denseMlp += s.up * s.f;
        layer.expert += s.up * s.fe + s.h;
        layer.shared += s.up * s.fs;
        layer.replicated += 2 * s.h;
    }
    layer.mtp = 2 * s.h * s.h;
    return layer;
}

Count moeLayersIn(const Setup& setup, Count firstLayer, Count layers) {
    if (!setup.isMoe) return 0;
    return layers - std::clamp<Count>(setup.denseLayers - firstLayer, 0, layers);
}

double expertLayersHeld(const Setup& setup, double moeLayers) {
    return std::ceil(moeLayers / number(layerGroups(*setup.scenario)));
}

std::vector<StageLayers> stageLayers(const Setup& setup) {
    const std::vector<Count> chunks = chunkLayers(setup);
    std::vector<StageLayers> stages(static_cast<std::size_t>(setup.pp));
    Count firstLayer = 0;
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        StageLayers& stage = stages[chunk % stages.size()];
        stage.layers += chunks[chunk];
        stage.moeLayers += moeLayersIn(setup, firstLayer, chunks[chunk]);
        firstLayer += chunks[chunk];
    }
    return stages;
}

StageParams stageParams(const Setup& setup, const StageLayers& layers, bool first, bool last) {
    StageParams params;
    params.first = first;
    params.last = last;
    params.layers = layers.layers;
    params.moeLayers = layers.moeLayers;
    // Groups of GPUs that each hold one MoE layer: this is the heaviest, with the dense first layers besides.
    const Count denseFirst = params.layers - params.moeLayers;
    params.moeLayers = static_cast<Count>(expertLayersHeld(setup, number(params.moeLayers)));
    params.layers = denseFirst + params.moeLayers;

    const LayerParams layer = layerParams(setup);
    const double mtp = params.last ? number(setup.mtpLayers) : 0;
    const double moeLayers = number(params.moeLayers) + (setup.isMoe ? mtp : 0);
    const double denseLayers = number(params.layers - params.moeLayers) + (setup.isMoe ? 0 : mtp);
    params.dense = (denseLayers * layer.denseMlp + moeLayers * layer.shared +
                    (denseLayers + moeLayers) * layer.attention + mtp * layer.mtp) /
                       setup.tp +
                   (denseLayers + moeLayers) * (layer.replicated + layer.replicatedKv) +
                   moeLayers * layer.router + mtp * 3 * normParams(setup);
    params.expert = moeLayers * setup.expertSlots / setup.ep * layer.expert / setup.etp;

    const bool tied = setup.scenario->model.tiedEmbeddings;
    const bool fsdp = setup.scenario->train && setup.scenario->train->zero == 3;
    const double onTensorRank = embeddingParams(setup) / setup.tp;
    // FSDP under tensor parallelism keeps the token embedding whole on each tensor rank.
    if (params.first) params.dense += (fsdp ? embeddingParams(setup) : onTensorRank) + positionParams(setup);
    if (params.last) {
        params.dense += normParams(setup);
        if (!tied || setup.pp > 1) params.dense += onTensorRank;
        // Multi-token prediction embeds its shifted tokens on the last stage.
        if (mtp > 0 && setup.pp > 1 && !tied) params.dense += onTensorRank;
    }
    return params;
}

StageParams stageParams(const Setup& setup, const std::vector<StageLayers>& stages, int stage) {
    const auto index = static_cast<std::size_t>(stage);
    return stageParams(setup, stages[index], stage == 0, index + 1 == stages.size());
}

StageParams stageParams(const Setup& setup, int stage) {
    return stageParams(setup, stageLayers(setup), stage);
}

ParamCounts paramCounts(const Setup& setup) {
    const LayerParams layer = layerParams(setup);
    const double denseLayers = number(setup.denseLayers);
    const double moeLayers = number(setup.layers - setup.denseLayers);
    const double embeddings =
        embeddingParams(setup) * (setup.scenario->model.tiedEmbeddings ? 1 : 2) + positionParams(setup);

    ParamCounts counts;
    counts.expert = moeLayers * setup.E * layer.expert;
    counts.dense = denseLayers * layer.denseLayer() + moeLayers * layer.moeLayerWithoutExperts() +
                   embeddings + normParams(setup);
    counts.total = counts.dense + counts.expert;
    counts.active = counts.dense + moeLayers * setup.k * layer.expert;
    counts.nonEmbedding = counts.total - embeddings;
    counts.activeNonEmbedding = counts.active - embeddings;
    counts.shared = (denseLayers + moeLayers) * layer.attention + denseLayers * layer.denseMlp;
    const std::vector<StageLayers> stages = stageLayers(setup);
    for (int stage = 0; stage < static_cast<int>(setup.pp); ++stage) {
        const StageParams params = stageParams(setup, stages, stage);
        counts.perGpu = std::max(counts.perGpu, params.dense + params.expert);
    }
    return counts;
}

} // namespace moe
