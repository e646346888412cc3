// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The losses of one recipe from a few runs of it. Four methods: the Step Law recipe's loss with one offset,
// one factor or both, and the recipe's own constants (recipe_form.h) by maximum posterior under what other
// recipes have in common. With fewer than five runs the smaller leave-one-out error chooses among the first
// three.

#include "data/recipe_runs.h"
#include "models/engine/loss/model/loss_surface.h"
#include "models/engine/loss/recipe/recipe_form.h"

#include <array>
#include <optional>
#include <vector>

namespace moe {

enum class RecipeMethod { Offset, Scale, Affine, Hierarchical };
inline constexpr std::size_t kRecipeMethods = 4;
/// "offset", "scale", "affine", "hierarchical".
const char* recipeMethodName(RecipeMethod method);

/// From so many runs on a recipe has constants of its own.
inline constexpr int kRunsOfOwnConstants = 5;
/// What the form itself misses of a recipe, relative sd.
inline constexpr double kRecipeModelError = 0.01;
/// Runs are told apart from noise with Student's t of so many degrees of freedom: one that does not belong
/// counts for little, where squares would follow it.
inline constexpr double kRecipeTails = 4;

/// A run as the fit sees it.
struct RecipeRow {
    RecipePoint at;
    double lnLoss = 0;
};
/// By how much more a run's loss scatters about the form for its few tokens: 1 from 20 per parameter on, 3 at
/// 5. Such runs end before the learning rate was warm or the batch paid, and above any form.
double untrainedStretch(const RecipePoint& at);
/// Mean of ln L over the Step Law recipe's L of the same runs, those with more tokens counting more.
double recipeLevel(const std::vector<RecipeRow>& rows);
RecipePoint recipePoint(double params, double activeParams, double tokens);
std::vector<RecipeRow> recipeRows(const std::vector<RecipeRun>& runs);
/// Whether any run has experts: of runs without, what experts do is taken from published MoE runs.
bool hasRoutedRuns(const std::vector<RecipeRun>& runs);

struct RecipePrediction {
    double loss = 0, low = 0, high = 0; ///< nats per token; central 90 % for one run of the recipe
    double sd = 0;                      ///< relative, of that run
};

struct RecipeFit {
    RecipeMethod method = RecipeMethod::Scale;
    double offset = 0, factor = 1; ///< of the Step Law loss: offset + factor·L, methods but Hierarchical
    RecipeConstants constants = RecipeConstants::Zero(); ///< most probable
    RecipeMatrix covariance = RecipeMatrix::Zero();      ///< posterior
    double modelError = kRecipeModelError;               ///< relative sd; more where the runs leave a doubt
    double noise = 0;                                    ///< relative sd of a well trained run about the form
    double inSampleRms = 0;                              ///< of ln L, by the method
    std::optional<double> looRms;                        ///< each run from the others; absent with one run
    std::array<std::optional<double>, kRecipeMethods> looOf; ///< of every method tried
    std::vector<double> residuals, heldBack; ///< ln(observed/predicted) of each run: fitted, from the others
    Range params, tokens;                    ///< effective N and D that the runs span

    RecipePrediction predict(const RecipePoint& at) const;
    /// Relative sd of the best loss there, from the constants alone.
    double parameterSd(const RecipePoint& at) const;
};

/// The size and tokens lie where those of the runs do.
bool insideRuns(const RecipeFit& fit, double params, double activeParams, double tokens);

/// Needs one row at least. Pure; about 10 ms for 200 runs.
RecipeFit fitRecipe(const std::vector<RecipeRow>& rows, const RecipePrior& prior = recipePrior());

/// The same with one method, whatever the leave-one-out errors; without them.
RecipeFit fitRecipeBy(RecipeMethod method, const std::vector<RecipeRow>& rows, const RecipePrior& prior);

/// The best split of a compute 6·N·D, FLOP.
struct RecipeOptimum {
    double params = 0, tokens = 0;
    RecipePrediction loss;
};
RecipeOptimum recipeOptimum(const RecipeFit& fit, double compute);

/// The run of at most `compute` FLOP that would narrow the prediction at `target` most.
struct NextRun {
    double params = 0, tokens = 0;
    double sdBefore = 0, sdAfter = 0; ///< of the target, relative
};
NextRun nextRun(const RecipeFit& fit, const RecipePoint& target, double compute);

} // namespace moe
