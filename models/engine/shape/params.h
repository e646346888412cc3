// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parameters of the model, of one layer by the part that holds them, and of one pipeline stage. Counts, not
// bytes.

#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"

#include <array>
#include <vector>

namespace moe {

/// Parameter counts of the model. Checked against published totals.
ParamCounts paramCounts(const Setup& setup);

/// Of one layer; what the setup's mixer and both kinds of feed-forward network would hold.
struct LayerParams {
    double attention = 0; ///< projections of the mixer, divided by TP (MLA with its two inner norms)
    double replicatedKv =
        0;               ///< what a GPU holds on top because key/value heads do not split below one per rank
    double denseMlp = 0; ///< divided by TP
    double shared = 0;   ///< shared experts of an MoE layer and projections to a latent width, divided by TP
    double expert = 0;   ///< one routed expert, divided by ETP
    double router = 0;   ///< replicated, with what belongs to it: score corrections, the shared experts' gate
    double mixerReplicated = 0; ///< of the mixer: its norm, inner norms, biases added after a reduction
    double feedReplicated = 0;  ///< likewise of the feed-forward network
    double mtp = 0; ///< what a multi-token-prediction layer adds to a block: its projection, divided by TP

    double replicated(FeedForward feed) const;
    /// Without routed experts.
    double withoutExperts(FeedForward feed) const;
};
LayerParams layerParams(const Setup& setup);
/// By type of LayerPlan, each as its own view says.
using TypeParams = std::array<LayerParams, kMostLayerTypes>;
/// Values of the mixer's weight matrices, which cost 2 FLOPs each per token forward.
double mixerMatrices(const Setup& view);

/// Parameters of one token embedding (or of the LM head).
double embeddingParams(const Setup& setup);
double positionParams(const Setup& setup);
/// Embeddings of their own that layers read: rows that a token looks up, and what projects them and the
/// token's embedding to their width (Gemma 4, Gemma4TextModel of Transformers).
double layerLookups(const Setup& setup);
double layerEmbeddingParams(const Setup& setup);
/// All that turns tokens into vectors and back, the LM head unless tied.
double allEmbeddings(const Setup& setup);
/// What joins one block of a layer to residual streams or to earlier outputs (DeepseekV4HyperConnection of
/// Transformers; Kimi K3); and the products of it, which cost 2 FLOPs each per token.
double connectionParams(const Setup& setup);
double connectionProducts(const Setup& setup);
/// Behind the last layer: the final norm and what makes one stream of many.
double endParams(const Setup& setup);
/// Products of each token beside those of layers and heads.
double furtherProducts(const Setup& setup);
/// Width of what a stage hands on behind so many layers: h, m·h with m streams, with attention residuals one
/// vector for each block of layers before.
double handedWidth(const Setup& setup, double layersBefore);
/// Elements of one norm's weight: h, or 2h with a bias (LayerNorm).
double normParams(const Setup& setup);

/// MoE layers whose experts one GPU holds, of `moeLayers` on its stage: all, or its group's part when layers
/// do not share GPUs.
double expertLayersHeld(const Setup& setup, double moeLayers);

/// What a pipeline stage runs, over all its chunks.
struct StageLayers {
    Count layers = 0, moeLayers = 0;
    std::array<Count, kMostLayerTypes> of{}; ///< by type of LayerPlan
    void add(const LayerPlan& plan, std::size_t type, Count count = 1);
    bool operator==(const StageLayers&) const = default;
};
/// Per stage, from chunkLayers().
std::vector<StageLayers> stageLayers(const Setup& setup);

/// Of those on one GPU, what does not learn, and what learns beside it.
struct FrozenParams {
    double linear = 0, expert = 0; ///< matrices of layers and of routed experts, kept as one chooses
    double other = 0;              ///< embeddings, norms, routers
    double adapters = 0, expertAdapters = 0; ///< that learn
    double all() const { return linear + expert + other; }
    bool operator==(const FrozenParams&) const = default;
};

/// Parameters held by one GPU of a pipeline stage.
struct StageParams {
    double dense = 0; ///< P_dense: attention, dense MLP, shared experts over TP; norms and router replicated;
                      ///< embeddings; what of these learns
    double expert = 0; ///< P_expert, likewise
    double linear = 0; ///< of `dense`, layer linears, without those of multi-token prediction
    FrozenParams frozen;
    double attention = 0, embedding = 0; ///< mixers, and the token embedding and LM head, learning or not
    StageLayers held; ///< layers of the heaviest group of GPUs where layers do not share them
    bool first = false, last = false;
};
StageParams stageParams(const Setup& setup, int stage);

/// Parameters on one GPU of a stage that runs these layers. `known`: of a caller who asks about many stages.
StageParams stageParams(const Setup& setup, const StageLayers& layers, bool first, bool last,
                        const TypeParams* known = nullptr);
/// Like stageParams(setup, stage), with the layers of each stage already at hand.
StageParams stageParams(const Setup& setup, const std::vector<StageLayers>& stages, int stage,
                        const TypeParams* known = nullptr);

} // namespace moe
