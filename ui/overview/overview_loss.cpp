// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_pictures.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/overview/overview_text.h"
#include "ui/overview/overview_words.h"
#include "ui/plots/kit/shapes.h"
#include "ui/plots/loss/loss_paint.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

using items::Words;

/// One entry beside a picture.
double paintKey(QPainter& painter, double x, double& y, const QString& text, const QColor& ink,
                const std::function<void(QPointF)>& mark, double right, const Look& look) {
    const QFont font = smallFont(look);
    const QFontMetricsF metrics(font);
    mark({x + 6 * look.unit, y - 0.35 * metrics.ascent()});
    const double left = x + 18 * look.unit;
    writeText(painter, {left, y}, elided(text, font, right - left), font, ink);
    y += 1.35 * metrics.height();
    return left;
}

/// The lines of one level of a map, in pixels and inside the frame.
QVector<QPolygonF> levelLines(const PlotFrame& frame, const LossMap& map, double level) {
    QVector<QPolygonF> lines;
    for (const LossMap::Contour& contour : map.contours) {
        if (contour.level != level) continue;
        QPolygonF points;
        for (std::size_t i = 0; i < contour.lr.size(); ++i)
            points << frame.toPixel(contour.lr[i], contour.batchTokens[i]);
        if (contour.closed && !points.isEmpty()) points << points.front();
        lines += clipped(points, frame.rect);
    }
    return lines;
}

/// Levels nearest to these above the best, nats.
std::vector<double> shownLevels(const LossMap& map) {
    const std::vector<double> all = contourLevels(map);
    std::vector<double> shown;
    for (const double wanted : {0.01, 0.02, 0.05}) {
        if (all.empty()) break;
        const double nearest = *std::min_element(all.begin(), all.end(), [wanted](double a, double b) {
            return std::abs(std::log(a / wanted)) < std::abs(std::log(b / wanted));
        });
        if (shown.empty() || shown.back() != nearest) shown.push_back(nearest);
    }
    return shown;
}

double batchTokens(const Scenario& scenario) {
    return double(scenario.train->globalBatch) * double(scenario.model.sequence);
}

void drawHollow(QPainter& painter, QPointF at, double size, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    const QPolygonF triangle({at + QPointF(0, -size / 2), at + QPointF(size / 2, size * 0.4),
                              at + QPointF(-size / 2, size * 0.4)});
    for (const auto& [colour, width] :
         {std::pair(QColor(0, 0, 0, 150), 2.6), std::pair(QColor(Qt::white), 1.3)}) {
        painter.setPen(QPen(colour, width * look.unit, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(triangle);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintLossKeys(QPainter& painter, const QRectF& area, const Overview& overview,
                   const std::vector<double>& levels, const Look& look) {
    const LossReport& loss = *overview.now.training->loss;
    const auto nats = [](double value) { return items::number(value, 'f', 3); };
    double y = area.top() + QFontMetricsF(smallFont(look)).ascent();
    const double x = area.left(), right = area.right();
    paintKey(
        painter, x, y, Words::tr("this: %1").arg(nats(loss.value)), look.theme.text,
        [&](QPointF at) { drawMark(painter, Mark::Scenario, at, 11 * look.unit, look.theme); }, right, look);
    paintKey(
        painter, x, y, Words::tr("best: %1").arg(nats(loss.optimalLoss)), look.theme.text,
        [&](QPointF at) { drawMark(painter, Mark::Best, at, 10 * look.unit, look.theme); }, right, look);
    const auto line = [&](Qt::PenStyle style) {
        return [&painter, &look, style](QPointF at) {
            painter.setPen(QPen(look.theme.muted, 1.4 * look.unit, style));
            painter.drawLine(at - QPointF(6 * look.unit, 0), at + QPointF(6 * look.unit, 0));
        };
    };
    const LossReport* before = overview.before && overview.before->training && overview.before->training->loss
                                   ? &*overview.before->training->loss
                                   : nullptr;
    const bool moved = before && before->optimalLoss != loss.optimalLoss;
    if (moved && y < area.bottom())
        paintKey(
            painter, x, y, Words::tr("before: best %1").arg(nats(before->optimalLoss)), look.theme.muted,
            [&](QPointF at) {
                drawShape(painter, Shape::Triangle, at, 9 * look.unit, look.theme.background, look.theme);
                drawHollow(painter, at, 9 * look.unit, look);
            },
            right, look);
    if (levels.empty()) return;
    const auto levelText = [](double level) { return items::number(level, 'g', 2); };
    if (moved && y < area.bottom())
        paintKey(painter, x, y, Words::tr("before: + %1").arg(levelText(levels.front())), look.theme.muted,
                 line(Qt::DotLine), right, look);
    QStringList texts;
    for (const double level : levels) texts << levelText(level);
    if (y < area.bottom())
        paintKey(painter, x, y, QStringLiteral("+ ") + texts.join(QStringLiteral(", ")), look.theme.muted,
                 line(Qt::SolidLine), right, look);
}

} // namespace

void paintLossPicture(QPainter& painter, const QRectF& given, const Overview& overview, const Look& look,
                      Hits& hits) {
    if (!overview.now.training || !overview.now.training->loss || !overview.now.training->loss->map) return;
    const LossReport& loss = *overview.now.training->loss;
    const LossMap& map = *loss.map;
    QRectF area = given;
    paintPictureTitle(painter, area, Words::tr("Loss over learning rate × batch"), look);
    const double keys = look.legend ? 0.235 * area.width() : 0;
    const QRectF beside(area.right() - keys + 10 * look.unit, area.top(), keys - 10 * look.unit,
                        area.height());
    area.setRight(area.right() - keys);
    PlotFrame frame = framedIn(area, look);
    frame.logarithmic = true;
    // Cells are round their centres.
    const double stepX = std::sqrt(map.lr[1] / map.lr[0]),
                 stepY = std::sqrt(map.batchTokens[1] / map.batchTokens[0]);
    frame.xLow = map.lr.front() / stepX, frame.xHigh = map.lr.back() * stepX;
    frame.yLow = map.batchTokens.front() / stepY, frame.yHigh = map.batchTokens.back() * stepY;
    AxisText x, y;
    x.ticks = logTicks(frame.xLow, frame.xHigh, frame.rect.width(), 52 * look.unit).labelled;
    x.text = [](double value) { return rateText(value); };
    if (namesAxes(given, look)) x.title = Words::tr("Peak learning rate");
    y.ticks = logTicks(frame.yLow, frame.yHigh, frame.rect.height(), 26 * look.unit).labelled;
    y.text = [](double value) { return tokensText(value); };
    const LossLayer layer = lossLayer(map);
    const Stops& stops = look.stops ? *look.stops : paletteStops(QString());
    paintAxes(painter, frame, x, y, look); // their grid lies under the map
    paintHeat(painter, frame, map, heatImage(map, layer, stops), false);
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame.rect);
    const std::vector<double> levels = shownLevels(map);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double level : levels)
        for (const QPolygonF& line : levelLines(frame, map, level)) {
            painter.setPen(QPen(QColor(255, 255, 255, 190), look.unit));
            painter.drawPolyline(line);
        }
    const LossReport* before = overview.before && overview.before->training && overview.before->training->loss
                                   ? &*overview.before->training->loss
                                   : nullptr;
    const bool moved = before && before->map && before->optimalLoss != loss.optimalLoss;
    if (moved && !levels.empty()) {
        QPen dotted(Qt::white, 1.3 * look.unit);
        dotted.setDashPattern({2, 2});
        painter.setPen(dotted);
        for (const QPolygonF& line :
             levelLines(frame, *before->map,
                        shownLevels(*before->map).empty() ? 0 : shownLevels(*before->map).front()))
            painter.drawPolyline(line);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto inside = [&](double lr, double batch) {
        return lr > frame.xLow && lr < frame.xHigh && batch > frame.yLow && batch < frame.yHigh;
    };
    if (moved && inside(before->optimalLr, before->optimalBatchTokens))
        drawHollow(painter, frame.toPixel(before->optimalLr, before->optimalBatchTokens), 12 * look.unit,
                   look);
    if (inside(loss.optimalLr, loss.optimalBatchTokens))
        drawMark(painter, Mark::Best, frame.toPixel(loss.optimalLr, loss.optimalBatchTokens), 11 * look.unit,
                 look.theme);
    const Scenario& scenario = overview.now.scenario;
    if (inside(scenario.train->lr, batchTokens(scenario)))
        drawMark(painter, Mark::Scenario, frame.toPixel(scenario.train->lr, batchTokens(scenario)),
                 12 * look.unit, look.theme);
    if (keys > 0) paintLossKeys(painter, beside, overview, levels, look);
    hits.push_back({frame.rect,
                    QLatin1String(kPageHit) + QStringLiteral("loss"),
                    {},
                    Words::tr("Loss over learning rate × batch")});
}

} // namespace moe::ui
