// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory/memory_paint.h"

#include "models/items/words.h"
#include "ui/plots/kit/axis_hold.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe::ui {

namespace {

/// Thickness of a bar in a slot.
double barHeight(const PlotFrame& frame, std::size_t rows, const Look& look) {
    return std::min(0.64 * frame.rect.height() / double(rows), (rows == 1 ? 64 : 40) * look.unit);
}

double rowCentre(const PlotFrame& frame, std::size_t rows, std::size_t row) {
    return frame.toPixel(0, double(rows - 1 - row)).y();
}

/// What the caching allocator and the CUDA context add, as empty boxes behind the bar of the heaviest stage.
void paintOverhead(QPainter& painter, const PlotFrame& frame, const MemoryReport& memory, double top,
                   double height, const Look& look) {
    const auto placeOf = [&](Bytes bytes) {
        return std::min(frame.toPixel(bytes / GiB, 0).x(), frame.rect.right());
    };
    const double allocated = placeOf(memory.heaviest().peak), reserved = placeOf(memory.reserved),
                 device = placeOf(memory.device);
    const QRectF cache(QPointF(allocated, top), QPointF(reserved, top + height));
    const QRectF context(QPointF(reserved, top), QPointF(device, top + height));
    drawHatch(painter, look, cache, 5 * look.unit,
              QPen(look.theme.grid.darker(look.theme.dark ? 70 : 115), 0.8 * look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.muted, look.unit, Qt::DashLine));
    painter.drawRect(cache);
    painter.setPen(QPen(look.theme.muted, look.unit, Qt::DotLine));
    painter.drawRect(context);
    const std::array<std::pair<Level, Bytes>, 3> levels{{{Level::Allocated, memory.heaviest().peak},
                                                         {Level::Reserved, memory.reserved},
                                                         {Level::Device, memory.device}}};
    for (const auto& [level, bytes] : levels)
        if (bytes / GiB <= frame.xHigh)
            drawLevelMark(painter, level, {placeOf(bytes), top - look.unit}, look);
}

/// "← 5.74 →" over all parts of the group, so that nobody reads the sum as one part's; where there is room.
void writeSum(QPainter& painter, const GroupSum& sum, const QFont& font, const Look& look) {
    const double width = QFontMetricsF(font).horizontalAdvance(sum.text) + 8 * look.unit,
                 arrow = sum.several ? 9 * look.unit : 0;
    if (sum.area.width() < width + 2 * arrow) return;
    const QColor ground = look.ofCategory(partStyle(sum.term).colour), ink = inkOn(ground);
    const QPointF centre = sum.area.center();
    if (sum.several) {
        const double tip = 3 * look.unit, away = 2 * look.unit;
        for (const double side : {-1.0, 1.0}) {
            const QPointF from(centre.x() + side * width / 2, centre.y()),
                to((side < 0 ? sum.area.left() : sum.area.right()) - side * away, centre.y());
            const QPolygonF head({to + QPointF(-side * tip, -tip), to, to + QPointF(-side * tip, tip)});
            for (const auto& [colour, wide] : {std::pair(ground, 3.4), std::pair(ink, 1.2)}) {
                painter.setPen(QPen(colour, wide * look.unit, Qt::SolidLine, Qt::FlatCap));
                painter.drawLine(from, to);
                painter.drawPolyline(head);
            }
        }
    }
    drawHaloText(painter, centre, 0, sum.text, font, ink, ground, 2 * look.unit);
}

} // namespace

std::vector<GroupSum> groupSums(const StageMemory& stage, const QVector<PartArea>& parts) {
    std::vector<GroupSum> sums;
    Bytes sum;
    double widest = 0;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const auto groupOf = [&](qsizetype at) { return memoryTerms()[parts[at].term].group; };
        if (i == 0 || groupOf(i) != groupOf(i - 1)) {
            sums.emplace_back();
            sum = {};
            widest = 0;
        }
        GroupSum& group = sums.back();
        sum += stage.terms[parts[i].term];
        if (parts[i].area.width() > widest) {
            widest = parts[i].area.width();
            group.term = parts[i].term;
        }
        group.area |= parts[i].area;
        group.text = gibText(sum);
        group.several = group.text != gibText(stage.terms[group.term]);
    }
    return sums;
}

void drawLevelMark(QPainter& painter, Level level, QPointF tip, const Look& look) {
    const double size = 4 * look.unit;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.text, look.unit, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(level == Level::Reserved ? look.theme.background : look.theme.text);
    if (level == Level::Device)
        painter.drawPolygon(QPolygonF(
            {tip, tip + QPointF(size, -size), tip + QPointF(0, -2 * size), tip + QPointF(-size, -size)}));
    else
        painter.drawPolygon(
            QPolygonF({tip, tip + QPointF(size, -1.5 * size), tip + QPointF(-size, -1.5 * size)}));
    painter.restore();
}

void drawWhisker(QPainter& painter, double x0, double x1, double y, const Look& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double cap = 3 * look.unit;
    for (const auto& [colour, width] :
         {std::pair(QColor(255, 255, 255, 220), 3.2), std::pair(QColor(0x10, 0x12, 0x16), 1.3)}) {
        painter.setPen(QPen(colour, width * look.unit, Qt::SolidLine, Qt::SquareCap));
        painter.drawLines(
            {QLineF(x0, y, x1, y), QLineF(x0, y - cap, x0, y + cap), QLineF(x1, y - cap, x1, y + cap)});
    }
    painter.restore();
}

QVector<PartArea> paintBars(QPainter& painter, const PlotFrame& frame, const MemoryReport& memory,
                            const std::vector<MemoryRow>& rows, const Look& look) {
    QVector<PartArea> parts;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double height = barHeight(frame, rows.size(), look);
    const QFont font = look.scaledFont(0.85);
    const QFontMetricsF metrics(font);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const StageMemory& stage = memory.stages[rows[r].first];
        const double top = rowCentre(frame, rows.size(), r) - height / 2;
        const double end = frame.rect.right(); // of an axis that is held, bars may lie beyond
        double gib = 0;
        QVector<PartArea> bar;
        for (std::size_t i = 0; i < stage.terms.size(); ++i) {
            const double from = frame.toPixel(gib, 0).x();
            gib += stage.terms[i] / GiB;
            const double to = frame.toPixel(gib, 0).x();
            if (!(to > from)) continue;
            const MemoryGroup group = memoryTerms()[i].group;
            const bool opens = bar.empty() || memoryTerms()[bar.back().term].group != group;
            // A clear gap between groups, a hairline between the parts of one.
            const double gap = std::min((opens ? 1.4 : 0.6) * look.unit, 0.4 * (to - from));
            const QRectF area(QPointF(std::min(from + gap, end), top),
                              QPointF(std::min(to, end), top + height));
            // What lies beyond belongs to the sum of its group all the same.
            bar.push_back({QRectF(QPointF(std::min(from, end), top), area.bottomRight()), rows[r].first, i});
            if (from >= end) continue;
            paintPart(painter, area, i, look);
            parts.push_back(bar.back());
        }
        if (height >= metrics.height())
            for (const GroupSum& sum : groupSums(stage, bar)) writeSum(painter, sum, font, look);
        if (rows[r].heaviest) paintOverhead(painter, frame, memory, top, height, look);
        const double low = frame.toPixel(stage.peakLow / GiB, 0).x(),
                     high = std::min(frame.toPixel(stage.peakHigh / GiB, 0).x(), end);
        // On rows thinner than themselves, whiskers would hide the bars.
        if (high - low > look.unit && (height > 5 * look.unit || rows[r].heaviest))
            drawWhisker(painter, low, high, top + 0.8 * height, look);
        const Bytes reach = rows[r].heaviest ? std::max(stage.peakHigh, memory.device) : stage.peakHigh;
        if (reach / GiB > frame.xHigh) drawBeyond(painter, frame, top + height / 2, gibText(reach), look);
    }
    painter.restore();
    return parts;
}

double rowNamesWidth(const std::vector<MemoryRow>& rows, const Look& look) {
    const QFontMetricsF bold(look.scaledFont(0.95, true)), small(look.scaledFont(0.85));
    double width = 0;
    for (const MemoryRow& row : rows)
        width = std::max({width, bold.horizontalAdvance(row.name), small.horizontalAdvance(row.extent)});
    return width + 8 * look.unit;
}

void paintRowNames(QPainter& painter, const PlotFrame& frame, const std::vector<MemoryRow>& rows,
                   const Look& look) {
    painter.save();
    const double slot = frame.rect.height() / double(std::max<std::size_t>(1, rows.size()));
    const QFontMetricsF metrics(look.font);
    const bool both = slot > 2.1 * metrics.height();
    const auto write = [&](const QString& text, const QFont& font, const QColor& colour, double centre) {
        const QFontMetricsF own(font);
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QPointF(frame.rect.left() - 8 * look.unit - own.horizontalAdvance(text),
                                 centre + own.capHeight() / 2),
                         text);
    };
    double lastWritten = -1e9;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const double centre = rowCentre(frame, rows.size(), r);
        if (centre - lastWritten < 0.95 * metrics.height())
            continue; // too dense: leave names out, never overlap them
        lastWritten = centre;
        const double shift = both ? 0.55 * metrics.height() : 0;
        write(rows[r].name, look.scaledFont(0.95, rows[r].heaviest && rows.size() > 1), look.theme.text,
              centre - shift);
        if (both) write(rows[r].extent, look.scaledFont(0.85), look.theme.muted, centre + shift);
    }
    painter.restore();
}

void paintCapacity(QPainter& painter, const PlotFrame& frame, Bytes capacity, const Look& look, double left,
                   double right) {
    const double x = frame.toPixel(capacity / GiB, 0).x();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor beyond = look.theme.bad;
    beyond.setAlphaF(0.08f);
    if (frame.rect.right() > x)
        painter.fillRect(QRectF(QPointF(x, frame.rect.top()), frame.rect.bottomRight()), beyond);
    const bool inSight = capacity / GiB <= frame.xHigh;
    painter.setPen(QPen(look.theme.bad, 1.6 * look.unit, Qt::DashLine));
    if (inSight)
        painter.drawLine(QPointF(x, frame.rect.top() - 4 * look.unit), QPointF(x, frame.rect.bottom()));
    const QFont font = look.scaledFont(0.92);
    const QFontMetricsF metrics(font);
    QString text = items::Words::tr("capacity %1 GiB").arg(gibText(capacity));
    if (!inSight) text += QStringLiteral(" →");
    const double width = metrics.horizontalAdvance(text);
    painter.setFont(font);
    painter.setPen(look.theme.bad);
    painter.drawText(QPointF(std::clamp(x - width / 2, left, std::max(left, right - width)),
                             frame.rect.top() - 8 * look.unit),
                     text);
    painter.restore();
}

/// How far apart rows may move where there is room.
constexpr double kLoosest = 1.35;

double breakdownRowHeight(const Look& look) {
    return QFontMetricsF(look.font).height() * 1.35;
}

static int breakdownColumns(double width, const Look& look) {
    return width > 560 * look.unit ? 2 : 1;
}

double breakdownHeight(const StageMemory& stage, double width, const Look& look) {
    const auto shown =
        std::count_if(stage.terms.begin(), stage.terms.end(), [](Bytes bytes) { return bytes.base > 0; });
    const int columns = breakdownColumns(width, look);
    const auto rows = (shown + columns - 1) / columns;
    return (double(rows) + 1.6) * breakdownRowHeight(look);
}

QVector<PartArea> paintBreakdown(QPainter& painter, const QRectF& area, const MemoryReport& memory,
                                 std::size_t stage, const QString& title, const Look& look) {
    const StageMemory& shown = memory.stages[stage];
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < shown.terms.size(); ++i)
        if (shown.terms[i].base > 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return shown.terms[a] > shown.terms[b]; });

    const double least = breakdownRowHeight(look);
    const int columns = breakdownColumns(area.width(), look);
    const int rows = int((area.height() - 1.3 * least) / least);
    QVector<PartArea> parts;
    if (rows < 1 || order.empty()) return parts;
    painter.save();
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.scaledFont(0.95, true));
    painter.setPen(look.theme.text);
    painter.drawText(QPointF(area.left(), area.top() + metrics.ascent() + 2 * look.unit), title);

    const std::size_t room = std::size_t(rows) * std::size_t(columns);
    const bool rest = order.size() > room;
    const std::size_t count = rest ? room - 1 : order.size();
    const int needed = int((order.size() + std::size_t(columns) - 1) / std::size_t(columns));
    const auto perColumn = std::size_t(std::min(rows, needed));
    const double rowHeight =
        std::clamp((area.height() - 1.3 * least) / double(perColumn), least, kLoosest * least);
    const double gutter = 28 * look.unit, width = (area.width() - gutter * (columns - 1)) / columns;
    double labelWidth =
        QFontMetricsF(look.scaledFont(0.95)).horizontalAdvance(items::Words::tr("99 smaller parts"));
    const QFont font = look.scaledFont(0.95);
    const QFontMetricsF own(font);
    for (std::size_t i : order)
        labelWidth = std::max(labelWidth, own.horizontalAdvance(items::tableText(memoryTerms()[i].label)));
    const double swatch = 14 * look.unit,
                 number = own.horizontalAdvance(QStringLiteral("100.0")) + 6 * look.unit;
    const double barLeft = swatch + 8 * look.unit + labelWidth + number + 10 * look.unit;
    const double largest = shown.terms[order.front()] / GiB;
    painter.setFont(font);
    const auto slotOf = [&](std::size_t index) {
        const std::size_t column = index / perColumn, row = index % perColumn;
        return QRectF(area.left() + double(column) * (width + gutter),
                      area.top() + 1.3 * least + double(row) * rowHeight, width, rowHeight);
    };
    const auto writeNumber = [&](const QRectF& slot, double baseline, const QString& text) {
        const double right = slot.left() + barLeft - 10 * look.unit;
        painter.drawText(QPointF(right - own.horizontalAdvance(text), baseline), text);
    };
    for (std::size_t n = 0; n < count; ++n) {
        const QRectF slot = slotOf(n);
        const std::size_t term = order[n];
        const double baseline = slot.center().y() + own.capHeight() / 2, box = 10 * look.unit;
        paintPart(painter, QRectF(slot.left(), slot.center().y() - box / 2, swatch, box), term, look);
        painter.setPen(look.theme.text);
        painter.drawText(QPointF(slot.left() + swatch + 8 * look.unit, baseline),
                         items::tableText(memoryTerms()[term].label));
        writeNumber(slot, baseline, gibText(shown.terms[term]));
        const double reach = (slot.width() - barLeft) * (shown.terms[term] / GiB) / largest;
        if (reach > 0)
            painter.fillRect(
                QRectF(slot.left() + barLeft, slot.center().y() - 3 * look.unit, reach, 6 * look.unit),
                look.ofCategory(partStyle(term).colour));
        parts.push_back({slot, stage, term});
    }
    if (rest) {
        Bytes left;
        for (std::size_t n = count; n < order.size(); ++n) left += shown.terms[order[n]];
        const QRectF slot = slotOf(count);
        const double baseline = slot.center().y() + own.capHeight() / 2;
        painter.setPen(look.theme.muted);
        painter.drawText(QPointF(slot.left() + swatch + 8 * look.unit, baseline),
                         items::Words::tr("%1 smaller parts").arg(order.size() - count));
        writeNumber(slot, baseline, gibText(left));
    }
    painter.restore();
    return parts;
}

} // namespace moe::ui
