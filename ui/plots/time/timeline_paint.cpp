// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/timeline_paint.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/time/time_schedule_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kMostTimelinePasses = 1e6;
/// In units of the look: narrower passes share their columns, by the time each kind has in them.
constexpr double kLeastBox = 2.5;
/// Wide enough to be pointed at.
constexpr double kLeastTarget = 6;

QString kindText(PassKind kind) {
    switch (kind) {
    case PassKind::Forward: return items::Words::tr("forward");
    case PassKind::Backward: return items::Words::tr("backward");
    case PassKind::Input: return items::Words::tr("backward, inputs");
    case PassKind::Weight: return items::Words::tr("weight gradients");
    case PassKind::Pair: break;
    }
    return items::Words::tr("forward and backward at once");
}

QString passText(const SchedulePass& pass, const PipelineSchedule& schedule) {
    const double seconds = (pass.end - pass.start).base;
    QString batches = QString::number(pass.microBatch + 1);
    if (pass.kind == PassKind::Pair) batches += QStringLiteral(" + %1").arg(pass.backMicroBatch + 1);
    QString text = items::Words::tr("stage %1 · %2 of micro-batch %3")
                       .arg(QString::number(pass.stage), kindText(pass.kind), batches);
    if (schedule.chunks > 1) text += items::Words::tr(", chunk %1").arg(pass.chunk);
    return text +
           items::Words::tr(" · %1, begins at %2")
               .arg(timeUnit(seconds).withUnit(seconds), timeUnit(pass.start.base).withUnit(pass.start.base));
}

/// Time of each kind in every column of a row.
class Columns {
public:
    Columns(double left, double width, double step)
        : m_left(left), m_step(step), m_shares(std::size_t(std::ceil(width / step)) + 1) {}

    void add(double from, double to, QRgb colour) {
        std::size_t kind = 0;
        while (kind < m_known && m_colours[kind] != colour) ++kind;
        if (kind == m_colours.size()) return;
        if (kind == m_known) m_colours[m_known++] = colour;
        from = (from - m_left) / m_step;
        to = (to - m_left) / m_step;
        const auto last = std::min(m_shares.size(), std::size_t(std::max(0.0, std::ceil(to))));
        for (auto i = std::size_t(std::max(0.0, from)); i < last; ++i)
            m_shares[i][kind] += float(std::min(to, double(i + 1)) - std::max(from, double(i)));
    }
    /// Neighbours of one colour as one rectangle.
    void paint(QPainter& painter, double top, double height, const QColor& idle) const {
        std::size_t begun = 0;
        QRgb colour = 0;
        for (std::size_t i = 0; i <= m_shares.size(); ++i) {
            const QRgb next = i < m_shares.size() ? mixed(m_shares[i], idle) : 0;
            if (i > 0 && next == colour) continue;
            if (colour != 0)
                painter.fillRect(
                    QRectF(m_left + double(begun) * m_step, top, double(i - begun) * m_step, height),
                    QColor(colour));
            begun = i;
            colour = next;
        }
    }

private:
    static constexpr std::size_t kKinds = 4;
    using Shares = std::array<float, kKinds>;
    QRgb mixed(const Shares& shares, const QColor& idle) const {
        float busy = 0;
        for (const float share : shares) busy += share;
        if (!(busy > 0)) return 0;
        const float rest = std::max(0.0F, 1 - busy), all = busy + rest;
        float red = rest * float(idle.red()), green = rest * float(idle.green()),
              blue = rest * float(idle.blue());
        for (std::size_t kind = 0; kind < m_known; ++kind) {
            red += shares[kind] * float(qRed(m_colours[kind]));
            green += shares[kind] * float(qGreen(m_colours[kind]));
            blue += shares[kind] * float(qBlue(m_colours[kind]));
        }
        // In steps the eye does not see, so that even stretches are one rectangle.
        const auto level = [all](float value) { return std::min(255, int(value / all + 2) / 4 * 4); };
        return qRgb(level(red), level(green), level(blue));
    }

    double m_left, m_step;
    std::vector<Shares> m_shares;
    std::array<QRgb, kKinds> m_colours{};
    std::size_t m_known = 0;
};

struct Scope {
    QRectF frame;
    double row = 0, gap = 0, perSecond = 0;
    TimeSpan seen;
    double at(double seconds) const { return frame.left() + (seconds - seen.from) * perSecond; }
};

void paintStage(QPainter& painter, const Timeline& timeline, std::size_t stage, const Scope& scope,
                const Look& look, Hits& hits) {
    const auto& passes = timeline.schedule.passes;
    const auto begin = passes.begin() + std::ptrdiff_t(timeline.firsts[stage]);
    const auto end = passes.begin() + std::ptrdiff_t(timeline.firsts[stage + 1]);
    const double top = scope.frame.top() + double(stage) * scope.row, height = scope.row - scope.gap;
    const QRectF row(scope.frame.left(), top, scope.frame.width(), height);
    painter.fillRect(row, look.theme.grid);
    // Between a rank's first and last pass it waits, before and behind it has nothing to do.
    const double first = begin == end ? 0 : begin->start.base, last = begin == end ? 0 : (end - 1)->end.base;
    const QRectF span = row & QRectF(QPointF(scope.at(first), top), QPointF(scope.at(last), top + height));
    painter.fillRect(span, look.theme.background);
    if (!span.isEmpty())
        drawHatch(painter, look, span, 4 * look.unit,
                  QPen(look.ofCategory(timeStyle("bubble").colour), 0.8 * look.unit));
    auto pass = std::partition_point(
        begin, end, [&](const SchedulePass& one) { return one.end.base <= scope.seen.from; });
    Columns columns(scope.frame.left(), scope.frame.width(), look.unit);
    std::vector<std::vector<SchedulePass>::const_iterator> boxes;
    for (; pass != end && pass->start.base < scope.seen.to; ++pass) {
        if ((pass->end - pass->start).base * scope.perSecond >= kLeastBox * look.unit)
            boxes.push_back(pass);
        else
            columns.add(std::max(scope.frame.left(), scope.at(pass->start.base)),
                        std::min(scope.frame.right(), scope.at(pass->end.base)),
                        look.ofCategory(passColour(pass->kind)).rgb());
    }
    columns.paint(painter, top, height, look.theme.background);
    for (const auto& box : boxes) {
        const QRectF area(QPointF(std::max(scope.frame.left(), scope.at(box->start.base)), top),
                          QPointF(std::min(scope.frame.right(), scope.at(box->end.base)), top + height));
        paintPassBox(painter, area, *box, int(box->microBatch) + 1, look);
        if (area.width() < kLeastTarget * look.unit) continue;
        const QString text = passText(*box, timeline.schedule);
        hits.push_back({area, QStringLiteral("train.makespan_seconds"), text, text});
    }
}

void paintAfter(QPainter& painter, const Timeline& timeline, const Scope& scope, const Look& look,
                Hits& hits) {
    double at = timeline.schedule.end.base;
    for (const TimePart& part : timeline.sketch.after) {
        const QRectF whole(QPointF(scope.at(at), scope.frame.top()),
                           QPointF(scope.at(at + part.exposed), scope.frame.bottom() - scope.gap));
        at += part.exposed;
        const QRectF box = whole & scope.frame;
        if (box.isEmpty()) continue;
        painter.fillRect(box, look.ofCategory(part.style.colour));
        const QString text =
            QStringLiteral("%1 · %2").arg(part.label, timeUnit(part.exposed).withUnit(part.exposed));
        hits.push_back({box, part.key, text, text});
    }
}

void paintMeasured(QPainter& painter, const Scope& scope, const TimeSpan& measured, const Look& look) {
    if (!(measured.length() > 0)) return;
    const QRectF band = QRectF(QPointF(scope.at(measured.from), scope.frame.top()),
                               QPointF(scope.at(measured.to), scope.frame.bottom())) &
                        scope.frame;
    if (band.isEmpty()) return;
    QColor veil = look.theme.text;
    veil.setAlphaF(0.15F);
    painter.fillRect(band, veil);
    painter.setPen(QPen(look.theme.text, look.unit));
    painter.drawLine(band.topLeft(), band.bottomLeft());
    painter.drawLine(band.topRight(), band.bottomRight());
    const QString text = timeUnit(measured.length()).withUnit(measured.length());
    const QFont bold = look.scaledFont(1, true);
    const QFontMetricsF metrics(bold);
    QRectF label(0, 0, metrics.horizontalAdvance(text) + 8 * look.unit, metrics.height() + 4 * look.unit);
    label.moveCenter(band.center());
    label.moveLeft(std::clamp(label.left(), scope.frame.left(),
                              std::max(scope.frame.left(), scope.frame.right() - label.width())));
    painter.fillRect(label, look.theme.background);
    painter.setFont(bold);
    painter.drawText(label, Qt::AlignCenter, text);
}

void paintScale(QPainter& painter, const Scope& scope, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const TimeUnit unit = timeUnit(scope.seen.to);
    const LinearTicks ticks = linearTicks(scope.seen.from / unit.seconds, scope.seen.to / unit.seconds,
                                          scope.frame.width() / (90 * look.unit));
    for (const double tick : ticks.ticks) {
        const double x = scope.at(tick * unit.seconds);
        if (x < scope.frame.left() - 1 || x > scope.frame.right() + 1) continue;
        painter.setPen(QPen(look.theme.axis, look.unit));
        painter.drawLine(QPointF(x, scope.frame.bottom()), QPointF(x, scope.frame.bottom() + 4 * look.unit));
        QString text = items::number(tick, 'f', ticks.decimals);
        if (tick == ticks.ticks.back()) text += QChar(0x202f) + QString::fromUtf8(unit.text);
        const double width = metrics.horizontalAdvance(text);
        const double left = std::clamp(x - width / 2, scope.frame.left() - 10 * look.unit,
                                       scope.frame.right() + 10 * look.unit - width);
        writeText(painter, {left, scope.frame.bottom() + 5 * look.unit + metrics.ascent()}, text, look.font,
                  look.theme.muted);
    }
}

} // namespace

Timeline timelineOf(const TrainReport& train, ScheduleSketch sketch) {
    Timeline timeline;
    timeline.schedule = sketch.whole.stages > 0 ? sketch.whole : wholeSchedule(train, kMostTimelinePasses);
    timeline.sketch = std::move(sketch);
    std::size_t pass = 0;
    for (int stage = 0; stage <= timeline.schedule.stages; ++stage) {
        while (pass < timeline.schedule.passes.size() && timeline.schedule.passes[pass].stage < stage) ++pass;
        timeline.firsts.push_back(pass);
    }
    timeline.end = timeline.schedule.end.base;
    for (const TimePart& part : timeline.sketch.after) timeline.end += part.exposed;
    return timeline;
}

QRectF timelineFrame(const QSizeF& size, const Timeline& timeline, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, line = 1.25 * metrics.height();
    const QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    const double names = timeline.schedule.stages < 2
                             ? 0
                             : metrics.horizontalAdvance(items::Words::tr("stage ") +
                                                         QString::number(timeline.schedule.stages - 1)) +
                                   6 * look.unit;
    const double key = paintScheduleKey(nullptr, area, {&timeline.sketch}, look);
    const double top = area.top() + 2 * line;
    const double bottom = area.bottom() - key - metrics.height() - 12 * look.unit;
    return {area.left() + names, top, std::max(1.0, area.width() - names), std::max(1.0, bottom - top)};
}

void paintTimeline(QPainter& painter, const QSizeF& size, const Timeline& timeline, const TimeSpan& seen,
                   const TimeSpan& measured, const Look& look, Hits& hits) {
    const QFontMetricsF metrics(look.font);
    Scope scope{timelineFrame(size, timeline, look), 0, 0, 0, seen};
    const auto stages = std::size_t(timeline.schedule.stages);
    scope.row = std::min(44 * look.unit, scope.frame.height() / double(stages));
    scope.gap = scope.row > 8 * look.unit ? 1.5 * look.unit : scope.row > 4 * look.unit ? 0.5 * look.unit : 0;
    scope.frame.setHeight(scope.row * double(stages));
    scope.perSecond = scope.frame.width() / seen.length();
    const double left = 12 * look.unit, width = size.width() - 2 * left, line = 1.25 * metrics.height();
    const QFont bold = look.scaledFont(1, true);
    const QString title = scheduleTitle(timeline.sketch);
    const double first = 8.4 * look.unit + (line + metrics.capHeight()) / 2;
    writeText(painter, {left, first}, elided(title, bold, width), bold, look.theme.text);
    const QString numbers = seen.length() < 0.999 * timeline.end
                                ? items::Words::tr("%1 of %2 in sight")
                                      .arg(timeUnit(seen.length()).withUnit(seen.length()),
                                           timeUnit(timeline.end).withUnit(timeline.end))
                                : scheduleNumbers(timeline.sketch);
    writeText(painter, {left, first + line}, elided(numbers, look.font, width), look.font, look.theme.muted);
    for (std::size_t stage = 0; stage < stages; ++stage)
        paintStage(painter, timeline, stage, scope, look, hits);
    paintAfter(painter, timeline, scope, look, hits);
    if (stages > 1) {
        const int every = std::max(1, int(std::ceil(0.85 * metrics.height() / scope.row)));
        for (std::size_t stage = 0; stage < stages; stage += std::size_t(every)) {
            const QString name = stage == 0 ? items::Words::tr("stage 0") : QString::number(stage);
            const double middle = scope.frame.top() + (double(stage) + 0.5) * scope.row;
            writeText(painter,
                      {scope.frame.left() - 6 * look.unit - metrics.horizontalAdvance(name),
                       middle + metrics.capHeight() / 2},
                      name, look.font, look.theme.text);
        }
    }
    paintMeasured(painter, scope, measured, look);
    paintScale(painter, scope, look);
    const double key = paintScheduleKey(nullptr, QRectF(left, 0, width, 1), {&timeline.sketch}, look);
    paintScheduleKey(&painter, QRectF(left, size.height() - 8.4 * look.unit - key, width, key),
                     {&timeline.sketch}, look);
}

} // namespace moe::ui
