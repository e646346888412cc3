// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/shapes.h"

#include <QPolygonF>

namespace moe::ui {

void drawShape(QPainter& painter, Shape shape, QPointF centre, double size, const QColor& colour,
               const Theme& theme) {
    const double r = size / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    painter.setBrush(colour);
    painter.setPen(QPen(theme.background, 0.12 * size, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    switch (shape) {
    case Shape::Circle: painter.drawEllipse(QPointF(), r, r); break;
    case Shape::Square: painter.drawRect(QRectF(-0.88 * r, -0.88 * r, 1.76 * r, 1.76 * r)); break;
    case Shape::Triangle:
        painter.drawPolygon(QPolygonF({{0, -1.1 * r}, {1.1 * r, 0.85 * r}, {-1.1 * r, 0.85 * r}}));
        break;
    case Shape::Diamond:
        painter.drawPolygon(QPolygonF({{0, -1.2 * r}, {1.2 * r, 0}, {0, 1.2 * r}, {-1.2 * r, 0}}));
        break;
    case Shape::Down:
        painter.drawPolygon(QPolygonF({{0, 1.1 * r}, {1.1 * r, -0.85 * r}, {-1.1 * r, -0.85 * r}}));
        break;
    }
    painter.restore();
}

} // namespace moe::ui
