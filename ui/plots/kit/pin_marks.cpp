// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/pin_marks.h"

#include "models/items/compare_table_model.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

double pinMarkSize(const Look& look) {
    return 1.15 * QFontMetricsF(look.scaledFont(0.92, true)).height();
}

void drawPinMark(QPainter& painter, std::size_t mark, QPointF centre, const Look& look) {
    // Of a value that the axes have no place for.
    if (!std::isfinite(centre.x()) || !std::isfinite(centre.y())) return;
    const double size = pinMarkSize(look);
    const QColor colour = markColour(mark);
    const QRectF box(centre - QPointF(size, size) / 2, QSizeF(size, size));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // Paper and ink round it: it has to stand out from every colour of a map.
    painter.setBrush(colour);
    painter.setPen(QPen(QColor(255, 255, 255, 230), 3 * look.unit));
    painter.drawRoundedRect(box, 0.2 * size, 0.2 * size);
    painter.setPen(QPen(QColor(0x10, 0x12, 0x16), 1.1 * look.unit));
    painter.drawRoundedRect(box, 0.2 * size, 0.2 * size);
    const QFont font = look.scaledFont(0.92, true);
    const QFontMetricsF metrics(font);
    const QString letter = items::markLetter(mark);
    painter.setFont(font);
    painter.setPen(inkOn(colour));
    painter.drawText(
        QPointF(centre.x() - metrics.horizontalAdvance(letter) / 2, centre.y() + metrics.capHeight() / 2),
        letter);
    painter.restore();
}

void drawOwnMark(QPainter& painter, QPointF centre, QPointF low, QPointF high, const Look& look,
                 double scale) {
    if (!std::isfinite(centre.x()) || !std::isfinite(centre.y())) return;
    const QColor colour = look.theme.dark ? QColor("#dd93bd") : QColor("#cc79a7");
    const double size = 0.72 * scale * pinMarkSize(look);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (low != high) {
        const QPointF along = high - low,
                      across = 0.3 * size * QPointF(along.y(), -along.x()) / std::hypot(along.x(), along.y());
        for (const auto& [ink, width] : {std::pair(look.theme.background, 3.2), {look.theme.text, 1.3}}) {
            painter.setPen(QPen(ink, width * look.unit)); // stands out from every colour of a map
            painter.drawLine(low, high);
            for (const QPointF& end : {low, high}) painter.drawLine(end - across, end + across);
        }
    }
    painter.setBrush(look.ofCategory(colour));
    painter.setPen(QPen(QColor(0x10, 0x12, 0x16), 1.2 * look.unit));
    painter.drawEllipse(centre, size / 2, size / 2);
    painter.restore();
}

double ownMarkScale(std::size_t count) {
    return count <= 12 ? 1 : count <= 60 ? 0.7 : 0.5;
}

void paintOwnKey(QPainter& painter, QRectF& area, const QString& text, const Look& look) {
    if (!look.legend) return;
    const QFontMetricsF metrics(look.font);
    const double row = std::max(1.2 * metrics.height(), pinMarkSize(look));
    const double left = area.left() + 0.5 * pinMarkSize(look);
    const QPointF centre(left, area.top() + row / 2);
    drawOwnMark(painter, centre, centre, centre, look);
    const double start = left + 0.5 * pinMarkSize(look) + 3 * look.unit;
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    painter.drawText(QPointF(start, centre.y() + metrics.capHeight() / 2),
                     metrics.elidedText(text, Qt::ElideRight, area.right() - start));
    area.setTop(area.top() + row + 2 * look.unit);
}

double axisWithFlags(double high, const std::vector<PinFlag>& flags) {
    double reach = high;
    for (const PinFlag& flag : flags) reach = std::max(reach, 1.03 * flag.value);
    return std::min(reach, 2 * high);
}

QVector<QRectF> paintPinFlags(QPainter& painter, const PlotFrame& frame, const std::vector<PinFlag>& flags,
                              const Look& look) {
    QVector<QRectF> areas;
    const double size = pinMarkSize(look);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const PinFlag& flag : flags) {
        if (!std::isfinite(flag.value)) continue;
        const bool beyond = flag.value > frame.xHigh;
        const double x = beyond ? frame.rect.right() - size / 2 : frame.toPixel(flag.value, 0).x();
        QRectF box(x - size / 2, frame.rect.top() - size / 2, size, size);
        while (std::any_of(areas.begin(), areas.end(), [&](const QRectF& other) {
            return other.adjusted(-look.unit, -look.unit, look.unit, look.unit).intersects(box);
        }))
            box.translate(0, size + 2 * look.unit);
        const QColor line = flag.own ? QColor("#cc79a7").darker(115) : markColour(flag.mark).darker(115);
        if (!beyond) {
            for (const auto& [colour, width] : {std::pair(QColor(255, 255, 255, 200), 3.2), {line, 1.6}}) {
                painter.setPen(QPen(colour, width * look.unit, width > 2 ? Qt::SolidLine : Qt::DashLine));
                painter.drawLine(QPointF(x, box.bottom()), QPointF(x, frame.rect.bottom()));
            }
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(look.theme.text);
            const double tip = box.right() + 0.45 * size, y = box.center().y();
            painter.drawPolygon(QPolygonF{QPointF(tip, y),
                                          QPointF(box.right() + 1.5 * look.unit, y - 0.3 * size),
                                          QPointF(box.right() + 1.5 * look.unit, y + 0.3 * size)});
        }
        if (flag.own)
            drawOwnMark(painter, box.center(), {frame.toPixel(flag.low, 0).x(), box.center().y()},
                        {frame.toPixel(flag.high, 0).x(), box.center().y()}, look);
        else
            drawPinMark(painter, flag.mark, box.center(), look);
        areas.push_back(box);
    }
    painter.restore();
    return areas;
}

} // namespace moe::ui
