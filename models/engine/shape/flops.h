// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Floating-point operations of a training step.

#include "models/engine/shape/setup.h"

namespace moe {

/// Training FLOPs of one step over the whole cluster, both published conventions.
struct StepFlops {
    Flops causal;        ///< attention core halved
    Flops fullAttention; ///< Megatron-LM 2024
};
StepFlops stepFlops(const Setup& setup);

} // namespace moe
