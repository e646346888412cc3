// SPDX-License-Identifier: GPL-3.0-or-later
// Parameter counts (Llama, DeepSeek-V2/V3 and Mixtral papers for the shapes; memory model, "Static").

#include "models/engine/shape/params.h"

#include "models/engine/schedule/schedules.h"
#include "models/engine/shape/fine_tuning.h"
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

double layerLookups(const Setup& setup) {
    const ModelSpec& model = setup.scenario->model;
    const double rows = model.layerVocab > 0 ? number(model.layerVocab) : setup.V;
    return rows * setup.L * number(model.layerEmbedding);
}

double layerEmbeddingParams(const Setup& setup) {
    const double width = number(setup.scenario->model.layerEmbedding);
    return width > 0 ? layerLookups(setup) + setup.h * setup.L * width + width : 0;
}

double allEmbeddings(const Setup& setup) {
    return embeddingParams(setup) * (setup.scenario->model.tiedEmbeddings ? 1 : 2) + positionParams(setup) +
           headBias(setup) + layerEmbeddingParams(setup);
}

double connectionParams(const Setup& setup) {
    const double m = setup.streams, outputs = (2 + m) * m; // weights into, past and out of a block
    // Attention residuals: a score vector and a norm (SGLang, attn_residual.py).
    const double residual = setup.scenario->model.residualBlock > 0 ? 2 * setup.h : 0;
    return residual + (m > 1 ? outputs * m * setup.h + outputs + 3 : 0);
}

double connectionProducts(const Setup& setup) {
    const double m = setup.streams;
    return m > 1 ? (2 + m) * m * m * setup.h + (m * m + 2 * m) * setup.h : 0;
}

double endParams(const Setup& setup) {
    const double m = setup.streams;
    const bool residuals = setup.scenario->model.residualBlock > 0; // a score vector and a norm
    return normParams(setup) + (m > 1 ? m * m * setup.h + m + 1 : 0) + (residuals ? 2 * setup.h : 0);
}

double furtherProducts(const Setup& setup) {
    const ModelSpec& model = setup.scenario->model;
    const double m = setup.streams, p = number(model.layerEmbedding), block = number(model.residualBlock);
    double values = m > 1 ? 2 * setup.L * connectionProducts(setup) + m * m * setup.h + m * setup.h : 0;
    if (p > 0) values += setup.h * setup.L * p + setup.L * 2 * setup.h * p;
    // Two points a layer, each a product with every row of the bank and a sum over them.
    for (double i = 0; block > 0 && i < setup.L; ++i) values += 4 * (std::floor(i / block) + 2) * setup.h;
    return values;
}

double handedWidth(const Setup& setup, double layersBefore) {
    const double block = number(setup.scenario->model.residualBlock);
    return setup.h * (block > 0 ? 1 + std::ceil(layersBefore / block) : setup.streams);
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
    const double joins = connectionParams(s), own = number(model.layerEmbedding);
    layer.attention = mixer.split;
    layer.replicatedKv = mixer.replicatedKv;
    layer.mixerReplicated =
        mixer.replicated + (mixes(s.mixer) ? norms + number(model.layerParams) + joins : 0);
    layer.feedReplicated =
        (model.sharedNorm && mixes(s.mixer) ? 0 : norms) + joins + (own > 0 ? 2 * s.h * own + s.h : 0);
    layer.denseMlp = s.matrices * s.h * s.f;
    layer.shared = s.matrices * s.h * s.fs;
    layer.expert = s.matrices * s.latent * s.fe;
    if (s.scenario->moe) {
        const MoeSpec& moe = *s.scenario->moe;
        const double choices = s.E + number(moe.empty);
        layer.router = choices * s.h;
        if (moe.routerBias) layer.router += choices;
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
    // Searches ask for every stage; without SSE 4.1 std::ceil is a call.
    const double share = moeLayers / number(setup.layerGroups), whole = number(static_cast<Count>(share));
    return whole < share ? whole + 1 : whole;
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

/// Of `count` layers that do not learn, and their adapters.
static void addFrozen(FrozenParams& frozen, const Setup& view, const LayerParams& layer, FeedForward feed,
                      double count) {
    const bool moe = feed == FeedForward::Moe;
    const double network = moe ? layer.shared : feed == FeedForward::Dense ? layer.denseMlp : 0;
    frozen.linear += count * ((layer.attention + network) / view.tp + layer.replicatedKv);
    frozen.other += count * (layer.replicated(feed) + (moe ? layer.router : 0));
    if (moe) frozen.expert += count * view.expertSlots / view.ep * layer.expert / view.etp;
    for (const Adapter& adapter : adaptersOf(view, feed))
        (adapter.expert ? frozen.expertAdapters : frozen.adapters) += count * adapterParams(view, adapter);
}

StageParams stageParams(const Setup& setup, const StageLayers& layers, bool first, bool last,
                        const TypeParams* known) {
    StageParams params;
    params.first = first;
    params.last = last;
    params.held = heaviestGroup(setup, layers);
    const double mtp = params.last ? number(setup.mtpLayers) : 0;
    double split = 0, replicated = 0, experts = 0;
    FrozenParams& frozen = params.frozen;
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i) {
        const double count = number(params.held.of[i]) + (i == setup.plan->mtp ? mtp : 0);
        if (count <= 0) continue;
        const LayerType& type = setup.plan->types[i];
        const LayerParams layer = known ? (*known)[i] : layerParams(*MixerView(setup, type));
        params.attention += count * (layer.attention / setup.tp + layer.replicatedKv);
        if (!trainsWeights(setup, type)) {
            addFrozen(frozen, *MixerView(setup, type), layer, type.feed, count);
            continue;
        }
        const double network = type.feed == FeedForward::Moe     ? layer.shared
                               : type.feed == FeedForward::Dense ? layer.denseMlp
                                                                 : 0;
        params.linear += number(params.held.of[i]) * (layer.attention + network);
        split += count * layer.attention;
        replicated += count * (layer.replicated(type.feed) + layer.replicatedKv);
        if (type.feed == FeedForward::Dense) split += count * layer.denseMlp;
        if (type.feed != FeedForward::Moe) continue;
        split += count * layer.shared;
        replicated += count * layer.router;
        experts += count * setup.expertSlots / setup.ep * layer.expert / setup.etp;
    }
    params.linear = params.linear / setup.tp;
    params.dense = split / setup.tp + replicated;
    params.expert = experts;
    // Of multi-token-prediction layers, beside a block: they learn as the last block does.
    const double extra = mtp * 2 * setup.h * setup.h / setup.tp + mtp * 3 * normParams(setup);
    const bool all = !setup.scenario->train || setup.scenario->train->trainable == Trainable::All;
    (all ? params.dense : frozen.other) += extra;

    const bool tied = setup.scenario->model.tiedEmbeddings;
    const bool fsdp = setup.scenario->train && setup.scenario->train->zero == 3;
    const double onTensorRank = embeddingParams(setup) / setup.tp;
    // FSDP under tensor parallelism keeps the token embedding whole on each tensor rank.
    double token = params.first ? (fsdp ? embeddingParams(setup) : onTensorRank) : 0, head = 0;
    if (params.first) token += layerLookups(setup) / setup.tp;
    if (params.last) {
        if (!tied || setup.pp > 1) head = onTensorRank;
        // Multi-token prediction embeds its shifted tokens on the last stage: with a copy of the table where
        // that is not the first one's rank too (DeepSeek-V3 technical report, arXiv 2412.19437, 3.2.3).
        if (mtp > 0 && setup.pp > 1 && !tied && !params.first) token += onTensorRank;
    }
    params.embedding = token + head;
    (trainsEmbedding(setup) ? params.dense : frozen.other) += token;
    (trainsHead(setup) ? params.dense : frozen.other) += head;
    double ends =
        params.first ? positionParams(setup) + layerEmbeddingParams(setup) - layerLookups(setup) : 0;
    if (params.last) ends += endParams(setup) + headBias(setup) / setup.tp;
    (all ? params.dense : frozen.other) += ends;
    return params;
}

/// Embedding (`first`) or loss: on the stage of the first or last chunk, and on its twin.
static bool holdsEnd(const Setup& setup, int stage, bool first) {
    const int ranks = static_cast<int>(setup.pp);
    const bool vee = scheduleRow(scheduleKind(setup)).places == ChunkPlaces::Vee;
    const int end = first || vee ? 0 : ranks - 1;
    return stage == end || twinRank(setup, stage) == end;
}

StageParams stageParams(const Setup& setup, const std::vector<StageLayers>& stages, int stage,
                        const TypeParams* known) {
    const auto index = static_cast<std::size_t>(stage);
    return stageParams(setup, stages[index], holdsEnd(setup, stage, true), holdsEnd(setup, stage, false),
                       known);
}

StageParams stageParams(const Setup& setup, int stage) {
    return stageParams(setup, stageLayers(setup), stage);
}

/// Of the whole model; norms between the layers and the last one learn with everything else.
static double trainedParams(const Setup& setup, const ParamCounts& counts) {
    const bool all = setup.scenario->train->trainable == Trainable::All;
    double adapters = 0, frozen = 0;
    for (const std::uint8_t index : setup.plan->of) {
        const LayerType& type = setup.plan->types[index];
        const MixerView view(setup, type);
        for (const Adapter& adapter : adaptersOf(*view, type.feed))
            adapters += wholeAdapterParams(*view, adapter);
        if (!all || !type.frozen) continue;
        const LayerParams layer = layerParams(*view);
        frozen +=
            layer.withoutExperts(type.feed) + (type.feed == FeedForward::Moe ? setup.E * layer.expert : 0);
    }
    if (!all) return adapters;
    return counts.total - frozen -
           (trainsEmbedding(setup) ? 0 : embeddingParams(setup) + layerLookups(setup));
}

ParamCounts paramCounts(const Setup& setup) {
    const double embeddings = allEmbeddings(setup);
    std::array<Count, kMostLayerTypes> layers{};
    for (const std::uint8_t type : setup.plan->of) ++layers[type];

    ParamCounts counts;
    double active = 0;
    counts.dense = embeddings + endParams(setup);
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
    counts.active = counts.dense - layerLookups(setup) + active;
    counts.nonEmbedding = counts.total - embeddings;
    counts.activeNonEmbedding = counts.active + layerLookups(setup) - embeddings;
    const std::vector<StageLayers> stages = stageLayers(setup);
    for (int stage = 0; stage < static_cast<int>(setup.pp); ++stage) {
        const StageParams params = stageParams(setup, stages, stage);
        const FrozenParams& frozen = params.frozen;
        counts.perGpu = std::max(counts.perGpu, params.dense + params.expert + frozen.all() +
                                                    frozen.adapters + frozen.expertAdapters);
    }
    counts.trainable = isFineTuning(setup) ? trainedParams(setup, counts) : counts.total;
    return counts;
}

} // namespace moe
