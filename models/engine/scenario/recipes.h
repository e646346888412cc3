// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published training recipes: named sets of scenario keys. Choosing one (train.recipe) sets its keys; what a
// file or a person says beside it wins.

#include "models/engine/scenario/fields.h"

#include <string_view>
#include <vector>

namespace moe {

struct Recipe {
    /// Models that a key is meant for.
    enum class For { All, Moe, Mla };
    struct Setting {
        const char *key, *text;
        For models = For::All;
    };
    const char *key, *label, *source;
    std::vector<Setting> set;
};
const std::vector<Recipe>& recipes();
const Recipe* findRecipe(std::string_view key);
std::vector<std::string> recipeKeys();

/// Value of train.recipe: sets the keys of another recipe than now; none leaves them as they are.
bool setRecipe(Scenario& scenario, const FieldValue& value);
/// The recipe of the scenario names this key and has the value it has; else null.
const Recipe* recipeBehind(const Scenario& scenario, std::string_view key);
/// The recipe of the scenario names this key, whatever its value.
bool isOfRecipe(const Scenario& scenario, std::string_view key);

} // namespace moe
