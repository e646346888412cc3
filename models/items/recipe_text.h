// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `moe-explorer loss --recipe` and `--recipe-study` print.

#include "models/engine/loss/recipe/recipe_odd.h"
#include "models/engine/loss/recipe/recipe_study.h"

#include <QJsonObject>
#include <QString>

#include <optional>
#include <vector>

namespace moe::items {

/// A model and token budget that was asked for, and the answer.
struct RecipeAnswer {
    RecipeRun run;
    RecipePrediction prediction;
};

/// All of one call.
struct RecipeAnswers {
    const RecipeTable* table = nullptr;
    const RecipeFit* fit = nullptr;
    std::vector<RecipeAnswer> answers;
    std::optional<NextRun> next; ///< for the first answer
    std::vector<Message> remarks;
    std::optional<OddRuns> odd; ///< runs that do not belong to the others
};

/// The loss object: value, low and high of the first answer, `recipe` with its `odd_runs`, `points`.
QJsonObject recipeJson(const RecipeAnswers& answers);
QString recipeText(const RecipeAnswers& answers);
/// The columns of the table asked about, and predicted, low, high.
QString recipeCsv(const RecipeTable& asked, const std::vector<RecipeAnswer>& answers);

/// {"recipe_study": {…}}: shares, not percent.
QJsonObject transferJson(const TransferStudy& study);
QString transferCsv(const TransferStudy& study);
/// Percent.
QString transferText(const TransferStudy& study);

} // namespace moe::items
