// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/report/ruler.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace moe {

bool hasOneRuler(std::string_view metric, const Report& a, const Report& b) {
    constexpr std::string_view kOfRecipe[] = {"loss.value",        "loss.low",          "loss.high",
                                              "loss.optimal_loss", "loss.slope_params", "loss.slope_tokens"};
    if (std::find(std::begin(kOfRecipe), std::end(kOfRecipe), metric) == std::end(kOfRecipe)) return true;
    // A recipe whose runs could not be used is the Step Law's.
    const auto recipeOf = [](const Report& report) {
        return report.loss && report.loss->recipe ? report.scenario.loss.recipe : std::string();
    };
    return recipeOf(a) == recipeOf(b);
}

} // namespace moe
