// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_form.h"

#include <cmath>
#include <string_view>

namespace moe {

double lnLoss(const RecipeConstants& c, const RecipePoint& at, RecipeConstants* gradient) {
    const double params = std::exp(c[1] + c[2] * at.n), tokens = std::exp(c[3] + c[4] * at.d);
    const double sum = params + tokens, exponent = std::exp(c[5]);
    const double reducible = std::pow(sum, exponent), floor = std::exp(c[0]), loss = floor + reducible;
    if (gradient != nullptr) {
        const double slope = exponent * reducible / sum / loss;
        *gradient << floor / loss, slope * params, slope * params * at.n, slope * tokens,
            slope * tokens * at.d, reducible * exponent * std::log(sum) / loss;
    }
    return std::log(loss);
}

const std::vector<KnownRecipe>& knownRecipes() {
    static const std::vector<KnownRecipe> recipes = {
        {"Step Law", "step-law", .963, -.514, -.469, -1.051, {}}, // anywhere from .70 to 1.38
        {"OELLM reference", "oellm", .923, -.417, -.349, -.873, {}},
        {"OLMo ladder", "olmo_ladder", 1.691, -.553, -.536, -1.196, .317},
        {"Chinchilla, digitised", "chinchilla", 1.719, -.422, -.458, -.322, .133},
        {"Gadre", "gadre", 1.85, -.60, -.58, -.72, .233},
        {"Gemstones", "gemstones", 1.615, -.510, -.576, -.812, .224},
        {"Porian, tuned", "porian_isoflop", 1.61, -.55, -.63, -1.07, .189},
        {"Misfitting", "misfitting", 1.222, -.307, -.785, -.963, {}},
    };
    return recipes;
}

RecipePrior recipePrior(std::string_view without) {
    // How far recipes lie from their mean: the spread of the constants above, rounded up a little. Floors
    // less half the level are the narrowest of all, 1.44 to 1.65 with an sd of 6 %. Where the floor is left
    // open the runs' noise goes into it, and what is predicted far beyond them comes out too low.
    constexpr double kFloorSd = .10, kExponentSd = .12, kPowerSd = .3;
    // The level of the reducible part is each recipe's own; what N and D have of it is known better, for
    // compute-optimal tokens per parameter differ less than losses.
    constexpr double kLevel = .65, kLevelSd = 3, kBalance = .3, kBalanceSd = 1;
    double count = 0, told = 0, floor = 0, params = 0, tokens = 0, power = 0;
    for (const KnownRecipe& recipe : knownRecipes()) {
        if (recipe.family == without) continue;
        ++count;
        if (recipe.level) {
            ++told;
            floor += std::log(recipe.floor) - kFloorFollows * *recipe.level;
        }
        params += recipe.params;
        tokens += recipe.tokens;
        power += recipe.power;
    }
    RecipePrior prior;
    prior.mean << floor / told, kLevel + kBalance / 2, params / count, kLevel - kBalance / 2, tokens / count,
        power / count;
    RecipeMatrix& p = prior.precision;
    p(0, 0) = 1 / (kFloorSd * kFloorSd);
    p(2, 2) = p(4, 4) = 1 / (kExponentSd * kExponentSd);
    p(5, 5) = 1 / (kPowerSd * kPowerSd);
    const double level = 1 / (4 * kLevelSd * kLevelSd), balance = 1 / (kBalanceSd * kBalanceSd);
    p(1, 1) = p(3, 3) = level + balance;
    p(1, 3) = p(3, 1) = level - balance;
    return prior;
}

RecipeConstants stepLawConstants() {
    RecipeConstants c;
    c << .045870, .004254, -.494757, -.188442, -.464741, -.943512;
    return c;
}

} // namespace moe
