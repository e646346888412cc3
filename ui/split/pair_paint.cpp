// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/split/pair_paint.h"

#include "models/items/words.h"
#include "ui/judged.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

/// In units of the look.
constexpr double kMargin = 12, kStrip = 26, kGap = 10, kLeastBar = 36, kMostBar = 150;

double lineOf(const Look& look) {
    return 1.35 * QFontMetricsF(look.font).height();
}

/// Bars have a length where all numbers are of one unit.
bool hasBars(const items::PairTable& table) {
    return !table.rows.empty() &&
           std::all_of(table.rows.begin(), table.rows.end(),
                       [&](const items::PairRow& row) { return row.unit == table.rows.front().unit; });
}

double stripHeight(const items::PairTable& table, const Look& look) {
    return table.strip.empty() ? 0 : (kStrip + 6) * look.unit;
}

/// Where A is busier the bar points up, where B is, down.
void paintStrip(QPainter& painter, const QRectF& area, const items::PairTable& table, double names,
                const Look& look) {
    const QFont small = look.scaledFont(0.9);
    const QFontMetricsF metrics(small);
    const QRectF frame = area.adjusted(names * look.unit, 0, 0, 0);
    const double room = std::max(0.0, frame.left() - area.left() - 6 * look.unit);
    const bool beside = room >= metrics.horizontalAdvance(table.stripName);
    painter.setPen(QPen(look.theme.grid, look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
    const double width = frame.width() / double(table.strip.size()), middle = frame.center().y();
    for (std::size_t i = 0; i < table.strip.size(); ++i) {
        const double height = std::clamp(table.strip[i], -1.0, 1.0) * frame.height() / 2;
        if (std::abs(height) < 0.2 * look.unit) continue;
        painter.fillRect(QRectF(QPointF(frame.left() + double(i) * width, middle),
                                QPointF(frame.left() + double(i + 1) * width, middle - height))
                             .normalized(),
                         look.ofCategory(pairColour(height > 0 ? 0 : 1)));
    }
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.drawLine(QPointF(frame.left(), middle), QPointF(frame.right(), middle));
    if (beside)
        writeText(painter,
                  {frame.left() - 6 * look.unit - metrics.horizontalAdvance(table.stripName),
                   middle + metrics.capHeight() / 2},
                  table.stripName, small, look.theme.text);
    else
        drawHaloText(painter,
                     {frame.left() + metrics.horizontalAdvance(table.stripName) / 2 + 4 * look.unit,
                      frame.top() + metrics.height() / 2},
                     0, table.stripName, small, look.theme.muted, look.theme.background, 2 * look.unit);
}

} // namespace

QColor pairColour(int side) {
    return side == 0 ? QColor("#56b4e9") : QColor("#e69f00");
}

double paintPairLetter(QPainter& painter, QPointF leftMiddle, int side, const Look& look) {
    const double size = 1.15 * QFontMetricsF(look.font).height();
    const QRectF box(leftMiddle.x(), leftMiddle.y() - size / 2, size, size);
    const QColor colour = pairColour(side);
    painter.fillRect(box, colour);
    painter.setFont(look.scaledFont(0.95, true));
    painter.setPen(inkOn(colour));
    painter.drawText(box, Qt::AlignCenter, side == 0 ? QStringLiteral("A") : QStringLiteral("B"));
    return box.right();
}

double pairTableHeight(const items::PairTable& table, const Look& look) {
    if (table.rows.empty()) return 0;
    return stripHeight(table, look) + lineOf(look) * double(table.rows.size() + 1) + 8 * look.unit;
}

void paintPairTable(QPainter& painter, const QRectF& area, const items::PairTable& table, double names,
                    const Look& look, Hits& hits) {
    if (table.rows.empty()) return;
    const double margin = kMargin * look.unit, line = lineOf(look), gap = kGap * look.unit;
    QRectF room = area.adjusted(margin, 0, -margin, 0);
    if (const double strip = stripHeight(table, look); strip > 0 && room.height() >= strip) {
        paintStrip(painter, QRectF(room.topLeft(), QSizeF(room.width(), kStrip * look.unit)), table, names,
                   look);
        room.setTop(room.top() + strip);
    }
    const QFont bold = look.scaledFont(1, true);
    const QFontMetricsF metrics(look.font), heavy(bold);
    const QString difference = QStringLiteral("B − A");
    double label = heavy.horizontalAdvance(table.about), value = metrics.horizontalAdvance("0.00 ms"),
           change = heavy.horizontalAdvance(difference), largest = 0;
    for (const items::PairRow& row : table.rows) {
        label = std::max(label, metrics.horizontalAdvance(row.label));
        for (const auto& one : {row.a, row.b}) {
            value = std::max(value, metrics.horizontalAdvance(items::pairValue(row, one)));
            largest = std::max(largest, std::abs(one.value_or(0)));
        }
        change = std::max(change, metrics.horizontalAdvance(items::pairChange(row)));
    }
    const double numbers = 2 * (value + gap) + change + gap;
    label = std::min(label, std::max(0.4 * room.width(), room.width() - numbers));
    const double rest = (room.width() - label - numbers) / 2 - gap;
    const bool bars = hasBars(table) && largest > 0 && rest >= kLeastBar * look.unit;
    const double bar = bars ? std::min(rest, kMostBar * look.unit) : 0;
    const double side = value + gap + (bars ? bar + gap : 0);
    const double firstValue = room.left() + label + gap;
    const auto right = [&](double edge, double y, const QString& text, const QFont& font,
                           const QColor& colour) {
        writeText(painter, {edge - QFontMetricsF(font).horizontalAdvance(text), y}, text, font, colour);
    };
    double base = room.top() + (line + metrics.capHeight()) / 2;
    writeText(painter, {room.left(), base}, elided(table.about, bold, label), bold, look.theme.text);
    right(firstValue + value, base, QStringLiteral("A"), bold, look.theme.text);
    right(firstValue + side + value, base, QStringLiteral("B"), bold, look.theme.text);
    right(firstValue + 2 * side + change, base, difference, bold, look.theme.text);
    painter.setPen(QPen(look.theme.grid, look.unit));
    painter.drawLine(QPointF(room.left(), room.top() + line), QPointF(room.right(), room.top() + line));
    double top = room.top() + line;
    for (const items::PairRow& row : table.rows) {
        if (top + line > room.bottom() + 0.5) break;
        base = top + (line + metrics.capHeight()) / 2;
        writeText(painter, {room.left(), base}, elided(row.label, look.font, label), look.font,
                  look.theme.text);
        for (int of = 0; of < 2; ++of) {
            const auto& one = of == 0 ? row.a : row.b;
            const double left = firstValue + of * side;
            right(left + value, base, items::pairValue(row, one), look.font, look.theme.text);
            if (!bars) continue;
            const QRectF whole(left + value + gap, top + 0.25 * line, bar, 0.5 * line);
            painter.fillRect(whole, look.theme.grid);
            QRectF filled = whole;
            filled.setWidth(whole.width() * std::abs(one.value_or(0)) / largest);
            painter.fillRect(filled, look.ofCategory(pairColour(of)));
        }
        const QColor ink = judgedInk(row.judgement, look.theme);
        right(firstValue + 2 * side + change, base, items::pairChange(row), look.font, ink);
        const QString told = QStringLiteral("%1: A %2, B %3, %4")
                                 .arg(row.label, items::pairValue(row, row.a), items::pairValue(row, row.b),
                                      items::pairChange(row));
        hits.push_back({QRectF(room.left(), top, room.width(), line), row.key, told, told});
        top += line;
    }
}

} // namespace moe::ui
