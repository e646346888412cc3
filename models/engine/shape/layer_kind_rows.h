// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rows of layer_kinds.h by family, and what they share.

#include "models/engine/shape/layer_kinds.h"

namespace moe {

std::vector<LayerKindRow> attentionKinds(); ///< softmax over cached keys
std::vector<LayerKindRow> stateKinds();     ///< a state of fixed size

inline constexpr const char* kHeadsOverTp = "heads over TP, one all-reduce a layer";

} // namespace moe
