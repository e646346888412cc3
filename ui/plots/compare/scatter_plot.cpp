// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/compare/scatter_plot.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/look_watch.h"
#include "ui/plots/kit/canvas.h"
#include "ui/plots/kit/plot_chrome.h"

#include <qcustomplot.h>

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kBand = 0.1;

class ScatterScene {
public:
    explicit ScatterScene(QCustomPlot& customPlot) : plot(customPlot) {
        plot.setLocale(items::numberLocale());
        plot.plotLayout()->clear();
        plot.plotLayout()->setRowSpacing(0);
        grid = new QCPLayoutGrid;
        legend = newLegend(plot);
        plot.plotLayout()->addElement(0, 0, grid);
        plot.plotLayout()->addElement(1, 0, legend);
        QObject::connect(&plot, &QCustomPlot::beforeReplot, &plot, [this] { arrange(); });
    }

    void set(const ScatterPicture& shown, const Look& newLook) {
        picture = shown;
        look = newLook;
        for (QCPAxisRect* one : axes) grid->take(one), delete one;
        axes.clear();
        grid->simplify();
        for (std::size_t i = 0; i < picture.panels.size(); ++i) addPanel(i);
        // In the layout before they are dressed; arrange() moves them to where they are largest.
        columns = int(axes.size());
        for (int i = 0; i < columns; ++i) grid->addElement(0, i, axes[std::size_t(i)]);
        applyLook(plot, look);
        plot.plotLayout()->setMargins(QMargins(px(8), px(4), px(10), px(6)));
        grid->setColumnSpacing(px(10));
        grid->setRowSpacing(px(4));
        setLegend(legend, legendEntries(), look);
    }

    std::optional<std::size_t> selected;

    std::optional<QPointF> pixelOf(std::size_t row) const {
        for (std::size_t i = 0; i < axes.size(); ++i)
            for (const ScatterPoint& point : picture.panels[i].points)
                if (point.row == row) return frameOf(axes[i]).toPixel(point.measured, point.predicted);
        return std::nullopt;
    }

    std::optional<std::size_t> hitAt(QPointF pixel) const {
        std::optional<std::size_t> found;
        double nearest = 9 * look.unit;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const PlotFrame frame = frameOf(axes[i]);
            for (const ScatterPoint& point : picture.panels[i].points) {
                const double distance =
                    QLineF(frame.toPixel(point.measured, point.predicted), pixel).length();
                if (distance < nearest) nearest = distance, found = point.row;
            }
        }
        return found;
    }

private:
    int px(double length) const { return int(std::lround(length * look.unit)); }

    void addPanel(std::size_t index) {
        const ScatterPanel& panel = picture.panels[index];
        auto* made = new QCPAxisRect(&plot, true);
        double low = 1e300, high = 0;
        for (const ScatterPoint& point : panel.points)
            for (double value : {point.measured, point.predicted})
                low = std::min(low, value), high = std::max(high, value);
        if (!(high > 0)) low = 1, high = 10;
        const double room = std::max(std::pow(high / low, 0.06), 1.15);
        for (QCPAxis::AxisType type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
            QCPAxis* axis = made->axis(type);
            setLogAxis(axis, panel.text);
            axis->setRange(low / room, high * room);
            axis->setLabel(type == QCPAxis::atBottom ? items::Words::tr("measured")
                                                     : items::Words::tr("predicted"));
        }
        made->setMinimumMargins(
            QMargins(0, int(QFontMetricsF(look.scaledFont(1, true)).height() * 1.4), 0, 0));
        made->setMinimumSize(px(50), px(40));
        newPaintLayer(made, QStringLiteral("overlay"), false, [this, index, made](QPainter& p, bool) {
            paint(p, picture.panels[index], frameOf(made));
        });
        axes.push_back(made);
    }

    /// As many columns as make the panels largest; runs before every layout.
    void arrange() {
        if (axes.empty()) return;
        const QSize size = plot.viewport().size();
        const int count = int(axes.size());
        int best = 1;
        double largest = 0;
        for (int tried = 1; tried <= count; ++tried) {
            const int rows = (count + tried - 1) / tried;
            const double side = std::min(double(size.width()) / tried, double(size.height()) / rows);
            if (side > largest * 1.001) largest = side, best = tried;
        }
        if (best == columns) return;
        columns = best;
        for (QCPAxisRect* one : axes)
            if (one->layout()) grid->take(one);
        grid->simplify();
        for (int i = 0; i < count; ++i) grid->addElement(i / best, i % best, axes[std::size_t(i)]);
    }

    std::vector<LegendEntry> legendEntries() const {
        std::vector<LegendEntry> entries;
        const Look current = look;
        for (const ScatterPicture::Family& family : picture.families)
            entries.push_back({[family, current](QPainter& painter, const QRectF& area) {
                                   drawShape(painter, family.shape, area.center(), 9 * current.unit,
                                             lineColour(family.colour, current.theme), current.theme);
                               },
                               family.name});
        bool large = false;
        for (const ScatterPanel& panel : picture.panels)
            for (const ScatterPoint& point : panel.points) large = large || point.large;
        if (large)
            entries.push_back({[current](QPainter& painter, const QRectF& area) {
                                   drawRing(painter, area.center(), current, current.theme.bad);
                               },
                               items::Words::tr("error beyond 25 %")});
        if (!picture.panels.empty())
            entries.push_back(
                {[current](QPainter& painter, const QRectF& area) {
                     QColor band = current.theme.muted;
                     band.setAlphaF(0.25f);
                     painter.fillRect(area.adjusted(0, area.height() * 0.28, 0, -area.height() * 0.28), band);
                 },
                 QStringLiteral("±10 %")});
        return entries;
    }

    static void drawRing(QPainter& painter, QPointF centre, const Look& look, const QColor& colour) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1.5 * look.unit));
        painter.drawEllipse(centre, 7 * look.unit, 7 * look.unit);
    }

    void paint(QPainter& painter, const ScatterPanel& panel, const PlotFrame& frame) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const double low = frame.xLow, high = frame.xHigh;
        const auto line = [&](double factor) {
            const QVector<QPolygonF> parts =
                clipped(QPolygonF({frame.toPixel(low, low * factor), frame.toPixel(high, high * factor)}),
                        frame.rect);
            return parts.empty() ? QPolygonF() : parts.front();
        };
        QPolygonF band = line(1 + kBand);
        const QPolygonF under = line(1 / (1 + kBand));
        band << frame.rect.topRight();
        for (auto point = under.rbegin(); point != under.rend(); ++point) band << *point;
        band << frame.rect.bottomLeft();
        QColor shade = look.theme.muted;
        shade.setAlphaF(0.22f);
        painter.setPen(Qt::NoPen);
        painter.setBrush(shade);
        painter.drawPolygon(band);
        painter.setPen(QPen(look.theme.muted, look.unit));
        painter.drawPolyline(line(1));

        const QFont bold = look.scaledFont(1, true);
        painter.setFont(bold);
        painter.setPen(look.theme.text);
        // Over its plot; a longer one begins before it.
        const double room = frame.rect.right() - 4 * look.unit;
        const QString title = elided(panel.title, bold, frame.rect.width() + 36 * look.unit);
        const double left = std::min(frame.rect.left(), room - QFontMetricsF(bold).horizontalAdvance(title));
        painter.drawText(QPointF(left, frame.rect.top() - 5 * look.unit), title);

        for (const ScatterPoint& point : panel.points) {
            const ScatterPicture::Family& family = picture.families[std::size_t(point.family)];
            drawShape(painter, family.shape, frame.toPixel(point.measured, point.predicted), 8 * look.unit,
                      lineColour(family.colour, look.theme), look.theme);
        }
        for (const ScatterPoint& point : panel.points) {
            const QPointF at = frame.toPixel(point.measured, point.predicted);
            if (point.large) drawRing(painter, at, look, look.theme.bad);
            if (selected == point.row) {
                painter.setBrush(Qt::NoBrush);
                for (const auto& [colour, width] :
                     {std::pair(look.theme.background, 4.5), {look.theme.text, 2.0}}) {
                    painter.setPen(QPen(colour, width * look.unit));
                    painter.drawEllipse(at, 10 * look.unit, 10 * look.unit);
                }
            }
        }
        painter.restore();
    }

    QCustomPlot& plot;
    QCPLayoutGrid* grid = nullptr;
    QCPLayoutElement* legend = nullptr;
    std::vector<QCPAxisRect*> axes; ///< one per panel
    int columns = 0;
    ScatterPicture picture;
    Look look;
};

} // namespace

std::size_t ScatterPicture::points() const {
    std::size_t count = 0;
    for (const ScatterPanel& panel : panels) count += panel.points.size();
    return count;
}

class ScatterPlot::Private {
public:
    explicit Private(QWidget* parent) : plot(newPlot(parent)), scene(*plot) {}
    QCustomPlot* plot;
    ScatterScene scene;
    ScatterPicture picture;
};

ScatterPlot::ScatterPlot(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    new LookWatch(*this, [this] { setPicture(std::move(d->picture)); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(d->plot);
    d->plot->setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(d->plot);
    d->plot->installEventFilter(this);
    connect(d->plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const auto row = d->scene.hitAt(event->position());
        d->plot->setCursor(row ? Qt::PointingHandCursor : Qt::ArrowCursor);
        emit hovered(row, event->globalPosition().toPoint());
    });
    connect(d->plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (const auto row = d->scene.hitAt(event->position())) emit clicked(*row);
    });
    setPicture({});
}
ScatterPlot::~ScatterPlot() = default;

void ScatterPlot::setPicture(ScatterPicture picture) {
    d->picture = std::move(picture);
    d->scene.set(d->picture, screenLook(*this, QString()));
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}
const ScatterPicture& ScatterPlot::picture() const {
    return d->picture;
}

void ScatterPlot::setSelected(std::optional<std::size_t> row) {
    d->scene.selected = row;
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<QPointF> ScatterPlot::pixelOf(std::size_t row) const {
    const auto pixel = d->scene.pixelOf(row);
    return pixel ? std::optional(d->plot->mapTo(this, *pixel)) : std::nullopt;
}

void ScatterPlot::draw(QPaintDevice* device, double scale, const FigureStyle& style) const {
    QCustomPlot plot;
    ScatterScene scene(plot);
    const Look look = figureLook(style);
    scene.set(d->picture, look);
    drawPlot(plot, device, scale, style, look.theme.background);
}

bool ScatterPlot::eventFilter(QObject* watched, QEvent* event) {
    if (watched == d->plot && event->type() == QEvent::Leave) emit hovered(std::nullopt, {});
    return QWidget::eventFilter(watched, event);
}

} // namespace moe::ui
