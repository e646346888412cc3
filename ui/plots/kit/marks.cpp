// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/plot_support.h"

#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace moe::ui {

double markSize(Mark mark, const Look& look) {
    switch (mark) {
    case Mark::Run: return 5.5 * look.unit;
    case Mark::Diverged: return 6.5 * look.unit;
    case Mark::Best: return 13 * look.unit;
    case Mark::Scenario: return 14 * look.unit;
    case Mark::Law: return 14.5 * look.unit;
    case Mark::LawOutside: return 16 * look.unit;
    }
    return 6 * look.unit;
}

static QPainterPath markShape(Mark mark, double radius) {
    QPainterPath shape;
    switch (mark) {
    case Mark::Run: shape.addEllipse(QPointF(), radius, radius); break;
    case Mark::Diverged:
        shape.moveTo(-radius, -radius);
        shape.lineTo(radius, radius);
        shape.moveTo(radius, -radius);
        shape.lineTo(-radius, radius);
        break;
    case Mark::Best:
        shape.addPolygon(QPolygonF({{0, -radius}, {radius, radius * 0.8}, {-radius, radius * 0.8}}));
        shape.closeSubpath();
        break;
    case Mark::Scenario:
        shape.addPolygon(QPolygonF({{0, -radius}, {radius, 0}, {0, radius}, {-radius, 0}}));
        shape.closeSubpath();
        break;
    case Mark::Law:
    case Mark::LawOutside: {
        QPolygonF star;
        for (int i = 0; i < 10; ++i) {
            const double r = i % 2 == 0 ? radius : radius * 0.45, angle = std::numbers::pi * (i / 5.0 - 0.5);
            star.push_back({r * std::cos(angle), r * std::sin(angle)});
        }
        shape.addPolygon(star);
        shape.closeSubpath();
        break;
    }
    }
    return shape;
}

void drawMark(QPainter& painter, Mark mark, QPointF centre, double size, const Theme& theme) {
    const QColor dark(0x10, 0x12, 0x16);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    const QPainterPath shape = markShape(mark, size / 2);
    // Small marks keep thin outlines or there is nothing left inside.
    const double outline = mark == Mark::Run ? size * 0.15 : size * (mark == Mark::Diverged ? 0.22 : 0.085);
    const QPen light(QColor(255, 255, 255, mark == Mark::Run ? 120 : 230), outline * 2.6, Qt::SolidLine,
                     mark == Mark::Diverged ? Qt::RoundCap : Qt::FlatCap, Qt::MiterJoin);
    QPen casing = light;
    if (mark == Mark::LawOutside) casing.setWidthF(outline * 1.9); // or it would fill the star
    painter.strokePath(shape, casing);
    const QPen inner(dark, outline, Qt::SolidLine, light.capStyle(), Qt::MiterJoin);
    if (mark == Mark::Diverged || mark == Mark::LawOutside) {
        painter.strokePath(shape, inner);
    } else {
        const QColor fill = mark == Mark::Best       ? theme.best
                            : mark == Mark::Scenario ? theme.accent
                                                     : QColor(Qt::white);
        painter.setPen(inner);
        painter.setBrush(fill);
        painter.drawPath(shape);
    }
    painter.restore();
}

void drawCrossHair(QPainter& painter, const QRectF& area, QPointF at, const Look& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double gap = 6 * look.unit;
    const QVector<QLineF> arms{{area.left(), at.y(), at.x() - gap, at.y()},
                               {at.x() + gap, at.y(), area.right(), at.y()},
                               {at.x(), area.top(), at.x(), at.y() - gap},
                               {at.x(), at.y() + gap, at.x(), area.bottom()}};
    for (const auto& [colour, width] : {std::pair(QColor(16, 18, 22, 170), 3.2), {QColor(Qt::white), 1.2}}) {
        painter.setPen(QPen(colour, width * look.unit, Qt::SolidLine, Qt::FlatCap));
        painter.setBrush(Qt::NoBrush);
        painter.drawLines(arms);
        painter.drawEllipse(at, gap, gap);
    }
    painter.restore();
}

} // namespace moe::ui
