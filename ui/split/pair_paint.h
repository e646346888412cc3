// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What two pictures differ in, under them: a strip over time where they have one, then a row for each part
// with both values as numbers and bars.

#include "models/items/pair_text.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

/// Of A, this scenario, and of B.
QColor pairColour(int side);
/// The letter on its colour; returns the x behind it.
double paintPairLetter(QPainter& painter, QPointF leftMiddle, int side, const Look& look);

/// What all of it takes.
double pairTableHeight(const items::PairTable& table, const Look& look);
/// As many rows as fit; `names` units left of the strip stand what its rows are called.
void paintPairTable(QPainter& painter, const QRectF& area, const items::PairTable& table, double names,
                    const Look& look, Hits& hits);

} // namespace moe::ui
