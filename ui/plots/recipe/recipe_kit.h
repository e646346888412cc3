// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the pictures of a recipe share: a panel's title, its frame, curves, counts in words.

#include "ui/plots/kit/plot_support.h"

namespace moe::ui {

/// Writes the title and takes its height off the area.
void recipeTitle(QPainter& painter, QRectF& area, const QString& title, const Look& look);
/// Room for ticks as wide as `widest` and both axes' titles.
PlotFrame recipeFrame(const QRectF& area, const QString& widest, const Look& look);
void recipeCurve(QPainter& painter, const QPolygonF& line, const QRectF& frame, const QPen& pen);
QString recipeCount(double count); ///< "1.2 B"

} // namespace moe::ui
