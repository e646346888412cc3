// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The plain form that most papers fit, to be compared with: L = E + A/N^α + B/D^β, no prior, Huber's loss of
// ln L with δ = 10⁻³, the best of many starts (Hoffmann et al., arXiv 2203.15556, approach 3).

#include "models/engine/loss/recipe/recipe_fit.h"

#include <vector>

namespace moe {

/// In the constants of recipe_form.h, g = 0. Needs five rows or more to mean something. Pure; some 10 ms for
/// 100 runs.
RecipeConstants fitPlainForm(const std::vector<RecipeRow>& rows);

} // namespace moe
