// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline's schedule, stage by stage.

#include "models/items/words.h"
#include "ui/plots/time/time_paint.h"

#include "models/items/format.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace moe::ui {
namespace {

const QColor kForward("#0072b2"), kBackward("#56b4e9"), kWeight("#f0e442");

QColor passColour(PassKind kind) {
    if (kind == PassKind::Forward || kind == PassKind::Pair) return kForward;
    return kind == PassKind::Weight ? kWeight : kBackward;
}

double labelledRow(const Look& look) {
    return 1.25 * QFontMetricsF(look.font).height();
}

/// A slanted gap: here the picture leaves something out.
void paintBreak(QPainter& painter, double x, double top, double bottom, const Look& look) {
    const double half = 3 * look.unit, slant = 4 * look.unit;
    QPolygonF band{{x - half + slant, top - 3 * look.unit},
                   {x + half + slant, top - 3 * look.unit},
                   {x + half - slant, bottom + 3 * look.unit},
                   {x - half - slant, bottom + 3 * look.unit}};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.theme.background);
    painter.drawPolygon(band);
    painter.setPen(QPen(look.theme.muted, look.unit));
    painter.drawLine(band[0], band[3]);
    painter.drawLine(band[1], band[2]);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Key of the colours, wrapped to the width; returns its height and paints only with a painter.
double keyOf(QPainter* painter, const QRectF& area, const ScheduleSketch& sketch, const Look& look) {
    struct Entry {
        QColor colour;
        QString text;
        bool hatched;
    };
    std::vector<Entry> entries{{kForward, items::Words::tr("forward"), false},
                               {kBackward, items::Words::tr("backward"), false}};
    if (scheduleRow(sketch.schedule.kind).splits)
        entries.push_back({kWeight, items::Words::tr("weight gradients"), false});
    if (sketch.schedule.stages > 1)
        entries.push_back({timeStyle("bubble").colour, items::Words::tr("bubble"), true});
    for (const TimePart& part : sketch.after) entries.push_back({part.style.colour, part.label, false});
    const QFontMetricsF metrics(look.font);
    const double chip = 12 * look.unit, row = labelledRow(look);
    double x = area.left(), top = area.top();
    for (const Entry& entry : entries) {
        const double width = chip + 5 * look.unit + metrics.horizontalAdvance(entry.text) + 14 * look.unit;
        if (x > area.left() && x + width - 14 * look.unit > area.right()) {
            x = area.left();
            top += row;
        }
        if (painter) {
            const QRectF box(x, top + (row - 10 * look.unit) / 2, chip, 10 * look.unit);
            if (entry.hatched)
                drawHatch(*painter, box, 4 * look.unit, QPen(look.ofCategory(entry.colour), look.unit));
            else
                painter->fillRect(box, look.ofCategory(entry.colour));
            writeText(*painter, {x + chip + 5 * look.unit, top + (row + metrics.capHeight()) / 2}, entry.text,
                      look.font, look.theme.text);
        }
        x += width;
    }
    return top + row - area.top();
}

} // namespace

/// More would each be narrower than a pixel, and gigabytes of shapes.
constexpr double kMostPasses = 100000;

ScheduleSketch scheduleSketch(const Report& report, const TimeParts& step) {
    ScheduleSketch sketch;
    const TrainReport& train = *report.train;
    sketch.microBatches = std::max(1, int(std::lround(train.microBatches)));
    for (Seconds seconds : train.stages) sketch.stageSeconds.push_back(seconds.base);
    sketch.schedule = shortSchedule(train, kMostPasses);
    if (sketch.schedule.stages == 0) return sketch;
    for (const TimePart& part : step.parts)
        for (const char* key : {"train.terms.dp", "train.terms.optimizer", "train.terms.constant"})
            if (part.key == QLatin1String(key) && part.exposed > 0) sketch.after.push_back(part);
    for (const TimePart& part : step.parts)
        if (part.key == QLatin1String("train.terms.bubble")) sketch.bubbleShare = part.exposed / step.total;
    return sketch;
}

void paintSchedule(QPainter& painter, const QRectF& area, const ScheduleSketch& sketch, const Look& look,
                   Hits& hits) {
    const PipelineSchedule& schedule = sketch.schedule;
    const QFontMetricsF metrics(look.font);
    const QFont bold = look.scaledFont(1, true);
    const double line = labelledRow(look);
    if (schedule.stages == 0 && !sketch.stageSeconds.empty()) {
        QRectF room = area;
        paintVerdict(painter, room,
                     items::Words::tr("%1 stages: too many passes to draw").arg(sketch.stageSeconds.size()),
                     look);
    }
    if (schedule.stages == 0 || !(schedule.end.base > 0)) return;
    const QString batches = items::Words::tr("%1 micro-batch%2")
                                .arg(sketch.microBatches)
                                .arg(QLatin1String(sketch.microBatches == 1 ? "" : "es"));
    QString title = schedule.stages == 1
                        ? items::Words::tr("One step: %1").arg(batches)
                        : items::Words::tr("%1 stages, %2").arg(schedule.stages).arg(batches);
    if (schedule.chunks > 1) title += items::Words::tr(", %1 chunks a stage").arg(schedule.chunks);
    if (schedule.stages > 1)
        title += QStringLiteral(", ") + items::tableText(scheduleRow(schedule.kind).label);
    writeText(painter, {area.left(), area.top() + (line + metrics.capHeight()) / 2},
              elided(title, bold, area.width()), bold, look.theme.text);

    const double keyHeight = keyOf(nullptr, area, sketch, look);
    const bool cut = schedule.microBatches < sketch.microBatches;
    const double room = area.height() - line - keyHeight - (cut ? line : 0) - 6 * look.unit;
    const double rowHeight = std::min(44 * look.unit, room / schedule.stages);
    const bool numbered = schedule.stages > 1;
    const double names = numbered ? metrics.horizontalAdvance(QString::number(schedule.stages - 1)) +
                                        metrics.horizontalAdvance(items::Words::tr("stage ")) + 6 * look.unit
                                  : 0;
    double afterSeconds = 0;
    for (const TimePart& part : sketch.after) afterSeconds += part.exposed;
    const QRectF frame(area.left() + names, area.top() + line + 2 * look.unit, area.width() - names,
                       rowHeight * schedule.stages);
    const double perSecond = frame.width() / (schedule.end.base + afterSeconds);
    const double gap = rowHeight > 8 * look.unit ? 1.5 * look.unit : 0.5 * look.unit;
    const double end = frame.left() + schedule.end.base * perSecond;

    // Everything between the first and the last pass that is not painted over is bubble.
    for (int stage = 0; stage < schedule.stages; ++stage) {
        const QRectF row(frame.left(), frame.top() + stage * rowHeight, end - frame.left(), rowHeight - gap);
        if (numbered)
            drawHatch(painter, row, 4 * look.unit,
                      QPen(look.ofCategory(timeStyle("bubble").colour), 0.8 * look.unit));
        const double text = metrics.height();
        const int every = std::max(1, int(std::ceil(0.85 * text / rowHeight)));
        if (numbered && stage % every == 0)
            painter.setPen(look.theme.text), painter.setFont(look.font),
                painter.drawText(
                    QRectF(area.left(), row.center().y() - text / 2, names - 6 * look.unit, text),
                    Qt::AlignRight | Qt::AlignVCenter,
                    stage == 0 ? items::Words::tr("stage 0") : QString::number(stage));
    }
    const QFont small = look.scaledFont(0.82);
    const QFontMetricsF smallMetrics(small);
    for (const SchedulePass& pass : schedule.passes) {
        const QRectF box(frame.left() + pass.start.base * perSecond, frame.top() + pass.stage * rowHeight,
                         (pass.end - pass.start).base * perSecond, rowHeight - gap);
        const bool pair = pass.kind == PassKind::Pair;
        const QColor colour = look.ofCategory(passColour(pass.kind));
        painter.fillRect(box, look.theme.background);
        const QRectF filled = box.adjusted(0, 0, -std::min(look.unit, 0.25 * box.width()), 0);
        painter.fillRect(filled, colour);
        // A pair runs both at once: the forward pass above, the backward one below.
        if (pair)
            painter.fillRect(filled.adjusted(0, 0.5 * filled.height(), 0, 0), look.ofCategory(kBackward));
        // Beyond the break they count towards the last of all.
        const bool beyond = pass.start > 0.5 * schedule.end;
        const int number = pass.microBatch + 1 + (beyond ? sketch.microBatches - schedule.microBatches : 0);
        const QString text = QString::number(number);
        if (pair) continue; // two numbers in half the height
        if (box.height() < smallMetrics.capHeight() + 3 * look.unit ||
            box.width() < smallMetrics.horizontalAdvance(text) + 3 * look.unit)
            continue;
        painter.setFont(small);
        painter.setPen(inkOn(colour));
        painter.drawText(box, Qt::AlignCenter, text);
    }
    double x = end;
    for (const TimePart& part : sketch.after) {
        const QRectF box(x, frame.top(), part.exposed * perSecond, frame.height() - gap);
        painter.fillRect(box.adjusted(std::min(look.unit, 0.25 * box.width()), 0, 0, 0),
                         look.ofCategory(part.style.colour));
        hits.push_back({box, part.key, part.label, part.label});
        x += box.width();
    }
    for (int stage = 0; stage < schedule.stages; ++stage) {
        const double seconds = sketch.stageSeconds[std::size_t(stage)];
        const QString text = items::Words::tr("stage %1 · %2 per micro-batch, forward + backward")
                                 .arg(stage)
                                 .arg(timeUnit(seconds).withUnit(seconds));
        hits.push_back({QRectF(area.left(), frame.top() + stage * rowHeight, end - area.left(), rowHeight),
                        QStringLiteral("train.terms.bubble"), text, text});
    }
    double top = frame.bottom() + 4 * look.unit;
    if (cut) {
        const double middle = frame.left() + 0.5 * schedule.end.base * perSecond;
        paintBreak(painter, middle, frame.top(), frame.bottom(), look);
        const QString text =
            items::Words::tr("%1 more not drawn").arg(sketch.microBatches - schedule.microBatches);
        const double half = metrics.horizontalAdvance(text) / 2;
        writeText(painter,
                  {std::max(area.left(), std::min(middle - half, area.right() - 2 * half)),
                   top + (line + metrics.capHeight()) / 2},
                  text, look.font, look.theme.muted);
        top += line;
    }
    keyOf(&painter, QRectF(area.left(), top, area.width(), keyHeight), sketch, look);
}

} // namespace moe::ui
