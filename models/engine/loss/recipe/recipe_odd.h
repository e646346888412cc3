// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs that do not belong to the others: a loss copied wrong, a run that broke off, one of another recipe.
// The fit itself follows them little (kRecipeTails); who reads it should know of them all the same.

#include "data/recipe_runs.h"
#include "models/engine/loss/recipe/recipe_fit.h"

#include <optional>
#include <vector>

namespace moe {

/// Held-back errors are told as odd from so many robust sd on, scatter and constants together, and from half
/// a percent on. Of normal scatter one run in some thousands lies there.
inline constexpr double kOddDeviations = 4, kOddLeast = 0.005;
/// More than this share of the runs is no longer a few that do not belong.
inline constexpr double kOddShare = 0.25;

struct OddRuns {
    std::vector<std::size_t> runs; ///< rising; of the rows
    std::vector<double> errors;    ///< ln(observed/predicted from the others) of each
    RecipeFit without;             ///< the fit of the others
};

/// Nothing where no run is odd, too many are, or too few would be left to have constants of their own. `fit`
/// is of the same rows and prior.
std::optional<OddRuns> oddRuns(const std::vector<RecipeRow>& rows, const RecipeFit& fit,
                               const RecipePrior& prior = recipePrior());

/// Names them by line, how far they lie off, and the loss at `at` with them and without.
Message oddRunsText(const RecipeTable& table, const OddRuns& odd, const RecipeFit& fit,
                    const RecipePoint& at);

} // namespace moe
