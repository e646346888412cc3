// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators of a training layer as points under the GPU's roof.

#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"

namespace moe {

/// Forward pass of one MoE layer (or one dense layer where there is none) and the LM head, with the work and
/// time the step-time model gives each. Needs scenario.train. Operators without counted FLOPs (norms,
/// permutes) are not points of a roofline and are left out.
RooflineReport roofline(const Setup& setup);

} // namespace moe
