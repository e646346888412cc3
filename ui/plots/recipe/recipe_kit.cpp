// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/recipe/recipe_kit.h"

#include "models/items/format.h"
#include "ui/plots/kit/shapes.h"

namespace moe::ui {

void recipeTitle(QPainter& painter, QRectF& area, const QString& title, const Look& look) {
    const QFont bold = look.scaledFont(1, true);
    const QFontMetricsF metrics(bold);
    writeText(painter, {area.left(), area.top() + metrics.ascent()}, elided(title, bold, area.width()), bold,
              look.theme.text);
    area.setTop(area.top() + 1.4 * metrics.height());
}

PlotFrame recipeFrame(const QRectF& area, const QString& widest, const Look& look) {
    const QFontMetricsF metrics(look.font);
    PlotFrame frame;
    frame.rect =
        area.adjusted(metrics.horizontalAdvance(widest) + 1.6 * metrics.height() + 8 * look.unit,
                      0.3 * metrics.height(), -8 * look.unit, -2.4 * metrics.height() - 8 * look.unit);
    return frame;
}

void recipeCurve(QPainter& painter, const QPolygonF& line, const QRectF& frame, const QPen& pen) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& part : clipped(line, frame)) painter.drawPolyline(part);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QString recipeCount(double count) {
    return tokensText(count, 3);
}

} // namespace moe::ui
