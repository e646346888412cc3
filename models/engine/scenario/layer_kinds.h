// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per kind of layer: what it is called, how it is drawn, whether it mixes tokens and how, and what a
// model must say to have it. What it holds and computes is in its row of shape/layer_kinds.h.

#include "models/engine/scenario/scenario.h"

#include <array>
#include <span>

namespace moe {

/// A count of the model, above 0 where a layer of the kind occurs.
struct LayerNeed {
    const char* key = nullptr;
    Count ModelSpec::*member = nullptr;
    bool splits = false; ///< over TP
};

struct LayerFacts {
    LayerKind kind;
    const char* key; ///< as patterns spell it
    const char* label;
    const char* letter; ///< in pictures; of no other kind
    const char* colour;
    bool mixes = true;        ///< tokens; else there is the feed-forward network alone, or nothing
    bool attends = false;     ///< keys, values and a softmax over them; else a state of fixed size
    bool indexes = false;     ///< scores every key to attend to the best; index keys are cached beside others
    bool choosesKeys = false; ///< attends to chosen keys: its own choice, or that of an earlier layer
    bool stateSpace = false;  ///< Mamba's kernels
    /// The mixer with a state that works beside its attention on the same input; None: none does.
    LayerKind beside = LayerKind::None;
    /// Tokens that it sees; none: all, or none at all.
    Count ModelSpec::*window = nullptr;
    std::array<LayerNeed, 4> needs{};
};
/// In the order of LayerKind.
std::span<const LayerFacts> layerFacts();
const LayerFacts& layerFacts(LayerKind kind);

} // namespace moe
