// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files that a scenario names: a recipe's runs (`loss.recipe`), lengths of responses (`rl.lengths`).

#include "data/recipe_runs.h"
#include "data/response_table.h"

#include <QString>

#include <memory>
#include <string>

namespace moe::app {

/// A shipped table by its name ("olmo-ladder"), else the path itself.
QString recipePath(const std::string& name);
/// On any thread. A table that cannot be used holds why.
std::shared_ptr<const RecipeTable> readRecipe(const std::string& name);
/// The same.
std::shared_ptr<const ResponseTable> readResponseFile(const std::string& path);

} // namespace moe::app
