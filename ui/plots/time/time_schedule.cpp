// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/time_schedule.h"

#include "models/engine/schedule/schedules.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/time/time_schedule_rows.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

/// More would each be narrower than a pixel, and gigabytes of shapes.
constexpr double kMostPasses = 100000;
/// Of a rank's pass on average, in units of the look: a narrower one is a stripe, not a pass.
constexpr double kLeastPass = 4.5;

double lineHeight(const Look& look) {
    return 1.25 * QFontMetricsF(look.font).height();
}

double afterSeconds(const ScheduleSketch& sketch) {
    double sum = 0;
    for (const TimePart& part : sketch.after) sum += part.exposed;
    return sum;
}

QString shapeText(const ScheduleSketch& sketch) {
    const PipelineSchedule& schedule = sketch.schedule;
    const QString batches = items::Words::tr("%1 micro-batch%2")
                                .arg(sketch.microBatches)
                                .arg(QLatin1String(sketch.microBatches == 1 ? "" : "es"));
    QString text = schedule.stages == 1 ? items::Words::tr("One step: %1").arg(batches)
                                        : items::Words::tr("%1 stages, %2").arg(schedule.stages).arg(batches);
    if (schedule.chunks > 1) text += items::Words::tr(", %1 chunks a stage").arg(schedule.chunks);
    return text;
}

/// What all schedules of a picture share.
struct Scale {
    bool whole = false; ///< nothing is left out
    double perSecond = 0, names = 0, peaks = 0;
    TimeUnit unit;
};

const PipelineSchedule& drawn(const ScheduleSketch& sketch, const Scale& scale) {
    return scale.whole ? sketch.whole : sketch.schedule;
}

Scale scaleOf(const std::vector<const ScheduleSketch*>& sketches, double width, const Look& look) {
    const QFontMetricsF metrics(look.font);
    Scale scale;
    for (const ScheduleSketch* sketch : sketches) {
        if (sketch->schedule.stages < 2) continue;
        const QString last = QString::number(sketch->schedule.stages - 1);
        scale.names =
            std::max(scale.names, metrics.horizontalAdvance(last) +
                                      metrics.horizontalAdvance(items::Words::tr("stage ")) + 6 * look.unit);
    }
    scale.peaks = metrics.horizontalAdvance(QStringLiteral("99.9")) + 5 * look.unit;
    const double room = width - scale.names - scale.peaks;
    double wholeEnd = 0, shortEnd = 0;
    scale.whole = true;
    for (const ScheduleSketch* sketch : sketches) {
        const PipelineSchedule& whole = sketch->whole;
        const double passes = double(whole.passes.size()) / std::max(1, whole.stages);
        if (whole.stages == 0 || passes * kLeastPass * look.unit > room) scale.whole = false;
        wholeEnd = std::max(wholeEnd, whole.end.base + afterSeconds(*sketch));
        shortEnd = std::max(shortEnd, sketch->schedule.end.base + afterSeconds(*sketch));
        if (whole.microBatches > 0 && whole.microBatches == sketch->schedule.microBatches &&
            sketches.size() == 1)
            scale.whole = true; // there is nothing to leave out
    }
    const double end = scale.whole ? wholeEnd : shortEnd;
    scale.perSecond = end > 0 ? room / end : 0;
    scale.unit = timeUnit(end);
    return scale;
}

/// A length of time as a bar, where the axis is cut. Gives where it ends.
double paintScaleBar(QPainter& painter, const QRectF& line, const Scale& scale, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const double seconds = linearTicks(0, 0.25 * line.width() / scale.perSecond, 2).ticks.value(1);
    if (!(seconds > 0)) return line.left();
    const double right = line.left() + seconds * scale.perSecond, y = line.center().y();
    painter.setPen(QPen(look.theme.text, look.unit));
    painter.drawLine(QPointF(line.left(), y), QPointF(right, y));
    for (const double x : {line.left(), right})
        painter.drawLine(QPointF(x, y - 3 * look.unit), QPointF(x, y + 3 * look.unit));
    const QString text = items::number(seconds / scale.unit.seconds, 'g', 6) + QChar(0x202f) +
                         QString::fromUtf8(scale.unit.text);
    writeText(painter, {right + 5 * look.unit, y + metrics.capHeight() / 2}, text, look.font,
              look.theme.text);
    return right + 5 * look.unit + metrics.horizontalAdvance(text);
}

void paintTimeAxis(QPainter& painter, const QRectF& frame, const Scale& scale, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const double end = frame.width() / scale.perSecond / scale.unit.seconds;
    const LinearTicks ticks = linearTicks(0, end, frame.width() / (80 * look.unit));
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.drawLine(frame.bottomLeft(), frame.bottomRight());
    for (const double tick : ticks.ticks) {
        const double x = frame.left() + tick * scale.unit.seconds * scale.perSecond;
        painter.setPen(QPen(look.theme.axis, look.unit));
        painter.drawLine(QPointF(x, frame.bottom()), QPointF(x, frame.bottom() + 3 * look.unit));
        QString text = items::number(tick, 'f', ticks.decimals);
        if (tick == ticks.ticks.back()) text += QChar(0x202f) + QString::fromUtf8(scale.unit.text);
        const double half = metrics.horizontalAdvance(text) / 2;
        const double left = std::clamp(x - half, frame.left() - half, frame.right() - half);
        writeText(painter, {left, frame.bottom() + 4 * look.unit + metrics.ascent()}, text, look.font,
                  look.theme.muted);
    }
}

/// `text` on as many lines as it needs, broken at `between`, and at blanks where one piece alone is too wide.
QStringList brokenLines(const QString& text, const QString& between, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    const QString blank = QStringLiteral(" ");
    QStringList lines;
    for (const QString& part : text.split(between)) {
        const QString longer = lines.isEmpty() ? part : lines.back() + between + part;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width)
            lines.back() = longer;
        else if (between != blank && metrics.horizontalAdvance(part) > width)
            lines << brokenLines(part, blank, font, width);
        else
            lines << part;
    }
    return lines;
}

constexpr double kMostNumbers = 0.2; ///< of a schedule's height

/// One schedule: title, numbers, ranks, what they hold, what of the time is left out.
void paintOne(QPainter& painter, const QRectF& area, const ScheduleSketch& sketch, const Scale& scale,
              const Look& look, Hits& hits) {
    const QFontMetricsF metrics(look.font);
    const QFont bold = look.scaledFont(1, true);
    const double line = lineHeight(look);
    const PipelineSchedule& schedule = drawn(sketch, scale);
    const QString title = scheduleTitle(sketch);
    double top = area.top();
    const auto write = [&](const QStringList& lines, const QFont& font, const QColor& colour) {
        for (const QString& text : lines) {
            writeText(painter, {area.left(), top + (line + metrics.capHeight()) / 2},
                      elided(text, font, area.width()), font, colour);
            top += line;
        }
    };
    write(brokenLines(title, QStringLiteral(" "), bold, area.width()), bold, look.theme.text);
    if (schedule.stages > 1) {
        // The last numbers give way to the ranks, which need their room.
        const QString between = QStringLiteral(" · ");
        QString numbers = scheduleNumbers(sketch);
        QStringList lines = brokenLines(numbers, between, look.font, area.width());
        while (double(lines.size()) * line > kMostNumbers * area.height() && numbers.contains(between)) {
            numbers.truncate(numbers.lastIndexOf(between));
            lines = brokenLines(numbers, between, look.font, area.width());
        }
        write(lines, look.font, look.theme.muted);
    }
    const double foot = (scale.whole ? metrics.height() + 6 * look.unit : line) + 2 * look.unit;
    const bool numbered = schedule.stages > 1;
    // What is held needs a heading; of one rank alone, or in little room, it is left out.
    double room = area.bottom() - top - foot - 2 * look.unit;
    const double heldLeast = line + schedule.stages * 3 * look.unit;
    const bool held = numbered && room - heldLeast >= schedule.stages * 6 * look.unit;
    const double heldRow =
        held ? std::clamp((room - line) * 0.3 / schedule.stages, 3 * look.unit, 16 * look.unit) : 0;
    // The first row's name may be higher than the row, and stands under the heading.
    const double lower = held ? std::max(0.0, 0.5 * (metrics.height() - heldRow)) : 0;
    if (held) room -= line + lower + heldRow * schedule.stages;
    ScheduleRows rows;
    rows.row = std::min(44 * look.unit, room / schedule.stages);
    rows.perSecond = scale.perSecond;
    rows.names = scale.names;
    rows.skipped = scale.whole ? 0 : sketch.microBatches - schedule.microBatches;
    rows.frame = QRectF(area.left() + scale.names, top + 2 * look.unit,
                        area.width() - scale.names - scale.peaks, rows.row * schedule.stages);
    paintRanks(painter, rows, schedule, sketch, look, hits);
    const double middle = rows.frame.left() + 0.5 * schedule.end.base * scale.perSecond;
    if (rows.skipped > 0) paintBreak(painter, middle, rows.frame.top(), rows.frame.bottom(), look);
    double bottom = rows.frame.bottom();
    if (held) {
        const double base = bottom + (line + metrics.capHeight()) / 2;
        const QString most = items::Words::tr("at most");
        const double mostWidth = metrics.horizontalAdvance(most);
        const double heading = area.width() - mostWidth - 8 * look.unit;
        QString activations = items::Words::tr("Activations held (micro-batches over a rank's layers)");
        if (metrics.horizontalAdvance(activations) > heading)
            activations = activations.section(QStringLiteral(" ("), 0, 0);
        writeText(painter, {area.left(), base}, elided(activations, look.font, heading), look.font,
                  look.theme.muted);
        writeText(painter, {area.right() - mostWidth, base}, most, look.font, look.theme.muted);
        ScheduleRows below = rows;
        below.row = heldRow;
        below.frame =
            QRectF(rows.frame.left(), bottom + line + lower, rows.frame.width(), heldRow * schedule.stages);
        paintHeld(painter, below, schedule, look, hits);
        if (rows.skipped > 0) paintBreak(painter, middle, below.frame.top(), below.frame.bottom(), look);
        bottom = below.frame.bottom();
    }
    const QRectF frame(rows.frame.topLeft(), QPointF(rows.frame.right(), bottom));
    if (scale.whole) return paintTimeAxis(painter, frame, scale, look);
    const QRectF under(frame.left(), bottom + 2 * look.unit, frame.width(), line);
    const double left = paintScaleBar(painter, under, scale, look) + 12 * look.unit;
    if (rows.skipped <= 0) return;
    const double missing = std::max(0.0, (sketch.makespan - schedule.end).base);
    const double width = area.right() - left;
    QString text = items::Words::tr("not to scale: %1 micro-batches, %2, left out at the break")
                       .arg(rows.skipped)
                       .arg(timeUnit(missing).withUnit(missing));
    if (metrics.horizontalAdvance(text) > width)
        text = items::Words::tr("not to scale: %1 left out").arg(rows.skipped);
    if (metrics.horizontalAdvance(text) > width) text = text.section(QLatin1Char(':'), 0, 0);
    text = elided(text, look.font, width);
    writeText(painter,
              {area.right() - metrics.horizontalAdvance(text), under.center().y() + metrics.capHeight() / 2},
              text, look.font, look.theme.muted);
}

} // namespace

QString scheduleName(const ScheduleSketch& sketch) {
    return items::tableText(scheduleRow(sketch.schedule.kind).label);
}

QString scheduleTitle(const ScheduleSketch& sketch) {
    const QString shape = shapeText(sketch);
    return sketch.schedule.stages > 1 ? scheduleName(sketch) + QStringLiteral(": ") + shape : shape;
}

QString scheduleNumbers(const ScheduleSketch& sketch) {
    const TimeUnit unit = timeUnit(sketch.makespan.base);
    const auto time = [&](Seconds seconds) {
        return unit.aligned(seconds.base, sketch.makespan.base) + QChar(0x202f) +
               QString::fromUtf8(unit.text);
    };
    const QString bubble = items::number(100 * sketch.bubbleFraction, 'f', 1);
    if (sketch.schedule.stages < 2) return items::Words::tr("makespan %1").arg(time(sketch.makespan));
    QStringList parts{
        items::Words::tr("makespan %1").arg(time(sketch.makespan)),
        items::Words::tr("bubble %1 % of the busiest rank").arg(bubble),
        items::Words::tr("the least busy idles up to %1 between its passes").arg(time(sketch.use.ownIdle)),
        items::Words::tr("skew %1").arg(time(sketch.use.skew())),
        items::Words::tr("holds up to %1 micro-batches").arg(items::number(sketch.use.held, 'f', 1))};
    if (scheduleRow(sketch.schedule.kind).weights > 1) parts << items::Words::tr("weights twice");
    return parts.join(QStringLiteral(" · "));
}

ScheduleSketch scheduleSketch(const Report& report, const TimeParts& step) {
    ScheduleSketch sketch;
    const TrainReport& train = *report.train;
    sketch.microBatches = std::max(1, int(std::lround(train.microBatches)));
    for (Seconds seconds : train.stages) sketch.stageSeconds.push_back(seconds.base);
    sketch.schedule = shortSchedule(train, kMostPasses);
    if (sketch.schedule.stages == 0) return sketch;
    sketch.whole = wholeSchedule(train, kMostPasses);
    sketch.use = pipelineUse(train.pipeline);
    sketch.makespan = train.makespan;
    sketch.bubbleFraction = train.bubbleFraction;
    for (const TimePart& part : step.parts)
        for (const char* key : {"train.terms.dp", "train.terms.optimizer", "train.terms.constant"})
            if (part.key == QLatin1String(key) && part.exposed > 0) sketch.after.push_back(part);
    return sketch;
}

double schedulesLeastHeight(const std::vector<const ScheduleSketch*>& sketches, const Look& look) {
    double sum = lineHeight(look);
    for (const ScheduleSketch* sketch : sketches)
        sum += 3.5 * lineHeight(look) + sketch->schedule.stages * 4 * look.unit;
    return sum;
}

void paintSchedules(QPainter& painter, const QRectF& area, const std::vector<const ScheduleSketch*>& sketches,
                    const QString& missing, const Look& look, Hits& hits) {
    QRectF room = area;
    std::vector<const ScheduleSketch*> shown;
    double stages = 0;
    for (const ScheduleSketch* sketch : sketches) {
        if (sketch->schedule.stages == 0 && !sketch->stageSeconds.empty())
            paintVerdict(
                painter, room,
                items::Words::tr("%1 stages: too many passes to draw").arg(sketch->stageSeconds.size()),
                look);
        if (sketch->schedule.stages == 0 || !(sketch->schedule.end.base > 0)) continue;
        shown.push_back(sketch);
        stages += sketch->schedule.stages;
    }
    if (shown.empty()) return;
    if (!missing.isEmpty()) paintVerdict(painter, room, missing, look);
    const Scale scale = scaleOf(shown, room.width(), look);
    const double key = paintScheduleKey(nullptr, room, shown, look), gap = 8 * look.unit;
    const double all = room.height() - key - 4 * look.unit - gap * double(shown.size() - 1);
    double top = room.top();
    for (const ScheduleSketch* sketch : shown) {
        const double height = all / double(shown.size());
        paintOne(painter, QRectF(room.left(), top, room.width(), height), *sketch, scale, look, hits);
        top += height + gap;
    }
    paintScheduleKey(&painter, QRectF(room.left(), top - gap + 4 * look.unit, room.width(), key), shown,
                     look);
}

} // namespace moe::ui
