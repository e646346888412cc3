#include "ui/plots/loss_legend.h"
#include "ui/plots/loss_plot_private.h"

#include <qcustomplot.h>

#include <cmath>

namespace moe::ui {

QVector<std::pair<Mark, QPointF>> LossPlot::Private::marks() const {
    const PlotFrame frame = frameOf(axes);
    QVector<std::pair<Mark, QPointF>> found;
    const auto add = [&](Mark mark, double lr, double batch) {
        if (!(lr > 0) || !(batch > 0)) return;
        const QPointF at = frame.toPixel(lr, batch);
        if (frame.rect.adjusted(-1, -1, 1, 1).contains(at)) found.push_back({mark, at});
    };
    if (isModel()) {
        if (options.points)
            for (const MeasuredPoint& run : loss().measured)
                add(run.diverged ? Mark::Diverged : Mark::Run, run.lr, run.batchTokens);
        if (showsStepLaw()) {
            const LawAnswer* answer = stepLawAnswer(loss());
            add(!answer || answer->inDomain ? Mark::Law : Mark::LawOutside, *loss().lawLr,
                *loss().lawBatchTokens);
        }
        add(Mark::Best, loss().optimalLr, loss().optimalBatchTokens);
    }
    if (scenarioBelongs()) add(Mark::Scenario, scenarioLr(), scenarioBatch());
    return found;
}

void LossPlot::Private::paintMap(QPainter& painter, bool vector) {
    if (!report) return;
    const PlotFrame frame = frameOf(axes);
    if (!isModel()) {
        const QPointF marker = frame.toPixel(scenarioLr(), scenarioBatch());
        paintCells(painter, frame, cells, layer.scale, mapLook, scenarioBelongs() ? marker : QPointF(-1, -1));
        return;
    }
    if (options.colour == LossColour::Difference) paintEmpty(painter, frame.rect, look); // shows off the base
    paintHeat(painter, frame, map(), image, vector);
    if (isVeiled()) paintVeil(painter, frame, look, !hatches());
    Obstacles obstacles;
    for (const auto& [mark, at] : marks()) obstacles.push_back({at, markSize(mark, look)});
    obstacles += lawObstacles(frame, laws, look);
    if (isVeiled()) {
        const QRectF label = veilLabelArea(frame, look);
        obstacles.push_back({label.center(), label.width()});
    }
    if (hatches()) {
        if (options.colour != LossColour::Uncertainty) paintUncertainty(painter, frame, map(), image, look);
        obstacles += paintInstability(painter, frame, map(), shading, image, look);
    }
    const bool regions = options.regions && !loss().nearOptimal.empty();
    contourLabels = 0;
    regionLabels.clear();
    if (options.contours) {
        ContourStyle style;
        style.veiled = isVeiled();
        style.cased = options.colour != LossColour::Loss;
        // The regions' own outlines are contours of about these levels.
        if (regions) style.from = 1.15 * loss().nearOptimal.back().share * loss().optimalLoss;
        contourLabels = paintContours(painter, frame, map(), layer.scale, mapLook, obstacles, style);
    }
    if (regions) regionLabels = paintNearOptimal(painter, frame, loss().nearOptimal, obstacles, look);
    if (showsStepLaw() && loss().overlays && loss().overlays->region)
        paintLawRegion(painter, frame, *loss().overlays->region, look);
    if (isVeiled()) paintVeilLabel(painter, frame, look);
}

void LossPlot::Private::paintMarks(QPainter& painter) {
    if (!report) return;
    const PlotFrame frame = frameOf(axes);
    Obstacles obstacles = regionLabels;
    for (const auto& [mark, at] : marks())
        if (mark != Mark::Run && mark != Mark::Diverged) obstacles.push_back({at, markSize(mark, look)});
    if (isModel()) paintLawMarks(painter, frame, laws, obstacles, look);
    for (const auto& [mark, at] : marks()) drawMark(painter, mark, at, markSize(mark, look), look.theme);
    if (!cursor) return;
    const QPointF at = frame.toPixel(cursor->x(), cursor->y());
    if (frame.rect.adjusted(-1, -1, 1, 1).contains(at)) drawCrossHair(painter, frame.rect, at, look);
}

void LossPlot::Private::paintBar(QPainter& painter) {
    if (!report) return;
    const QRectF area(bar->rect());
    const bool marked = options.contours || options.colour != LossColour::Loss;
    paintColourBar(painter, area, layer.scale, isModel() && marked ? layer.marks : std::vector<double>(),
                   mapLook);
    const QFont font = look.scaledFont(0.85);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(look.theme.text);
    const auto end = [&](const QString& sign, double value, double share, double baseline) {
        const QString text = QStringLiteral("%L1 %L2").arg(sign).arg(value, 0, 'f', layer.decimals);
        painter.drawText(QPointF(area.center().x() - share * metrics.horizontalAdvance(text), baseline),
                         text);
    };
    const double beyond = area.width() * 0.62 + 4 * look.unit;
    if (layer.scale.clips) end(QStringLiteral("≥"), layer.scale.high, 0.5, area.top() - beyond);
    if (layer.scale.clipsLow)
        end(QStringLiteral("≤"), layer.scale.low, 0.1, area.bottom() + beyond + metrics.capHeight());
}

void LossPlot::Private::rebuildLegend() {
    const LossRange all = full();
    LossLegend shown{&loss(), &runs(), cells.best, options, shading, {}, scenarioBelongs(), true};
    for (const LawMark& mark : laws)
        if (mark.lr >= all.lrLow && mark.lr <= all.lrHigh &&
            (!mark.batchTokens || (*mark.batchTokens >= all.batchLow && *mark.batchTokens <= all.batchHigh)))
            shown.laws.push_back(mark);
    shown.scenarioOnMap = scenarioLr() >= all.lrLow && scenarioLr() <= all.lrHigh &&
                          scenarioBatch() >= all.batchLow && scenarioBatch() <= all.batchHigh;
    shown.hasGaps = isModel() ? std::any_of(layer.values.begin(), layer.values.end(),
                                            [](double value) { return std::isnan(value); })
                              : std::find(cells.runs.begin(), cells.runs.end(), nullptr) != cells.runs.end();
    std::vector<LegendEntry> entries = lossLegend(shown, look);
    legendTexts.clear();
    for (const LegendEntry& entry : entries) legendTexts << entry.text;
    setLegend(legend, std::move(entries), look);
}

} // namespace moe::ui
