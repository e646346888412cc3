// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/time_schedule_rows.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

const QColor kForward("#0072b2"), kBackward("#56b4e9"), kWeight("#f0e442"), kHeld("#009e73");

QPen idlePen(const Look& look) {
    return QPen(look.ofCategory(timeStyle("bubble").colour), 0.8 * look.unit);
}

/// Waits of a rank that has not begun yet, or has nothing left to do.
void paintSkew(QPainter& painter, const QRectF& area, const Look& look) {
    if (!(area.width() > 0)) return;
    QColor shade = look.theme.grid;
    painter.fillRect(area, shade);
}

/// First start and last end of every rank.
struct Span {
    double start = 0, end = 0;
};
std::vector<Span> spansOf(const PipelineSchedule& schedule) {
    std::vector<Span> spans(std::size_t(schedule.stages), {schedule.end.base, 0});
    for (const SchedulePass& pass : schedule.passes) {
        Span& span = spans[std::size_t(pass.stage)];
        span.start = std::min(span.start, pass.start.base);
        span.end = std::max(span.end, pass.end.base);
    }
    return spans;
}

void paintNames(QPainter& painter, const ScheduleRows& rows, int stages, const Look& look) {
    const double text = QFontMetricsF(look.font).height();
    const int every = std::max(1, int(std::ceil(0.85 * text / rows.row)));
    painter.setPen(look.theme.text);
    painter.setFont(look.font);
    for (int stage = 0; stage < stages; stage += every) {
        const double middle = rows.frame.top() + (stage + 0.5) * rows.row;
        painter.drawText(
            QRectF(rows.frame.left() - rows.names, middle - text / 2, rows.names - 6 * look.unit, text),
            Qt::AlignRight | Qt::AlignVCenter,
            stage == 0 ? items::Words::tr("stage 0") : QString::number(stage));
    }
}

/// False where it has no room.
bool paintNumber(QPainter& painter, const QRectF& box, const QString& text, const QColor& ground,
                 const Look& look) {
    const QFont small = look.scaledFont(0.82);
    const QFontMetricsF metrics(small);
    if (box.height() < metrics.capHeight() + 3 * look.unit ||
        box.width() < metrics.horizontalAdvance(text) + 3 * look.unit)
        return false;
    painter.setFont(small);
    painter.setPen(inkOn(ground));
    painter.drawText(box, Qt::AlignCenter, text);
    return true;
}

/// Both numbers of a pair whose halves are too low for one each, on one ground.
void paintBothNumbers(QPainter& painter, const QRectF& box, const QString& text, const QColor& ground,
                      const Look& look) {
    const QFontMetricsF metrics(look.scaledFont(0.82));
    QRectF plate(0, 0, metrics.horizontalAdvance(text) + 3 * look.unit, metrics.capHeight() + 3 * look.unit);
    if (plate.width() > box.width() || plate.height() > box.height()) return;
    plate.moveCenter(box.center());
    painter.fillRect(plate, ground);
    paintNumber(painter, plate, text, ground, look);
}

} // namespace

void paintPassBox(QPainter& painter, const QRectF& box, const SchedulePass& pass, int number,
                  const Look& look) {
    const QColor colour = look.ofCategory(passColour(pass.kind));
    const QRectF filled = box.adjusted(0, 0, -std::min(look.unit, 0.25 * box.width()), 0);
    painter.fillRect(filled, colour);
    if (pass.kind != PassKind::Pair) {
        paintNumber(painter, box, QString::number(number), colour, look);
        return;
    }
    // A pair runs both at once: the forward pass above, the backward one below.
    const QColor back = look.ofCategory(kBackward);
    const QRectF lower = filled.adjusted(0, 0.5 * filled.height(), 0, 0);
    painter.fillRect(lower, back);
    const QString first = QString::number(number),
                  second = QString::number(number - pass.microBatch + pass.backMicroBatch);
    const QRectF upper(box.topLeft(), QSizeF(box.width(), 0.5 * box.height()));
    if (paintNumber(painter, upper, first, colour, look))
        paintNumber(painter, upper.translated(0, upper.height()), second, back, look);
    else
        paintBothNumbers(painter, box, QStringLiteral("%1 + %2").arg(first, second), colour, look);
}

namespace {

void paintPass(QPainter& painter, const QRectF& box, const SchedulePass& pass, int number, const Look& look) {
    painter.fillRect(box, look.theme.background);
    paintPassBox(painter, box, pass, number, look);
}

} // namespace

QColor passColour(PassKind kind) {
    if (kind == PassKind::Forward || kind == PassKind::Pair) return kForward;
    return kind == PassKind::Weight ? kWeight : kBackward;
}

void paintRanks(QPainter& painter, const ScheduleRows& rows, const PipelineSchedule& schedule,
                const ScheduleSketch& sketch, const Look& look, Hits& hits) {
    const QRectF& frame = rows.frame;
    const double gap = rows.row > 8 * look.unit ? 1.5 * look.unit : 0.5 * look.unit;
    const double end = frame.left() + schedule.end.base * rows.perSecond;
    const auto at = [&](double seconds) { return frame.left() + seconds * rows.perSecond; };
    const auto bar = [&](int stage, double from, double to) {
        return QRectF(QPointF(at(from), frame.top() + stage * rows.row),
                      QPointF(at(to), frame.top() + (stage + 1) * rows.row - gap));
    };
    // Everything between a rank's first and last pass that is not painted over is idle.
    if (schedule.stages > 1) {
        const std::vector<Span> spans = spansOf(schedule);
        for (int stage = 0; stage < schedule.stages; ++stage) {
            const Span& span = spans[std::size_t(stage)];
            paintSkew(painter, bar(stage, 0, span.start), look);
            paintSkew(painter, bar(stage, span.end, schedule.end.base), look);
            drawHatch(painter, look, bar(stage, span.start, span.end), 4 * look.unit, idlePen(look));
        }
        paintNames(painter, rows, schedule.stages, look);
    }
    for (const SchedulePass& pass : schedule.passes) {
        // Beyond the break they count towards the last of all.
        const bool beyond = pass.start > 0.5 * schedule.end;
        paintPass(painter, bar(pass.stage, pass.start.base, pass.end.base), pass,
                  pass.microBatch + 1 + (beyond ? rows.skipped : 0), look);
    }
    double x = end;
    for (const TimePart& part : sketch.after) {
        const QRectF box(x, frame.top(), part.exposed * rows.perSecond, frame.height() - gap);
        painter.fillRect(box.adjusted(std::min(look.unit, 0.25 * box.width()), 0, 0, 0),
                         look.ofCategory(part.style.colour));
        hits.push_back({box, part.key, part.label, part.label});
        x += box.width();
    }
    for (int stage = 0; stage < schedule.stages && std::size_t(stage) < sketch.stageSeconds.size(); ++stage) {
        const double seconds = sketch.stageSeconds[std::size_t(stage)];
        const QString text = items::Words::tr("stage %1 · %2 per micro-batch, forward + backward")
                                 .arg(stage)
                                 .arg(timeUnit(seconds).withUnit(seconds));
        const double left = frame.left() - rows.names;
        hits.push_back({QRectF(left, frame.top() + stage * rows.row, end - left, rows.row),
                        QStringLiteral("train.terms.bubble"), text, text});
    }
}

void paintHeld(QPainter& painter, const ScheduleRows& rows, const PipelineSchedule& schedule,
               const Look& look, Hits& hits) {
    const QFontMetricsF metrics(look.font);
    double most = 0;
    std::vector<double> peaks;
    for (const std::vector<ActivationsHeld>& held : schedule.held) {
        double peak = 0;
        for (const ActivationsHeld& each : held) peak = std::max(peak, each.units);
        peaks.push_back(peak);
        most = std::max(most, peak);
    }
    if (!(most > 0)) return;
    const double gap = rows.row > 6 * look.unit ? look.unit : 0; // thinner lines would not be even
    const int every = std::max(1, int(std::ceil(0.85 * metrics.height() / rows.row)));
    const double right = rows.frame.left() + schedule.end.base * rows.perSecond;
    paintNames(painter, rows, schedule.stages, look);
    const QColor full = look.ofCategory(kHeld);
    for (std::size_t stage = 0; stage < schedule.held.size(); ++stage) {
        const std::vector<ActivationsHeld>& held = schedule.held[stage];
        const double top = rows.frame.top() + double(stage) * rows.row, height = rows.row - gap;
        painter.fillRect(QRectF(rows.frame.left(), top, right - rows.frame.left(), height), look.theme.grid);
        const auto shadeFrom = [&](double from, double to, double units) {
            if (!(units > 0)) return;
            QColor shade = full;
            shade.setAlphaF(float(0.12 + 0.88 * units / most));
            const QRectF box(rows.frame.left() + from * rows.perSecond, top, (to - from) * rows.perSecond,
                             height);
            painter.fillRect(box, look.theme.background);
            painter.fillRect(box, shade);
        };
        // Steps narrower than a pixel are drawn together, as the most of them.
        double from = 0, units = 0;
        for (std::size_t i = 0; i + 1 < held.size(); ++i) {
            const double start = held[i].at.base, to = held[i + 1].at.base;
            if ((to - start) * rows.perSecond >= 0.75 * look.unit) {
                shadeFrom(from, start, units);
                shadeFrom(start, to, held[i].units);
                from = to, units = 0;
                continue;
            }
            if (units == 0) from = start;
            units = std::max(units, held[i].units);
            if ((to - from) * rows.perSecond < 0.75 * look.unit) continue;
            shadeFrom(from, to, units);
            from = to, units = 0;
        }
        shadeFrom(from, held.empty() ? 0 : held.back().at.base, units);
        const QString peak = items::number(peaks[stage], 'f', 1);
        if (stage % std::size_t(every) == 0)
            writeText(painter,
                      {rows.frame.right() + 4 * look.unit, top + height / 2 + metrics.capHeight() / 2}, peak,
                      look.font, look.theme.text);
        const QString text = items::Words::tr("stage %1 · holds the activations of up to %2 micro-batches")
                                 .arg(stage)
                                 .arg(peak);
        const double left = rows.frame.left() - rows.names;
        hits.push_back({QRectF(left, top, right - left, rows.row), QStringLiteral("train.makespan_seconds"),
                        text, text});
    }
}

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

double paintScheduleKey(QPainter* painter, const QRectF& area,
                        const std::vector<const ScheduleSketch*>& sketches, const Look& look) {
    enum class Fill { Plain, Hatch, Skew, Both };
    struct Entry {
        QColor colour;
        QString text;
        Fill fill = Fill::Plain;
    };
    std::vector<Entry> entries{{kForward, items::Words::tr("forward")},
                               {kBackward, items::Words::tr("backward")}};
    const auto some = [&](auto is) {
        return std::any_of(sketches.begin(), sketches.end(), [&](const ScheduleSketch* s) { return is(*s); });
    };
    if (some([](const ScheduleSketch& s) { return scheduleRow(s.schedule.kind).pairs; }))
        entries.push_back({kForward, items::Words::tr("both at once"), Fill::Both});
    if (some([](const ScheduleSketch& s) { return scheduleRow(s.schedule.kind).splits; }))
        entries.push_back({kWeight, items::Words::tr("weight gradients")});
    if (some([](const ScheduleSketch& s) { return s.schedule.stages > 1; })) {
        entries.push_back({timeStyle("bubble").colour, items::Words::tr("idle between passes"), Fill::Hatch});
        entries.push_back({look.theme.grid, items::Words::tr("skew: not begun, or done"), Fill::Skew});
    }
    std::vector<QString> known;
    for (const ScheduleSketch* sketch : sketches)
        for (const TimePart& part : sketch->after) {
            if (std::find(known.begin(), known.end(), part.key) != known.end()) continue;
            known.push_back(part.key);
            entries.push_back({part.style.colour, part.label});
        }
    const QFontMetricsF metrics(look.font);
    const double chip = 12 * look.unit, row = 1.25 * metrics.height();
    double x = area.left(), top = area.top();
    for (const Entry& entry : entries) {
        const double width = chip + 5 * look.unit + metrics.horizontalAdvance(entry.text) + 14 * look.unit;
        if (x > area.left() && x + width - 14 * look.unit > area.right()) {
            x = area.left();
            top += row;
        }
        if (painter) {
            const QRectF box(x, top + (row - 10 * look.unit) / 2, chip, 10 * look.unit);
            switch (entry.fill) {
            case Fill::Hatch: drawHatch(*painter, look, box, 4 * look.unit, idlePen(look)); break;
            case Fill::Skew: paintSkew(*painter, box, look); break;
            case Fill::Both:
                painter->fillRect(box, look.ofCategory(kForward));
                painter->fillRect(box.adjusted(0, 0.5 * box.height(), 0, 0), look.ofCategory(kBackward));
                break;
            case Fill::Plain: painter->fillRect(box, look.ofCategory(entry.colour)); break;
            }
            writeText(*painter, {x + chip + 5 * look.unit, top + (row + metrics.capHeight()) / 2}, entry.text,
                      look.font, look.theme.text);
        }
        x += width;
    }
    return top + row - area.top();
}

} // namespace moe::ui
