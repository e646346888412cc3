// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/recipe/design_paint.h"

#include "models/items/format.h"
#include "ui/plots/kit/shapes.h"
#include "ui/plots/recipe/design_view.h"
#include "ui/plots/recipe/recipe_kit.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

const char* budgetUnit(const QString& kind) {
    if (kind == QLatin1String("usd")) return "USD";
    return kind == QLatin1String("gpu-hours") ? "GPU-hours" : "FLOP";
}
namespace {

const QColor kExpertColours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9"};

/// A logarithmic axis of counts; the frame's coordinate is the logarithm.
AxisText countAxis(double low, double high, double length, double extent, const QString& title) {
    AxisText axis;
    for (const double tick : logTicks(low, high, length, extent).labelled) axis.ticks << std::log(tick);
    axis.text = [](double value) { return tokensText(std::exp(value), 2); };
    axis.title = title;
    return axis;
}

const DesignPoint& bestOf(const DesignPicture& picture) {
    return picture.map.points[picture.map.best];
}
QColor expertsColour(const DesignPicture& picture, Count experts, const Look& look) {
    const std::vector<Count>& all = picture.map.experts;
    const auto at = std::size_t(std::find(all.begin(), all.end(), experts) - all.begin());
    return look.ofCategory(lineColour(kExpertColours[at % std::size(kExpertColours)], look.theme));
}

struct Sides {
    double low = HUGE_VAL, high = 0;
    void take(double value) { low = std::min(low, value), high = std::max(high, value); }
};
Sides sizesOf(const DesignPicture& picture) {
    Sides sides;
    for (const DesignPoint& point : picture.map.points) sides.take(point.activeParams);
    return sides;
}

/// How much loss above the least is still told apart; the corner of a map is far above.
constexpr double kColoured = 0.35;

void paintLossCells(QPainter& painter, const PlotFrame& frame, const DesignPlane& plane, const Look& look) {
    const double best = *std::min_element(plane.loss.begin(), plane.loss.end());
    const auto edge = [](const std::vector<double>& at, std::size_t i) {
        const double step = std::log(at[1] / at[0]);
        return std::log(at[0]) + (double(i) - 0.5) * step;
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t j = 0; j < plane.tokens.size(); ++j)
        for (std::size_t i = 0; i < plane.activeParams.size(); ++i) {
            const double loss = plane.loss[j * plane.activeParams.size() + i];
            const double share = std::sqrt(std::clamp((loss / best - 1) / kColoured, 0.0, 1.0));
            const QPointF low = frame.toPixel(std::max(frame.xLow, edge(plane.activeParams, i)),
                                              std::max(frame.yLow, edge(plane.tokens, j)));
            const QPointF high = frame.toPixel(std::min(frame.xHigh, edge(plane.activeParams, i + 1)),
                                               std::min(frame.yHigh, edge(plane.tokens, j + 1)));
            painter.fillRect(QRectF(QPointF(low.x(), high.y()), QPointF(high.x(), low.y())),
                             look.colour(share));
        }
}

/// Lines of equal loss, each with its value: tokens rising, every column passes a loss once.
void paintIsolines(QPainter& painter, const PlotFrame& frame, const DesignPlane& plane, const Look& look) {
    const std::size_t across = plane.activeParams.size();
    const auto [least, most] = std::minmax_element(plane.loss.begin(), plane.loss.end());
    const LinearTicks levels = linearTicks(*least, std::min(*most, *least * (1 + kColoured)), 7);
    const QFont font = look.scaledFont(0.85);
    for (const double level : levels.ticks) {
        QPolygonF line;
        for (std::size_t i = 0; i < across; ++i)
            for (std::size_t j = 1; j < plane.tokens.size(); ++j) {
                const double below = plane.loss[(j - 1) * across + i], above = plane.loss[j * across + i];
                if (below < level || above >= level) continue;
                const double share = (below - level) / (below - above);
                line << frame.toPixel(std::log(plane.activeParams[i]),
                                      std::log(plane.tokens[j - 1]) +
                                          share * std::log(plane.tokens[j] / plane.tokens[j - 1]));
            }
        if (line.size() < 3) continue;
        QColor ink = look.theme.background;
        ink.setAlpha(170);
        recipeCurve(painter, line, frame.rect, QPen(ink, 1.2 * look.unit));
        const QPointF at = line[line.size() * 3 / 4];
        const QString words = items::number(level, 'f', std::max(1, levels.decimals));
        if (frame.rect.adjusted(20 * look.unit, 10 * look.unit, -20 * look.unit, -10 * look.unit)
                .contains(at))
            drawHaloText(painter, at, 0, words, font, look.theme.text, look.theme.background,
                         2.5 * look.unit);
    }
}

} // namespace

QString designBudgetText(BudgetKind kind, double amount) {
    switch (kind) {
    case BudgetKind::Flop: return DesignView::tr("%1 FLOP").arg(rateText(amount, 2));
    case BudgetKind::GpuHours: return DesignView::tr("%1 GPU-hours").arg(recipeCount(amount));
    case BudgetKind::Usd: return DesignView::tr("%1 USD").arg(recipeCount(amount));
    }
    return {};
}

QString designPointText(const DesignPicture& picture, const DesignPoint& point) {
    QString text = DesignView::tr("%1 active parameters").arg(recipeCount(point.activeParams));
    if (picture.map.experts.size() > 1) text += DesignView::tr(", %1 experts").arg(point.experts);
    text += DesignView::tr(", %1 tokens: loss %2 (90 % of runs: %3 – %4)")
                .arg(recipeCount(point.tokens), items::number(point.loss, 'f', 3),
                     items::number(point.low, 'f', 3), items::number(point.high, 'f', 3));
    text += DesignView::tr("; training %1 GPU-hours").arg(recipeCount(point.gpuHours));
    if (point.serveGpuHours) {
        const bool usd = point.serveUsd.has_value();
        const QString cost =
            usd ? DesignView::tr("%1 USD").arg(items::humanNumber(*point.serveUsd))
                : DesignView::tr("%1 GPU-hours").arg(items::humanNumber(*point.serveGpuHours));
        text += picture.request.servedTokens > 0 ? DesignView::tr("; serving all %1").arg(cost)
                                                 : DesignView::tr("; serving a million tokens %1").arg(cost);
    }
    return text;
}

void paintDesignMap(QPainter& painter, QRectF area, const DesignPicture& picture, const Look& look,
                    Hits& hits) {
    const DesignPlane& plane = picture.map.plane;
    if (plane.loss.empty()) return;
    const DesignPoint& best = bestOf(picture);
    QString title = DesignView::tr("Best loss with %1 experts, and what the budget trains").arg(best.experts);
    if (picture.map.experts.size() < 2 ||
        QFontMetricsF(look.scaledFont(1, true)).horizontalAdvance(title) > area.width())
        title = DesignView::tr("Best loss, and what the budget trains");
    recipeTitle(painter, area, title, look);
    PlotFrame frame = recipeFrame(area, QStringLiteral("100 B"), look);
    frame.xLow = std::log(plane.activeParams.front()), frame.xHigh = std::log(plane.activeParams.back());
    frame.yLow = std::log(plane.tokens.front()), frame.yHigh = std::log(plane.tokens.back());
    paintLossCells(painter, frame, plane, look);
    paintIsolines(painter, frame, plane, look);
    paintAxes(painter, frame,
              countAxis(plane.activeParams.front(), plane.activeParams.back(), frame.rect.width(),
                        48 * look.unit, DesignView::tr("Active parameters")),
              countAxis(plane.tokens.front(), plane.tokens.back(), frame.rect.height(), 26 * look.unit,
                        DesignView::tr("Training tokens")),
              look);
    const auto at = [&](double params, double tokens) {
        return frame.toPixel(std::log(params), std::log(tokens));
    };
    QPolygonF budget, upper, lower;
    for (const DesignPoint& point : picture.map.points) {
        if (point.experts != best.experts) continue;
        budget << at(point.activeParams, point.tokens);
        if (!point.near) continue;
        upper << at(point.activeParams, point.tokens);
        lower << at(point.activeParams, point.leastTokens);
    }
    recipeCurve(painter, budget, frame.rect, QPen(look.theme.background, 4.5 * look.unit));
    recipeCurve(painter, budget, frame.rect, QPen(look.theme.text, 2 * look.unit));
    std::reverse(lower.begin(), lower.end());
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = look.theme.best;
    fill.setAlpha(220);
    painter.setPen(QPen(look.theme.text, 1.5 * look.unit));
    painter.setBrush(fill);
    painter.drawPolygon(upper + lower);
    painter.setBrush(Qt::NoBrush);
    drawMark(painter, Mark::Best, at(best.activeParams, best.tokens), markSize(Mark::Best, look), look.theme);
    const QPointF own = at(picture.activeParams, picture.request.base.train->tokens);
    if (frame.rect.contains(own))
        drawMark(painter, Mark::Scenario, own, markSize(Mark::Scenario, look), look.theme);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < picture.map.points.size(); ++i) {
        const DesignPoint& point = picture.map.points[i];
        if (point.experts != best.experts) continue;
        const QPointF pixel = at(point.activeParams, point.tokens);
        if (!frame.shows(pixel)) continue;
        const double half = 5 * look.unit;
        const double least = point.near ? at(point.activeParams, point.leastTokens).y() : pixel.y();
        const QString words = designPointText(picture, point);
        hits.push_back({QRectF(pixel.x() - half, pixel.y() - half, 2 * half, least - pixel.y() + 2 * half),
                        {},
                        words,
                        words,
                        int(i)});
    }
}

void paintDesignLosses(QPainter& painter, QRectF area, const DesignPicture& picture, const Look& look,
                       Hits& hits) {
    recipeTitle(painter, area, DesignView::tr("Loss of what the budget trains"), look);
    const Sides sizes = sizesOf(picture);
    const double least = bestOf(picture).loss, reach = least * (1 + picture.request.nearShare);
    QRectF key(area.topLeft(), QSizeF(area.width(), 0));
    if (picture.map.experts.size() > 1) key.setHeight(1.2 * QFontMetricsF(look.scaledFont(0.9)).height());
    area.setTop(key.bottom());
    PlotFrame frame = recipeFrame(area, QStringLiteral("0.00"), look);
    frame.xLow = std::log(sizes.low), frame.xHigh = std::log(sizes.high);
    frame.yLow = 0.985 * least, frame.yHigh = 1.16 * least;
    const LinearTicks ticks =
        linearTicks(frame.yLow, frame.yHigh, std::max(2.0, frame.rect.height() / (30 * look.unit)));
    AxisText y;
    y.ticks = ticks.ticks;
    y.text = [decimals = ticks.decimals](double value) { return items::number(value, 'f', decimals); };
    y.title = DesignView::tr("Loss (nats per token)");
    QColor band = look.theme.best;
    band.setAlpha(look.theme.dark ? 60 : 70);
    painter.fillRect(
        QRectF(frame.toPixel(frame.xLow, reach), frame.toPixel(frame.xHigh, frame.yLow)).normalized(), band);
    paintAxes(painter, frame,
              countAxis(sizes.low, sizes.high, frame.rect.width(), 48 * look.unit,
                        DesignView::tr("Active parameters")),
              y, look);
    const QFont font = look.scaledFont(0.9);
    const QFontMetricsF metrics(font);
    const auto nameOf = [&](Count experts) {
        return experts == picture.map.experts.back() ? DesignView::tr("%1 experts").arg(experts)
                                                     : QString::number(experts);
    };
    double width = 0;
    for (const Count experts : picture.map.experts)
        width += 28 * look.unit + metrics.horizontalAdvance(nameOf(experts));
    // Beside the title of the axis, where that leaves the room.
    double left = std::max(area.left(), std::min(frame.rect.left(), area.right() - width));
    for (const Count experts : picture.map.experts) {
        QPolygonF line;
        const QColor colour = expertsColour(picture, experts, look);
        for (std::size_t i = 0; i < picture.map.points.size(); ++i) {
            const DesignPoint& point = picture.map.points[i];
            if (point.experts != experts) continue;
            const QPointF pixel = frame.toPixel(std::log(point.activeParams), point.loss);
            line << pixel;
            if (!frame.shows(pixel)) continue;
            const double half = 5 * look.unit;
            const QString words = designPointText(picture, point);
            hits.push_back(
                {QRectF(pixel.x() - half, pixel.y() - half, 2 * half, 2 * half), {}, words, words, int(i)});
        }
        recipeCurve(painter, line, frame.rect, QPen(colour, 1.8 * look.unit));
        if (picture.map.experts.size() < 2) continue;
        // Over the plot, whose curves leave no corner free.
        const QString words = nameOf(experts);
        painter.setPen(QPen(colour, 2 * look.unit));
        painter.drawLine(QPointF(left, key.center().y()), QPointF(left + 14 * look.unit, key.center().y()));
        left = writeText(painter, {left + 18 * look.unit, key.center().y() + metrics.capHeight() / 2}, words,
                         font, look.theme.text) +
               10 * look.unit;
    }
}

void paintDesignServing(QPainter& painter, QRectF area, const DesignPicture& picture, const Look& look) {
    const DesignPoint& best = bestOf(picture);
    const bool usd = best.serveUsd.has_value();
    const auto costOf = [usd](const DesignPoint& point) {
        return usd ? point.serveUsd.value_or(0) : point.serveGpuHours.value_or(0);
    };
    const QString of =
        picture.request.servedTokens > 0 ? recipeCount(picture.request.servedTokens) : recipeCount(1e6);
    recipeTitle(painter, area,
                usd ? DesignView::tr("Serving %1 tokens (USD)").arg(of)
                    : DesignView::tr("Serving %1 tokens (GPU-hours)").arg(of),
                look);
    const Sides sizes = sizesOf(picture);
    Sides costs;
    for (const DesignPoint& point : picture.map.points)
        if (costOf(point) > 0) costs.take(costOf(point));
    if (!(costs.high > costs.low)) return;
    PlotFrame frame = recipeFrame(area, QStringLiteral("0.00"), look);
    frame.xLow = std::log(sizes.low), frame.xHigh = std::log(sizes.high);
    frame.yLow = std::log(costs.low), frame.yHigh = std::log(costs.high);
    Sides near;
    for (const DesignPoint& point : picture.map.points)
        if (point.near) near.take(point.activeParams);
    QColor band = look.theme.best;
    band.setAlpha(look.theme.dark ? 60 : 70);
    painter.fillRect(
        QRectF(frame.toPixel(std::log(near.low), frame.yHigh), frame.toPixel(std::log(near.high), frame.yLow))
            .normalized(),
        band);
    AxisText y;
    for (const double tick : logTicks(costs.low, costs.high, frame.rect.height(), 26 * look.unit).labelled)
        y.ticks << std::log(tick);
    y.text = [](double value) {
        return std::exp(value) < 1 ? items::number(std::exp(value), 'g', 2) : tokensText(std::exp(value), 2);
    };
    paintAxes(painter, frame,
              countAxis(sizes.low, sizes.high, frame.rect.width(), 48 * look.unit,
                        DesignView::tr("Active parameters")),
              y, look);
    for (const Count experts : picture.map.experts) {
        QPolygonF line;
        for (const DesignPoint& point : picture.map.points)
            if (point.experts == experts && costOf(point) > 0)
                line << frame.toPixel(std::log(point.activeParams), std::log(costOf(point)));
        recipeCurve(painter, line, frame.rect, QPen(expertsColour(picture, experts, look), 1.8 * look.unit));
    }
}

} // namespace moe::ui
