// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the memory terms of all stages share: of each type of layer its parameters and what it keeps for the
// backward pass, and how many ranks share states. A stage then multiplies and adds.

#include "models/engine/memory/memory_saved.h"
#include "models/engine/shape/params.h"

#include <array>

namespace moe {

/// Of a setup whose scenario stays as it is; `imbalance` is λ.
struct SharedTerms {
    SharedTerms(const Setup& setup, double imbalance);
    /// Again, where no more than PP, DP, the schedule or the ZeRO stage is another.
    void readShards(const Setup& setup);
    TypeParams params;
    std::array<LayerSaved, kMostLayerTypes> saved; ///< by type of LayerPlan, keptOf()
    double denseShards = 1, expertShards = 1;
};

/// Bytes per token that a layer of a type keeps as the scenario recomputes; none where no gradient passes.
LayerSaved keptOf(const Setup& setup, const LayerType& type, double imbalance);

} // namespace moe
