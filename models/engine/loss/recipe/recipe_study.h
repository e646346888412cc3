// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How well a recipe's larger runs are predicted from its smaller ones, over published tables of recipes:
// every recipe in turn, the prior without its family.

#include "data/recipe_runs.h"
#include "models/engine/loss/recipe/recipe_fit.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace moe {

/// Runs that are drawn from the smaller ones, from few to many.
inline constexpr std::array<int, 5> kTransferRuns = {1, 2, 3, 5, 10};

/// Errors are rms of ln(observed/predicted) of the runs held out.
struct TransferRow {
    std::string recipe; ///< file and what tells the recipe from others in it
    std::string family; ///< file
    int trained = 0, tested = 0;
    /// Trained on the lower 65 % by compute, tested above: by each method.
    std::array<double, kRecipeMethods> byMethod{};
    double plain = 0; ///< likewise, by the form and fit that most papers have (recipe_plain.h)
    /// Trained on so many of them, drawn: median over the draws of the method that fitRecipe chooses.
    std::array<double, kTransferRuns.size()> byRuns{};
    /// Trained on runs of at most a quarter of the largest compute, tested on those 2 to 4 times above.
    std::optional<double> ladder;
};

/// Of runs held out, how many lie within so many sd of the prediction.
struct TransferCoverage {
    int runs = 0; ///< how many were drawn to train; 0: the lower 65 %
    double one = 0, ninety = 0, two = 0;
    long tested = 0;
};

/// Routed runs of one recipe: trained on those of at most 0.3 B active parameters, dense ones too, tested
/// above, with one offset to the Step Law loss.
struct MoeTransferRow {
    std::string recipe;
    int trained = 0, tested = 0;
    double byShare = 0; ///< N·f^.35, the rule of the Step Law runs
    double byRule = 0;  ///< moe_size.h
    double ignored = 0; ///< Na alone
};

struct TransferStudy {
    std::vector<TransferRow> rows;
    /// Over the recipes, for kTransferRuns.
    std::array<double, kTransferRuns.size()> median{}, eightieth{};
    std::array<double, kRecipeMethods> methodMedian{};
    double plainMedian = 0;
    std::vector<TransferCoverage> coverage;
    std::vector<MoeTransferRow> moe;
};

/// Dense runs of 50 M parameters on with 4 tokens per parameter on; recipes with fewer than 12 of them, or
/// with fewer than three sizes and three token budgets, are left out. Pure; about half a second.
TransferStudy transferStudy(const std::vector<RecipeTable>& tables);

} // namespace moe
