// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_pictures.h"

#include "ui/overview/overview_text.h"

namespace moe::ui {
QFont smallFont(const Look& look) {
    return look.scaledFont(0.92);
}

PlotFrame framedIn(const QRectF& area, const Look& look) {
    const QFontMetricsF metrics(smallFont(look));
    PlotFrame frame;
    const double below = (namesAxes(area, look) ? 2.4 : 1.2) * metrics.height() + 9 * look.unit;
    frame.rect = area.adjusted(kAxisRoom * look.unit, 2 * look.unit, -2 * look.unit, -below);
    return frame;
}

bool namesAxes(const QRectF& area, const Look& look) {
    return area.height() > 140 * look.unit;
}

void paintPictureTitle(QPainter& painter, QRectF& area, const QString& title, const Look& look,
                       double inset) {
    const QFont bold = look.scaledFont(0.92, true);
    const QFontMetricsF metrics(bold);
    const double left = area.left() + inset * look.unit, width = area.right() - left;
    // A unit that has no room goes whole: the sentence above has it.
    const QString whole = title.endsWith(QLatin1Char(')')) && metrics.horizontalAdvance(title) > width
                              ? title.left(title.lastIndexOf(QLatin1String(" (")))
                              : title;
    writeText(painter, {left, area.top() + metrics.ascent()}, elided(whole, bold, width), bold,
              look.theme.text);
    area.setTop(area.top() + 1.3 * metrics.height());
}

void drawNow(QPainter& painter, QPointF centre, const Look& look) {
    drawMark(painter, Mark::Scenario, centre, 12 * look.unit, look.theme);
}

void drawBefore(QPainter& painter, QPointF centre, const Look& look) {
    const double half = 5.5 * look.unit;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(look.theme.background);
    painter.setPen(QPen(look.theme.text, look.unit));
    painter.drawPolygon(QPolygonF({centre + QPointF(0, -half), centre + QPointF(half, 0),
                                   centre + QPointF(0, half), centre + QPointF(-half, 0)}));
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QPen beforePen(const Look& look) {
    return QPen(look.theme.muted, 1.2 * look.unit);
}

void drawCurve(QPainter& painter, const QPolygonF& pixels, const QRectF& frame, const QPen& pen) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& part : clipped(pixels, frame)) painter.drawPolyline(part);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace moe::ui
