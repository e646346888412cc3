// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Filled marks that tell series apart without their colour.

#include "ui/theme.h"

#include <QPainter>
#include <QPointF>

namespace moe::ui {

enum class Shape { Circle, Square, Triangle, Diamond, Down };
inline constexpr int kShapes = 5;

/// `size` is the height; thin outline in the theme's background so that overlapping marks stay countable.
void drawShape(QPainter& painter, Shape shape, QPointF centre, double size, const QColor& colour,
               const Theme& theme);

} // namespace moe::ui
