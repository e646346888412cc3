#pragma once
// Parameters of one layer by the part that holds them, and of one pipeline stage. Counts, not bytes.

#include "models/engine/parts.h"

#include <vector>

namespace moe {

struct LayerParams {
    double attention = 0; ///< projections, divided by TP (MLA with its two inner norms)
    double replicatedKv =
        0;               ///< what a GPU holds on top because key/value heads do not split below one per rank
    double denseMlp = 0; ///< divided by TP
    double shared = 0;   ///< shared experts of an MoE layer, divided by TP
    double expert = 0;   ///< one routed expert, divided by ETP
    double router = 0;   ///< replicated
    double replicated = 0; ///< block norms, q/k norms and the biases added after a reduction
    double mtp = 0; ///< what a multi-token-prediction layer adds to a block: its projection, divided by TP

    double denseLayer() const { return attention + replicated + denseMlp; }
    double moeLayerWithoutExperts() const { return attention + replicated + shared + router; }
};
LayerParams layerParams(const Setup& setup);

/// Parameters of one token embedding (or of the LM head).
double embeddingParams(const Setup& setup);
double positionParams(const Setup& setup);
/// Elements of one norm's weight: h, or 2h with a bias (LayerNorm).
double normParams(const Setup& setup);

/// MoE layers among `layers` layers that start at `firstLayer` of the model.
Count moeLayersIn(const Setup& setup, Count firstLayer, Count layers);

/// MoE layers whose experts one GPU holds, of `moeLayers` on its stage: all, or its group's part when layers
/// do not share GPUs.
double expertLayersHeld(const Setup& setup, double moeLayers);

/// Like stageParams(setup, stage), with the layers of each chunk (chunkLayers) already at hand.
StageParams stageParams(const Setup& setup, const std::vector<Count>& chunks, int stage);

} // namespace moe
