// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/rl_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/time/rl_paint.h"

#include <QPainter>

#include <algorithm>

namespace moe::ui {

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
        .arg(rlTime(rl.step.base))
        .arg(qRound(100 * (rl.phases[longest].exposed / rl.step)))
        .arg(rlLabel(RlPart(longest)))
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
            {rlKey(row.part),
             {rlLabel(row.part), phase.seconds.base, phase.exposed.base, 100 * (phase.exposed / rl.step)}});
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
    const double least = paintRlKey(nullptr, *report()->rl, area, look) + 6 * look.unit + 4.6 * line;
    double lanes = std::max(least, std::min(0.5 * area.height(), 11 * line));
    const bool running = area.height() - lanes - gap >= kRoomForRunning * look.unit;
    if (!running) lanes = std::min(area.height(), least + 4 * line);
    const RlReport& rl = *report()->rl;
    paintRlLanes(painter, rl, shared(QStringLiteral("step.x"), 0, rl.step.base).second,
                 QRectF(area.left(), area.top(), area.width(), lanes), look, hits);
    if (running) paintRunning(painter, area.adjusted(0, lanes + gap, 0, 0), look, hits);
    return hits;
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
    const QString words = items::Words::tr("last tenth: %1").arg(rlTime(rl.tail.base));
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
