// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_pictures.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/overview/overview_text.h"
#include "ui/overview/overview_words.h"
#include "ui/plots/kit/rl_colours.h"
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

/// One bar of memory in GiB: its parts, their sum, what it was before the last edit (0: not known).
struct MemoryBar {
    std::vector<BarPart> parts;
    double now = 0, was = 0;
    bool named = false; ///< its one part by its name, in place of amounts
};
struct MemoryBars {
    QString title;
    double capacity = 0, fullest = 0;
    std::vector<MemoryBar> bars;
};

const RlReport* rlOf(const OverviewState& state) {
    return state.training && state.training->rl ? &*state.training->rl : nullptr;
}

/// Both moments of a step of reinforcement learning.
MemoryBars rlMemoryBars(const RlReport& rl, const RlReport* before) {
    const auto bar = [&](const QString& name, RlPart part, Bytes RlReport::*moment) {
        const double now = rl.*moment / GiB;
        return MemoryBar{{{name, now, rlColour(part)}}, now, before ? before->*moment / GiB : 0, true};
    };
    return {Words::tr("Memory per GPU at both moments (GiB)"),
            rl.capacity / GiB,
            rl.device() / GiB,
            {bar(Words::tr("while sampling"), RlPart::Rollout, &RlReport::rolloutMemory),
             bar(Words::tr("while training"), RlPart::Train, &RlReport::trainMemory)}};
}

MemoryBars memoryBars(const Overview& overview) {
    const bool had = overview.before.has_value();
    if (const RlReport* rl = rlOf(overview.now))
        return rlMemoryBars(*rl, had ? rlOf(*overview.before) : nullptr);
    const MemoryReport& memory = *overview.now.training->memory;
    MemoryBar bar{memoryBar(memory)};
    bar.now = sumOf(bar.parts);
    if (had && !overview.before->scenario.rl && overview.before->training &&
        overview.before->training->memory)
        bar.was = overview.before->training->memory->device / GiB;
    return {memory.stages.size() > 1 ? Words::tr("Memory per GPU of the heaviest stage (GiB)")
                                     : Words::tr("Memory per GPU (GiB)"),
            memory.capacity / GiB,
            bar.now,
            {bar}};
}

/// Outline of what was, and the totals behind the bar, where neither a bar nor the line stands.
void paintTotals(QPainter& painter, const QRectF& row, const MemoryBar& bar, double end, const Look& look) {
    const QFont font = smallFont(look), bold = look.scaledFont(0.92, true);
    const auto at = [&](double amount) { return row.left() + row.width() * std::min(1.0, amount / end); };
    const bool moved = bar.was > 0 && std::abs(bar.was - bar.now) > 0.05;
    if (moved)
        outlineBefore(painter, QRectF(row.left(), row.top(), at(bar.was) - row.left(), row.height()), look);
    const QString total = items::number(bar.now, 'f', 1);
    const double wide = QFontMetricsF(bold).horizontalAdvance(total);
    const double x = at(bar.now) + 6 * look.unit;
    if (x + wide < row.right())
        drawHaloText(painter, {x + wide / 2, row.center().y()}, 0, total, bold, look.theme.text,
                     look.theme.background, 3 * look.unit);
    const QFontMetricsF metrics(font);
    const QString old = Words::tr("was %1").arg(items::number(bar.was, 'f', 1));
    const double oldWide = metrics.horizontalAdvance(old), oldRight = at(bar.was) - 6 * look.unit;
    if (moved && bar.was <= end && oldRight - oldWide > x + wide + 10 * look.unit)
        writeText(painter, {oldRight - oldWide, row.center().y() + 0.36 * metrics.ascent()}, old, font,
                  look.theme.muted);
}

void paintMemoryBars(QPainter& painter, QRectF area, const Overview& overview, const Look& look, Hits& hits) {
    const MemoryBars all = memoryBars(overview);
    paintPictureTitle(painter, area, all.title, look);
    double end = std::max(all.fullest, all.capacity * 1.08);
    for (const MemoryBar& bar : all.bars) end = std::max(end, std::min(bar.was, 2 * all.capacity));
    end *= 1.06;
    const QFont font = smallFont(look);
    const QFontMetricsF metrics(font);
    const double keys = all.bars.front().named ? 0 : metrics.height() + 5 * look.unit;
    const double most = 36 * look.unit * double(all.bars.size());
    const QRectF whole(area.left() + kAxisRoom * look.unit, area.top() + 3 * look.unit,
                       area.width() - kAxisRoom * look.unit,
                       std::clamp(area.height() - keys - 8 * look.unit, 14 * look.unit, most));
    const auto at = [&](double amount) { return whole.left() + whole.width() * std::min(1.0, amount / end); };
    const QColor limit = limitColour(look.theme);
    QColor beyond = limit;
    beyond.setAlphaF(0.08F);
    painter.fillRect(QRectF(QPointF(at(all.capacity), whole.top()), whole.bottomRight()), beyond);
    const double height = whole.height() / double(all.bars.size());
    const double gap = all.bars.size() > 1 ? 2 * look.unit : 0;
    const auto rowOf = [&](std::size_t i) {
        return QRectF(whole.left(), whole.top() + double(i) * height, whole.width(), height)
            .adjusted(0, gap / 2, 0, -gap / 2);
    };
    for (std::size_t i = 0; i < all.bars.size(); ++i) {
        const MemoryBar& bar = all.bars[i];
        QRectF filled = rowOf(i);
        filled.setRight(at(bar.now));
        paintBar(painter, filled, bar.now, bar.parts, !bar.named, look);
    }
    QPen dashed(limit, 1.8 * look.unit);
    dashed.setDashPattern({4, 2.4});
    painter.setPen(dashed);
    painter.drawLine(QPointF(at(all.capacity), whole.top() - 4 * look.unit),
                     QPointF(at(all.capacity), whole.bottom() + 4 * look.unit));
    for (std::size_t i = 0; i < all.bars.size(); ++i) paintTotals(painter, rowOf(i), all.bars[i], end, look);
    const QString capacityText = Words::tr("capacity %1").arg(items::number(all.capacity, 'f', 1));
    const double capacityWide = metrics.horizontalAdvance(capacityText);
    writeText(painter,
              {std::min(at(all.capacity) - capacityWide / 2, whole.right() - capacityWide),
               whole.top() - 6 * look.unit},
              capacityText, font, limit);
    if (keys > 0)
        paintBarKeys(painter, {whole.left(), whole.bottom() + keys}, whole.right(), all.bars.front().parts,
                     look);
    hits.push_back({whole,
                    QLatin1String(kPageHit) + QStringLiteral("memory"),
                    {},
                    Words::tr("Memory per GPU: %1 of %2 GiB")
                        .arg(items::number(all.fullest, 'f', 1), items::number(all.capacity, 'f', 1))});
}

/// One step in seconds: its parts, their sum, what it took before the last edit (0: not known).
struct StepBar {
    std::vector<BarPart> parts;
    double total = 0, was = 0;
    QString page;
};

StepBar stepBar(const Overview& overview) {
    const OverviewState* before = overview.before ? &*overview.before : nullptr;
    StepBar bar;
    if (const RlReport* rl = rlOf(overview.now)) {
        for (const RlPartRow& row : rlParts())
            if (const double seconds = rl->phases[std::size_t(row.part)].exposed.base; seconds > 0)
                bar.parts.push_back({items::tableText(row.label), seconds, rlColour(row.part)});
        bar.total = rl->step.base;
        if (before && rlOf(*before)) bar.was = rlOf(*before)->step.base;
        bar.page = QStringLiteral("rl");
        return bar;
    }
    const TimeParts whole = stepParts(*overview.now.training->train);
    for (const TimePart& part : whole.parts)
        if (part.exposed > 0) bar.parts.push_back({part.label, part.exposed, part.style.colour});
    bar.total = whole.total;
    if (before && !before->scenario.rl && before->training && before->training->train)
        bar.was = before->training->train->step.base;
    bar.page = QStringLiteral("time");
    return bar;
}

void paintStepBar(QPainter& painter, QRectF area, const StepBar& bar, const Look& look, Hits& hits) {
    const TimeUnit unit = timeUnit(std::max(bar.total, bar.was));
    paintPictureTitle(painter, area, Words::tr("One step (%1)").arg(QLatin1String(unit.text)), look);
    const QFont font = smallFont(look), bold = look.scaledFont(0.92, true);
    const QFontMetricsF metrics(font);
    const double end = std::max(bar.total, std::min(bar.was, 2.5 * bar.total)) * 1.16;
    const QRectF room(area.left() + kAxisRoom * look.unit, area.top() + 3 * look.unit,
                      area.width() - kAxisRoom * look.unit,
                      std::clamp(area.height() - 8 * look.unit, 12 * look.unit, 28 * look.unit));
    const auto at = [&](double amount) { return room.left() + room.width() * std::min(1.0, amount / end); };
    paintBar(painter, QRectF(room.left(), room.top(), at(bar.total) - room.left(), room.height()), bar.total,
             bar.parts, false, look);
    const bool moved = bar.was > 0 && std::abs(bar.was / bar.total - 1) > 1e-4;
    if (moved)
        outlineBefore(painter, QRectF(room.left(), room.top(), at(bar.was) - room.left(), room.height()),
                      look);
    const double middle = room.center().y() + 0.36 * metrics.ascent();
    double x = at(std::max(bar.total, moved ? bar.was : 0)) + 7 * look.unit;
    x = writeText(painter, {x, middle}, unit.number(bar.total), bold, look.theme.text);
    const QString old = Words::tr("was %1").arg(unit.number(bar.was));
    if (moved && x + metrics.horizontalAdvance(old) < area.right())
        writeText(painter, {x + 5 * look.unit, middle}, old, font, look.theme.muted);
    hits.push_back({room,
                    QLatin1String(kPageHit) + bar.page,
                    {},
                    Words::tr("One step: %1").arg(unit.withUnit(bar.total))});
}

} // namespace

void paintTrainPicture(QPainter& painter, const QRectF& area, const Overview& overview, const Look& look,
                       Hits& hits) {
    if (!overview.now.training || !overview.now.training->memory || !overview.now.training->train) return;
    // The sentence then says why there is no step of reinforcement learning; a plain one would be another.
    if (overview.now.scenario.rl && !rlOf(overview.now)) return;
    const double upper = 0.57 * area.height();
    paintMemoryBars(painter, QRectF(area.left(), area.top(), area.width(), upper), overview, look, hits);
    paintStepBar(painter,
                 QRectF(area.left(), area.top() + upper + 4 * look.unit, area.width(),
                        area.height() - upper - 4 * look.unit),
                 stepBar(overview), look, hits);
}

} // namespace moe::ui
