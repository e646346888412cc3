// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A pass composed of measured operators. FLOP and bytes stay the analytic model's; times are replaced part by
// part where all operators of a part were measured. Where a shape leaves what was measured, the analytic
// model says how the nearest measurement changes.

#include "models/engine/serve/measured_operators.h"
#include "models/engine/serve/serve_work.h"

#include <vector>

namespace moe {

/// One layer: `parts` holds the analytic model's costs. Operators, and what stays of the model, are added.
void measureLayer(const MeasuredOperators& measured, const LayerWork& work, Parts& parts,
                  std::vector<OperatorCost>& operators);

/// LM head, pipeline hops and the engine.
void measureEnds(const MeasuredOperators& measured, const Setup& setup, const PassShape& shape, Parts& parts,
                 std::vector<OperatorCost>& operators);

} // namespace moe
