// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layer_style.h"

#include "models/engine/scenario/layer_kinds.h"
#include "models/items/words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace moe::ui {

QColor layerColour(LayerKind kind) {
    return QColor(QLatin1String(layerFacts(kind).colour));
}

QString layerLetter(LayerKind kind) {
    return QLatin1String(layerFacts(kind).letter);
}

QString layerKindText(LayerKind kind) {
    return items::tableText(layerFacts(kind).label);
}

QString layerTypeText(const LayerType& type) {
    QString text = layerKindText(type.mixer);
    if (!type.ownsKv) text = items::Words::tr("%1 with the keys and values of an earlier layer").arg(text);
    switch (type.feed) {
    case FeedForward::Moe: return items::Words::tr("%1, MoE").arg(text);
    case FeedForward::Dense: return items::Words::tr("%1, dense").arg(text);
    case FeedForward::None: break;
    }
    return text;
}

void paintFeedMark(QPainter& painter, const QRectF& area, FeedForward feed, const QColor& ink) {
    const double side = std::min(0.18 * area.width(), 0.7 * area.height());
    const QPointF middle = area.center();
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    if (feed == FeedForward::Dense)
        painter.drawRect(
            QRectF(middle.x() - 0.3 * area.width(), middle.y() - side / 3, 0.6 * area.width(), side / 1.5));
    if (feed == FeedForward::Moe)
        for (const double at : {-0.27, 0.0, 0.27})
            painter.drawRect(
                QRectF(middle.x() + at * area.width() - side / 2, middle.y() - side / 2, side, side));
    painter.setBrush(Qt::NoBrush);
}

void paintLayerCell(QPainter& painter, const QRectF& cell, const LayerType& type, const QFont& font,
                    const Theme& theme, QColor colour) {
    if (!colour.isValid()) colour = layerColour(type.mixer);
    const QColor ink = inkOn(colour);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRect(cell);
    painter.setPen(QPen(theme.axis, cell.width() / 24));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell);

    const double foot = 0.28 * cell.height();
    paintFeedMark(painter, {cell.left(), cell.bottom() - 1.25 * foot, cell.width(), foot}, type.feed, ink);

    QFont letter = font;
    const double height = 0.66 * (cell.height() - foot);
    if (font.pixelSize() > 0)
        letter.setPixelSize(std::max(1, int(height)));
    else
        letter.setPointSizeF(font.pointSizeF() * height / std::max(1.0, QFontMetricsF(font).height()) * 1.2);
    letter.setBold(true);
    constexpr double kLegible = 0.7; // of the type around it: smaller letters are a smudge
    if (QFontMetricsF(letter).height() < kLegible * QFontMetricsF(font).height()) return;
    const QString text = layerLetter(type.mixer);
    const QFontMetricsF metrics(letter);
    painter.setFont(letter);
    painter.setPen(ink);
    painter.drawText(QPointF(cell.center().x() - metrics.horizontalAdvance(text) / 2,
                             cell.top() + (cell.height() - foot + metrics.capHeight()) / 2),
                     text);
}

} // namespace moe::ui
