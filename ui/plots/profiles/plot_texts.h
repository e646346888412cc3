// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Texts of pictures of operators.

#include "ui/plots/kit/canvas.h"

namespace moe::ui {

/// The parts of a text between " · ", broken into lines where the width ends; returns the top of what
/// follows.
double writeParts(QPainter& painter, double left, double top, double width, double row, const QString& text,
                  const QFont& font, const QColor& colour);
/// Of a tick, which is a round number: "20 µs".
QString timeTick(double seconds);

} // namespace moe::ui
