// SPDX-License-Identifier: GPL-3.0-or-later
// A split picture on paper, as numbers and in words.
#include "models/items/words.h"
#include "ui/plots/kit/canvas.h"
#include "ui/split/pair_paint.h"
#include "ui/split/split_parts.h"
#include "ui/split/split_view.h"
#include "ui/strokes.h"
#include "ui/text_boxes.h"

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
    // What is not legible in this size goes by rank: the table, the arrangement, the pictures.
    const double high = std::min(pairTableHeight(m_table, look), kMostPairTable * size.height());
    struct Rank {
        bool over;
        double table;
    };
    const bool asked = m_arrange == Arrange::Over;
    const std::array<Rank, 3> ranks{Rank{asked, high}, {asked, 0}, {!asked, 0}};
    const auto place = [&](const Rank& rank, int side) {
        const QRectF room(0, area.top(), size.width(), size.height() - rank.table - gap - area.top());
        const double width = rank.over ? room.width() : (room.width() - gap) / 2,
                     height = rank.over ? (room.height() - gap) / 2 : room.height();
        return QRectF(room.left() + (rank.over ? 0 : side * (width + gap)),
                      room.top() + (rank.over ? side * (height + gap) : 0), width, height);
    };
    const auto* strokes = dynamic_cast<const Strokes*>(device);
    const auto styleOf = [&](const Rank& rank, int side) {
        const QRectF at = place(rank, side).adjusted(0, line, 0, 0);
        FigureStyle half = style;
        half.widthMm = at.width() / kFigureFineness / 96 * 25.4;
        half.heightMm = std::max(1.0, at.height() / kFigureFineness / 96 * 25.4);
        half.axes = m_sides[std::size_t(side)].view->sharedAxes();
        return half;
    };
    const auto draw = [&](const Rank& rank, int side) {
        Strokes drawn(!strokes || strokes->vector());
        m_sides[std::size_t(side)].view->drawFigure(&drawn, scale, styleOf(rank, side));
        return drawn;
    };
    std::array<Strokes, 2> halves{Strokes(true), Strokes(true)};
    const auto isLegible = [&](const Rank& rank) {
        const QSizeF least = (rank.over ? kLeastOver : kLeastBeside) * look.unit,
                     half = place(rank, 0).size();
        if (half.width() < least.width() || half.height() < least.height()) return false;
        m_settling = true; // in this call, not behind it
        for (int side : {0, 1, 0}) draw(rank, side);
        m_settling = false;
        settle();
        halves = {draw(rank, 0), draw(rank, 1)};
        for (int side = 0; side < 2; ++side) {
            TextBoxes texts;
            QPainter painter(&texts);
            halves[std::size_t(side)].playOn(painter, 1 / scale);
            painter.end();
            if (!faultsOf(texts.boxes, styleOf(rank, side).logicalSize(), 0).isEmpty()) return false;
        }
        return true;
    };
    const Rank* const rank =
        m_arrange == Arrange::Difference ? ranks.end() : std::find_if(ranks.begin(), ranks.end(), isLegible);
    const bool pictures = rank != ranks.end();
    const double below = pictures ? rank->table : area.height() - gap;
    const QRectF table(0, size.height() - below - 0.5 * gap, size.width(), below);
    QPainter painter(device);
    painter.scale(scale / kFigureFineness, scale / kFigureFineness);
    painter.fillRect(QRectF(QPointF(), size), look.theme.background);
    QRectF head = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, 0);
    paintVerdict(painter, head, m_table.why, look);
    for (int side = 0; pictures && side < 2; ++side) {
        const QRectF at = place(*rank, side);
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
