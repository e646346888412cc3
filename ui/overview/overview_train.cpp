// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_pictures.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/overview/overview_text.h"
#include "ui/overview/overview_words.h"
#include "ui/plots/memory/memory_rows.h"
#include "ui/plots/time/time_rows.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

using items::Words;

struct BarPart {
    QString name;
    double amount = 0;
    QColor colour;
    bool hatched = false;
};

/// Groups of the heaviest stage, then what the allocator and CUDA add; GiB.
std::vector<BarPart> memoryBar(const MemoryReport& memory) {
    std::vector<BarPart> parts;
    const std::vector<MemoryTerm>& terms = memoryTerms();
    const StageMemory& stage = memory.heaviest();
    MemoryGroup last{};
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const double amount = stage.terms[i] / GiB;
        if (parts.empty() || terms[i].group != last)
            parts.push_back({groupLabel(terms[i].group), 0, groupColour(terms[i].group)});
        last = terms[i].group;
        parts.back().amount += amount;
    }
    // Of one group may stand apart in the table.
    std::vector<BarPart> merged;
    for (const BarPart& part : parts) {
        const auto same = std::find_if(merged.begin(), merged.end(),
                                       [&](const auto& one) { return one.name == part.name; });
        if (same == merged.end())
            merged.push_back(part);
        else
            same->amount += part.amount;
    }
    merged.push_back({Words::tr("Allocator, CUDA"), (memory.device - stage.peak) / GiB, QColor(), true});
    std::erase_if(merged, [](const BarPart& part) { return !(part.amount > 0); });
    return merged;
}

/// A stacked bar to scale; amounts stand in parts that have room.
void paintBar(QPainter& painter, const QRectF& bar, double whole, const std::vector<BarPart>& parts,
              bool numbers, const Look& look) {
    const QFont font = smallFont(look);
    const QFontMetricsF metrics(font);
    double x = bar.left();
    for (const BarPart& part : parts) {
        const double width = bar.width() * part.amount / whole;
        const QRectF area(x, bar.top(), width, bar.height());
        x += width;
        if (part.hatched) {
            drawHatch(painter, look, area, 5 * look.unit, QPen(look.theme.muted, 0.8 * look.unit));
        } else {
            painter.fillRect(area.adjusted(0, 0, -std::min(1.0, 0.2 * width), 0),
                             look.ofCategory(part.colour));
            const double room = width - 8 * look.unit;
            QString text = numbers ? items::number(part.amount, 'f', 1) : part.name;
            if (!numbers && room > 44 * look.unit) text = elided(text, font, room);
            if (metrics.horizontalAdvance(text) > room) continue;
            painter.setFont(font);
            painter.setPen(inkOn(look.ofCategory(part.colour)));
            painter.drawText(area, Qt::AlignCenter, text);
        }
    }
}

constexpr double kNamed = 0.005; ///< smaller shares are not worth a name

double sumOf(const std::vector<BarPart>& parts) {
    double sum = 0;
    for (const BarPart& part : parts) sum += part.amount;
    return sum;
}

/// Swatch and name of every part, on one line as far as they fit.
void paintBarKeys(QPainter& painter, QPointF baseline, double right, const std::vector<BarPart>& parts,
                  const Look& look) {
    const QFont font = smallFont(look);
    const QFontMetricsF metrics(font);
    const double size = 9 * look.unit;
    double x = baseline.x();
    const double whole = sumOf(parts);
    for (const BarPart& part : parts) {
        if (part.amount < kNamed * whole) continue;
        const double end = x + size + 5 * look.unit + metrics.horizontalAdvance(part.name);
        if (end > right) return;
        const QRectF swatch(x, baseline.y() - size, size, size);
        if (part.hatched)
            drawHatch(painter, look, swatch, 4 * look.unit, QPen(look.theme.muted, 0.8 * look.unit));
        else
            painter.fillRect(swatch, look.ofCategory(part.colour));
        writeText(painter, {x + size + 5 * look.unit, baseline.y()}, part.name, font, look.theme.muted);
        x = end + 14 * look.unit;
    }
}

void outlineBefore(QPainter& painter, const QRectF& bar, const Look& look) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.text, look.unit));
    painter.drawRect(bar.adjusted(-2 * look.unit, -2 * look.unit, 2 * look.unit, 2 * look.unit));
}

void paintMemoryBar(QPainter& painter, QRectF area, const Overview& overview, const Look& look, Hits& hits) {
    const MemoryReport& memory = *overview.now.training->memory;
    const MemoryReport* before =
        overview.before && overview.before->training && overview.before->training->memory
            ? &*overview.before->training->memory
            : nullptr;
    paintPictureTitle(painter, area,
                      memory.stages.size() > 1 ? Words::tr("Memory per GPU of the heaviest stage (GiB)")
                                               : Words::tr("Memory per GPU (GiB)"),
                      look);
    const std::vector<BarPart> parts = memoryBar(memory);
    const double now = sumOf(parts), was = before ? before->device / GiB : 0,
                 capacity = memory.capacity / GiB;
    const double end = std::max({now, capacity * 1.08, std::min(was, 2 * capacity)}) * 1.06;
    const QFont font = smallFont(look), bold = look.scaledFont(0.92, true);
    const QFontMetricsF metrics(font);
    const double keys = metrics.height() + 5 * look.unit;
    const QRectF whole(area.left() + kAxisRoom * look.unit, area.top() + 3 * look.unit,
                       area.width() - kAxisRoom * look.unit,
                       std::clamp(area.height() - keys - 8 * look.unit, 14 * look.unit, 36 * look.unit));
    const auto at = [&](double amount) { return whole.left() + whole.width() * std::min(1.0, amount / end); };
    const QColor limit = limitColour(look.theme);
    QColor beyond = limit;
    beyond.setAlphaF(0.08F);
    painter.fillRect(QRectF(QPointF(at(capacity), whole.top()), whole.bottomRight()), beyond);
    const QRectF bar(whole.left(), whole.top(), at(now) - whole.left(), whole.height());
    paintBar(painter, bar, now, parts, true, look);
    if (before && std::abs(was - now) > 0.05)
        outlineBefore(painter, QRectF(whole.left(), whole.top(), at(was) - whole.left(), whole.height()),
                      look);
    painter.setPen(QPen(limit, 1.8 * look.unit, Qt::CustomDashLine));
    QPen dashed(limit, 1.8 * look.unit);
    dashed.setDashPattern({4, 2.4});
    painter.setPen(dashed);
    painter.drawLine(QPointF(at(capacity), whole.top() - 4 * look.unit),
                     QPointF(at(capacity), whole.bottom() + 4 * look.unit));
    // The totals behind the bars, where neither a bar nor the line stands.
    const double middle = whole.center().y() + 0.36 * metrics.ascent();
    const QString total = items::number(now, 'f', 1);
    const double wide = QFontMetricsF(bold).horizontalAdvance(total);
    const double x = at(now) + 6 * look.unit;
    if (x + wide < whole.right())
        drawHaloText(painter, {x + wide / 2, whole.center().y()}, 0, total, bold, look.theme.text,
                     look.theme.background, 3 * look.unit);
    const QString capacityText = Words::tr("capacity %1").arg(items::number(capacity, 'f', 1));
    const double capacityWide = metrics.horizontalAdvance(capacityText);
    writeText(painter,
              {std::min(at(capacity) - capacityWide / 2, whole.right() - capacityWide),
               whole.top() - 6 * look.unit},
              capacityText, font, limit);
    const QString old = Words::tr("was %1").arg(items::number(was, 'f', 1));
    const double oldWide = metrics.horizontalAdvance(old), oldRight = at(was) - 6 * look.unit;
    if (before && std::abs(was - now) > 0.05 && was <= end && oldRight - oldWide > x + wide + 10 * look.unit)
        writeText(painter, {oldRight - oldWide, middle}, old, font, look.theme.muted);
    paintBarKeys(painter, {whole.left(), whole.bottom() + keys}, whole.right(), parts, look);
    hits.push_back({whole,
                    QLatin1String(kPageHit) + QStringLiteral("memory"),
                    {},
                    Words::tr("Memory per GPU: %1 of %2 GiB").arg(total, items::number(capacity, 'f', 1))});
}

void paintStepBar(QPainter& painter, QRectF area, const Overview& overview, const Look& look, Hits& hits) {
    const TrainReport& train = *overview.now.training->train;
    const TrainReport* before =
        overview.before && overview.before->training && overview.before->training->train
            ? &*overview.before->training->train
            : nullptr;
    const TimeParts whole = stepParts(train);
    const double was = before ? before->step.base : 0;
    const TimeUnit unit = timeUnit(std::max(whole.total, was));
    paintPictureTitle(painter, area, Words::tr("One step (%1)").arg(QLatin1String(unit.text)), look);
    std::vector<BarPart> parts;
    for (const TimePart& part : whole.parts)
        if (part.exposed > 0) parts.push_back({part.label, part.exposed, part.style.colour});
    const QFont font = smallFont(look), bold = look.scaledFont(0.92, true);
    const QFontMetricsF metrics(font);
    const double end = std::max(whole.total, std::min(was, 2.5 * whole.total)) * 1.16;
    const QRectF room(area.left() + kAxisRoom * look.unit, area.top() + 3 * look.unit,
                      area.width() - kAxisRoom * look.unit,
                      std::clamp(area.height() - 8 * look.unit, 12 * look.unit, 28 * look.unit));
    const auto at = [&](double amount) { return room.left() + room.width() * std::min(1.0, amount / end); };
    paintBar(painter, QRectF(room.left(), room.top(), at(whole.total) - room.left(), room.height()),
             whole.total, parts, false, look);
    const bool moved = before && std::abs(was / whole.total - 1) > 1e-4;
    if (moved)
        outlineBefore(painter, QRectF(room.left(), room.top(), at(was) - room.left(), room.height()), look);
    const double middle = room.center().y() + 0.36 * metrics.ascent();
    double x = at(std::max(whole.total, moved ? was : 0)) + 7 * look.unit;
    x = writeText(painter, {x, middle}, unit.number(whole.total), bold, look.theme.text);
    if (moved && x + metrics.horizontalAdvance(Words::tr("was %1").arg(unit.number(was))) < area.right())
        writeText(painter, {x + 5 * look.unit, middle}, Words::tr("was %1").arg(unit.number(was)), font,
                  look.theme.muted);
    hits.push_back({room,
                    QLatin1String(kPageHit) + QStringLiteral("time"),
                    {},
                    Words::tr("One step: %1").arg(unit.withUnit(whole.total))});
}

} // namespace

void paintTrainPicture(QPainter& painter, const QRectF& area, const Overview& overview, const Look& look,
                       Hits& hits) {
    if (!overview.now.training || !overview.now.training->memory || !overview.now.training->train) return;
    const double upper = 0.57 * area.height();
    paintMemoryBar(painter, QRectF(area.left(), area.top(), area.width(), upper), overview, look, hits);
    paintStepBar(painter,
                 QRectF(area.left(), area.top() + upper + 4 * look.unit, area.width(),
                        area.height() - upper - 4 * look.unit),
                 overview, look, hits);
}

} // namespace moe::ui
