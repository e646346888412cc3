// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The form that the best losses of published recipes follow, compared on fifteen of them with the larger runs
// held out:
//     L = e^E + (e^a0 n^a1 + e^b0 d^b1)^G,   n = N/5e8, d = D/2e10, G = e^g
// Chinchilla's is G = 1. With six constants to fit and few runs, what other recipes have in common decides:
// the prior.

#include <Eigen/Core>

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

/// E, a0, a1, b0, b1, g.
using RecipeConstants = Eigen::Matrix<double, 6, 1>;
using RecipeMatrix = Eigen::Matrix<double, 6, 6>;

/// Where a best loss is asked for: ln(N/5e8), N the effective size of an MoE, and ln(D/2e10).
struct RecipePoint {
    double n = 0, d = 0;
};

/// ln L of the form; with `gradient` also its derivatives.
double lnLoss(const RecipeConstants& c, const RecipePoint& at, RecipeConstants* gradient = nullptr);

/// Constants that fits of one published recipe gave; families are left out together when one is tested.
struct KnownRecipe {
    const char* name;
    const char* family;
    double floor;          ///< e^E, nats per token
    double params, tokens; ///< a1, b1
    double power;          ///< g
    /// ln of its losses over those of the Step Law recipe at the same sizes and tokens: mean over runs of
    /// 50 M parameters and 10 tokens per parameter on. Absent where its runs leave the floor open.
    std::optional<double> level;
};
const std::vector<KnownRecipe>& knownRecipes();

/// Of what a recipe's losses lie above the Step Law's (ln) its floor takes part by so much: another tokenizer
/// or text raises both, a worse schedule only the losses.
inline constexpr double kFloorFollows = 0.5;

/// What is known of a recipe before its first run.
struct RecipePrior {
    /// E for a recipe whose losses are the Step Law's: fits add their part of what theirs lie above.
    RecipeConstants mean = RecipeConstants::Zero();
    RecipeMatrix precision = RecipeMatrix::Zero(); ///< inverse of the covariance
};
/// Mean over knownRecipes() but those of the family `without`, and how far recipes lie from it.
RecipePrior recipePrior(std::string_view without = {});

/// Of the joint surface fitted on the Step Law tables (loss_surface.h).
RecipeConstants stepLawConstants();

} // namespace moe
