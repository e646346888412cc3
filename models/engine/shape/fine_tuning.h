// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of a model learns: all of it, low-rank adapters beside frozen matrices (Hu et al. 2021,
// arXiv 2106.09685), or some layers; and samples packed into one sequence. Without these every function says
// what it would of plain training.

#include "models/engine/shape/layer_kinds.h"

#include <array>
#include <cstddef>

namespace moe {

// A setup given as `view` speaks of a layer (MixerView).

/// The matrices of the layer learn.
bool trainsWeights(const Setup& view);
bool trainsWeights(const Setup& setup, const LayerType& type);
/// A gradient passes the layer: it or something below it learns.
bool passesBack(const Setup& view);
bool trainsEmbedding(const Setup& setup);
bool trainsHead(const Setup& setup);
bool isFineTuning(const Setup& setup);

/// y = W·x + B·(A·x): A is r × in, B is out × r.
struct Adapter {
    double in = 0, out = 0;
    Projection::Split split = Projection::Split::None; ///< of W: TP divides A or B with it, not the other
    bool expert = false;                               ///< beside a routed expert's matrix
};
struct Adapters {
    std::array<Adapter, 12> all{};
    std::size_t count = 0;
    const Adapter* begin() const { return all.data(); }
    const Adapter* end() const { return all.data() + count; }
};
/// The layer may have some; quicker than asking for them.
bool hasAdapters(const Setup& view);
/// Of one layer; none where the layer has none.
Adapters adaptersOf(const Setup& view, FeedForward feed);
/// Its parameters on one GPU, all local experts', and of the whole layer.
double adapterParams(const Setup& view, const Adapter& adapter);
double wholeAdapterParams(const Setup& view, const Adapter& adapter);

/// An adapter reads the input of these products, which is then kept for the backward pass as it is where they
/// learn.
bool adaptsMixerInput(const Setup& view);
bool adaptsMixerOutput(const Setup& view);
bool adaptsMlpInput(const Setup& view);
bool adaptsMlpOutput(const Setup& view);
bool adaptsExpertInput(const Setup& view);
bool adaptsExpertOutput(const Setup& view);

/// Bytes of an element of a frozen matrix of a layer, scales included: NF4 has one of 4 bytes for 64 values,
/// with double quantisation one byte, and 4 bytes for 256 of those (Dettmers et al. 2023, arXiv 2305.14314);
/// int8 one of 4 bytes a row, which is left out.
double frozenBytes(const Setup& setup);
/// Products read a copy in bf16 that is made for each.
bool isDequantised(const Setup& setup);

/// Tokens that a token's own sample has, mean over the tokens: Σ s_i²/Σ s_i of packed samples, else the
/// sequence.
double sampleLength(const Setup& setup);
/// Keys that a query of a training sequence sees, mean.
double trainingKeys(const Setup& view);

} // namespace moe
