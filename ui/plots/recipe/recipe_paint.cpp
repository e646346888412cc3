// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/recipe/recipe_paint.h"

#include "models/items/format.h"
#include "ui/plots/kit/label_places.h"
#include "ui/plots/kit/shapes.h"
#include "ui/plots/recipe/recipe_kit.h"
#include "ui/plots/recipe/recipe_view.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace moe::ui {
namespace {

constexpr const char* kLossKey = "loss.value";

/// Axis of compute; x of a frame is its logarithm.
AxisText computeAxis(double low, double high, double length, const Look& look) {
    AxisText axis;
    for (const double tick : logTicks(low, high, length, 44 * look.unit).labelled)
        axis.ticks << std::log(tick);
    axis.text = [](double value) { return rateText(std::exp(value), 2); };
    axis.title = RecipeView::tr("Training compute (FLOP)");
    return axis;
}

/// Larger sizes darker on light ground, lighter on dark ground: both ends of the palette are too near one.
QColor sizeColour(double params, const RecipePicture& picture, const Look& look) {
    const double low = picture.sizes.front().params, high = picture.sizes.back().params;
    const double share = high > low ? std::log(params / low) / std::log(high / low) : 0.5;
    const double along = std::clamp(share, 0.0, 1.0);
    return look.colour(look.theme.dark ? 0.42 + 0.58 * along : 0.75 - 0.7 * along);
}

QRectF boxAt(QPointF at, double half) {
    return {at.x() - half, at.y() - half, 2 * half, 2 * half};
}

bool isOdd(const RecipePicture& picture, std::size_t run) {
    return std::find(picture.odd.begin(), picture.odd.end(), run) != picture.odd.end();
}

/// Through the mark of a run that does not belong to the others.
void crossOut(QPainter& painter, QPointF at, const Look& look) {
    const double reach = 6 * look.unit;
    painter.setPen(QPen(look.theme.text, 1.6 * look.unit));
    painter.drawLine(at - QPointF(reach, reach), at + QPointF(reach, reach));
    painter.drawLine(at + QPointF(-reach, reach), at + QPointF(reach, -reach));
}

QString spotText(const RecipeSpot& spot) {
    return RecipeView::tr("%1 parameters, %2 tokens: %3")
        .arg(recipeCount(spot.params), recipeCount(spot.tokens), recipeLossText(spot.loss));
}

struct Extent {
    double xLow = HUGE_VAL, xHigh = 0, yLow = HUGE_VAL, yHigh = 0;
    void take(double compute, double low, double high) {
        xLow = std::min(xLow, compute), xHigh = std::max(xHigh, compute);
        yLow = std::min(yLow, low), yHigh = std::max(yHigh, high);
    }
};
Extent extentOf(const RecipePicture& picture) {
    Extent extent;
    for (const RecipeRun& run : picture.table->runs) extent.take(run.compute(), run.loss, run.loss);
    const RecipeSpot& design = picture.design;
    extent.take(design.compute, design.loss.low, design.loss.high);
    extent.take(picture.optimum.compute, picture.optimum.loss.low, picture.optimum.loss.loss);
    if (const auto& next = picture.next) extent.take(next->compute, next->loss.loss, next->loss.loss);
    extent.xLow /= 1.6, extent.xHigh *= 1.8;
    const double margin = 0.05 * (extent.yHigh - extent.yLow);
    extent.yLow = std::max(0.0, extent.yLow - margin), extent.yHigh += margin;
    return extent;
}

} // namespace

QString recipeLossText(const RecipePrediction& loss) {
    return RecipeView::tr("%1 nats (90 % of runs: %2 – %3)")
        .arg(items::number(loss.loss, 'f', 3), items::number(loss.low, 'f', 3),
             items::number(loss.high, 'f', 3));
}

static void paintBest(QPainter& painter, const PlotFrame& frame, const RecipePicture& picture,
                      const Look& look) {
    QPolygonF upper, lower, middle;
    for (const RecipeSpot& spot : picture.best) {
        const double x = std::clamp(std::log(spot.compute), frame.xLow, frame.xHigh);
        const auto y = [&](double loss) { return std::clamp(loss, frame.yLow, frame.yHigh); };
        upper << frame.toPixel(x, y(spot.loss.high));
        lower << frame.toPixel(x, y(spot.loss.low));
        middle << frame.toPixel(std::log(spot.compute), spot.loss.loss);
    }
    std::reverse(lower.begin(), lower.end());
    QColor band = look.theme.accent;
    band.setAlpha(look.theme.dark ? 60 : 45);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(band);
    painter.drawPolygon(upper + lower);
    painter.setBrush(Qt::NoBrush);
    recipeCurve(painter, middle, frame.rect, QPen(look.theme.accent, 2 * look.unit, Qt::DashLine));
}

static void paintDesign(QPainter& painter, const PlotFrame& frame, const RecipePicture& picture,
                        const Look& look, Hits& hits, QVector<QRectF>& taken) {
    const RecipeSpot& design = picture.design;
    const double x = std::log(design.compute), cap = 4 * look.unit;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.text, 1.3 * look.unit));
    const QPointF low = frame.toPixel(x, design.loss.low), high = frame.toPixel(x, design.loss.high);
    painter.drawLine(low, high);
    for (const QPointF& end : {low, high}) painter.drawLine(end - QPointF(cap, 0), end + QPointF(cap, 0));
    const QPointF at = frame.toPixel(x, design.loss.loss);
    const QPointF best = frame.toPixel(x, picture.optimum.loss.loss);
    drawMark(painter, Mark::Best, best, markSize(Mark::Best, look), look.theme);
    drawMark(painter, Mark::Scenario, at, markSize(Mark::Scenario, look), look.theme);
    const QString own = RecipeView::tr("This scenario: %1").arg(spotText(design));
    const QString optimum = RecipeView::tr("Best split of its compute: %1").arg(spotText(picture.optimum));
    hits.push_back({boxAt(at, 8 * look.unit), QLatin1String(kLossKey), own, own});
    hits.push_back({boxAt(best, 8 * look.unit), {}, optimum, optimum});
    taken << boxAt(at, 9 * look.unit) << boxAt(best, 9 * look.unit);
    if (!picture.next) return;
    const QPointF next = frame.toPixel(std::log(picture.next->compute), picture.next->loss.loss);
    if (!frame.rect.contains(next)) return;
    drawShape(painter, Shape::Down, next, 12 * look.unit, look.theme.warn, look.theme);
    const QString words = RecipeView::tr("Next run: %1").arg(spotText(*picture.next));
    hits.push_back({boxAt(next, 8 * look.unit), {}, words, words});
    taken << boxAt(next, 9 * look.unit);
}

/// What the marks stand for, where the curves leave room: losses fall to the right.
static void paintRecipeKey(QPainter& painter, const PlotFrame& frame, const RecipePicture& picture,
                           const Look& look) {
    struct Entry {
        std::function<void(QPointF)> draw;
        QString text;
    };
    std::vector<Entry> entries;
    entries.push_back({[&](QPointF at) {
                           drawShape(painter, Shape::Circle, at, 8 * look.unit, look.theme.muted, look.theme);
                       },
                       RecipeView::tr("run, line: fit of its size")});
    entries.push_back({[&](QPointF at) {
                           drawMark(painter, Mark::Scenario, at, 0.8 * markSize(Mark::Scenario, look),
                                    look.theme);
                       },
                       RecipeView::tr("this scenario, 90 % of runs")});
    entries.push_back({[&](QPointF at) {
                           painter.setPen(QPen(look.theme.accent, 2 * look.unit, Qt::DashLine));
                           painter.drawLine(at - QPointF(8 * look.unit, 0), at + QPointF(8 * look.unit, 0));
                       },
                       RecipeView::tr("best split of a compute, 90 % of runs")});
    entries.push_back(
        {[&](QPointF at) { drawMark(painter, Mark::Best, at, 0.8 * markSize(Mark::Best, look), look.theme); },
         RecipeView::tr("of this scenario's compute")});
    if (picture.next)
        entries.push_back({[&](QPointF at) {
                               drawShape(painter, Shape::Down, at, 10 * look.unit, look.theme.warn,
                                         look.theme);
                           },
                           RecipeView::tr("run that would narrow it most")});
    const QFont font = look.scaledFont(0.92);
    const QFontMetricsF metrics(font);
    double width = 0;
    for (const Entry& entry : entries) width = std::max(width, metrics.horizontalAdvance(entry.text));
    const double step = 1.3 * metrics.height();
    if (frame.rect.width() < 1.6 * width || frame.rect.height() < 3.2 * step * double(entries.size())) return;
    double y = frame.rect.top() + 0.8 * step;
    const double x = frame.rect.right() - width - 6 * look.unit;
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Entry& entry : entries) {
        entry.draw({x - 14 * look.unit, y});
        drawHaloText(painter, {x + metrics.horizontalAdvance(entry.text) / 2, y}, 0, entry.text, font,
                     look.theme.text, look.theme.background, 2 * look.unit);
        y += step;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintRecipeLosses(QPainter& painter, QRectF area, const RecipePicture& picture, const Look& look,
                       Hits& hits) {
    recipeTitle(painter, area, RecipeView::tr("Loss against compute"), look);
    const Extent extent = extentOf(picture);
    PlotFrame frame = recipeFrame(area, QStringLiteral("0.00"), look);
    frame.xLow = std::log(extent.xLow), frame.xHigh = std::log(extent.xHigh);
    frame.yLow = extent.yLow, frame.yHigh = extent.yHigh;
    const LinearTicks ticks =
        linearTicks(extent.yLow, extent.yHigh, std::max(2.0, frame.rect.height() / (36 * look.unit)));
    AxisText y;
    y.ticks = ticks.ticks;
    y.text = [decimals = ticks.decimals](double value) { return items::number(value, 'f', decimals); };
    y.title = RecipeView::tr("Loss (nats per token)");
    paintAxes(painter, frame, computeAxis(extent.xLow, extent.xHigh, frame.rect.width(), look), y, look);
    paintBest(painter, frame, picture, look);
    for (const RecipeLine& line : picture.sizes) {
        QPolygonF pixels;
        for (const RecipeSpot& spot : line.spots)
            pixels << frame.toPixel(std::log(spot.compute), spot.loss.loss);
        recipeCurve(painter, pixels, frame.rect,
                    QPen(sizeColour(line.params, picture, look), 1.4 * look.unit));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<RecipeRun>& runs = picture.table->runs;
    QVector<QRectF> taken;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const QPointF at = frame.toPixel(std::log(runs[i].compute()), runs[i].loss);
        drawShape(painter, Shape::Circle, at, (runs.size() > 60 ? 6 : 8) * look.unit,
                  sizeColour(runs[i].params, picture, look), look.theme);
        QString words =
            RecipeView::tr("Line %1: %2 parameters, %3 tokens, loss %4; fitted %5 %")
                .arg(QString::number(runs[i].line), recipeCount(runs[i].params), recipeCount(runs[i].tokens),
                     items::number(runs[i].loss, 'f', 4), signedText(100 * picture.fit.residuals[i], 2));
        if (isOdd(picture, i)) {
            crossOut(painter, at, look);
            words += QStringLiteral(" · ") + RecipeView::tr("does not belong to the others");
        }
        hits.push_back({boxAt(at, 6 * look.unit), {}, words, words, int(i)});
        taken << boxAt(at, 4 * look.unit);
    }
    paintDesign(painter, frame, picture, look, hits, taken);
    painter.setRenderHint(QPainter::Antialiasing);
    LabelPlaces places(frame.rect);
    for (const QRectF& box : taken) places.block(box);
    const QFont font = look.scaledFont(0.88, true);
    const QFontMetricsF metrics(font);
    for (const RecipeLine& line : picture.sizes) {
        const RecipeSpot& end = line.spots.back();
        const QString words = recipeCount(line.params);
        const auto place =
            places.place(frame.toPixel(std::log(end.compute), end.loss.loss),
                         {metrics.horizontalAdvance(words) + 2, metrics.height()}, 3 * look.unit);
        if (place)
            drawHaloText(painter, place->box.center(), 0, words, font, sizeColour(line.params, picture, look),
                         look.theme.background, 2.5 * look.unit);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintRecipeKey(painter, frame, picture, look);
}

void paintRecipeErrors(QPainter& painter, QRectF area, const RecipePicture& picture, const Look& look,
                       Hits& hits) {
    recipeTitle(painter, area, RecipeView::tr("Each run against the fit, in %"), look);
    const std::vector<RecipeRun>& runs = picture.table->runs;
    const std::vector<double>&held = picture.fit.heldBack, &fitted = picture.fit.residuals;
    double low = HUGE_VAL, high = 0, most = 0.002;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        low = std::min(low, runs[i].compute()), high = std::max(high, runs[i].compute());
        most = std::max({most, std::abs(fitted[i]), held.empty() ? 0 : std::abs(held[i])});
    }
    PlotFrame frame = recipeFrame(area, QStringLiteral("+0.0"), look);
    frame.xLow = std::log(low / 1.6), frame.xHigh = std::log(high * 1.6);
    frame.yHigh = 112 * most, frame.yLow = -frame.yHigh;
    // A low panel, too: zero and a tick on either side.
    const LinearTicks ticks =
        linearTicks(frame.yLow, frame.yHigh, std::max(4.0, frame.rect.height() / (36 * look.unit)));
    AxisText y;
    y.ticks = ticks.ticks;
    y.text = [decimals = ticks.decimals](double value) { return signedText(value, decimals); };
    const QString title = RecipeView::tr("Measured over predicted");
    if (QFontMetricsF(look.font).horizontalAdvance(title) < frame.rect.height()) y.title = title;
    paintAxes(painter, frame, computeAxis(low / 1.6, high * 1.6, frame.rect.width(), look), y, look);
    if (picture.fit.looRms) {
        const double rms = 100 * *picture.fit.looRms;
        QColor band = look.theme.accent;
        band.setAlpha(look.theme.dark ? 50 : 35);
        painter.fillRect(QRectF(frame.toPixel(frame.xLow, std::min(rms, frame.yHigh)),
                                frame.toPixel(frame.xHigh, -std::min(rms, frame.yHigh))),
                         band);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.drawLine(frame.toPixel(frame.xLow, 0), frame.toPixel(frame.xHigh, 0));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const QColor colour = sizeColour(runs[i].params, picture, look);
        const double x = std::log(runs[i].compute());
        const QPointF inner = frame.toPixel(x, 100 * fitted[i]);
        painter.setPen(QPen(colour, 1.3 * look.unit));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(inner, 3 * look.unit, 3 * look.unit);
        if (held.empty()) continue;
        const QPointF outer = frame.toPixel(x, 100 * held[i]);
        painter.drawLine(inner, outer);
        drawShape(painter, Shape::Circle, outer, 8 * look.unit, colour, look.theme);
        QString words = RecipeView::tr("Line %1: %2 % from the other runs, %3 % fitted")
                            .arg(QString::number(runs[i].line), signedText(100 * held[i], 2),
                                 signedText(100 * fitted[i], 2));
        if (isOdd(picture, i)) {
            crossOut(painter, outer, look);
            words += QStringLiteral(" · ") + RecipeView::tr("does not belong to the others");
        }
        hits.push_back({boxAt(outer, 6 * look.unit), {}, words, words, int(i)});
    }
    const QFont font = look.scaledFont(0.92);
    const QFontMetricsF metrics(font);
    const QString whole = held.empty() ? RecipeView::tr("○ fitted")
                                       : RecipeView::tr("● held back (rms %1 %), ○ fitted (%2 %)")
                                             .arg(items::number(100 * picture.fit.looRms.value_or(0), 'f', 2),
                                                  items::number(100 * picture.fit.inSampleRms, 'f', 2));
    const QString words = elided(whole, font, frame.rect.width() - 12 * look.unit);
    drawHaloText(painter,
                 {frame.rect.left() + metrics.horizontalAdvance(words) / 2 + 6 * look.unit,
                  frame.rect.top() + 0.8 * metrics.height()},
                 0, words, font, look.theme.text, look.theme.background, 2 * look.unit);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace moe::ui
