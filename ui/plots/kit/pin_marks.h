// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pinned scenarios inside pictures: their letter on their colour, at a point of a map or as a flag on an
// axis.

#include "ui/plots/kit/plot_support.h"

#include "ui/report_view.h"

#include <vector>

namespace moe::ui {

double pinMarkSize(const Look& look);
void drawPinMark(QPainter& painter, std::size_t mark, QPointF centre, const Look& look);

/// Of one's own runs, wherever they stand: round and rimmed, with a bar over the runs between two places.
/// `scale`: smaller where there are many.
void drawOwnMark(QPainter& painter, QPointF centre, QPointF low, QPointF high, const Look& look,
                 double scale = 1);
/// Beside each other hundreds of them have to leave the picture to be seen.
double ownMarkScale(std::size_t count);
/// The mark and what it stands for in a row of its own at the top of `area`, which then begins below it;
/// nothing where legends stand apart.
void paintOwnKey(QPainter& painter, QRectF& area, const QString& text, const Look& look);

/// A pin's value on the horizontal axis.
struct PinFlag {
    std::size_t mark = 0;
    double value = 0; ///< in units of the axis
    QString text;     ///< rich text of its tooltip
    QString readOut = {};
    bool own = false; ///< measured by oneself: round, from `low` to `high` over its runs
    double low = 0, high = 0;
};
/// A dashed line through the frame with the letter on top; where the axis ends before the value, an arrow at
/// its end. Letters that would cover each other move down. Returns where the letters are.
QVector<QRectF> paintPinFlags(QPainter& painter, const PlotFrame& frame, const std::vector<PinFlag>& flags,
                              const Look& look);
/// How far an axis that ends at `high` is drawn out so that the flags stand on it: to twice its length at
/// most.
double axisWithFlags(double high, const std::vector<PinFlag>& flags);

} // namespace moe::ui
