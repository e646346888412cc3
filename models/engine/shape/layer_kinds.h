// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per kind of layer: what its mixer holds, computes, caches and keeps for the backward pass; what it
// is called and asks of a model is in scenario/layer_kinds.h. Counts of values unless said otherwise; a setup
// given to a row speaks of that kind (MixerView).

#include "models/engine/shape/setup.h"

#include <array>
#include <vector>

namespace moe {

/// Parameters of a mixer, by how tensor parallelism holds them.
struct MixerParams {
    double split = 0;      ///< divided by TP
    double replicated = 0; ///< on every rank: inner norms, indexer, low-rank gates
    double replicatedKv =
        0; ///< what a rank holds on top because key/value heads do not split below one per rank
};

/// A product of the mixer, [tokens × in]·[in × out]; TP divides one of the sides or none.
struct Projection {
    double out = 0, in = 0;
    enum class Split { None, Out, In } split = Split::Out;
};
struct Projections {
    std::array<Projection, 8> all{};
    std::size_t count = 0;
    void add(double out, double in, Projection::Split split = Projection::Split::Out) {
        if (out > 0 && in > 0) all[count++] = {out, in, split};
    }
    const Projection* begin() const { return all.data(); }
    const Projection* end() const { return all.data() + count; }
};

inline double noBytes(const Setup&) {
    return 0;
}
inline double noTokens(const Setup&, double) {
    return 0;
}

struct LayerKindRow {
    LayerKind kind;
    MixerParams (*params)(const Setup&);
    Projections (*projections)(
        const Setup&); ///< but those of MLA, which split tokens too (attentionLinears())
    /// Forward, per token, without weight matrices: softmax·V over the keys, or the recurrence.
    double (*coreFlops)(const Setup&, double keys) = noTokens;
    double (*meanKeys)(const Setup&, double sequence) = noTokens;  ///< that a query of a causal sequence sees
    double (*decodeKeys)(const Setup&, double context) = noTokens; ///< that a decode step reads
    double (*keptTokens)(const Setup&, double context) = noTokens; ///< whose keys and values stay cached
    double (*stateBytes)(const Setup&) = noBytes;                  ///< per sequence, before TP divides it
    double (*projected)(const Setup&) =
        noBytes;                              ///< saved for the backward pass, per token: inputs of the core
    double (*output)(const Setup&) = noBytes; ///< likewise: its output, gated or normed copies included
    double (*savedState)(const Setup&) = noBytes; ///< likewise, bytes: states at chunk borders
    const char *paramsFormula, *flopsFormula, *cacheFormula;
    const char *tensorParallel, *contextParallel; ///< how either splits it
    const char* source;
};
/// In the order of LayerKind.
const std::vector<LayerKindRow>& layerKinds();
const LayerKindRow& layerKind(LayerKind kind);
/// Of a kind that does two things on one input, the attention; else itself.
const LayerKindRow& attentionOf(LayerKind kind);
/// What holds a state in a layer of the kind: itself, or the mixer beside its attention; null: nothing.
const LayerKindRow* stateOf(LayerKind kind);

/// Values of one token that a GPU caches for a layer: keys and values of its heads, at least one; MLA's
/// latent or a joint vector, which TP does not divide. Without an indexer's key.
double cachedValues(const Setup& view);
/// Bytes of them. Engines keep a joint vector's rotary part in 16 bits, and scales of 64, where the cache is
/// fp8 (DeepSeek-V4: 584 bytes of 512 values).
double entryBytes(const Setup& view);
/// Bytes of an indexer's key.
double indexBytes(const Setup& view);

/// Bytes one token adds to the cache of one layer on one GPU, in the scenario's KV type: keys and values,
/// MLA's latent (not divided by TP), and an indexer's key.
double kvBytes(const Setup& view);

/// Caches of a sequence on one GPU, all layers.
struct SequenceCache {
    Bytes kept;      ///< keys and values of `context` tokens, windows regarded
    Bytes nextToken; ///< that one more token adds
    Bytes states;    ///< of layers that hold a state instead
};
SequenceCache sequenceCache(const Setup& setup, double context);

} // namespace moe
