#include "ui/plots/loss_plot.h"

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
            if (loss().lawLr && loss().lawBatchTokens) add(Mark::Law, *loss().lawLr, *loss().lawBatchTokens);
            add(Mark::Best, loss().optimalLr, loss().optimalBatchTokens);
        }
        add(Mark::Scenario, scenarioLr(), scenarioBatch());
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
            paintCells(painter, frame, cells, scale, look, frame.toPixel(scenarioLr(), scenarioBatch()));
            return;
        }
        paintHeat(painter, frame, map(), image, vector);
        if (isVeiled()) paintVeil(painter, frame, look);
        contourLabels = 0;
        if (options.contours) {
            Obstacles obstacles;
            for (const auto& [mark, at] : marks()) obstacles.push_back({at, markSize(mark, look)});
            if (isVeiled()) {
                const QRectF label = veilLabelArea(frame, look);
                obstacles.push_back({label.center(), label.width()});
            }
            contourLabels = paintContours(painter, frame, map(), scale, look, obstacles, isVeiled());
        }
        if (isVeiled()) paintVeilLabel(painter, frame, look);
    }

    void paintMarks(QPainter& painter) {
        if (!report) return;
        for (const auto& [mark, at] : marks()) drawMark(painter, mark, at, markSize(mark, look), look.theme);
    }

    void paintBar(QPainter& painter) {
        if (!report) return;
        const QRectF area(bar->rect());
        paintColourBar(painter, area, scale,
                       options.contours && isModel() ? contourLevels(map()) : std::vector<double>(), look);
        if (!scale.clips) return;
        const QFont font = look.scaledFont(0.85);
        painter.setFont(font);
        painter.setPen(look.theme.text);
        const QString text = QStringLiteral("≥ %1").arg(scale.high, 0, 'f', 3);
        painter.drawText(QPointF(area.center().x() - QFontMetricsF(font).horizontalAdvance(text) / 2,
                                 area.top() - area.width() * 0.62 - 4 * look.unit),
                         text);
    }

    void rebuildScale() {
        scale = isModel() ? lossScale(map()) : measuredScale(loss().measured, map());
        if (isModel()) image = heatImage(map(), scale, look);
        barAxis->setRange(scale.low, scale.high);
        barAxis->setLabel(isModel() ? QStringLiteral("Predicted loss (nats/token)")
                                    : QStringLiteral("Measured loss (nats/token)"));
    }

    void rebuildLegend();

    QCustomPlot& plot;
    QCPAxisRect *axes = nullptr, *bar = nullptr;
    QCPAxis *x = nullptr, *y = nullptr, *barAxis = nullptr;
    QCPLayoutElement* legend = nullptr;

    ReportPtr report;
    Look look;
    LossOptions options;
    MeasuredCells cells;
    LossScale scale;
    QImage image;
    std::optional<QPointF> dragged;
    int contourLabels = 0;
};

void LossPlot::Private::rebuildLegend() {
    std::vector<LegendEntry> entries;
    const Look current = look;
    const auto addMark = [&](Mark mark, const QString& text) {
        entries.push_back({[mark, current](QPainter& painter, const QRectF& area) {
                               drawMark(painter, mark, area.center(), markSize(mark, current), current.theme);
                           },
                           text});
    };
    const LossRange all = full();
    const bool onMap = scenarioLr() >= all.lrLow && scenarioLr() <= all.lrHigh &&
                       scenarioBatch() >= all.batchLow && scenarioBatch() <= all.batchHigh;
    addMark(Mark::Scenario,
            onMap ? QStringLiteral("This scenario") : QStringLiteral("This scenario (off the map)"));
    const auto diverged = std::count_if(loss().measured.begin(), loss().measured.end(),
                                        [](const MeasuredPoint& run) { return run.diverged; });
    const auto stable = std::ptrdiff_t(loss().measured.size()) - diverged;
    if (isModel()) {
        addMark(Mark::Best, QStringLiteral("Predicted best"));
        if (loss().lawLr && loss().lawBatchTokens) addMark(Mark::Law, QStringLiteral("Step Law optimum"));
        if (options.points && stable > 0)
            addMark(Mark::Run, QStringLiteral("Measured runs (%1)").arg(stable));
    } else if (cells.best) {
        entries.push_back({[current](QPainter& painter, const QRectF& area) {
                               painter.setRenderHint(QPainter::Antialiasing);
                               const double size = 11 * current.unit;
                               const QRectF box(area.center() - QPointF(size, size) / 2, QSizeF(size, size));
                               painter.setPen(QPen(QColor(0x10, 0x12, 0x16), 3.4 * current.unit));
                               painter.drawRect(box);
                               painter.setPen(QPen(current.theme.best, 1.8 * current.unit));
                               painter.drawRect(box);
                           },
                           QStringLiteral("Best run (%1)").arg(cells.best->loss, 0, 'f', 3)});
        entries.push_back({[current](QPainter& painter, const QRectF& area) {
                               painter.setRenderHint(QPainter::Antialiasing);
                               const double height = 11 * current.unit;
                               const QRectF box(area.left(), area.center().y() - height / 2, area.width(),
                                                height);
                               const QPen pen(current.theme.muted, current.unit);
                               drawHatch(painter, box, 5 * current.unit, pen);
                               painter.setPen(pen);
                               painter.drawRect(box);
                           },
                           QStringLiteral("Not measured")});
    }
    if (diverged > 0 && (options.points || !isModel()))
        addMark(Mark::Diverged, QStringLiteral("Diverged (%1)").arg(diverged));
    if (isModel() && options.contours && !map().contours.empty())
        entries.push_back({[current](QPainter& painter, const QRectF& area) {
                               painter.setRenderHint(QPainter::Antialiasing);
                               painter.setPen(QPen(current.theme.axis, 1.2 * current.unit));
                               painter.drawLine(QPointF(area.left(), area.center().y()),
                                                QPointF(area.right(), area.center().y()));
                           },
                           QStringLiteral("Loss above best")});
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
    if (!d->report) return;
    d->rebuildScale();
    d->rebuildLegend();
}

void LossPlot::setOptions(const LossOptions& options) {
    const bool modeChanged = options.mode != d->options.mode;
    d->options = options;
    if (!d->report) return;
    if (modeChanged) {
        d->rebuildScale();
        resetRange();
    }
    d->rebuildLegend();
}

void LossPlot::setReport(const ReportPtr& report) {
    const bool keepRange = d->report && isZoomed();
    d->report = report;
    d->dragged.reset();
    d->cells = measuredCells(report->loss->measured);
    d->rebuildScale();
    d->rebuildLegend();
    if (!keepRange) {
        resetRange();
    } else {
        d->keepInside(d->x, d->x->range());
        d->keepInside(d->y, d->y->range());
    }
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

QPointF LossPlot::scenarioValue() const {
    return {d->scenarioLr(), d->scenarioBatch()};
}
const MeasuredCells& LossPlot::cells() const {
    return d->cells;
}
int LossPlot::contourLabels() const {
    return d->contourLabels;
}

std::optional<double> lossAt(const LossMap& map, double lr, double batchTokens) {
    const auto place = [](const std::vector<double>& values, double value) {
        return std::log(value / values.front()) / std::log(values.back() / values.front()) *
               double(values.size() - 1);
    };
    if (map.lr.size() < 2 || map.batchTokens.size() < 2) return std::nullopt;
    const double u = place(map.lr, lr), v = place(map.batchTokens, batchTokens);
    const double lastU = double(map.lr.size() - 1), lastV = double(map.batchTokens.size() - 1);
    if (!(u > -1e-6 && u < lastU + 1e-6 && v > -1e-6 && v < lastV + 1e-6)) return std::nullopt;
    const std::size_t i = std::size_t(std::clamp(u, 0.0, lastU - 1)),
                      j = std::size_t(std::clamp(v, 0.0, lastV - 1));
    const double s = u - double(i), t = v - double(j);
    const double* corner = &map.loss[j * map.lr.size() + i];
    const double* above = corner + map.lr.size();
    return (1 - t) * ((1 - s) * corner[0] + s * corner[1]) + t * ((1 - s) * above[0] + s * above[1]);
}

} // namespace moe::ui
