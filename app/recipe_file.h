// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files of a recipe's runs, as `loss.recipe` names them.

#include "data/recipe_runs.h"

#include <QString>

#include <memory>
#include <string>

namespace moe::app {

/// A shipped table by its name ("olmo-ladder"), else the path itself.
QString recipePath(const std::string& name);
/// On any thread. A table that cannot be used holds why.
std::shared_ptr<const RecipeTable> readRecipe(const std::string& name);

} // namespace moe::app
