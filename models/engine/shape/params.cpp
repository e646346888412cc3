// SPDX-License-Identifier: GPL-3.0-or-later
// Parameter counts (Llama, DeepSeek-V2/V3 and Mixtral papers for the shapes; memory model, "Static").

#include "models/engine/shape/params.h"

#include "models/engine/schedule/schedules.h"
#include "models/engine/shape/layer_kinds.h"

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

static double headBias(const Setup& setup) {
    return setup.scenario->model.headBias ? setup.V : 0;
}

double normParams(const Setup& setup) {
    return setup.scenario->model.norm == Norm::LayerNorm ? 2 * setup.h : setup.h;
}

double LayerParams::replicated(FeedForward feed) const {
    return mixerReplicated + (feed == FeedForward::None ? 0 : feedReplicated);
}

double LayerParams::withoutExperts(FeedForward feed) const {
    const double network = feed == FeedForward::Moe     ? shared + router
                           : feed == FeedForward::Dense ? denseMlp
                                                        : 0;
    return attention + replicated(feed) + network;
}

LayerParams layerParams(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    const double norms = (model.fourNorms ? 2 : 1) * normParams(s);
    const MixerParams mixer = layerKind(s.mixer).params(s);
    LayerParams layer;
    layer.attention = mixer.split;
    layer.replicatedKv = mixer.replicatedKv;
    layer.mixerReplicated = mixer.replicated + (mixes(s.mixer) ? norms + number(model.layerParams) : 0);
    layer.feedReplicated = norms;
    layer.denseMlp = s.matrices * s.h * s.f;
    layer.shared = s.matrices * s.h * s.fs;
    layer.expert = s.matrices * s.latent * s.fe;
    layer.router = s.E * s.h;
    if (s.scenario->moe) {
        const MoeSpec& moe = *s.scenario->moe;
        if (moe.routerBias) layer.router += s.E;
        if (moe.sharedGate) layer.router += s.h;
        if (moe.latent > 0) layer.shared += 2 * s.h * s.latent;
        if (moe.latent > 0 && moe.latentNorm) layer.router += s.latent;
        if (model.linearBias || moe.expertBias) layer.expert += s.up * s.fe + s.latent;
    }
    if (model.linearBias) {
        layer.denseMlp += s.up * s.f;
        layer.shared += s.up * s.fs;
        layer.feedReplicated += s.h;
    }
    layer.mtp = 2 * s.h * s.h;
    return layer;
}

double mixerMatrices(const Setup& view) {
    double values = 0;
    for (const Projection& product : layerKind(view.mixer).projections(view))
        values += product.out * product.in;
    if (!attends(view.mixer) || !view.mla) return values;
    const double query = view.rq > 0 ? view.h * view.rq + view.rq * view.n * (view.dn + view.dr)
                                     : view.h * view.n * (view.dn + view.dr);
    return values + query + view.h * (view.rkv + view.dr) + view.rkv * view.n * (view.dn + view.dv) +
           view.n * view.dv * view.h;
}

double expertLayersHeld(const Setup& setup, double moeLayers) {
    return std::ceil(moeLayers / number(setup.layerGroups));
}

void StageLayers::add(const LayerPlan& plan, std::size_t type, Count count) {
    layers += count;
    of[type] += count;
    if (plan.types[type].feed == FeedForward::Moe) moeLayers += count;
}

std::vector<StageLayers> stageLayers(const Setup& setup) {
    const std::vector<Count> chunks = chunkLayers(setup);
    std::vector<StageLayers> stages(static_cast<std::size_t>(setup.pp));
    const LayerPlan& plan = *setup.plan;
    std::size_t layer = 0;
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        const int rank = rankOfChunk(setup, static_cast<int>(chunk)), twin = twinRank(setup, rank);
        for (Count i = 0; i < chunks[chunk] && layer < plan.of.size(); ++i, ++layer)
            for (const int holder : {rank, twin})
                if (holder >= 0) stages[static_cast<std::size_t>(holder)].add(plan, plan.of[layer]);
    }
    return stages;
}

namespace {

/// Groups of GPUs that each hold one MoE layer: the heaviest, with the dense first layers besides.
StageLayers heaviestGroup(const Setup& setup, const StageLayers& layers) {
    if (setup.scenario->parallel.layersShareGpus) return layers;
    StageLayers held;
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i) {
        const bool moe = setup.plan->types[i].feed == FeedForward::Moe;
        const Count count =
            moe ? static_cast<Count>(expertLayersHeld(setup, number(layers.of[i]))) : layers.of[i];
        held.add(*setup.plan, i, count);
    }
    return held;
}

} // namespace

StageParams stageParams(const Setup& setup, const StageLayers& layers, bool first, bool last) {
    StageParams params;
    params.first = first;
    params.last = last;
    params.held = heaviestGroup(setup, layers);
    const double mtp = params.last ? number(setup.mtpLayers) : 0;
    double split = 0, replicated = 0, experts = 0;
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i) {
        const double count = number(params.held.of[i]) + (i == setup.plan->mtp ? mtp : 0);
        if (count <= 0) continue;
        const LayerType& type = setup.plan->types[i];
        const MixerView view(setup, type);
        const LayerParams layer = layerParams(*view);
        split += count * layer.attention;
        params.attention += count * (layer.attention / setup.tp + layer.replicatedKv);
        replicated += count * (layer.replicated(type.feed) + layer.replicatedKv);
        if (type.feed == FeedForward::Dense) split += count * layer.denseMlp;
        if (type.feed != FeedForward::Moe) continue;
        split += count * layer.shared;
        replicated += count * layer.router;
        experts += count * setup.expertSlots / setup.ep * layer.expert / setup.etp;
    }
    params.dense =
        (split + mtp * 2 * setup.h * setup.h) / setup.tp + replicated + mtp * 3 * normParams(setup);
    params.expert = experts;

    const bool tied = setup.scenario->model.tiedEmbeddings;
    const bool fsdp = setup.scenario->train && setup.scenario->train->zero == 3;
    const double onTensorRank = embeddingParams(setup) / setup.tp;
    // FSDP under tensor parallelism keeps the token embedding whole on each tensor rank.
    if (params.first) params.embedding += fsdp ? embeddingParams(setup) : onTensorRank;
    if (params.last) {
        if (!tied || setup.pp > 1) params.embedding += onTensorRank;
        // Multi-token prediction embeds its shifted tokens on the last stage: with a copy of the table where
        // that is not the first one's rank too (DeepSeek-V3 technical report, arXiv 2412.19437, 3.2.3).
        if (mtp > 0 && setup.pp > 1 && !tied && !params.first) params.embedding += onTensorRank;
    }
    params.dense += params.embedding;
    if (params.first) params.dense += positionParams(setup);
    if (params.last) params.dense += normParams(setup) + headBias(setup) / setup.tp;
    return params;
}

/// Embedding (`first`) or loss: on the stage of the first or last chunk, and on its twin.
static bool holdsEnd(const Setup& setup, int stage, bool first) {
    const int ranks = static_cast<int>(setup.pp);
    const bool vee = scheduleRow(scheduleKind(setup)).places == ChunkPlaces::Vee;
    const int end = first || vee ? 0 : ranks - 1;
    return stage == end || twinRank(setup, stage) == end;
}

StageParams stageParams(const Setup& setup, const std::vector<StageLayers>& stages, int stage) {
    const auto index = static_cast<std::size_t>(stage);
    return stageParams(setup, stages[index], holdsEnd(setup, stage, true), holdsEnd(setup, stage, false));
}

StageParams stageParams(const Setup& setup, int stage) {
    return stageParams(setup, stageLayers(setup), stage);
}

ParamCounts paramCounts(const Setup& setup) {
    const double embeddings = embeddingParams(setup) * (setup.scenario->model.tiedEmbeddings ? 1 : 2) +
                              positionParams(setup) + headBias(setup);
    std::array<Count, kMostLayerTypes> layers{};
    for (const std::uint8_t type : setup.plan->of) ++layers[type];

    ParamCounts counts;
    double active = 0;
    counts.dense = embeddings + normParams(setup);
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i) {
        const LayerType& type = setup.plan->types[i];
        const MixerView view(setup, type);
        const LayerParams layer = layerParams(*view);
        const double count = number(layers[i]);
        counts.dense += count * layer.withoutExperts(type.feed);
        counts.shared += count * layer.attention;
        if (type.feed == FeedForward::Dense) counts.shared += count * layer.denseMlp;
        if (type.feed != FeedForward::Moe) continue;
        counts.expert += count * setup.E * layer.expert;
        active += count * setup.k * layer.expert;
    }
    counts.total = counts.dense + counts.expert;
    counts.active = counts.dense + active;
    counts.nonEmbedding = counts.total - embeddings;
    counts.activeNonEmbedding = counts.active - embeddings;
    const std::vector<StageLayers> stages = stageLayers(setup);
    for (int stage = 0; stage < static_cast<int>(setup.pp); ++stage) {
        const StageParams params = stageParams(setup, stages, stage);
        counts.perGpu = std::max(counts.perGpu, params.dense + params.expert);
    }
    return counts;
}

} // namespace moe
