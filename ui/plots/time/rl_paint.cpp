// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/rl_paint.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/kit/rl_colours.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace moe::ui {

QString rlLabel(RlPart part) {
    return items::tableText(rlParts()[std::size_t(part)].label);
}
QString rlKey(RlPart part) {
    return QStringLiteral("rl.%1_seconds").arg(QLatin1String(rlParts()[std::size_t(part)].key));
}
QString rlTime(double seconds) {
    return items::humanValue(seconds, QStringLiteral("s"));
}

namespace {

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

double paintRlKey(QPainter* painter, const RlReport& rl, const QRectF& area, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const double line = 1.3 * metrics.height();
    double x = area.left(), top = area.top();
    for (const RlPartRow& row : rlParts()) {
        const RlPhase& phase = rl.phases[std::size_t(row.part)];
        if (!(phase.exposed.base > 0) && row.part != RlPart::Rollout) continue;
        const QString label = QStringLiteral("%1 %2").arg(rlLabel(row.part), rlTime(phase.seconds.base));
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

void paintRlLanes(QPainter& painter, const RlReport& rl, double end, const QRectF& area, const Look& look,
                  Hits& hits) {
    const QFontMetricsF metrics(look.font);
    const std::vector<Segment> segments = segmentsOf(rl);
    const double top = area.top() + paintRlKey(&painter, rl, area, look);

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
    frame.xHigh = end;
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
                QStringLiteral("%1 · %2").arg(rlLabel(segment.part), rlTime(segment.seconds));
            hits.push_back({box, rlKey(segment.part), words, words});
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
        const QString text = tick == 0 ? QStringLiteral("0 s") : rlTime(tick);
        const double at = frame.toPixel(tick, 0).x();
        const double wide = metrics.horizontalAdvance(text);
        writeText(painter,
                  {std::clamp(at - wide / 2, area.left(), area.right() - wide),
                   frame.rect.bottom() + metrics.ascent() + 2 * look.unit},
                  text, look.font, look.theme.muted);
    }
}

} // namespace moe::ui
