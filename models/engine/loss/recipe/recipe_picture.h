// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the runs of a recipe say of one design: the fit beside each run, the design's own loss, the best split
// of a compute, and the run that would tell most. Sizes are those of the design's sparsity, Na/N.

#include "data/recipe_runs.h"
#include "models/engine/loss/recipe/recipe_fit.h"

#include <memory>
#include <optional>
#include <vector>

namespace moe {

/// A point of a recipe with the loss predicted there.
struct RecipeSpot {
    double params = 0, activeParams = 0, tokens = 0; ///< N, Na, D
    double compute = 0;                              ///< 6·Na·D, FLOP
    RecipePrediction loss;
};

/// Losses of one size against tokens.
struct RecipeLine {
    double params = 0;             ///< N
    std::vector<RecipeSpot> spots; ///< tokens rising
};

struct RecipePicture {
    std::shared_ptr<const RecipeTable> table;
    RecipeFit fit;
    std::vector<Message> remarks;
    std::vector<std::size_t> odd;  ///< runs that do not belong to the others; remarks tell of them
    RecipeSpot design;             ///< the scenario's
    bool inside = false;           ///< its N and D lie where the runs do
    RecipeSpot optimum;            ///< the best split of the design's compute
    std::vector<RecipeSpot> best;  ///< of computes from the smallest run's to beyond design and runs, rising
    std::vector<RecipeLine> sizes; ///< of the runs' sizes, rising; eight at most
    /// The run that narrows the design's loss most, of no more compute than the largest run.
    std::optional<RecipeSpot> next;
    double sdNow = 0, sdAfter = 0; ///< relative, of the design's loss before and after it
};

/// `table` has runs and no problems. Pure; about 20 ms for 30 runs.
RecipePicture recipePicture(std::shared_ptr<const RecipeTable> table, double params, double activeParams,
                            double tokens);

} // namespace moe
