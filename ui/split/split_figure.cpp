// SPDX-License-Identifier: GPL-3.0-or-later
// A split picture on paper, as numbers and in words.
#include "models/items/words.h"
#include "ui/plots/kit/canvas.h"
#include "ui/split/pair_paint.h"
#include "ui/split/split_parts.h"
#include "ui/split/split_view.h"
#include "ui/strokes.h"

#include <QPainter>
#include <QPicture>

#include <algorithm>

namespace moe::ui {

QString SplitView::csv() const {
    const items::InEnglish english; // a file is the same in every language
    return m_sides[0].view && m_report && m_other.report ? items::pairCsv(told(), kPairLetters) : QString();
}

QString SplitView::summary() const {
    return QStringLiteral("A: %1. B: %2. %3").arg(nameOf(0), nameOf(1), m_table.why);
}

void SplitView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    if (!m_sides[0].view) return;
    const Look look = figureLook(style);
    const QSizeF size = style.logicalSize() * kFigureFineness;
    const double gap = 8 * look.unit, line = 1.5 * QFontMetricsF(look.font).height(), margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, 0);
    QPicture measured; // how high the sentence is
    {
        QPainter painter(&measured);
        paintVerdict(painter, area, m_table.why, look);
    }
    // Small figures drop the table, and where even then no picture is legible, the pictures.
    double below = std::min(pairTableHeight(m_table, look), kMostPairTable * size.height());
    const auto roomOver = [&](double table) {
        return QRectF(0, area.top(), size.width(), size.height() - table - gap - area.top());
    };
    const bool over = m_arrange == Arrange::Over;
    const auto legible = [&](const QRectF& room) {
        const double width = over ? room.width() : (room.width() - gap) / 2,
                     height = (over ? (room.height() - gap) / 2 : room.height()) - line;
        return width >= kLeastPicture.width() * look.unit && height >= kLeastPicture.height() * look.unit;
    };
    if (!legible(roomOver(below)) && legible(roomOver(0))) below = 0;
    const bool pictures = m_arrange != Arrange::Difference && legible(roomOver(below));
    if (!pictures) below = area.height() - gap;
    const QRectF table(0, size.height() - below - 0.5 * gap, size.width(), below);
    const QRectF room = roomOver(below);
    const auto place = [&](int side) {
        const double width = over ? room.width() : (room.width() - gap) / 2,
                     height = over ? (room.height() - gap) / 2 : room.height();
        return QRectF(room.left() + (over ? 0 : side * (width + gap)),
                      room.top() + (over ? side * (height + gap) : 0), width, height);
    };
    const auto* strokes = dynamic_cast<const Strokes*>(device);
    const auto draw = [&](int side) {
        const QRectF at = place(side).adjusted(0, line, 0, 0);
        FigureStyle half = style;
        half.widthMm = at.width() / kFigureFineness / 96 * 25.4;
        half.heightMm = std::max(1.0, at.height() / kFigureFineness / 96 * 25.4);
        half.axes = m_sides[std::size_t(side)].view->sharedAxes();
        Strokes drawn(!strokes || strokes->vector());
        m_sides[std::size_t(side)].view->drawFigure(&drawn, scale, half);
        return drawn;
    };
    m_settling = true; // in this call, not behind it
    if (pictures)
        for (int side : {0, 1, 0}) draw(side);
    m_settling = false;
    settle();
    const std::array<Strokes, 2> halves =
        pictures ? std::array{draw(0), draw(1)} : std::array{Strokes(true), Strokes(true)};
    QPainter painter(device);
    painter.scale(scale / kFigureFineness, scale / kFigureFineness);
    painter.fillRect(QRectF(QPointF(), size), look.theme.background);
    QRectF head = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, 0);
    paintVerdict(painter, head, m_table.why, look);
    for (int side = 0; pictures && side < 2; ++side) {
        const QRectF at = place(side);
        const double middle = at.top() + line / 2;
        const double x = paintPairLetter(painter, {at.left() + margin, middle}, side, look) + 6 * look.unit;
        const QFont bold = look.scaledFont(1, true);
        writeText(painter, {x, middle + QFontMetricsF(bold).capHeight() / 2},
                  elided(nameOf(side), bold, at.right() - margin - x), bold, look.theme.text);
        painter.save();
        painter.translate(at.left(), at.top() + line);
        halves[std::size_t(side)].playOn(painter, kFigureFineness / scale);
        painter.restore();
    }
    Hits hits;
    if (below > 0) paintPairTable(painter, table, m_table, stripNames(), look, hits);
}

} // namespace moe::ui
