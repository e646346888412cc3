// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// parallel.layout: auto.

#include "models/engine/shape/setup.h"

#include <array>
#include <cstddef>
#include <vector>

namespace moe {

/// Forward FLOPs of a token, half of them: multiplications with a parameter or a key.
struct TokenWork {
    std::array<double, kMostLayerTypes> of{}; ///< of a layer of each type of LayerPlan
    double end = 0;                           ///< of LM heads and multi-token layers, on the last chunk
};
TokenWork tokenWork(const Setup& setup);

/// Layers of each chunk so that none has much more work than it must: Σ work⁴ is least. Chunks in the order
/// of the model; the last also has the LM head and the multi-token layers. Sum = layers.
std::vector<Count> balancedLayers(const Setup& setup, std::size_t chunks);

} // namespace moe
