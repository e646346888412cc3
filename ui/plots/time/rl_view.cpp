// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/rl_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/kit/rl_colours.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace moe::ui {
namespace {

QString labelOf(RlPart part) {
    return items::tableText(rlParts()[std::size_t(part)].label);
}
QString keyOf(RlPart part) {
    return QStringLiteral("rl.%1_seconds").arg(QLatin1String(rlParts()[std::size_t(part)].key));
}
QString phaseTime(double seconds) {
    return items::humanValue(seconds, QStringLiteral("s"));
}

enum Lane { Sampling, Training, Both };
struct Segment {
    RlPart part;
    Lane lane;
    double start, seconds;
};

/// One step from its beginning to its end, as the step waits for its phases.
std::vector<Segment> segmentsOf(const RlReport& rl) {
    const auto phase = [&](RlPart part) { return rl.phases[std::size_t(part)]; };
    std::vector<Segment> segments;
    double now = 0;
    const auto add = [&](RlPart part, Lane lane) {
        const double seconds = phase(part).exposed.base;
        if (seconds > 0) segments.push_back({part, lane, now, seconds});
        now += seconds;
    };
    add(RlPart::Transfer, Both);
    const double begin = now;
    add(RlPart::Rollout, Sampling);
    add(RlPart::Reward, Training);
    const double beside = now;
    for (const RlPart part :
         {RlPart::Framework, RlPart::Logprob, RlPart::Reference, RlPart::Critic, RlPart::Train, RlPart::Idle})
        add(part, Training);
    // A rollout beside training goes on until the next weights come.
    const bool overlaps = phase(RlPart::Rollout).exposed < phase(RlPart::Rollout).seconds;
    if (overlaps && now > beside) {
        const double rest = std::min(now - beside, phase(RlPart::Rollout).seconds.base - (beside - begin));
        segments.push_back({RlPart::Rollout, Sampling, beside, rest});
    }
    add(RlPart::Switch, Both);
    return segments;
}

} // namespace

RlView::RlView(QWidget* parent) : PaintedView(items::Words::tr("A step of reinforcement learning"), parent) {
    refresh();
}

QString RlView::reason() const {
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (report()->rl) return {};
    if (!report()->scenario.rl)
        return items::Words::tr("Set “Prompts” (rl.prompts) for a step of reinforcement learning.");
    for (const Warning& warning : report()->warnings)
        if (warning.id.starts_with("rl-")) return items::sentenceText(warning.text);
    return items::Words::tr("A step of reinforcement learning needs a training section.");
}

QString RlView::summary() const {
    const QString why = reason();
    if (!why.isEmpty()) return why;
    const RlReport& rl = *report()->rl;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < rl.phases.size(); ++i)
        if (rl.phases[i].exposed > rl.phases[longest].exposed) longest = i;
    return items::Words::tr("A step takes %1: %2 % of it is %3; GPUs idle %4 % of the time.")
        .arg(phaseTime(rl.step.base))
        .arg(qRound(100 * (rl.phases[longest].exposed / rl.step)))
        .arg(labelOf(RlPart(longest)))
        .arg(qRound(100 * rl.idleShare));
}

Sheet RlView::sheet() const {
    Sheet sheet{{items::Words::tr("Part"), items::Words::tr("Seconds"), items::Words::tr("Waited for (s)"),
                 items::Words::tr("Of the step (%)")},
                {}};
    const RlReport& rl = *report()->rl;
    for (const RlPartRow& row : rlParts()) {
        const RlPhase& phase = rl.phases[std::size_t(row.part)];
        sheet.rows.push_back(
            {keyOf(row.part),
             {labelOf(row.part), phase.seconds.base, phase.exposed.base, 100 * (phase.exposed / rl.step)}});
    }
    return sheet;
}

Hits RlView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    Hits hits;
    // Two lanes with their names come first; below, what still runs, where there is room for it.
    constexpr double kRoomForRunning = 96; // px of a 12-pixel font
    const double gap = 10 * look.unit, line = QFontMetricsF(look.font).height();
    const double least = paintKey(nullptr, area, look) + 6 * look.unit + 4.6 * line;
    double lanes = std::max(least, std::min(0.5 * area.height(), 11 * line));
    const bool running = area.height() - lanes - gap >= kRoomForRunning * look.unit;
    if (!running) lanes = std::min(area.height(), least + 4 * line);
    paintLanes(painter, QRectF(area.left(), area.top(), area.width(), lanes), look, hits);
    if (running) paintRunning(painter, area.adjusted(0, lanes + gap, 0, 0), look, hits);
    return hits;
}

/// Of the colours: what takes time. Its height; without a painter only that.
double RlView::paintKey(QPainter* painter, const QRectF& area, const Look& look) const {
    const RlReport& rl = *report()->rl;
    const QFontMetricsF metrics(look.font);
    const double line = 1.3 * metrics.height();
    double x = area.left(), top = area.top();
    for (const RlPartRow& row : rlParts()) {
        const RlPhase& phase = rl.phases[std::size_t(row.part)];
        if (!(phase.exposed.base > 0) && row.part != RlPart::Rollout) continue;
        const QString label = QStringLiteral("%1 %2").arg(labelOf(row.part), phaseTime(phase.seconds.base));
        const double width = 17 * look.unit + metrics.horizontalAdvance(label);
        if (x > area.left() && x + width > area.right()) x = area.left(), top += line;
        if (painter) {
            fillCategory(*painter,
                         QRectF(x, top + (line - 10 * look.unit) / 2, 12 * look.unit, 10 * look.unit),
                         rlColour(row.part), int(row.part), look);
            writeText(*painter, {x + 17 * look.unit, top + (line + metrics.capHeight()) / 2}, label,
                      look.font, look.theme.text);
        }
        x += width + 14 * look.unit;
    }
    return top + line - area.top();
}

void RlView::paintLanes(QPainter& painter, const QRectF& area, const Look& look, Hits& hits) const {
    const RlReport& rl = *report()->rl;
    const QFontMetricsF metrics(look.font);
    const std::vector<Segment> segments = segmentsOf(rl);
    const double top = area.top() + paintKey(&painter, area, look);

    const bool shared = rl.gpus == rl.rolloutGpus;
    const std::array<QString, 2> names{
        items::Words::tr("Sampling, %1 GPUs").arg(rl.rolloutGpus),
        items::Words::tr("Training, %1 GPUs").arg(shared ? rl.gpus : rl.gpus - rl.rolloutGpus)};
    const double nameWidth =
        std::max(metrics.horizontalAdvance(names[0]), metrics.horizontalAdvance(names[1])) + 8 * look.unit;
    PlotFrame frame;
    frame.rect =
        QRectF(area.left() + nameWidth, top + 6 * look.unit, area.width() - nameWidth - 8 * look.unit, 0);
    frame.rect.setBottom(area.bottom() - 1.4 * metrics.height());
    frame.xHigh = rl.step.base;
    shareFrame(frame, *this, QStringLiteral("step"));
    const double height = frame.rect.height() / 2;
    painter.setPen(Qt::NoPen);
    for (int lane = 0; lane < 2; ++lane)
        writeText(painter, {area.left(), frame.rect.top() + (lane + 0.5) * height + metrics.capHeight() / 2},
                  names[std::size_t(lane)], look.font, look.theme.text);
    for (const Segment& segment : segments) {
        const double left = frame.toPixel(segment.start, 0).x();
        const double right = frame.toPixel(segment.start + segment.seconds, 0).x();
        for (int lane = 0; lane < 2; ++lane) {
            if (segment.lane != Both && segment.lane != lane) continue;
            const QRectF box(left, frame.rect.top() + lane * height + 2 * look.unit, right - left,
                             height - 4 * look.unit);
            fillCategory(painter, box, rlColour(segment.part), int(segment.part), look);
            const QString words =
                QStringLiteral("%1 · %2").arg(labelOf(segment.part), phaseTime(segment.seconds));
            hits.push_back({box, keyOf(segment.part), words, words});
            if (segment.part != RlPart::Rollout || !(rl.tail.base > 0)) continue;
            // The long tail: nine tenths of the sequences have ended.
            const double share = std::min(1.0, rl.tail / rl.phases[0].seconds);
            const QRectF tail(box.right() - share * box.width(), box.top(), share * box.width(),
                              box.height());
            painter.fillRect(tail, QBrush(look.theme.background, Qt::BDiagPattern));
        }
    }
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.drawLine(frame.rect.bottomLeft(), frame.rect.bottomRight());
    const LinearTicks ticks =
        linearTicks(0, frame.xHigh, frame.rect.width() / (8 * metrics.averageCharWidth() + 20));
    for (const double tick : ticks.ticks) {
        const QString text = tick == 0 ? QStringLiteral("0 s") : phaseTime(tick);
        const double at = frame.toPixel(tick, 0).x();
        const double wide = metrics.horizontalAdvance(text);
        writeText(painter,
                  {std::clamp(at - wide / 2, area.left(), area.right() - wide),
                   frame.rect.bottom() + metrics.ascent() + 2 * look.unit},
                  text, look.font, look.theme.muted);
    }
}

void RlView::paintRunning(QPainter& painter, const QRectF& area, const Look& look, Hits& hits) const {
    const RlReport& rl = *report()->rl;
    if (rl.running.size() < 2) return;
    const QFontMetricsF metrics(look.font);
    PlotFrame frame;
    frame.rect = area.adjusted(52 * look.unit, 4 * look.unit, -8 * look.unit,
                               -(2.4 * metrics.height() + 8 * look.unit));
    frame.xHigh = rl.running.back().first;
    frame.yHigh = 1.05 * rl.running.front().second;
    shareFrame(frame, *this, QStringLiteral("rollout"));
    AxisText xAxis, yAxis;
    xAxis.ticks = linearTicks(0, frame.xHigh, frame.rect.width() / (10 * metrics.averageCharWidth())).ticks;
    xAxis.text = [](double value) { return items::number(value, 'g', 4); };
    xAxis.title = items::Words::tr("Time of the rollout (s)");
    yAxis.ticks = linearTicks(0, frame.yHigh, frame.rect.height() / (3 * metrics.height())).ticks;
    yAxis.text = [](double value) { return items::number(value, 'g', 6); };
    yAxis.title = items::Words::tr("Sequences that run");
    paintAxes(painter, frame, xAxis, yAxis, look);
    QPolygonF curve;
    for (const auto& [time, count] : rl.running) {
        if (!curve.isEmpty()) curve << QPointF(frame.toPixel(time, 0).x(), curve.back().y());
        curve << frame.toPixel(time, count);
    }
    painter.setPen(QPen(look.theme.accent, 1.6 * look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curve);
    const double late = frame.toPixel(rl.running.back().first - rl.tail.base, 0).x();
    painter.setPen(QPen(look.theme.muted, look.unit, Qt::DotLine));
    painter.drawLine(QPointF(late, frame.rect.top()), QPointF(late, frame.rect.bottom()));
    const QString words = items::Words::tr("last tenth: %1").arg(phaseTime(rl.tail.base));
    const double wide = metrics.horizontalAdvance(words);
    drawHaloText(painter,
                 {std::max(late - wide / 2 - 6 * look.unit, frame.rect.left() + wide / 2),
                  frame.rect.top() + metrics.height()},
                 0, words, look.font, look.theme.text, look.theme.background, 2 * look.unit);
    const QString told = items::Words::tr("%1 sequences, %2 tokens on average, the longest %3")
                             .arg(rl.sequences)
                             .arg(qRound(rl.lengths.mean))
                             .arg(rl.lengths.max);
    hits.push_back({frame.rect, QStringLiteral("rl.rollout_seconds"), told, told});
}

} // namespace moe::ui
