// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/compare/curve_plot.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/look_watch.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/plots/kit/shapes.h"

#include <qcustomplot.h>

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

/// Median distance between neighbours.
double usualStep(const std::vector<double>& at) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < at.size(); ++i) steps.push_back(at[i] - at[i - 1]);
    if (steps.empty()) return 0;
    std::nth_element(steps.begin(), steps.begin() + std::ptrdiff_t(steps.size() / 2), steps.end());
    return steps[steps.size() / 2];
}

class CurveScene {
public:
    explicit CurveScene(QCustomPlot& customPlot) : plot(customPlot) {
        plot.setLocale(items::numberLocale());
        plot.plotLayout()->clear();
        plot.plotLayout()->setRowSpacing(0);
        legend = newLegend(plot);
        for (Panel* panel : {&loss, &balance}) {
            panel->axes = new QCPAxisRect(&plot, true);
            setLinearAxis(panel->axes->axis(QCPAxis::atBottom), 5);
            setLinearAxis(panel->axes->axis(QCPAxis::atLeft), 2.2);
        }
        loss.axes->axis(QCPAxis::atLeft)->setLabel(items::Words::tr("Loss (nats/token)"));
        balance.axes->axis(QCPAxis::atLeft)->setLabel(items::Words::tr("Load-balancing loss"));
        plot.plotLayout()->addElement(0, 0, loss.axes);
        plot.plotLayout()->addElement(1, 0, balance.axes);
        plot.plotLayout()->addElement(2, 0, legend);
        margins = new QCPMarginGroup(&plot);
        for (Panel* panel : {&loss, &balance}) {
            panel->axes->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
            newPaintLayer(panel->axes, QStringLiteral("overlay"), false,
                          [this, panel](QPainter& p, bool) { paint(p, *panel); });
        }
    }

    void set(const std::vector<CurveLine>& shown, const Look& newLook) {
        lines = shown;
        look = newLook;
        applyLook(plot, look);
        plot.plotLayout()->setMargins(QMargins(px(8), px(8), px(12), px(6)));
        const bool both = std::any_of(lines.begin(), lines.end(), [](const CurveLine& line) {
            return std::any_of(line.balance.begin(), line.balance.end(),
                               [](double v) { return std::isfinite(v); });
        });
        balance.axes->setVisible(both);
        balance.axes->setMinimumSize(0, both ? px(60) : 0);
        balance.axes->setMaximumSize(QWIDGETSIZE_MAX, both ? QWIDGETSIZE_MAX : 0);
        if (!both)
            balance.axes->setMinimumMargins({}), balance.axes->setAutoMargins(QCP::msNone),
                balance.axes->setMargins({});
        if (both) balance.axes->setAutoMargins(QCP::msAll);
        plot.plotLayout()->setRowStretchFactor(0, 1.7);
        plot.plotLayout()->setRowStretchFactor(1, both ? 1 : 0.001);
        QCPAxis *lower = balance.axes->axis(QCPAxis::atBottom), *upper = loss.axes->axis(QCPAxis::atBottom);
        upper->setTickLabels(!both);
        upper->setLabel(both ? QString() : items::Words::tr("Iteration"));
        lower->setLabel(items::Words::tr("Iteration"));
        double last = 1;
        for (const CurveLine& line : lines)
            for (double iteration : line.iteration) last = std::max(last, iteration);
        upper->setRange(0, last * 1.03);
        lower->setRange(0, last * 1.03);
        fit(loss, true);
        fit(balance, false);
        setLegend(legend, legendEntries(), look);
    }

private:
    struct Panel {
        QCPAxisRect* axes = nullptr;
    };
    int px(double length) const { return int(std::lround(length * look.unit)); }
    const std::vector<double>& valuesOf(const CurveLine& line, const Panel& panel) const {
        return &panel == &loss ? line.loss : line.balance;
    }

    void fit(const Panel& panel, bool predictions) {
        double low = 1e300, high = -1e300;
        const auto take = [&](double value) {
            if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
        };
        for (const CurveLine& line : lines) {
            for (double value : valuesOf(line, panel)) take(value);
            if (!predictions) take(1); // balanced
            for (const auto& value : {line.predicted, line.low, line.high})
                if (predictions && value) take(*value);
        }
        if (!(high > low)) low = std::min(low, 0.0), high = low + 1;
        const double room = (predictions ? 0.1 : 0.06) * (high - low);
        panel.axes->axis(QCPAxis::atLeft)->setRange(low - room, high + room);
    }

    std::vector<LegendEntry> legendEntries() const {
        std::vector<LegendEntry> entries;
        const Look current = look;
        int shape = 0;
        bool predicted = false;
        for (const CurveLine& line : lines) {
            entries.push_back({[line, current, shape](QPainter& painter, const QRectF& area) {
                                   painter.setRenderHint(QPainter::Antialiasing);
                                   painter.setPen(QPen(line.colour, 1.6 * current.unit));
                                   painter.drawLine(QPointF(area.left(), area.center().y()),
                                                    QPointF(area.right(), area.center().y()));
                                   drawShape(painter, Shape(shape), area.center(), 7 * current.unit,
                                             line.colour, current.theme);
                               },
                               items::Words::tr("%1  %2, measured").arg(line.letter, line.name)});
            shape = (shape + 1) % kShapes;
            predicted = predicted || line.predicted;
        }
        if (predicted)
            entries.push_back({[current](QPainter& painter, const QRectF& area) {
                                   painter.setPen(QPen(current.theme.text, 1.4 * current.unit, Qt::DashLine));
                                   painter.drawLine(QPointF(area.left(), area.center().y()),
                                                    QPointF(area.right(), area.center().y()));
                               },
                               items::Words::tr("predicted for the end, with 90 % interval")});
        return entries;
    }

    void paint(QPainter& painter, const Panel& panel) {
        if (lines.empty() || !panel.axes->visible()) return;
        const PlotFrame frame = frameOf(panel.axes);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        if (&panel == &balance) {
            const double y = frame.toPixel(0, 1).y();
            painter.setPen(QPen(look.theme.muted, look.unit, Qt::DotLine));
            painter.drawLine(QPointF(frame.rect.left(), y), QPointF(frame.rect.right(), y));
            write(painter, look.theme.muted, {frame.rect.right(), y - 4 * look.unit},
                  items::Words::tr("balanced"));
        }
        double lastLabel = -1e9;
        std::vector<const CurveLine*> order;
        for (const CurveLine& line : lines) order.push_back(&line);
        std::sort(order.begin(), order.end(), [](const CurveLine* a, const CurveLine* b) {
            return a->predicted.value_or(0) > b->predicted.value_or(0);
        });
        for (const CurveLine* line : order)
            if (&panel == &loss && line->predicted) paintPrediction(painter, frame, *line, lastLabel);
        for (std::size_t i = 0; i < lines.size(); ++i)
            paintCurve(painter, frame, panel, lines[i], int(i) % kShapes);
        painter.restore();
    }

    void paintPrediction(QPainter& painter, const PlotFrame& frame, const CurveLine& line,
                         double& lastLabel) {
        const double y = frame.toPixel(0, *line.predicted).y();
        if (line.low && line.high) {
            QColor band = line.colour;
            band.setAlphaF(0.22f);
            painter.fillRect(QRectF(QPointF(frame.rect.left(), frame.toPixel(0, *line.high).y()),
                                    QPointF(frame.rect.right(), frame.toPixel(0, *line.low).y())),
                             band);
        }
        painter.setPen(QPen(line.colour, 1.5 * look.unit, Qt::DashLine));
        painter.drawLine(QPointF(frame.rect.left(), y), QPointF(frame.rect.right(), y));
        const QFontMetricsF metrics(look.scaledFont(0.9));
        double baseline = y - 4 * look.unit;
        if (baseline < lastLabel + metrics.height()) baseline = y + metrics.ascent() + 3 * look.unit;
        lastLabel = baseline;
        write(painter, look.theme.text, {frame.rect.right(), baseline},
              items::Words::tr("%1  predicted %2").arg(line.letter).arg(*line.predicted, 0, 'f', 3));
    }

    void write(QPainter& painter, const QColor& colour, QPointF end, const QString& text) const {
        const QFont font = look.scaledFont(0.9);
        const QFontMetricsF metrics(font);
        const QPointF centre =
            end - QPointF(metrics.horizontalAdvance(text) / 2 + 4 * look.unit, metrics.capHeight() / 2);
        drawHaloText(painter, centre, 0, text, font, colour, look.theme.background, 2 * look.unit);
    }

    void paintCurve(QPainter& painter, const PlotFrame& frame, const Panel& panel, const CurveLine& line,
                    int shape) {
        const std::vector<double>& values = valuesOf(line, panel);
        QPolygonF points;
        std::vector<double> at;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i])) continue;
            points.push_back(frame.toPixel(line.iteration[i], values[i]));
            at.push_back(line.iteration[i]);
        }
        const double usual = usualStep(at);
        for (int i = 1; i < points.size(); ++i) {
            // What the log leaves out is only guessed.
            const bool gap = at[std::size_t(i)] - at[std::size_t(i) - 1] > 3 * usual;
            painter.setPen(QPen(line.colour, (gap ? 1 : 1.6) * look.unit, gap ? Qt::DotLine : Qt::SolidLine));
            painter.drawLine(points[i - 1], points[i]);
        }
        // So many marks that they touch say no more than the line.
        const int every =
            std::max(1, int(std::ceil(double(points.size()) * 12 * look.unit / frame.rect.width())));
        for (int i = 0; i < points.size(); i += every)
            drawShape(painter, Shape(shape), points[i], 6 * look.unit, line.colour, look.theme);
    }

    QCustomPlot& plot;
    Panel loss, balance;
    QCPMarginGroup* margins = nullptr;
    QCPLayoutElement* legend = nullptr;
    std::vector<CurveLine> lines;
    Look look;
};

} // namespace

class CurvePlot::Private {
public:
    explicit Private(QWidget* parent) : plot(newPlot(parent)), scene(*plot) {
        // The widget around it speaks for the picture and takes the focus.
        plot->setFocusPolicy(Qt::NoFocus);
        parent->setFocusPolicy(Qt::TabFocus);
    }
    QCustomPlot* plot;
    CurveScene scene;
    std::vector<CurveLine> lines;
};

CurvePlot::CurvePlot(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    new LookWatch(*this, [this] { setLines(std::move(d->lines)); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(d->plot);
    setLines({});
}
CurvePlot::~CurvePlot() = default;

void CurvePlot::setLines(std::vector<CurveLine> lines) {
    d->lines = std::move(lines);
    d->scene.set(d->lines, screenLook(*this, QString()));
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePlot::draw(QPaintDevice* device, double scale, const FigureStyle& style) const {
    QCustomPlot plot;
    CurveScene scene(plot);
    const Look look = figureLook(style);
    scene.set(d->lines, look);
    drawPlot(plot, device, scale, style, look.theme.background);
}

} // namespace moe::ui
