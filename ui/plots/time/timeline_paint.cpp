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
constexpr double kHighestRow = 44, kHighestOfOne = 90; ///< of a step of one stage
/// What the lanes of a stage show, in their order; the first has the colours of the passes.
const QColor kWaited("#e69f00"), kHidden("#efd08a");

QColor hostColour(const Look& look) {
    return look.ofCategory(groupColour(TimeGroup::Host));
}

std::array<QString, 3> laneNames() {
    return {items::Words::tr("computing"), items::Words::tr("communication"), items::Words::tr("host")};
}
QFont laneFont(const Look& look) {
    return look.scaledFont(0.9);
}

double rowHeight(double height, const Timeline& timeline, const Look& look) {
    const double highest = timeline.schedule.stages == 1 ? kHighestOfOne : kHighestRow;
    return std::min(highest * look.unit, height / std::max(1, timeline.rows()));
}

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

QString stretchText(const SchedulePass& stretch) {
    const double seconds = (stretch.end - stretch.start).base;
    const QString what = stretch.kind == kTracedCompute ? items::Words::tr("computing")
                         : stretch.kind == kTracedBoth  ? items::Words::tr("communication beside computing")
                         : stretch.kind == kTracedExchange ? items::Words::tr("communication, waited for")
                                                           : items::Words::tr("waiting for the host");
    return items::Words::tr("traced: %1 · %2, begins at %3")
        .arg(what, timeUnit(seconds).withUnit(seconds),
             timeUnit(stretch.start.base).withUnit(stretch.start.base));
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
    const double top = scope.frame.top() + timeline.rowOf(int(stage)) * scope.row,
                 height = scope.row - scope.gap;
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
    const auto computes = [&](const SchedulePass& one) {
        return !timeline.traced() || one.kind == kTracedCompute || one.kind == kTracedBoth;
    };
    const auto colourOf = [&](const SchedulePass& one) {
        return look.ofCategory(passColour(timeline.traced() ? kTracedCompute : one.kind));
    };
    for (; pass != end && pass->start.base < scope.seen.to; ++pass) {
        if (!computes(*pass)) continue;
        if ((pass->end - pass->start).base * scope.perSecond >= kLeastBox * look.unit)
            boxes.push_back(pass);
        else
            columns.add(std::max(scope.frame.left(), scope.at(pass->start.base)),
                        std::min(scope.frame.right(), scope.at(pass->end.base)), colourOf(*pass).rgb());
    }
    columns.paint(painter, top, height, look.theme.background);
    for (const auto& box : boxes) {
        const QRectF area(QPointF(std::max(scope.frame.left(), scope.at(box->start.base)), top),
                          QPointF(std::min(scope.frame.right(), scope.at(box->end.base)), top + height));
        if (timeline.traced())
            painter.fillRect(area, colourOf(*box));
        else
            paintPassBox(painter, area, *box, int(box->microBatch) + 1, look);
        if (area.width() < kLeastTarget * look.unit) continue;
        const QString text = timeline.traced() ? stretchText(*box) : passText(*box, timeline.schedule);
        hits.push_back({area, QStringLiteral("train.makespan_seconds"), text, text});
    }
}

/// What a pass waits for, and what it hides, below the passes of the open stage.
void paintLanes(QPainter& painter, const Timeline& timeline, const Scope& scope, const Look& look,
                Hits& hits) {
    const auto& passes = timeline.schedule.passes;
    const auto stage = std::size_t(timeline.open);
    const auto begin = passes.begin() + std::ptrdiff_t(timeline.firsts[stage]);
    const auto end = passes.begin() + std::ptrdiff_t(timeline.firsts[stage + 1]);
    const double height = scope.row - scope.gap;
    const auto lane = [&](int index) {
        return QRectF(scope.frame.left(),
                      scope.frame.top() + (timeline.rowOf(timeline.open) + index) * scope.row,
                      scope.frame.width(), height);
    };
    const QRectF exchange = lane(1), host = lane(2);
    for (const QRectF& area : {exchange, host}) painter.fillRect(area, look.theme.grid);
    Columns waits(scope.frame.left(), scope.frame.width(), look.unit),
        hosts(scope.frame.left(), scope.frame.width(), look.unit);
    const QColor waited = look.ofCategory(kWaited), hidden = look.ofCategory(kHidden),
                 ofHost = hostColour(look);
    const auto box = [&](Columns& columns, const QRectF& area, double from, double to, const QColor& colour) {
        const double left = std::max(scope.frame.left(), scope.at(from)),
                     right = std::min(scope.frame.right(), scope.at(to));
        if (!(right > left)) return;
        if (right - left >= kLeastBox * look.unit)
            painter.fillRect(QRectF(QPointF(left, area.top()), QPointF(right, area.bottom())), colour);
        else
            columns.add(left, right, colour.rgb());
    };
    auto pass = std::partition_point(
        begin, end, [&](const SchedulePass& one) { return one.end.base <= scope.seen.from; });
    for (; pass != end && pass->start.base < scope.seen.to; ++pass) {
        const PassMix& mix = timeline.mix[std::size_t(pass->kind)];
        const double start = pass->start.base, length = (pass->end - pass->start).base;
        const double computes = start + mix.computesFrom() * length;
        box(hosts, host, start, computes, ofHost);
        box(waits, exchange, computes, start + mix.hiddenUntil() * length, hidden);
        box(waits, exchange, start + mix.waitsFrom() * length, start + length, waited);
        const QRectF hit = QRectF(QPointF(scope.at(start), exchange.top()),
                                  QPointF(scope.at(start + length), host.bottom())) &
                           scope.frame;
        if (hit.width() < kLeastTarget * look.unit) continue;
        const QString text =
            timeline.traced()
                ? stretchText(*pass)
                : items::Words::tr(
                      "of this pass %1 % waits for communication, %2 % for the host; beside computing "
                      "communication runs %3 % of it. Where inside the pass is not known.")
                      .arg(items::number(100 * mix.exchange, 'f', 1), items::number(100 * mix.host, 'f', 1),
                           items::number(100 * mix.hidden, 'f', 1));
        hits.push_back({hit, QStringLiteral("train.makespan_seconds"), text, text});
    }
    waits.paint(painter, exchange.top(), height, look.theme.grid);
    hosts.paint(painter, host.top(), height, look.theme.grid);
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

void paintMark(QPainter& painter, const Timeline& timeline, const Scope& scope, const TimelineMark& mark,
               const Look& look) {
    const TimeSpan& measured = mark.span;
    if (!(measured.length() > 0)) return;
    const bool some = mark.last >= mark.first && mark.last < timeline.schedule.stages;
    const double top = scope.frame.top() + (some ? timeline.rowOf(mark.first) * scope.row : 0);
    const double bottom =
        some ? scope.frame.top() +
                   (timeline.rowOf(mark.last) + (mark.last == timeline.open ? 3 : 1)) * scope.row
             : scope.frame.bottom();
    const QRectF band =
        QRectF(QPointF(scope.at(measured.from), top), QPointF(scope.at(measured.to), bottom)) & scope.frame;
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

int Timeline::stageAt(double row) const {
    int stage = int(row);
    if (open >= 0 && stage > open) stage = std::max(open, stage - 2);
    return std::clamp(stage, 0, std::max(0, schedule.stages - 1));
}

Timeline timelineOf(const TrainReport& train, ScheduleSketch sketch) {
    Timeline timeline;
    timeline.schedule = sketch.whole.stages > 0 ? sketch.whole : wholeSchedule(train, kMostTimelinePasses);
    timeline.sketch = std::move(sketch);
    std::size_t pass = 0;
    for (int stage = 0; stage <= timeline.schedule.stages; ++stage) {
        while (pass < timeline.schedule.passes.size() && timeline.schedule.passes[pass].stage < stage) ++pass;
        timeline.firsts.push_back(pass);
    }
    timeline.mix = stepMix(train, timeline.schedule);
    timeline.end = timeline.schedule.end.base;
    for (const TimePart& part : timeline.sketch.after) timeline.end += part.exposed;
    return timeline;
}

Timeline timelineOf(const TracedLanes& lanes) {
    Timeline timeline;
    if (lanes.schedule.passes.empty() || double(lanes.schedule.passes.size()) > kMostTimelinePasses)
        return timeline;
    timeline.schedule = lanes.schedule;
    timeline.mix = lanes.mix;
    timeline.firsts = {0, lanes.schedule.passes.size()};
    timeline.end = lanes.schedule.end.base;
    timeline.open = 0;
    const QString device =
        lanes.sums.gpu.empty() ? items::Words::tr("a GPU") : QString::fromStdString(lanes.sums.gpu);
    timeline.title =
        lanes.steps > 0 ? items::Words::tr("Traced: step %1 of %2 on %3")
                              .arg(QString::number(lanes.steps / 2 + 1), QString::number(lanes.steps), device)
                        : items::Words::tr("Traced, without marks of steps: %1").arg(device);
    const LaneUse use = laneUse(timeline.schedule, timeline.mix, 0, 0, {}, timeline.schedule.end);
    const TimeUnit unit = timeUnit(timeline.end);
    timeline.numbers = items::Words::tr("%1, computing %2, waiting for communication %3, no kernel %4")
                           .arg(unit.withUnit(timeline.end), unit.withUnit(use.compute.base),
                                unit.withUnit(use.exchange.base), unit.withUnit((use.idle + use.host).base));
    return timeline;
}

double timelineNames(const Timeline& timeline, const Look& look) {
    const QFontMetricsF metrics(look.font), small(laneFont(look));
    double widest = timeline.schedule.stages < 2
                        ? 0
                        : metrics.horizontalAdvance(items::Words::tr("stage ") +
                                                    QString::number(timeline.schedule.stages - 1));
    if (timeline.open >= 0)
        for (const QString& name : laneNames()) widest = std::max(widest, small.horizontalAdvance(name));
    return widest > 0 ? widest / look.unit + 6 : 0;
}

/// Of the lanes' colours, above that of the passes; paints only with a painter. Gives its height.
static double paintLaneKey(QPainter* painter, const QRectF& area, const Timeline& timeline,
                           const Look& look) {
    if (timeline.open < 0 || !look.legend) return 0;
    const QFont font = look.scaledFont(0.95);
    const QFontMetricsF metrics(font);
    std::vector<std::pair<QColor, QString>> entries{
        {look.ofCategory(kWaited), items::Words::tr("communication, waited for")},
        {look.ofCategory(kHidden), items::Words::tr("communication beside computing")},
        {hostColour(look), items::Words::tr("waiting for the host")}};
    if (timeline.traced())
        entries.insert(entries.begin(),
                       {look.ofCategory(passColour(kTracedCompute)), items::Words::tr("computing")});
    const double line = 1.3 * metrics.height(), box = 10 * look.unit, gap = 14 * look.unit;
    double x = area.left(), y = area.top();
    for (const auto& [colour, text] : entries) {
        const double width = box + 5 * look.unit + metrics.horizontalAdvance(text);
        if (x > area.left() && x + width > area.right()) x = area.left(), y += line;
        if (painter) {
            painter->fillRect(QRectF(x, y + (line - box) / 2, box, box), colour);
            writeText(*painter, {x + box + 5 * look.unit, y + (line + metrics.capHeight()) / 2}, text, font,
                      look.theme.text);
        }
        x += width + gap;
    }
    return y + line - area.top();
}

/// Of the passes; those of a traced step are in the lanes' key.
static double scheduleKey(QPainter* painter, const QRectF& area, const Timeline& timeline, const Look& look) {
    if (timeline.traced() || !look.legend) return 0;
    return paintScheduleKey(painter, area, {&timeline.sketch}, look);
}

/// Of what the rows and the scale leave.
static double keyHeight(const QSizeF& size, const Timeline& timeline, const Look& look) {
    const QRectF area(0, 0, size.width() - 24 * look.unit, 1);
    return scheduleKey(nullptr, area, timeline, look) + paintLaneKey(nullptr, area, timeline, look);
}

/// Where the picture is too low for both, the rows stay and the key goes.
static Look lookFor(const QSizeF& size, const Timeline& timeline, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const double rest = size.height() - 2 * 8.4 * look.unit - 2.3 * 1.25 * metrics.height() -
                        metrics.height() - 12 * look.unit - keyHeight(size, timeline, look);
    Look fitted = look;
    fitted.legend = look.legend && rest >= 24 * look.unit;
    return fitted;
}

QRectF timelineFrame(const QSizeF& size, const Timeline& timeline, double names, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, line = 1.25 * metrics.height(), left = names * look.unit;
    const QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    const double key = keyHeight(size, timeline, lookFor(size, timeline, look));
    const double top = area.top() + 2.3 * line; // names of thin rows stand above them
    const double bottom = area.bottom() - key - metrics.height() - 12 * look.unit;
    return {area.left() + left, top, std::max(1.0, area.width() - left), std::max(1.0, bottom - top)};
}

double timelineRow(const QRectF& frame, const Timeline& timeline, double y, const Look& look) {
    return std::max(0.0, y - frame.top()) / rowHeight(frame.height(), timeline, look);
}

void paintTimeline(QPainter& painter, const QSizeF& size, const Timeline& timeline, double names,
                   const TimeSpan& seen, const TimelineMark& mark, const Look& whole, Hits& hits) {
    const Look look = lookFor(size, timeline, whole);
    const QFontMetricsF metrics(look.font);
    Scope scope{timelineFrame(size, timeline, names, look), 0, 0, 0, seen};
    const auto stages = std::size_t(timeline.schedule.stages);
    scope.row = rowHeight(scope.frame.height(), timeline, look);
    scope.gap = scope.row > 8 * look.unit ? 1.5 * look.unit : scope.row > 4 * look.unit ? 0.5 * look.unit : 0;
    scope.frame.setHeight(scope.row * timeline.rows());
    scope.perSecond = scope.frame.width() / seen.length();
    const double left = 12 * look.unit, width = size.width() - 2 * left, line = 1.25 * metrics.height();
    const QFont bold = look.scaledFont(1, true);
    const QString title = timeline.traced() ? timeline.title : scheduleTitle(timeline.sketch);
    const double first = 8.4 * look.unit + (line + metrics.capHeight()) / 2;
    writeText(painter, {left, first}, elided(title, bold, width), bold, look.theme.text);
    const QString numbers = seen.length() < 0.999 * timeline.end
                                ? items::Words::tr("%1 of %2 in sight")
                                      .arg(timeUnit(seen.length()).withUnit(seen.length()),
                                           timeUnit(timeline.end).withUnit(timeline.end))
                            : timeline.traced() ? timeline.numbers
                                                : scheduleNumbers(timeline.sketch);
    writeText(painter, {left, first + line}, wholeClauses(numbers, look.font, width), look.font,
              look.theme.muted);
    for (std::size_t stage = 0; stage < stages; ++stage)
        paintStage(painter, timeline, stage, scope, look, hits);
    if (timeline.open >= 0) paintLanes(painter, timeline, scope, look, hits);
    paintAfter(painter, timeline, scope, look, hits);
    const auto name = [&](double row, const QString& text, const QFont& font) {
        const QFontMetricsF own(font);
        writeText(painter,
                  {scope.frame.left() - 6 * look.unit - own.horizontalAdvance(text),
                   scope.frame.top() + (row + 0.5) * scope.row + own.capHeight() / 2},
                  text, font, look.theme.text);
    };
    const double least = 0.85 * metrics.height();
    const bool lanes = timeline.open >= 0 && scope.row >= least;
    if (stages > 1) {
        const int every = std::max(1, int(std::ceil(least / scope.row)));
        for (int stage = 0; stage < int(stages); stage += every)
            if (!lanes || stage != timeline.open)
                name(timeline.rowOf(stage), stage == 0 ? items::Words::tr("stage 0") : QString::number(stage),
                     look.font);
    }
    for (int lane = 0; lanes && lane < 3; ++lane)
        name(timeline.rowOf(timeline.open) + lane,
             lane == 0 && stages > 1 ? QStringLiteral("▾ %1").arg(timeline.open)
                                     : laneNames()[std::size_t(lane)],
             lane == 0 && stages > 1 ? look.font : laneFont(look));
    paintMark(painter, timeline, scope, mark, look);
    paintScale(painter, scope, look);
    const double key = scheduleKey(nullptr, QRectF(left, 0, width, 1), timeline, look);
    const double ofLanes = paintLaneKey(nullptr, QRectF(left, 0, width, 1), timeline, look);
    paintLaneKey(&painter, QRectF(left, size.height() - 8.4 * look.unit - key - ofLanes, width, ofLanes),
                 timeline, look);
    scheduleKey(&painter, QRectF(left, size.height() - 8.4 * look.unit - key, width, key), timeline, look);
    hits.push_back(
        {QRectF(left, first + line - metrics.ascent(), width, metrics.height()), {}, numbers, numbers});
}

} // namespace moe::ui
