// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the losses themselves tell against a set of runs: another unit, counts with embeddings, runs of two
// recipes. A fit of such runs would give confident numbers that mean nothing.

#include "data/recipe_runs.h"
#include "models/engine/loss/recipe/recipe_fit.h"

#include <vector>

namespace moe {

/// Every reason not to fit these runs as one recipe, located; empty when there is none.
Problems recipeProblems(const RecipeTable& table);

/// What a fit of them should be read with; doubts about the counts widen its intervals.
std::vector<Message> recipeRemarks(const RecipeTable& table, RecipeFit& fit);

} // namespace moe
