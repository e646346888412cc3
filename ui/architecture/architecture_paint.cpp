// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/architecture/architecture_paint.h"

#include "ui/layer_style.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe::ui {
namespace {

using Role = ArchitectureBlock::Role;

/// A line of a card: one block, `count` times in a row, of a group that is repeated.
struct Entry {
    std::size_t block = 0;
    Count count = 1;
    int group = -1; ///< of Card::groups; negative: of none
};
struct Group {
    std::size_t first = 0, last = 0; ///< entries
    Count repeats = 1;
};
struct Lines {
    std::vector<Entry> entries;
    std::vector<Group> groups;
};

constexpr std::size_t kMostRuns = 9;
/// Heights of a block, in lines: with less its facts stand beside its name, with still less blocks give way
/// to sums.
constexpr double kTwoLines = 2.35, kLeastBlock = 1.35;

/// Runs of equal layers, period by period.
Lines layerLines(const Architecture& model) {
    Lines lines;
    for (const LayerPeriod& period : model.periods) {
        const std::size_t first = lines.entries.size();
        const bool grouped = period.length > 1;
        for (std::size_t i = period.first; i < period.first + period.length; ++i) {
            const std::size_t block = model.of[i];
            if (i > period.first && lines.entries.back().block == block)
                ++lines.entries.back().count;
            else
                lines.entries.push_back({block, 1, grouped ? int(lines.groups.size()) : -1});
        }
        if (!grouped) lines.entries.back().count = Count(period.repeats);
        if (grouped) lines.groups.push_back({first, lines.entries.size() - 1, Count(period.repeats)});
    }
    if (lines.entries.size() <= kMostRuns) return lines;
    lines = {};
    for (std::size_t i = 0; i < model.blocks.size(); ++i)
        if (model.blocks[i].role == Role::Layer) lines.entries.push_back({i, model.blocks[i].count, -1});
    return lines;
}

Lines linesOf(const Architecture& model) {
    Lines lines = layerLines(model);
    lines.entries.insert(lines.entries.begin(), Entry{0, 1, -1});
    for (Group& group : lines.groups) ++group.first, ++group.last;
    for (std::size_t i = 0; i < model.blocks.size(); ++i)
        if (model.blocks[i].role == Role::Prediction || model.blocks[i].role == Role::Head)
            lines.entries.push_back({i, model.blocks[i].count, -1});
    return lines;
}

QString timesText(Count count) {
    return QStringLiteral("× %1").arg(count);
}

class CardPainter {
public:
    CardPainter(QPainter& painter, const Look& look, Hits& hits)
        : m_painter(painter), m_look(look), m_hits(hits), m_metrics(look.font), m_unit(look.unit) {}

    /// `facts`: under its name, too.
    void paint(const ArchitectureCard& card, int index, QRectF area, bool facts) {
        m_card = index;
        const Architecture& model = *card.model;
        paintHead(card, area, facts);
        paintLayers(model, area);
        const Lines lines = linesOf(model);
        const double gap = 4 * m_unit;
        const double room = area.height() / double(lines.entries.size()) - gap;
        if (room < kLeastBlock * m_metrics.height()) return paintSums(model, area);
        const double height = std::min(room, 3.4 * m_metrics.height());
        const double bracket =
            lines.groups.empty() ? 0 : m_metrics.horizontalAdvance(timesText(100)) + 12 * m_unit;
        std::vector<QRectF> boxes;
        double y = area.top();
        for (const Entry& entry : lines.entries) {
            boxes.emplace_back(area.left(), y, area.width() - bracket, height);
            paintBlock(model, entry, boxes.back());
            y += height + gap;
        }
        for (const Group& group : lines.groups)
            paintBracket(boxes[group.first], boxes[group.last], group.repeats, bracket);
    }

private:
    double line() const { return 1.25 * m_metrics.height(); }

    void paintHead(const ArchitectureCard& card, QRectF& area, bool facts) {
        const QFont bold = m_look.scaledFont(1.08, true);
        const QFontMetricsF metrics(bold);
        const double base = area.top() + metrics.ascent();
        double left = area.left();
        if (!card.mark.isEmpty()) {
            writeText(m_painter, {left, base}, card.mark, bold, m_look.theme.text);
            left += metrics.horizontalAdvance(card.mark) + metrics.averageCharWidth();
        }
        writeText(m_painter, {left, base}, elided(card.name, bold, area.right() - left), bold,
                  m_look.theme.text);
        area.setTop(area.top() + 1.2 * QFontMetricsF(bold).height() + (facts ? 0 : 3 * m_unit));
        if (!facts) return;
        const QRectF words(area.left(), area.top(), area.width(), 3.2 * m_metrics.height());
        m_painter.setFont(m_look.font);
        m_painter.setPen(m_look.theme.muted);
        QRectF used;
        m_painter.drawText(words, Qt::TextWordWrap, modelFacts(*card.model), &used);
        area.setTop(area.top() + std::min(used.height(), words.height()) + 5 * m_unit);
    }

    /// All layers in their order, periods apart.
    void paintLayers(const Architecture& model, QRectF& area) {
        if (model.of.empty()) return;
        double gaps = 0;
        const double apart = 2 * m_unit;
        for (const LayerPeriod& period : model.periods)
            gaps += period.length > 1 ? double(period.repeats) : 1;
        const double width =
            std::min(13 * m_unit, (area.width() - (gaps - 1) * apart) / double(model.of.size()));
        const double height = 15 * m_unit;
        double x = area.left();
        std::size_t layer = 0;
        for (const LayerPeriod& period : model.periods) {
            for (std::size_t i = 0; i < period.repeats; ++i) {
                for (std::size_t j = 0; j < period.length; ++j, ++layer, x += width) {
                    const ArchitectureBlock& block = model.blocks[model.of[layer]];
                    const QRectF cell(x, area.top(), width, height);
                    paintCell(block, cell);
                    const QString words = items::Words::tr("Layer %1 of %2").arg(layer).arg(model.of.size()) +
                                          QStringLiteral(": ") + layerTypeText(block.type);
                    hit(cell, {m_card, int(model.of[layer]), -1}, words);
                }
                if (period.length > 1) x += apart;
            }
            if (period.length == 1) x += apart;
        }
        area.setTop(area.top() + height + 7 * m_unit);
    }

    void paintCell(const ArchitectureBlock& block, const QRectF& cell) {
        const QColor colour = m_look.ofCategory(layerColour(block.type.mixer));
        if (cell.width() >= 9 * m_unit)
            return paintLayerCell(m_painter, cell.adjusted(0.4 * m_unit, 0, -0.4 * m_unit, 0), block.type,
                                  m_look.font, m_look.theme, colour);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        const double side = cell.width() > 4 * m_unit ? 0.5 * m_unit : 0;
        m_painter.drawRect(cell.adjusted(side, 0, -side, 0));
        if (cell.width() >= 6 * m_unit)
            paintFeedMark(m_painter, {cell.left(), cell.bottom() - 5 * m_unit, cell.width(), 4 * m_unit},
                          block.type.feed, inkOn(colour));
    }

    void paintBlock(const Architecture& model, const Entry& entry, const QRectF& box) {
        const ArchitectureBlock& block = model.blocks[entry.block];
        m_painter.setPen(QPen(m_look.theme.grid, m_unit));
        m_painter.setBrush(m_look.theme.dark ? QColor("#26292e") : QColor("#f7f8f9"));
        m_painter.drawRect(box);
        m_painter.setBrush(Qt::NoBrush);
        const ArchitectureSpot spot{m_card, int(entry.block), -1};
        hit(box, spot, blockTitle(block) + QStringLiteral(": ") + blockFacts(block));
        const double side = 22 * m_unit;
        const QRectF sign(box.left(), box.top(), side, box.height());
        if (block.role == Role::Layer || block.role == Role::Prediction) {
            paintLayerCell(m_painter, sign, block.type, m_look.font, m_look.theme,
                           m_look.ofCategory(layerColour(block.type.mixer)));
        } else {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_look.theme.muted);
            m_painter.drawRect(sign);
            m_painter.setBrush(Qt::NoBrush);
        }
        const bool low = box.height() < kTwoLines * m_metrics.height();
        const double edge = (low ? 1.5 : 3) * m_unit;
        QRectF inside = box.adjusted(side + 7 * m_unit, edge, -7 * m_unit, -edge);
        const QFont bold = m_look.scaledFont(1, true);
        double right = inside.right();
        if (entry.count > 1) {
            const QString times = timesText(entry.count);
            right -= QFontMetricsF(bold).horizontalAdvance(times);
            writeText(m_painter, {right, inside.top() + m_metrics.ascent()}, times, bold, m_look.theme.text);
            right -= 6 * m_unit;
        }
        const double named =
            writeText(m_painter, {inside.left(), inside.top() + m_metrics.ascent()},
                      elided(blockTitle(block), bold, right - inside.left()), bold, m_look.theme.text);
        const QPointF facts =
            low ? QPointF(named + 10 * m_unit, inside.top()) : QPointF(inside.left(), inside.top() + line());
        writeText(m_painter, facts + QPointF(0, m_metrics.ascent()),
                  elided(blockFacts(block), m_look.font, (low ? right : inside.right()) - facts.x()),
                  m_look.font, m_look.theme.muted);
        const double lines = low ? 1.1 : 2.1;
        const double bar =
            std::min(7 * m_unit, inside.bottom() - (inside.top() + lines * m_metrics.height()));
        if (bar < 2 * m_unit) return;
        paintParts(block, {inside.left(), inside.bottom() - bar, inside.width(), bar}, entry.block);
    }

    /// Shares of the block's parameters.
    void paintParts(const ArchitectureBlock& block, const QRectF& bar, std::size_t index) {
        const double sum = block.params();
        if (!(sum > 0)) return;
        double x = bar.left();
        for (std::size_t i = 0; i < block.parts.size(); ++i) {
            const ArchitecturePart& part = block.parts[i];
            const double width = bar.width() * part.params / sum;
            const QRectF piece(x, bar.top(), width, bar.height());
            x += width;
            if (width < 0.3 * m_unit) continue;
            fillCategory(m_painter, piece, partColour(part.part), int(part.part), m_look);
            hit(piece.adjusted(0, -2 * m_unit, 0, 2 * m_unit), {m_card, int(index), int(i)},
                items::tableText(part.label) + QStringLiteral(": ") + items::compactCount(part.params));
        }
    }

    /// The whole model by parts, where blocks have no room.
    void paintSums(const Architecture& model, QRectF area) {
        ArchitectureBlock sums;
        std::array<double, kBlockParts> params{};
        for (const ArchitectureBlock& block : model.blocks) {
            if (block.role == Role::Prediction) continue;
            for (const ArchitecturePart& part : block.parts)
                params[std::size_t(part.part)] += double(block.count) * part.params;
        }
        for (int i = 0; i < kBlockParts; ++i) {
            if (!(params[std::size_t(i)] > 0)) continue;
            ArchitecturePart part;
            part.part = BlockPart(i);
            part.params = params[std::size_t(i)];
            sums.parts.push_back(part);
        }
        const double bar = std::min(9 * m_unit, area.height());
        if (bar < 2 * m_unit) return;
        double x = area.left();
        for (const ArchitecturePart& part : sums.parts) {
            const double width = area.width() * part.params / sums.params();
            const QRectF piece(x, area.top(), width, bar);
            x += width;
            fillCategory(m_painter, piece, partColour(part.part), int(part.part), m_look);
            const QString words = items::tableText(blockPartLabel(part.part)) + QStringLiteral(": ") +
                                  items::compactCount(part.params);
            m_hits.push_back({piece, {}, words.toHtmlEscaped(), words, -1});
        }
    }

    void paintBracket(const QRectF& first, const QRectF& last, Count repeats, double width) {
        const double x = first.right() + 4 * m_unit, arm = 4 * m_unit;
        m_painter.setPen(QPen(m_look.theme.axis, 1.2 * m_unit));
        m_painter.drawLine(QPointF(x, first.top()), QPointF(x + arm, first.top()));
        m_painter.drawLine(QPointF(x + arm, first.top()), QPointF(x + arm, last.bottom()));
        m_painter.drawLine(QPointF(x, last.bottom()), QPointF(x + arm, last.bottom()));
        const QFont bold = m_look.scaledFont(1, true);
        writeText(
            m_painter,
            {x + arm + 4 * m_unit, (first.top() + last.bottom()) / 2 + QFontMetricsF(bold).capHeight() / 2},
            elided(timesText(repeats), bold, width), bold, m_look.theme.text);
    }

    void hit(const QRectF& area, const ArchitectureSpot& spot, const QString& words) {
        m_hits.push_back({area, {}, words.toHtmlEscaped(), words, spot.index()});
    }

    QPainter& m_painter;
    const Look& m_look;
    Hits& m_hits;
    QFontMetricsF m_metrics;
    double m_unit;
    int m_card = 0;
};

/// What the colours of the bars mean; `area` begins below.
void paintLegend(QPainter& painter, QRectF& area, const Look& look, const ArchitectureCards& cards) {
    if (!look.legend) return;
    std::array<bool, kBlockParts> used{};
    for (const ArchitectureCard& card : cards)
        for (const ArchitectureBlock& block : card.model->blocks)
            for (const ArchitecturePart& part : block.parts)
                used[std::size_t(part.part)] = used[std::size_t(part.part)] || part.params > 0;
    const QFontMetricsF metrics(look.font);
    const double line = 1.3 * metrics.height();
    double x = area.left(), y = area.top();
    x = writeText(painter, {x, y + (line + metrics.capHeight()) / 2},
                  items::Words::tr("Bars, by parameters:"), look.font, look.theme.muted) +
        8 * look.unit;
    for (int i = 0; i < kBlockParts; ++i) {
        if (!used[std::size_t(i)]) continue;
        const QString text = items::tableText(blockPartLabel(BlockPart(i)));
        const double width = 16 * look.unit + metrics.horizontalAdvance(text);
        if (x + width > area.right() && x > area.left()) x = area.left(), y += line;
        fillCategory(painter, QRectF(x, y + line / 2 - 5 * look.unit, 11 * look.unit, 10 * look.unit),
                     partColour(BlockPart(i)), i, look);
        x = writeText(painter, {x + 16 * look.unit, y + (line + metrics.capHeight()) / 2}, text, look.font,
                      look.theme.text) +
            12 * look.unit;
    }
    area.setTop(y + line + 6 * look.unit);
}

} // namespace

QColor partColour(BlockPart part) {
    static const std::array<QColor, kBlockParts> colours{
        QColor("#0072b2"), QColor("#b3b8bf"), QColor("#009e73"), QColor("#f0e442"), QColor("#e69f00"),
        QColor("#cc79a7"), QColor("#56b4e9"), QColor("#d55e00"), QColor("#8c6bb1")};
    return colours[std::size_t(part)];
}

Hits paintArchitecture(QPainter& painter, QRectF area, const Look& look, const ArchitectureCards& cards) {
    Hits hits;
    paintLegend(painter, area, look, cards);
    const double unit = look.unit, gap = 18 * unit;
    const int count = int(cards.size());
    // As many columns as leave cards about a third wider than high.
    int columns = 1;
    while (columns < count && (area.width() + gap) / (columns + 1) - gap >= 190 * unit &&
           (columns < 4 || count > 4))
        ++columns;
    const int rows = (count + columns - 1) / columns;
    columns = (count + rows - 1) / rows;
    const double width = (area.width() + gap) / columns - gap;
    const double rowGap = rows > 1 ? 12 * unit : 0;
    const double height = (area.height() + rowGap) / rows - rowGap;
    CardPainter card(painter, look, hits);
    for (int i = 0; i < count; ++i) {
        const int row = i / columns, column = i % columns;
        card.paint(
            cards[std::size_t(i)], i,
            {area.left() + column * (width + gap), area.top() + row * (height + rowGap), width, height},
            count > 1);
    }
    return hits;
}

} // namespace moe::ui
