// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_pictures.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/overview/overview_text.h"
#include "ui/overview/overview_words.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

using items::Words;

void paintLimit(QPainter& painter, const PlotFrame& frame, double y, const QString& text, const Look& look) {
    const double at = frame.toPixel(frame.xLow, y).y();
    if (at < frame.rect.top()) return;
    QPen dashed(limitColour(look.theme), 1.5 * look.unit);
    dashed.setDashPattern({5, 3});
    painter.setPen(dashed);
    painter.drawLine(QPointF(frame.rect.left(), at), QPointF(frame.rect.right(), at));
    const QFont font = smallFont(look);
    const QFontMetricsF metrics(font);
    const double wide = metrics.horizontalAdvance(text) + 10 * look.unit;
    const QRectF box(frame.rect.right() + 3 * look.unit, at - 0.6 * metrics.height(), wide,
                     1.2 * metrics.height());
    painter.setPen(QPen(limitColour(look.theme), look.unit));
    painter.setBrush(look.theme.background);
    painter.drawRect(box);
    painter.setBrush(Qt::NoBrush);
    painter.setFont(font);
    painter.drawText(box, Qt::AlignCenter, text);
}

void paintArrivals(QPainter& painter, QRectF area, const Overview& overview, const Look& look, bool waiting,
                   Hits& hits) {
    const Scenario& scenario = overview.now.scenario;
    const ServeSpec& serve = *scenario.serve;
    const QString share = shortNumber(serve.sloPercentile);
    paintPictureTitle(painter, area, Words::tr("TPOT at %1 % (ms) over arrivals").arg(share), look);
    const ServedRate* now = overview.now.served ? &*overview.now.served : nullptr;
    const ServedRate* before =
        overview.before && overview.before->served ? &*overview.before->served : nullptr;
    PlotFrame frame = framedIn(area, look);
    const double limit = serve.sloTpot ? 1e3 * *serve.sloTpot : 0;
    const QFont font = smallFont(look);
    const QFontMetricsF metrics(font);
    const QString limitText = QStringLiteral("≤ ") + shortNumber(limit);
    if (limit > 0)
        frame.rect.setRight(frame.rect.right() - metrics.horizontalAdvance(limitText) - 16 * look.unit);
    const bool drawn = now && now->problems.empty() && !now->arrivals.empty();
    frame.xHigh = drawn ? now->arrivals.back().rate : 1;
    if (drawn && before && !before->arrivals.empty())
        frame.xHigh = std::max(frame.xHigh, before->arrivals.back().rate);
    double most = limit > 0 ? 2 * limit : 0;
    if (drawn && most == 0)
        for (const ArrivalPoint& point : now->arrivals) most = std::max(most, 1e3 * point.tpot);
    frame.yHigh = most > 0 ? most : 1;
    AxisText x, y;
    const LinearTicks rates = linearTicks(0, frame.xHigh, frame.rect.width() / (46 * look.unit));
    if (drawn) x.ticks = rates.ticks;
    x.text = [decimals = rates.decimals](double value) { return items::number(value, 'f', decimals); };
    if (namesAxes(area, look)) x.title = Words::tr("Arriving requests per second");
    const LinearTicks times = linearTicks(0, frame.yHigh, frame.rect.height() / (26 * look.unit));
    y.ticks = times.ticks;
    y.text = [decimals = times.decimals](double value) { return items::number(value, 'f', decimals); };
    paintAxes(painter, frame, x, y, look);
    if (!drawn) {
        // The curve follows the rate.
        const bool never = !waiting && now && (!now->problems.empty() || !(now->highest > 0));
        painter.setFont(look.font);
        painter.setPen(look.theme.muted);
        painter.drawText(frame.rect, Qt::AlignCenter | Qt::TextWordWrap,
                         never ? Words::tr("It cannot be simulated.") : QStringLiteral("…"));
        return;
    }
    const auto curve = [&](const ServedRate& rate, double ArrivalPoint::*member) {
        QPolygonF points;
        for (const ArrivalPoint& point : rate.arrivals)
            points << frame.toPixel(point.rate, std::min(1e3 * (point.*member), 1e6));
        return points;
    };
    QColor tint = linkColour(look.theme);
    tint.setAlphaF(look.theme.dark ? 0.2F : 0.16F);
    QPolygonF low = curve(*now, &ArrivalPoint::low), high = curve(*now, &ArrivalPoint::high);
    for (QPolygonF* line : {&low, &high})
        for (QPointF& point : *line) point.setY(std::max(point.y(), frame.rect.top()));
    QPolygonF band = low;
    std::reverse(high.begin(), high.end());
    band += high;
    painter.setPen(Qt::NoPen);
    painter.setBrush(tint);
    painter.drawPolygon(band);
    painter.setBrush(Qt::NoBrush);
    if (before && !before->arrivals.empty())
        drawCurve(painter, curve(*before, &ArrivalPoint::tpot), frame.rect, beforePen(look));
    drawCurve(painter, curve(*now, &ArrivalPoint::tpot), frame.rect,
              QPen(linkColour(look.theme), 2.2 * look.unit));
    if (limit > 0) paintLimit(painter, frame, limit, limitText, look);
    const auto placed = [&](const ServedRate& rate) {
        const auto above =
            std::find_if(rate.arrivals.begin(), rate.arrivals.end(),
                         [&](const ArrivalPoint& point) { return point.rate >= rate.highest; });
        double tpot = limit;
        if (limit <= 0 && above != rate.arrivals.end()) tpot = 1e3 * above->tpot;
        return frame.toPixel(rate.highest, std::min(tpot, frame.yHigh));
    };
    if (before && before->highest > 0) {
        const QPointF at = placed(*before);
        drawBefore(painter, at, look);
        const QString text = Words::tr("was %1 /s").arg(shortNumber(before->highest));
        const double half = metrics.horizontalAdvance(text) / 2;
        const double left = std::max(frame.rect.left() + half + 2 * look.unit, at.x() - half - 6 * look.unit);
        drawHaloText(painter, {left, at.y() - 0.9 * metrics.height()}, 0, text, font, look.theme.muted,
                     look.theme.background, 3 * look.unit);
    }
    if (now->highest > 0) {
        const QPointF at = placed(*now);
        drawNow(painter, at, look);
        const QString text = Words::tr("%1 /s").arg(shortNumber(now->highest));
        const QFont bold = look.scaledFont(0.92, true);
        const double half = QFontMetricsF(bold).horizontalAdvance(text) / 2;
        drawHaloText(painter,
                     {std::min(at.x() + half + 4 * look.unit, frame.rect.right() - half - 2 * look.unit),
                      at.y() + 1.05 * metrics.height()},
                     0, text, bold, look.theme.text, look.theme.background, 3 * look.unit);
    }
    hits.push_back({frame.rect,
                    QLatin1String(kPageHit) + QStringLiteral("latency"),
                    {},
                    Words::tr("%1 requests/s").arg(shortNumber(now->highest))});
}

/// Of a steady batch: TPOT over requests at once.
void paintBatch(QPainter& painter, QRectF area, const Overview& overview, const Look& look, Hits& hits) {
    paintPictureTitle(painter, area, Words::tr("TPOT (ms) over requests at once"), look);
    const std::shared_ptr<const ServeCurves>& curves = overview.now.serving->serveCurves;
    PlotFrame frame = framedIn(area, look);
    if (!curves || curves->batch.size() < 2) return;
    const auto ofState = [](const OverviewState& state) {
        return state.serving ? state.serving->serveCurves : nullptr;
    };
    const std::shared_ptr<const ServeCurves> before = overview.before ? ofState(*overview.before) : nullptr;
    frame.xLow = std::log(curves->batch.front().requests),
    frame.xHigh = std::log(curves->batch.back().requests);
    for (const ServePoint& point : curves->batch) frame.yHigh = std::max(frame.yHigh, 1e3 * point.tpot.base);
    frame.yHigh = std::min(frame.yHigh, 4e3 * curves->batch[curves->batchHere].tpot.base);
    AxisText x, y;
    for (const double tick :
         logTicks(std::exp(frame.xLow), std::exp(frame.xHigh), frame.rect.width(), 44 * look.unit).labelled)
        x.ticks << std::log(tick);
    x.text = [](double value) { return tokensText(std::round(std::exp(value)), 3); };
    if (namesAxes(area, look)) x.title = Words::tr("Requests at once");
    const LinearTicks times = linearTicks(0, frame.yHigh, frame.rect.height() / (26 * look.unit));
    y.ticks = times.ticks;
    y.text = [decimals = times.decimals](double value) { return items::number(value, 'f', decimals); };
    paintAxes(painter, frame, x, y, look);
    const auto curve = [&](const ServeCurves& of) {
        QPolygonF points;
        for (const ServePoint& point : of.batch)
            points << frame.toPixel(std::log(point.requests), 1e3 * point.tpot.base);
        return points;
    };
    if (before) drawCurve(painter, curve(*before), frame.rect, beforePen(look));
    drawCurve(painter, curve(*curves), frame.rect, QPen(linkColour(look.theme), 2.2 * look.unit));
    const ServePoint& here = curves->batch[curves->batchHere];
    drawNow(painter, frame.toPixel(std::log(here.requests), 1e3 * here.tpot.base), look);
    hits.push_back({frame.rect,
                    QLatin1String(kPageHit) + QStringLiteral("latency"),
                    {},
                    Words::tr("TPOT %1").arg(items::humanValue(here.tpot.base, QStringLiteral("s")))});
}

constexpr int kMostBoxes = 8, kMostBars = 16;

/// Boxes of GPUs with the experts that stand on each.
void paintExperts(QPainter& painter, QRectF area, const Overview& overview, const Look& look, Hits& hits) {
    const Scenario& scenario = overview.now.scenario;
    const double now = overview.now.expertsPerGpu(),
                 was = overview.before ? overview.before->expertsPerGpu() : 0;
    const bool moved = was > 0 && was != now;
    const double gpus = double(scenario.parallel.ep) * std::max<double>(1, double(expertTp(scenario)));
    QString title = Words::tr("%1 experts on each GPU").arg(shortNumber(now));
    if (moved) title += Words::tr(", was %1").arg(shortNumber(was));
    paintPictureTitle(painter, area, title, look, 0);
    const int boxes = int(std::clamp<double>(gpus, 1, kMostBoxes));
    const int rows = boxes > 4 ? 2 : 1, columns = (boxes + rows - 1) / rows;
    const QFont font = smallFont(look);
    const QFontMetricsF metrics(font);
    const double foot = 1.4 * metrics.height(), gap = 8 * look.unit;
    const double wide = std::min((area.width() - (columns - 1) * gap) / columns, 64 * look.unit);
    const double high = std::min((area.height() - foot - (rows - 1) * gap) / rows, 62 * look.unit);
    if (high < 18 * look.unit || wide < 16 * look.unit) return;
    const double most = std::max(now, was);
    const int bars = int(std::clamp<double>(std::ceil(most), 1, 2 * kMostBars));
    const int barRows = bars > 8 ? 2 : 1, perRow = (bars + barRows - 1) / barRows;
    for (int i = 0; i < boxes; ++i) {
        const int row = i / columns;
        const QRectF box(area.left() + (i % columns) * (wide + gap), area.top() + row * (high + gap), wide,
                         high);
        painter.setPen(QPen(look.theme.axis, look.unit));
        painter.setBrush(look.theme.dark ? QColor("#25272b") : QColor("#f6f6f6"));
        painter.drawRect(box);
        const bool numbered = high > 44 * look.unit;
        painter.setFont(font);
        painter.setPen(look.theme.muted);
        if (numbered)
            painter.drawText(box.adjusted(0, 2 * look.unit, 0, 0), Qt::AlignHCenter | Qt::AlignTop,
                             QString::number(i));
        const double top = box.top() + (numbered ? metrics.height() + 3 * look.unit : 5 * look.unit);
        const double barHigh = (box.bottom() - top - 4 * look.unit - (barRows - 1) * 2 * look.unit) / barRows;
        const double step = (wide - 8 * look.unit) / perRow;
        for (int bar = 0; bar < bars; ++bar) {
            const int barRow = bar / perRow;
            const QRectF mark(box.left() + 4 * look.unit + (bar % perRow) * step,
                              top + barRow * (barHigh + 2 * look.unit),
                              std::max(1.0, step - std::min(2 * look.unit, 0.35 * step)), barHigh);
            const double expert = (bar + 0.5) / bars * most;
            if (expert < now) painter.fillRect(mark, linkColour(look.theme));
            if (expert >= now || (moved && expert >= was)) {
                painter.setBrush(Qt::NoBrush);
                painter.setPen(QPen(expert < now ? look.theme.text : look.theme.muted, 0.8 * look.unit));
                painter.drawRect(mark);
            }
        }
    }
    QStringList words;
    if (moved)
        words << (now < was ? Words::tr("filled: now, outline: gone")
                            : Words::tr("filled: now, outline: new"));
    if (gpus > boxes) words << Words::tr("%1 of %2 GPUs").arg(boxes).arg(shortNumber(gpus));
    if (bars < most) words << Words::tr("a bar is %1 experts").arg(shortNumber(most / bars));
    const double below = area.top() + rows * (high + gap) - gap + metrics.ascent() + 4 * look.unit;
    writeText(painter, {area.left(), below}, elided(words.join(QStringLiteral(" · ")), font, area.width()),
              font, look.theme.muted);
    hits.push_back({QRectF(area.topLeft(), QSizeF(columns * (wide + gap), rows * (high + gap))),
                    QLatin1String(kPageHit) + QStringLiteral("placement"),
                    {},
                    title});
}

} // namespace

void paintServePicture(QPainter& painter, const QRectF& area, const Overview& overview, const Look& look,
                       bool waiting, Hits& hits) {
    if (!overview.now.serving || !overview.now.serving->serve) return;
    const bool experts = overview.now.expertsPerGpu() > 0;
    QRectF left = area;
    if (experts) left.setRight(area.left() + 0.58 * area.width());
    if (hasArrivals(overview.now.scenario))
        paintArrivals(painter, left, overview, look, waiting, hits);
    else
        paintBatch(painter, left, overview, look, hits);
    if (!experts) return;
    const double gap = 24 * look.unit;
    paintExperts(painter, QRectF(QPointF(left.right() + gap, area.top()), area.bottomRight()), overview, look,
                 hits);
}

} // namespace moe::ui
