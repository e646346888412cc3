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

struct CurvePoint {
    int index = 0; ///< in Overview::points
    double x = 0, y = 0;
    std::optional<double> low, high;
    QString name; ///< of x
};

/// What a side shows of a point, in the unit of the curve; nothing where it is not known.
std::optional<CurvePoint> curvePoint(AnswerSide side, const OverviewPoint& point) {
    CurvePoint found;
    switch (side) {
    case AnswerSide::Loss:
        if (!point.loss) return std::nullopt;
        found.y = *point.loss; // the model's error is common to all points: no band
        return found;
    case AnswerSide::Train:
        if (!point.device) return std::nullopt;
        found.y = *point.device / GiB;
        return found;
    case AnswerSide::Serve: break;
    }
    if (point.tokensPerSecond) {
        found.y = *point.tokensPerSecond;
        return found;
    }
    if (!point.served || !point.served->problems.empty()) return std::nullopt;
    found.y = point.served->highest;
    found.low = point.served->low, found.high = point.served->high;
    return found;
}

QString numberOf(AnswerSide side, double value) {
    if (side == AnswerSide::Loss) return items::number(value, 'f', 3);
    if (side == AnswerSide::Train) return items::number(value, 'f', 1);
    return items::compactCount(value);
}

struct Curve {
    std::vector<CurvePoint> points;
    std::optional<CurvePoint> now, before;
    double limit = 0; ///< 0: none
};

Curve curveOf(AnswerSide side, const Overview& overview, const CatalogPtr& catalog) {
    Curve curve;
    for (std::size_t i = 0; i < overview.points.size(); ++i) {
        const OverviewPoint& point = overview.points[i];
        std::optional<CurvePoint> found = curvePoint(side, point);
        if (!found) continue;
        found->index = int(i);
        found->x = overview.logarithmic ? std::log(std::max(point.number, 0.5)) : point.number;
        found->name = overview.logarithmic            ? items::compactCount(point.number)
                      : overview.knob == "gpu.preset" ? gpuName(point.value, catalog)
                                                      : QString::fromStdString(point.value).toUpper();
        if (point.scenario == overview.now.scenario) curve.now = found;
        if (overview.before && point.scenario == overview.before->scenario) curve.before = found;
        if (side == AnswerSide::Train && point.capacity && curve.limit == 0)
            curve.limit = *point.capacity / GiB;
        curve.points.push_back(*found);
    }
    if (side == AnswerSide::Train && overview.now.training && overview.now.training->memory)
        curve.limit = overview.now.training->memory->capacity / GiB;
    return curve;
}

/// Names that stand clear of each other; the scenario's own first.
void paintNames(QPainter& painter, const PlotFrame& frame, const Curve& curve, const Look& look) {
    const QFont font = look.scaledFont(0.92), bold = look.scaledFont(0.92, true);
    const QFontMetricsF metrics(font);
    std::vector<std::pair<double, double>> taken;
    std::vector<const CurvePoint*> order;
    if (curve.now) order.push_back(&*curve.now);
    if (curve.before) order.push_back(&*curve.before);
    for (const CurvePoint& point : curve.points) order.push_back(&point);
    const double y = frame.rect.bottom() + 8 * look.unit + metrics.ascent();
    for (const CurvePoint* point : order) {
        const bool own = curve.now && point == &*curve.now;
        const double at = frame.toPixel(point->x, frame.yLow).x();
        const double half = QFontMetricsF(own ? bold : font).horizontalAdvance(point->name) / 2;
        const bool free = std::none_of(taken.begin(), taken.end(), [&](const auto& one) {
            return at + half + 4 * look.unit > one.first && at - half - 4 * look.unit < one.second;
        });
        if (!free) continue;
        taken.emplace_back(at - half, at + half);
        painter.setPen(QPen(look.theme.axis, look.unit));
        painter.drawLine(QPointF(at, frame.rect.bottom()), QPointF(at, frame.rect.bottom() + 4 * look.unit));
        writeText(painter, {at - half, y}, point->name, own ? bold : font, look.theme.text);
    }
}

void label(QPainter& painter, const PlotFrame& frame, QPointF at, const QString& text, bool own, bool below,
           const Look& look) {
    const QFont font = look.scaledFont(0.92, own);
    const QFontMetricsF metrics(font);
    const double half = metrics.horizontalAdvance(text) / 2;
    const double x = std::clamp(at.x() + half + 6 * look.unit, frame.rect.left() + half + 2,
                                frame.rect.right() - half - 2);
    const double up = frame.rect.top() + 0.6 * metrics.height(),
                 down = frame.rect.bottom() - 0.6 * metrics.height();
    const double y = std::clamp(at.y() + (below ? 1 : -1) * metrics.height(), up, std::max(up, down));
    drawHaloText(painter, {x, y}, 0, text, font, own ? look.theme.text : look.theme.muted,
                 look.theme.background, 3 * look.unit);
}

} // namespace

void paintKnobCurve(QPainter& painter, const QRectF& given, AnswerSide side, const Overview& overview,
                    const QString& title, bool waiting, const CatalogPtr& catalog, const Look& look,
                    Hits& hits) {
    QRectF area = given;
    paintPictureTitle(painter, area, title, look);
    const QFontMetricsF metrics(look.scaledFont(0.92));
    PlotFrame frame;
    const bool named = namesAxes(given, look);
    frame.rect = area.adjusted(kAxisRoom * look.unit, 2 * look.unit, -10 * look.unit,
                               -(named ? 2.4 : 1.2) * metrics.height() - 9 * look.unit);
    if (frame.rect.height() < 24 * look.unit) return;
    const Curve curve = curveOf(side, overview, catalog);
    if (curve.points.empty()) {
        painter.setFont(look.font);
        painter.setPen(look.theme.muted);
        painter.drawText(frame.rect, Qt::AlignCenter,
                         waiting && side == AnswerSide::Serve ? QStringLiteral("…") : QStringLiteral("–"));
        painter.setPen(QPen(look.theme.grid, look.unit));
        painter.drawRect(frame.rect);
        return;
    }
    // All three curves have the axis of all points, so that one knob is read down one line.
    double xLow = HUGE_VAL, xHigh = -HUGE_VAL;
    for (const OverviewPoint& point : overview.points) {
        const double x = overview.logarithmic ? std::log(std::max(point.number, 0.5)) : point.number;
        xLow = std::min(xLow, x), xHigh = std::max(xHigh, x);
    }
    const double air = xHigh > xLow ? 0.03 * (xHigh - xLow) : 0.5;
    frame.xLow = xLow - air, frame.xHigh = xHigh + air;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const CurvePoint& point : curve.points) {
        low = std::min(low, point.low.value_or(point.y)), high = std::max(high, point.high.value_or(point.y));
    }
    if (side == AnswerSide::Loss) {
        const double room = std::max(0.1 * (high - low), 5e-4);
        low -= room, high += room;
    } else {
        low = 0;
        if (curve.limit > 0) {
            const double shown =
                std::max({curve.now ? curve.now->y : 0, curve.before ? curve.before->y : 0, curve.limit});
            high = std::max(std::min(high, 2 * shown), 1.15 * shown);
        }
        high *= 1.06;
    }
    frame.yLow = low, frame.yHigh = high > low ? high : low + 1;
    AxisText x, y;
    x.text = [](double) { return QString(); };
    const LinearTicks ticks =
        linearTicks(frame.yLow, frame.yHigh, std::max(2.0, frame.rect.height() / (24 * look.unit)));
    y.ticks = ticks.ticks;
    const bool counts = side == AnswerSide::Serve && frame.yHigh >= 1e4;
    y.text = [decimals = ticks.decimals, counts](double value) {
        return counts ? tokensText(value, 3) : items::number(value, 'f', decimals);
    };
    paintAxes(painter, frame, x, y, look);
    paintNames(painter, frame, curve, look);
    if (named) {
        const QString name =
            items::tableText(findField(overview.knob) ? findField(overview.knob)->label : "");
        const QString shown = overview.knob == kFp8Knob ? QStringLiteral("FP8") : name;
        const QFontMetricsF plain(look.font);
        writeText(painter,
                  {frame.rect.center().x() - plain.horizontalAdvance(shown) / 2,
                   frame.rect.bottom() + 12 * look.unit + metrics.height() + plain.ascent()},
                  shown, look.font, look.theme.text);
    }
    if (curve.before) {
        painter.setPen(QPen(look.theme.axis, 0.8 * look.unit));
        const double at = frame.toPixel(curve.before->x, 0).x();
        painter.drawLine(QPointF(at, frame.rect.top()), QPointF(at, frame.rect.bottom()));
    }
    if (curve.now) {
        QPen dotted(look.theme.text, look.unit);
        dotted.setDashPattern({1, 2});
        painter.setPen(dotted);
        const double at = frame.toPixel(curve.now->x, 0).x();
        painter.drawLine(QPointF(at, frame.rect.top()), QPointF(at, frame.rect.bottom()));
    }
    if (curve.limit > 0 && curve.limit < frame.yHigh) {
        QPen dashed(limitColour(look.theme), 1.5 * look.unit);
        dashed.setDashPattern({5, 3});
        painter.setPen(dashed);
        const double at = frame.toPixel(0, curve.limit).y();
        painter.drawLine(QPointF(frame.rect.left(), at), QPointF(frame.rect.right(), at));
    }
    QPolygonF line, band, upper;
    for (const CurvePoint& point : curve.points) {
        line << frame.toPixel(point.x, point.y);
        if (!point.low) continue;
        band << frame.toPixel(point.x, *point.low);
        upper << frame.toPixel(point.x, *point.high);
    }
    if (!band.isEmpty()) {
        std::reverse(upper.begin(), upper.end());
        QColor tint = linkColour(look.theme);
        tint.setAlphaF(look.theme.dark ? 0.2F : 0.16F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tint);
        painter.drawPolygon(band + upper);
        painter.setBrush(Qt::NoBrush);
    }
    const QColor ink = linkColour(look.theme);
    if (overview.logarithmic) {
        drawCurve(painter, line, frame.rect, QPen(ink, 2.2 * look.unit));
    } else {
        painter.setBrush(ink);
        painter.setPen(Qt::NoPen);
        for (const QPointF& at : line)
            if (frame.shows(at, 1)) painter.drawEllipse(at, 3 * look.unit, 3 * look.unit);
        painter.setBrush(Qt::NoBrush);
    }
    const auto shownAt = [&](const CurvePoint& point) {
        QPointF at = frame.toPixel(point.x, point.y);
        at.setY(std::max(at.y(), frame.rect.top()));
        return at;
    };
    if (curve.before && (!curve.now || curve.before->x != curve.now->x)) {
        drawBefore(painter, shownAt(*curve.before), look);
        label(painter, frame, shownAt(*curve.before), numberOf(side, curve.before->y), false, true, look);
    }
    if (curve.now) {
        drawNow(painter, shownAt(*curve.now), look);
        label(painter, frame, shownAt(*curve.now), numberOf(side, curve.now->y), true,
              curve.before && curve.before->y > curve.now->y, look);
    }
    // The scenario's own last, so that it lies on top: it can be dragged.
    const auto hit = [&](const CurvePoint& point) {
        hits.push_back(
            {QRectF(shownAt(point) - QPointF(7, 7) * look.unit, QSizeF(14, 14) * look.unit),
             {},
             {},
             QStringLiteral("%1 %2: %3").arg(knobLabel(overview.knob), point.name, numberOf(side, point.y)),
             curvePointHit(side, point.index)});
    };
    for (const CurvePoint& point : curve.points)
        if (!curve.now || point.index != curve.now->index) hit(point);
    if (curve.now) hit(*curve.now);
}

} // namespace moe::ui
