// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_plot.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/plots/loss/loss_plot_private.h"

#include "models/engine/loss/report/loss_map_value.h"
#include "models/items/compare_table_model.h"
#include "models/items/own_point_text.h"

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

LossPlot::Private::Private(QCustomPlot& customPlot) : plot(customPlot) {
    plot.setLocale(items::numberLocale());
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
    x->setLabel(items::Words::tr("Peak learning rate"));
    y->setLabel(items::Words::tr("Batch size (tokens)"));
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

LossRange LossPlot::Private::full() const {
    if (!isModel() && !cells.lrEdges.empty())
        return {cells.lrEdges.front(), cells.lrEdges.back(), cells.batchEdges.front(),
                cells.batchEdges.back()};
    return {map().lr.front(), map().lr.back(), map().batchTokens.front(), map().batchTokens.back()};
}

void LossPlot::Private::keepInside(QCPAxis* axis, const QCPRange& range) {
    if (!report) return;
    const LossRange all = full();
    const QCPRange limits =
        axis == x ? QCPRange(all.lrLow, all.lrHigh) : QCPRange(all.batchLow, all.batchHigh);
    const QCPRange inside = bounded(range, limits);
    if (inside.lower != range.lower || inside.upper != range.upper) axis->setRange(inside);
}

void LossPlot::Private::apply(const LossRange& range) {
    x->setRange(range.lrLow, range.lrHigh);
    y->setRange(range.batchLow, range.batchHigh);
}

double LossPlot::Private::scenarioLr() const {
    return dragged ? dragged->x() : report->scenario.train ? report->scenario.train->lr : 0;
}
double LossPlot::Private::scenarioBatch() const {
    if (dragged) return dragged->y();
    if (!report->scenario.train) return 0;
    return double(report->scenario.train->globalBatch) * double(report->scenario.model.sequence);
}

/// Another scale than the layer's own, with its ends open where values lie beyond.
void LossPlot::Private::holdScale() {
    if (!scaleChoice) return;
    static constexpr const char* kQuantities[] = {"loss", "uncertainty", "difference"};
    const char* quantity = isModel() ? kQuantities[std::size_t(options.colour)] : "measured";
    LossScale scale = scaleChoice(QLatin1String(quantity), layer.scale);
    if (scale.low == layer.scale.low && scale.high == layer.scale.high) return;
    scale.clips = scale.clipsLow = false;
    const auto see = [&scale](double value) {
        scale.clips = scale.clips || value > scale.high + 1e-9 * std::abs(scale.high);
        scale.clipsLow = scale.clipsLow || value < scale.low - 1e-9 * std::abs(scale.low);
    };
    for (const double value : layer.values) see(value);
    if (!isModel())
        for (const MeasuredPoint& run : runs()) see(run.loss);
    layer.scale = scale;
}

void LossPlot::Private::rebuildScale() {
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
        holdScale();
        image = heatImage(map(), layer, *mapLook.stops);
        shading = lossShading(map());
    } else {
        layer = {{}, measuredScale(runs(), map()), items::Words::tr("Measured loss (nats/token)"), {}, 3};
        holdScale();
    }
    barAxis->setRange(layer.scale.low, layer.scale.high);
    barAxis->setLabel(layer.title);
}

void LossPlot::Private::rebuild() {
    if (!report) return;
    cells = measuredCells(runs());
    laws = lawMarks(loss(), options.laws);
    rebuildScale();
    rebuildLegend();
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
    if (d->wishes.colour != LossColour::Difference) return;
    d->options = d->wishes;
    d->rebuild();
}

void LossPlot::setScale(ScaleChoice scale) {
    d->scaleChoice = std::move(scale);
    d->rebuild();
}

void LossPlot::setPins(const std::vector<PinMark>& pins) {
    d->pins = pins;
    if (d->report) d->rebuildLegend();
}

void LossPlot::setOwn(const std::vector<OwnLoss>& own) {
    d->own = own;
    if (d->report) d->rebuildLegend();
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
bool LossPlot::isMeasured() const {
    return !d->isModel();
}
const std::vector<double>& LossPlot::columns() const {
    return d->isModel() ? d->map().lr : d->cells.lr;
}
const std::vector<double>& LossPlot::rows() const {
    return d->isModel() ? d->map().batchTokens : d->cells.batchTokens;
}
QPointF LossPlot::best() const {
    if (!d->isModel() && d->cells.best) return {d->cells.best->lr, d->cells.best->batchTokens};
    return {d->loss().optimalLr, d->loss().optimalBatchTokens};
}

QString LossPlot::tipAt(QPointF pixel) const {
    if (!d->report || !d->isModel()) return {};
    const double reach = 8 * d->look.unit;
    for (const auto& [pin, point, letter] : d->pinMarks()) {
        if (QLineF(letter, pixel).length() >= reach) continue;
        const QString name = QStringLiteral("%1: %2").arg(items::markLetter(pin->mark), pin->name);
        return pin->report->loss
                   ? items::Words::tr("%1, loss %2").arg(name).arg(pin->report->loss->value, 0, 'f', 3)
                   : name;
    }
    const QVector<Private::OwnPlace> mine = d->ownMarks();
    for (auto one = mine.crbegin(); one != mine.crend(); ++one) { // later ones lie above
        if (QLineF(one->at, pixel).length() >= reach) continue;
        const auto at = predictionAt(d->map(), *one->run->lr, *one->run->batchTokens);
        return items::ownLossText(*one->run, at ? std::optional(at->loss) : std::nullopt);
    }
    for (const LawMark& mark : d->laws)
        if (const auto at = lawPlace(frame(), mark, d->look); at && QLineF(*at, pixel).length() < reach)
            return mark.tip;
    for (const auto& [mark, at] : d->marks())
        if ((mark == Mark::Law || mark == Mark::LawOutside) && QLineF(at, pixel).length() < reach)
            return lawTip(*findLaw("step-law"), stepLawAnswer(d->loss()));
    return {};
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
