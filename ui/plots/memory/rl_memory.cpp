// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory/rl_memory.h"

#include "models/engine/report/metrics.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/judged.h"
#include "ui/plots/kit/axis_hold.h"
#include "ui/plots/kit/rl_colours.h"
#include "ui/plots/memory/memory_rows.h"

#include <algorithm>
#include <array>

namespace moe::ui {
namespace {

struct Moment {
    const Metric& metric;
    Bytes bytes;
    RlPart part; ///< that it is the moment of
};

std::array<Moment, 2> momentsOf(const RlReport& rl) {
    return {Moment{*findMetric("rl.rollout_memory_bytes"), rl.rolloutMemory, RlPart::Rollout},
            Moment{*findMetric("rl.train_memory_bytes"), rl.trainMemory, RlPart::Train}};
}

QString momentsText(const RlReport& rl) {
    return items::Words::tr("A step of reinforcement learning: %1 GiB while sampling, %2 GiB while training.")
        .arg(gibText(rl.rolloutMemory), gibText(rl.trainMemory));
}

void paintRlCapacity(QPainter& painter, const PlotFrame& frame, Bytes capacity, double right,
                     const Look& look) {
    const QFontMetricsF metrics(look.font);
    const bool inSight = capacity / GiB <= frame.xHigh;
    const double edge = std::min(frame.toPixel(capacity / GiB, 0).x(), frame.rect.right());
    painter.setPen(QPen(look.theme.bad, 2 * look.unit, Qt::DashLine));
    if (inSight)
        painter.drawLine(QPointF(edge, frame.rect.top() - 4 * look.unit), QPointF(edge, frame.rect.bottom()));
    QString text = items::Words::tr("capacity %1").arg(gibText(capacity));
    if (!inSight) text += QStringLiteral(" →");
    const double half = metrics.horizontalAdvance(text) / 2;
    writeText(painter,
              {std::min(edge - half, right - 2 * half), frame.rect.top() - 4 * look.unit - metrics.descent()},
              text, look.font, look.theme.bad);
}

} // namespace

double rlAxisEnd(const RlReport& rl) {
    return 1.04 * std::max(rl.device(), rl.capacity) / GiB;
}

QString rlMemorySummary(const Report& report) {
    const RlReport& rl = *report.rl;
    return QStringLiteral("%1. %2").arg(verdictText(rl.fits, rl.device(), rl.capacity).mid(2),
                                        momentsText(rl));
}

Sheet rlMemorySheet(const Report& report) {
    const RlReport& rl = *report.rl;
    Sheet sheet{{items::Words::tr("Part"), items::Words::tr("GiB"), items::Words::tr("Of capacity (%)"),
                 items::Words::tr("Note")},
                {}};
    for (const Moment& moment : momentsOf(rl))
        sheet.rows.push_back(
            {QString::fromUtf8(moment.metric.key),
             {items::tableText(moment.metric.label), moment.bytes / GiB, 100 * (moment.bytes / rl.capacity),
              items::tableText(moment.metric.assumption)}});
    const Metric& host = *findMetric("rl.host_bytes");
    sheet.rows.push_back(
        {QString::fromUtf8(host.key), {items::tableText(host.label), rl.host / GiB, QVariant(), QString()}});
    return sheet;
}

Hits paintRlMemory(QPainter& painter, const QSizeF& size, const Report& report, double axisEnd,
                   const Look& look) {
    const RlReport& rl = *report.rl;
    const QFontMetricsF metrics(look.font);
    const QFont bold = look.scaledFont(1, true);
    const double margin = 12 * look.unit, line = 1.35 * metrics.height();
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    if (look.headline) {
        const QColor ink =
            rl.fits == Fit::Tight ? look.theme.warn : judgedInk(rl.fits == Fit::Yes ? 1 : -1, look.theme);
        writeText(painter, {area.left(), area.top() + metrics.ascent()},
                  elided(verdictText(rl.fits, rl.device(), rl.capacity), bold, area.width()), bold, ink);
        const QString words = momentsText(rl); // the bars say as much where it has no room
        if (metrics.horizontalAdvance(words) <= area.width())
            writeText(painter, {area.left(), area.top() + line + metrics.ascent()}, words, look.font,
                      look.theme.text);
        area.setTop(area.top() + 2 * line);
    }
    area.setTop(area.top() + 1.2 * metrics.height());

    const std::array<Moment, 2> moments = momentsOf(rl);
    double names = 0;
    for (const Moment& moment : moments)
        names = std::max(names, metrics.horizontalAdvance(items::tableText(moment.metric.label)));
    names = std::min(names, 0.45 * area.width());
    const double bar = std::clamp(0.13 * size.height(), 24 * look.unit, 90 * look.unit);
    PlotFrame frame;
    frame.xHigh = axisEnd;
    frame.rect = QRectF(area.left() + names + 8 * look.unit, area.top(),
                        area.width() - names - 16 * look.unit, 2 * bar + 24 * look.unit);
    AxisText x;
    x.ticks = linearTicks(0, frame.xHigh, frame.rect.width() / (64 * look.unit)).ticks;
    x.text = [](double value) { return items::number(value, 'g', 5); };
    x.title = items::Words::tr("Memory per GPU (GiB)");
    paintAxes(painter, frame, x, {}, look);
    Hits hits;
    double top = frame.rect.top() + 8 * look.unit;
    for (const Moment& moment : moments) {
        const QString label = items::tableText(moment.metric.label);
        const QString shown = elided(label, look.font, names);
        const double middle = top + bar / 2;
        writeText(painter,
                  {frame.rect.left() - 6 * look.unit - metrics.horizontalAdvance(shown),
                   middle + metrics.capHeight() / 2},
                  shown, look.font, look.theme.text);
        const double right = std::min(frame.toPixel(moment.bytes / GiB, 0).x(), frame.rect.right());
        const QRectF box(frame.rect.left(), top, right - frame.rect.left(), bar);
        fillCategory(painter, box, rlColour(moment.part), int(moment.part), look);
        const QString value = gibText(moment.bytes);
        if (moment.bytes / GiB > frame.xHigh)
            drawBeyond(painter, frame, middle, value, look);
        else if (metrics.horizontalAdvance(value) + 8 * look.unit < box.width())
            drawHaloText(painter, box.center(), 0, value, look.font, look.theme.text, look.theme.background,
                         2 * look.unit);
        const QString note = items::tableText(moment.metric.assumption);
        hits.push_back({box, QString::fromUtf8(moment.metric.key),
                        QStringLiteral("<b>%1</b><br>%2<br>%3")
                            .arg(label, items::humanValue(moment.bytes.base, QStringLiteral("B")), note),
                        QStringLiteral("%1 · %2").arg(
                            label, items::humanValue(moment.bytes.base, QStringLiteral("B")))});
        top += bar + 8 * look.unit;
    }
    paintRlCapacity(painter, frame, rl.capacity, area.right(), look);

    // What the bars cannot show, where there is room for it.
    double baseline = frame.rect.bottom() + 2.4 * metrics.height() + 26 * look.unit;
    QStringList notes;
    for (const Moment& moment : moments)
        notes << QStringLiteral("%1: %2").arg(items::tableText(moment.metric.label),
                                              items::tableText(moment.metric.assumption));
    if (rl.host.base > 0)
        notes << QStringLiteral("%1: %2").arg(items::tableText(findMetric("rl.host_bytes")->label),
                                              items::humanValue(rl.host.base, QStringLiteral("B")));
    for (const QString& note : notes) {
        if (baseline > area.bottom()) break;
        if (metrics.horizontalAdvance(note) > area.width()) continue;
        writeText(painter, {area.left(), baseline}, note, look.font, look.theme.muted);
        baseline += line;
    }
    return hits;
}

} // namespace moe::ui
