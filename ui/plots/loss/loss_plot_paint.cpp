// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/scaling.h"
#include "models/items/own_point_text.h"
#include "models/items/words.h"
#include "ui/plots/kit/canvas.h"
#include "ui/plots/loss/loss_legend.h"
#include "ui/plots/loss/loss_plot_private.h"

#include <qcustomplot.h>

#include <cmath>

namespace moe::ui {

QVector<std::pair<Mark, QPointF>> LossPlot::Private::marks() const {
    const PlotFrame frame = frameOf(axes);
    QVector<std::pair<Mark, QPointF>> found;
    const auto add = [&](Mark mark, double lr, double batch) {
        if (!(lr > 0) || !(batch > 0)) return;
        const QPointF at = frame.toPixel(lr, batch);
        if (frame.shows(at, 1)) found.push_back({mark, at});
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

/// Learning rate and batch in tokens.
static QPointF pinValue(const PinMark& pin) {
    const Scenario& scenario = pin.report->scenario;
    return {scenario.train->lr, double(scenario.train->globalBatch) * double(scenario.model.sequence)};
}

QVector<LossPlot::Private::PinPlace> LossPlot::Private::pinMarks() const {
    const PlotFrame frame = frameOf(axes);
    const double step = pinMarkSize(look) + 2 * look.unit;
    QVector<PinPlace> found;
    QVector<QPointF> taken;
    for (const auto& [mark, at] : marks())
        if (mark != Mark::Run && mark != Mark::Diverged) taken.push_back(at);
    for (const PinMark& pin : pins) {
        if (!pin.report || !pin.report->scenario.train) continue;
        const Scenario& scenario = pin.report->scenario;
        const QPointF point = frame.toPixel(scenario.train->lr, double(scenario.train->globalBatch) *
                                                                    double(scenario.model.sequence));
        if (!frame.shows(point, 1)) continue;
        // Beside what stands there already, so that every letter can be read.
        QPointF letter = point;
        const auto covers = [&](const QPointF& other) { return QLineF(other, letter).length() < step; };
        while (std::any_of(taken.begin(), taken.end(), covers)) letter += QPointF(0.5 * step, 0);
        taken.push_back(letter);
        found.push_back({&pin, point, letter});
    }
    return found;
}

std::vector<const OwnLoss*> LossPlot::Private::ownHere() const {
    std::vector<const OwnLoss*> here;
    if (!isModel() || !loss().scaling) return here;
    const LossRange all = full();
    for (const OwnLoss& run : own)
        if (run.lr && run.batchTokens &&
            placesOn(*loss().scaling, run.params, run.activeParams, run.tokens, kSameSize).isScenario() &&
            *run.lr >= all.lrLow && *run.lr <= all.lrHigh && *run.batchTokens >= all.batchLow &&
            *run.batchTokens <= all.batchHigh)
            here.push_back(&run);
    return here;
}

QVector<LossPlot::Private::OwnPlace> LossPlot::Private::ownMarks() const {
    const PlotFrame frame = frameOf(axes);
    QVector<OwnPlace> found;
    for (const OwnLoss* run : ownHere()) {
        const QPointF at = frame.toPixel(*run->lr, *run->batchTokens);
        if (frame.shows(at, 1)) found.push_back({run, at});
    }
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
    const bool tints = hatches() && !look.hatching;
    paintHeat(painter, frame, map(),
              tints ? tintedMap(image, map(), options.colour != LossColour::Uncertainty) : image, vector);
    if (isVeiled()) paintVeil(painter, frame, look, !hatches());
    Obstacles obstacles;
    for (const auto& [mark, at] : marks()) obstacles.push_back({at, markSize(mark, look)});
    for (const OwnPlace& place : ownMarks()) obstacles.push_back({place.at, pinMarkSize(look)});
    for (const PinPlace& place : pinMarks()) obstacles.push_back({place.letter, 1.3 * pinMarkSize(look)});
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
    const QVector<PinPlace> pinned = pinMarks();
    for (const PinPlace& place : pinned) {
        if (place.point == place.letter) continue;
        for (const auto& [colour, width] : {std::pair(QColor(255, 255, 255, 230), 3.0), {Qt::black, 1.2}}) {
            painter.setPen(QPen(colour, width * look.unit));
            painter.drawLine(place.point, place.letter);
        }
    }
    for (const auto& [mark, at] : marks()) drawMark(painter, mark, at, markSize(mark, look), look.theme);
    const QVector<OwnPlace> mine = ownMarks();
    for (const OwnPlace& place : mine)
        drawOwnMark(painter, place.at, place.at, place.at, look, ownMarkScale(std::size_t(mine.size())));
    for (const PinPlace& place : pinned) drawPinMark(painter, place.pin->mark, place.letter, look);
    if (!cursor) return;
    const QPointF at = frame.toPixel(cursor->x(), cursor->y());
    if (frame.shows(at, 1)) drawCrossHair(painter, frame.rect, at, look);
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
    for (const PinMark& pin : pins) {
        if (!pin.report || !pin.report->scenario.train) continue;
        const QPointF at = pinValue(pin);
        if (at.x() < all.lrLow || at.x() > all.lrHigh || at.y() < all.batchLow || at.y() > all.batchHigh)
            continue;
        entries.push_back({[mark = pin.mark, look = look](QPainter& painter, const QRectF& area) {
                               drawPinMark(painter, mark, area.center(), look);
                           },
                           elided(pin.name, look.font, 150 * look.unit)});
    }
    if (isModel() && !own.empty())
        entries.push_back(
            {[look = look](QPainter& painter, const QRectF& area) {
                 drawOwnMark(painter, area.center(), area.center(), area.center(), look);
             },
             items::ownKeyText(
                 ownHere().size(), own.size(),
                 items::Words::tr("others: another size, beyond the map, or no lr and batch"))});
    legendTexts.clear();
    for (const LegendEntry& entry : entries) legendTexts << entry.text;
    setLegend(legend, std::move(entries), look);
}

} // namespace moe::ui
