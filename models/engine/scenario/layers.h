// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which layer of a model is of which type: `model.pattern` and its short forms, and the layers that route,
// spelled out. Everything that counts layers asks this.

#include "models/engine/scenario/scenario.h"

#include <vector>

namespace moe {

enum class FeedForward { None, Dense, Moe };

struct LayerType {
    LayerKind mixer = LayerKind::Full;
    FeedForward feed = FeedForward::Dense;
    bool ownsKv = true;  ///< false: keys and values are those of an earlier layer
    Count ffn = 0;       ///< width of a dense network where it is not that of the model
    bool frozen = false; ///< one of the first layers that `train.frozen` names
    bool operator==(const LayerType&) const = default;
};

/// More types of layers than any published model has; counts per type are fixed arrays.
inline constexpr std::size_t kMostLayerTypes = 24;

/// Keys, values and a softmax over them; the other kinds hold a state or nothing.
bool attends(LayerKind kind);
/// Scores every key to attend to the best of them. Its index keys are cached beside the others.
bool hasIndexer(LayerKind kind);
/// Attends to chosen keys: its own choice, or that of an earlier layer.
bool choosesKeys(LayerKind kind);
/// Tokens with each other; the other kinds are a feed-forward network alone, or nothing.
bool mixes(LayerKind kind);

/// Of layer `index`, from 0.
LayerType layerTypeOf(const Scenario& scenario, Count index);

/// The types that occur, and the type of every layer as an index into them.
struct LayerPlan {
    std::vector<LayerType> types; ///< dense ones first, so that dense-first models keep their order
    std::vector<std::uint8_t> of; ///< by layer
    std::size_t mtp = 0;    ///< type of multi-token-prediction layers: that of the last layer that attends
    bool alike = true;      ///< all layers mix tokens in the same way
    bool denseFirst = true; ///< no dense layer stands behind an MoE layer
    bool complete = true;   ///< false: more types than kMostLayerTypes
};
/// Types beyond kMostLayerTypes are left out: validate() refuses such a scenario.
LayerPlan layerPlan(const Scenario& scenario);

} // namespace moe
