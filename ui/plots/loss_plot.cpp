#include "ui/plots/loss_plot.h"

#include "ui/plots/loss_legend.h"
#include "ui/plots/plot_chrome.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace moe::ui {

static QCPRange bounded(QCPRange range, const QCPRange& limits) {
    // Shifted back inside with its width (a ratio on a log axis) kept, then cut.
    if (range.lower < limits.lower) range = QCPRange(limits.lower, range.upper * limits.lower / range.lower);
    if (range.upper > limits.upper) range = QCPRange(range.lower * limits.upper / range.upper, limits.upper);
    return {std::max(range.lower, limits.lower), std::min(range.upper, limits.upper)};
}

class LossPlot::Private {
public:
    explicit Private(QCustomPlot& customPlot) : plot(customPlot) {
        plot.setLocale(QLocale::c());
        plot.plotLayout()->clear();
        axes = new QCPAxisRect(&plot, true);
        bar = new QCPAxisRect(&plot, false);
        barAxis = bar->addAxis(QCPAxis::atRight);
        legend = newLegend(plot);
        auto* upper = new QCPLayoutGrid;
        upper->addElement(0, 0, axes);
        upper->addElement(0, 1, bar);
        upper->setColumnSpacing(0);
        plot.plotLayout()->addElement(0, 0, upper);
        plot.plotLayout()->addElement(1, 0, legend);
        plot.plotLayout()->setRowSpacing(0);
        auto* group = new QCPMarginGroup(&plot);
        for (QCPAxisRect* rect : {axes, bar}) rect->setMarginGroup(QCP::msTop | QCP::msBottom, group);
        bar->setAutoMargins(QCP::msTop | QCP::msRight | QCP::msBottom);

        x = axes->axis(QCPAxis::atBottom), y = axes->axis(QCPAxis::atLeft);
        setLogAxis(x, [](double lr) { return rateText(lr); });
        setLogAxis(y, [](double tokens) { return tokensText(tokens, 3); });
        x->setLabel(QStringLiteral("Peak learning rate"));
        y->setLabel(QStringLiteral("Batch size (tokens)"));
        for (QCPAxis* axis : {x, y}) {
            axis->grid()->setVisible(false); // the map covers it
            QObject::connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), axis,
                             [this, axis](const QCPRange& range) { keepInside(axis, range); });
        }
        for (QCPAxis::AxisType side : {QCPAxis::atTop, QCPAxis::atRight}) {
            axes->axis(side)->setVisible(true);
            axes->axis(side)->setTicks(false);
            axes->axis(side)->setTickLabels(false);
            axes->axis(side)->grid()->setVisible(false);
        }
        setLinearAxis(barAxis, 2.5);
        barAxis->grid()->setVisible(false);

        newPaintLayer(axes, QStringLiteral("main"), true,
                      [this](QPainter& p, bool vector) { paintMap(p, vector); });
        newPaintLayer(axes, QStringLiteral("overlay"), false, [this](QPainter& p, bool) { paintMarks(p); });
        newPaintLayer(bar, QStringLiteral("overlay"), false, [this](QPainter& p, bool) { paintBar(p); });
    }

    const LossReport& loss() const { return *report->loss; }
    const LossMap& map() const { return *report->loss->map; }
    bool isVeiled() const { return loss().origin == Origin::Extrapolated; }
    bool isModel() const { return options.mode == LossMode::Model; }
    bool hatches() const { return options.shading && !map().sd.empty(); }
    bool showsStepLaw() const {
        return loss().lawLr && loss().lawBatchTokens &&
               std::find(options.laws.begin(), options.laws.end(), "step-law") != options.laws.end();
    }
    const std::vector<MeasuredPoint>& runs() const { return otherRuns ? *otherRuns : loss().measured; }
    /// The scenario does not belong to another group's cells.
    bool scenarioBelongs() const { return isModel() || !otherRuns; }

    LossRange full() const {
        if (!isModel() && !cells.lrEdges.empty())
            return {cells.lrEdges.front(), cells.lrEdges.back(), cells.batchEdges.front(),
                    cells.batchEdges.back()};
        return {map().lr.front(), map().lr.back(), map().batchTokens.front(), map().batchTokens.back()};
    }

    void keepInside(QCPAxis* axis, const QCPRange& range) {
        if (!report) return;
        const LossRange all = full();
        const QCPRange limits =
            axis == x ? QCPRange(all.lrLow, all.lrHigh) : QCPRange(all.batchLow, all.batchHigh);
        const QCPRange inside = bounded(range, limits);
        if (inside.lower != range.lower || inside.upper != range.upper) axis->setRange(inside);
    }

    void apply(const LossRange& range) {
        x->setRange(range.lrLow, range.lrHigh);
        y->setRange(range.batchLow, range.batchHigh);
    }

    /// Where things are, in pixels; marks of the model first painted first.
    QVector<std::pair<Mark, QPointF>> marks() const {
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
            if (showsStepLaw()) add(Mark::Law, *loss().lawLr, *loss().lawBatchTokens);
            add(Mark::Best, loss().optimalLr, loss().optimalBatchTokens);
        }
        if (scenarioBelongs()) add(Mark::Scenario, scenarioLr(), scenarioBatch());
        return found;
    }

    double scenarioLr() const {
        return dragged ? dragged->x() : report->scenario.train ? report->scenario.train->lr : 0;
    }
    double scenarioBatch() const {
        if (dragged) return dragged->y();
        if (!report->scenario.train) return 0;
        return double(report->scenario.train->globalBatch) * double(report->scenario.model.sequence);
    }

    void paintMap(QPainter& painter, bool vector) {
        if (!report) return;
        const PlotFrame frame = frameOf(axes);
        if (!isModel()) {
            const QPointF marker = frame.toPixel(scenarioLr(), scenarioBatch());
            paintCells(painter, frame, cells, layer.scale, mapLook,
                       scenarioBelongs() ? marker : QPointF(-1, -1));
            return;
        }
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
            if (options.colour != LossColour::Uncertainty)
                paintUncertainty(painter, frame, map(), image, look);
            obstacles += paintInstability(painter, frame, map(), shading, image, look);
        }
        const bool regions = options.regions && !loss().nearOptimal.empty();
        contourLabels = 0;
        if (options.contours) {
            ContourStyle style;
            style.veiled = isVeiled();
            style.cased = options.colour != LossColour::Loss;
            // The regions' own outlines are contours of about these levels.
            if (regions) style.from = 1.15 * loss().nearOptimal.back().share * loss().optimalLoss;
            contourLabels = paintContours(painter, frame, map(), layer.scale, mapLook, obstacles, style);
        }
        if (regions) paintNearOptimal(painter, frame, loss().nearOptimal, obstacles, look);
        if (showsStepLaw() && loss().overlays && loss().overlays->region)
            paintLawRegion(painter, frame, *loss().overlays->region, look);
        if (isVeiled()) paintVeilLabel(painter, frame, look);
    }

    void paintMarks(QPainter& painter) {
        if (!report) return;
        const PlotFrame frame = frameOf(axes);
        Obstacles obstacles;
        for (const auto& [mark, at] : marks())
            if (mark != Mark::Run && mark != Mark::Diverged) obstacles.push_back({at, markSize(mark, look)});
        if (isModel()) paintLawMarks(painter, frame, laws, obstacles, look);
        for (const auto& [mark, at] : marks()) drawMark(painter, mark, at, markSize(mark, look), look.theme);
        if (cursor) paintCursor(painter, frame);
    }

    void paintCursor(QPainter& painter, const PlotFrame& frame) const {
        const QPointF at = frame.toPixel(cursor->x(), cursor->y());
        if (!frame.rect.adjusted(-1, -1, 1, 1).contains(at)) return;
        painter.setRenderHint(QPainter::Antialiasing);
        const double gap = 6 * look.unit;
        const QVector<QLineF> arms{{frame.rect.left(), at.y(), at.x() - gap, at.y()},
                                   {at.x() + gap, at.y(), frame.rect.right(), at.y()},
                                   {at.x(), frame.rect.top(), at.x(), at.y() - gap},
                                   {at.x(), at.y() + gap, at.x(), frame.rect.bottom()}};
        for (const auto& [colour, width] :
             {std::pair(QColor(16, 18, 22, 170), 3.2), {QColor(Qt::white), 1.2}}) {
            painter.setPen(QPen(colour, width * look.unit, Qt::SolidLine, Qt::FlatCap));
            painter.setBrush(Qt::NoBrush);
            painter.drawLines(arms);
            painter.drawEllipse(at, gap, gap);
        }
    }

    void paintBar(QPainter& painter) {
        if (!report) return;
        const QRectF area(bar->rect());
        const bool marked = options.contours || options.colour != LossColour::Loss;
        paintColourBar(painter, area, layer.scale, isModel() && marked ? layer.marks : std::vector<double>(),
                       mapLook);
        const QFont font = look.scaledFont(0.85);
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(look.theme.text);
        const auto end = [&](const QString& sign, double value, double baseline) {
            const QString text = QStringLiteral("%1 %2").arg(sign).arg(value, 0, 'f', layer.decimals);
            painter.drawText(QPointF(area.center().x() - metrics.horizontalAdvance(text) / 2, baseline),
                             text);
        };
        const double beyond = area.width() * 0.62 + 4 * look.unit;
        if (layer.scale.clips) end(QStringLiteral("≥"), layer.scale.high, area.top() - beyond);
        if (layer.scale.clipsLow)
            end(QStringLiteral("≤"), layer.scale.low, area.bottom() + beyond + metrics.capHeight());
    }

    void rebuildScale() {
        mapLook = look;
        if (isModel()) {
            LossLayer wanted;
            if (options.colour == LossColour::Uncertainty) wanted = uncertaintyLayer(map());
            if (options.colour == LossColour::Difference && base)
                wanted = differenceLayer(map(), *base->loss->map);
            const bool has = !wanted.values.empty();
            if (has && options.colour == LossColour::Difference)
                mapLook.stops = &paletteStops(QStringLiteral("difference"));
            layer = has ? std::move(wanted) : lossLayer(map());
            if (!has) options.colour = LossColour::Loss;
            image = heatImage(map(), layer, *mapLook.stops);
            shading = lossShading(map());
        } else {
            layer = {{}, measuredScale(runs(), map()), QStringLiteral("Measured loss (nats/token)"), {}, 3};
        }
        barAxis->setRange(layer.scale.low, layer.scale.high);
        barAxis->setLabel(layer.title);
    }

    void rebuild() {
        if (!report) return;
        cells = measuredCells(runs());
        laws = lawMarks(loss(), options.laws);
        rebuildScale();
        rebuildLegend();
    }

    void rebuildLegend();

    QCustomPlot& plot;
    QCPAxisRect *axes = nullptr, *bar = nullptr;
    QCPAxis *x = nullptr, *y = nullptr, *barAxis = nullptr;
    QCPLayoutElement* legend = nullptr;

    ReportPtr report, base;
    std::optional<std::vector<MeasuredPoint>> otherRuns;
    Look look, mapLook;          ///< mapLook has the palette of what is coloured
    LossOptions wishes, options; ///< as asked for; as can be drawn
    MeasuredCells cells;
    LossLayer layer;
    LossShading shading;
    std::vector<LawMark> laws;
    QImage image;
    std::optional<QPointF> dragged, cursor;
    QStringList legendTexts;
    int contourLabels = 0;
};

void LossPlot::Private::rebuildLegend() {
    const LossRange all = full();
    LossLegend shown{&loss(), &runs(), cells.best, options, shading, {}, scenarioBelongs(), true};
    for (const LawMark& mark : laws)
        if (mark.lr >= all.lrLow && mark.lr <= all.lrHigh &&
            (!mark.batchTokens || (*mark.batchTokens >= all.batchLow && *mark.batchTokens <= all.batchHigh)))
            shown.laws.push_back(mark);
    shown.scenarioOnMap = scenarioLr() >= all.lrLow && scenarioLr() <= all.lrHigh &&
                          scenarioBatch() >= all.batchLow && scenarioBatch() <= all.batchHigh;
    std::vector<LegendEntry> entries = lossLegend(shown, look);
    legendTexts.clear();
    for (const LegendEntry& entry : entries) legendTexts << entry.text;
    setLegend(legend, std::move(entries), look);
}

LossPlot::LossPlot(QCustomPlot& plot) : d(std::make_unique<Private>(plot)) {}
LossPlot::~LossPlot() = default;

void LossPlot::setLook(const Look& look) {
    d->look = look;
    applyLook(d->plot, look);
    const auto px = [&](double length) { return int(std::lround(length * look.unit)); };
    d->plot.plotLayout()->setMargins(QMargins(px(8), px(2), px(8), px(6)));
    d->axes->setMinimumMargins(QMargins(0, px(28), px(4), 0));
    d->bar->setMinimumSize(px(15), px(60));
    d->bar->setMaximumSize(px(15), QWIDGETSIZE_MAX);
    d->bar->setMargins(QMargins(px(14), 0, 0, 0));
    d->rebuild();
}

void LossPlot::setOptions(const LossOptions& options) {
    if (options == d->wishes && d->report) return;
    const bool modeChanged = options.mode != d->options.mode;
    d->wishes = d->options = options;
    if (!d->report) return;
    d->rebuild();
    if (modeChanged) resetRange();
}

void LossPlot::setReport(const ReportPtr& report) {
    const bool keepRange = d->report && isZoomed();
    d->report = report;
    d->dragged.reset();
    d->options = d->wishes;
    d->rebuild();
    if (!keepRange) {
        resetRange();
    } else {
        d->keepInside(d->x, d->x->range());
        d->keepInside(d->y, d->y->range());
    }
}

void LossPlot::setBase(const ReportPtr& base) {
    d->base = base && base->loss && base->loss->map && base->loss->map->lr.size() > 1 ? base : nullptr;
    d->options = d->wishes;
    d->rebuild();
}

void LossPlot::setRuns(const std::vector<MeasuredPoint>* runs) {
    const auto same = [](const MeasuredPoint& a, const MeasuredPoint& b) {
        return a.lr == b.lr && a.batchTokens == b.batchTokens && a.loss == b.loss;
    };
    if (runs ? d->otherRuns &&
                   std::equal(runs->begin(), runs->end(), d->otherRuns->begin(), d->otherRuns->end(), same)
             : !d->otherRuns)
        return;
    d->otherRuns = runs ? std::optional(*runs) : std::nullopt;
    d->rebuild();
    if (d->report && !d->isModel()) resetRange();
}

void LossPlot::replot() {
    d->plot.replot(QCustomPlot::rpQueuedReplot);
}

LossRange LossPlot::range() const {
    return {d->x->range().lower, d->x->range().upper, d->y->range().lower, d->y->range().upper};
}

void LossPlot::setRange(const LossRange& range) {
    d->apply(range);
}
LossRange LossPlot::fullRange() const {
    return d->full();
}

bool LossPlot::isZoomed() const {
    const LossRange now = range(), all = d->full();
    const auto differs = [](double a, double b) { return std::abs(std::log(a / b)) > 1e-6; };
    return differs(now.lrLow, all.lrLow) || differs(now.lrHigh, all.lrHigh) ||
           differs(now.batchLow, all.batchLow) || differs(now.batchHigh, all.batchHigh);
}

void LossPlot::resetRange() {
    d->apply(d->full());
}
PlotFrame LossPlot::frame() const {
    return frameOf(d->axes);
}

void LossPlot::setDragged(std::optional<QPointF> value) {
    d->dragged = value;
    d->plot.layer(QStringLiteral("overlay"))->replot();
}

void LossPlot::setCursor(std::optional<QPointF> value) {
    if (value == d->cursor) return;
    d->cursor = value;
    d->plot.layer(QStringLiteral("overlay"))->replot();
}

QPointF LossPlot::scenarioValue() const {
    return {d->scenarioLr(), d->scenarioBatch()};
}
const MeasuredCells& LossPlot::cells() const {
    return d->cells;
}
const std::vector<MeasuredPoint>& LossPlot::runs() const {
    return d->runs();
}
QStringList LossPlot::legendTexts() const {
    return d->legendTexts;
}
int LossPlot::contourLabels() const {
    return d->contourLabels;
}

} // namespace moe::ui
