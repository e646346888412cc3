// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints the runs of a recipe: losses against compute with the fit of each size, the best loss of a compute
// with its interval, the scenario and the run that would tell most; and how far each run lies from the fit
// of the others.

#include "models/engine/loss/recipe/recipe_picture.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

void paintRecipeLosses(QPainter& painter, QRectF area, const RecipePicture& picture, const Look& look,
                       Hits& hits);
void paintRecipeErrors(QPainter& painter, QRectF area, const RecipePicture& picture, const Look& look,
                       Hits& hits);

/// "2.312 nats (90 % of runs: 2.270 – 2.351)"
QString recipeLossText(const RecipePrediction& loss);

} // namespace moe::ui
