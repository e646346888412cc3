// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/serve_plot.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/kit/pin_marks.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace moe::ui {

using items::ServeKind;

namespace {

double textHeight(const QFont& font, double width, const QString& text) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height();
}

/// Room beyond the outermost points, as a share of the axis.
constexpr double kMargin = 0.07;

QCPRange logRange(double low, double high) {
    if (!(low > 0)) return {0.1, 10};
    const double pad = std::max(1.15, std::pow(high / low, kMargin));
    return {low / pad, high * pad};
}

} // namespace

class ServePlot::Private {
public:
    Private(QCustomPlot& customPlot, ServeKind serveKind) : plot(customPlot), kind(serveKind) {
        plot.setLocale(items::numberLocale());
        plot.plotLayout()->clear();
        head = newPaintElement(plot, [this](QPainter& p, const QRectF& area) { paintHead(p, area); });
        legend = newLegend(plot);
        columns = new QCPLayoutGrid;
        auto* group = new QCPMarginGroup(&plot);
        for (std::size_t i = 0; i < panels().size(); ++i) {
            rects.push_back(newPanel(i));
            columns->addElement(0, int(i), rects[i]);
            rects[i]->setMarginGroup(QCP::msTop | QCP::msBottom, group);
        }
        plot.plotLayout()->addElement(0, 0, head);
        plot.plotLayout()->addElement(1, 0, columns);
        plot.plotLayout()->addElement(2, 0, legend);
        plot.plotLayout()->setRowSpacing(0);
    }

    QCPAxisRect* newPanel(std::size_t i) {
        const ServePanel& panel = panels()[i];
        auto* rect = new QCPAxisRect(&plot, true);
        QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
        const auto count = [](double value) { return items::serveAxisText(value); };
        setLogAxis(x, count);
        x->setRangeReversed(panel.xFalls);
        x->setLabel(items::tableText(panel.xTitle));
        if (panel.xPoints) {
            pointTicks = QSharedPointer<QCPAxisTickerText>::create();
            x->setTicker(pointTicks);
            x->setSubTicks(false);
        }
        if (panel.yFromZero)
            setLinearAxis(y, 3);
        else
            setLogAxis(y, count);
        y->setLabel(items::tableText(panel.yTitle));
        for (QCPAxis::AxisType side : {QCPAxis::atTop, QCPAxis::atRight}) {
            rect->axis(side)->setVisible(true);
            rect->axis(side)->setTicks(false);
            rect->axis(side)->setTickLabels(false);
            rect->axis(side)->grid()->setVisible(false);
        }
        if (panel.tpotAbove) {
            QCPAxis* above = rect->axis(QCPAxis::atTop);
            setLogAxis(above, count);
            above->setTicks(true);
            above->setTickLabels(true);
            above->setRangeReversed(true);
            above->setLabel(items::Words::tr("Time per output token (ms)"));
            limit.emplace(*rect);
        }
        newPaintLayer(rect, QStringLiteral("background"), false,
                      [this, i](QPainter& p, bool) { paintGround(p, i); });
        newPaintLayer(rect, QStringLiteral("main"), false,
                      [this, i](QPainter& p, bool) { paintPoints(p, i); });
        newPaintLayer(rect, QStringLiteral("overlay"), false,
                      [this, i](QPainter& p, bool) { paintCursor(p, i); });
        return rect;
    }

    const std::vector<ServePanel>& panels() const { return servePanels(kind); }
    const std::vector<ServePoint>& points() const { return items::servePoints(*picture.curves, kind); }
    bool some() const { return picture.curves && !points().empty(); }

    QPointF toPixel(std::size_t panel, double x, double y) const {
        return {rects[panel]->axis(QCPAxis::atBottom)->coordToPixel(x),
                rects[panel]->axis(QCPAxis::atLeft)->coordToPixel(y)};
    }
    QPointF toPixel(std::size_t panel, const ServePoint& point) const {
        return toPixel(panel, panels()[panel].x(point), panels()[panel].y(point));
    }
    QRectF area(std::size_t panel) const { return QRectF(rects[panel]->rect()); }

    std::vector<ServeDot> dots(std::size_t panel) const {
        std::vector<ServeDot> all;
        for (std::size_t i = 0; i < points().size(); ++i)
            all.push_back({toPixel(panel, points()[i]), !points()[i].fits,
                           panels()[panel].label ? panels()[panel].label(*picture.curves, i) : QString()});
        return all;
    }
    /// The scenario's own label first, then the signs', the ends' and every second one, the rest last.
    std::vector<std::size_t> labelOrder() const {
        const ServeCurves& curves = *picture.curves;
        const bool batch = kind == ServeKind::Batch;
        std::vector<std::size_t> order;
        const auto add = [&](std::optional<std::size_t> index) {
            if (index && std::find(order.begin(), order.end(), *index) == order.end())
                order.push_back(*index);
        };
        add(batch ? std::optional(curves.batchHere) : curves.spreadHere);
        if (batch) add(curves.batchLargest);
        if (batch) add(curves.batchKnee);
        add(points().size() - 1);
        add(0);
        for (const std::size_t step : {std::size_t(2), std::size_t(1)})
            for (std::size_t i = points().size(); i-- > 0;)
                if (i % step == 0) add(i);
        return order;
    }

    /// Runs that this panel has a place for.
    std::vector<OwnServed> mine(std::size_t panel) const {
        std::vector<OwnServed> placed;
        for (const OwnServed& run : picture.mine)
            if (panels()[panel].tpotAbove && run.tokensPerSecond) placed.push_back(run);
        return placed;
    }

    bool kneeInside() const {
        return kind == ServeKind::Spread &&
               picture.curves->kneeExpertsPerGpu > points().back().expertsPerGpu &&
               picture.curves->kneeExpertsPerGpu <= points().front().expertsPerGpu;
    }

    void paintHead(QPainter& painter, const QRectF& room) const;
    void paintGround(QPainter& painter, std::size_t panel) const;
    QPolygonF idealLine(std::size_t panel) const;
    void paintKnee(QPainter& painter, std::size_t panel) const;
    void paintPoints(QPainter& painter, std::size_t panel) const;
    void paintCursor(QPainter& painter, std::size_t panel) const;
    void setRanges();
    void setPointTicks(double width);
    void rebuildLegend();

    QCustomPlot& plot;
    ServeKind kind;
    std::vector<QCPAxisRect*> rects;
    QSharedPointer<QCPAxisTickerText> pointTicks;
    QCPLayoutGrid* columns = nullptr;
    QCPLayoutElement *head = nullptr, *legend = nullptr;
    ServePicture picture;
    Look look;
    std::optional<std::size_t> cursor;
    std::optional<TpotLimit> limit;
    QStringList legendTexts;
    bool brief = false; ///< little room: what the curves do not need is left out
};

void ServePlot::Private::paintHead(QPainter& painter, const QRectF& room) const {
    if (!look.headline) return;
    if (!some()) return;
    const QFont strong = look.scaledFont(1, true), plain = look.scaledFont(0.95);
    const double line = textHeight(strong, room.width(), picture.head);
    painter.setFont(strong);
    painter.setPen(look.theme.text);
    painter.drawText(QRectF(room.left(), room.top() + 3 * look.unit, room.width(), line),
                     Qt::AlignLeft | Qt::TextWordWrap, picture.head);
    if (brief) return;
    painter.setFont(plain);
    painter.setPen(look.theme.muted);
    painter.drawText(room.adjusted(0, 5 * look.unit + line, 0, 0), Qt::AlignLeft | Qt::TextWordWrap,
                     picture.detail);
}

void ServePlot::Private::paintGround(QPainter& painter, std::size_t panel) const {
    if (!some()) return;
    const QPolygonF ideal = idealLine(panel);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(idealPen(look));
    for (const QPolygonF& part : clipped(ideal, area(panel))) painter.drawPolyline(part);
    if (!panels()[panel].knee || !kneeInside()) return;
    const QRectF all = area(panel);
    const double x = toPixel(panel, picture.curves->kneeExpertsPerGpu, 1).x();
    paintComputeBound(painter, QRectF(QPointF(x, all.top()), all.bottomRight()), look);
}

/// From the smallest layout that fits; empty where a panel has none.
QPolygonF ServePlot::Private::idealLine(std::size_t panel) const {
    QPolygonF line;
    if (!panels()[panel].ideal) return line;
    bool begun = false;
    for (const ServePoint& point : points()) {
        begun = begun || point.fits;
        if (begun) line << toPixel(panel, point.allGpus(), point.tokensPerSecond() / point.efficiency);
    }
    return line;
}

void ServePlot::Private::paintKnee(QPainter& painter, std::size_t panel) const {
    const QRectF all = area(panel);
    const double knee = picture.curves->kneeExpertsPerGpu, x = toPixel(panel, knee, 1).x();
    QPen pen(look.theme.bad, 1.4 * look.unit);
    pen.setDashPattern({5, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    const QFont font = look.scaledFont(0.9);
    const QString text = items::Words::tr("knee %1").arg(items::humanNumber(knee));
    const double half = QFontMetricsF(font).horizontalAdvance(text) / 2 + 6 * look.unit;
    const double centre = x - 2 * half > all.left() ? x - half : x + half;
    drawHaloText(painter, {centre, all.bottom() - QFontMetricsF(font).height()}, 0, text, font,
                 look.theme.bad, look.theme.background, 2.5 * look.unit);
}

void ServePlot::Private::paintPoints(QPainter& painter, std::size_t panel) const {
    if (!some()) return;
    const std::vector<ServeDot> all = dots(panel);
    painter.setRenderHint(QPainter::Antialiasing);
    if (panels()[panel].knee && kneeInside()) paintKnee(painter, panel);
    paintServeLine(painter, all, look, picture.faded);
    const ServeCurves& curves = *picture.curves;
    std::vector<QRectF> taken;
    if (kind == ServeKind::Batch && !picture.faded) {
        if (curves.batchKnee) paintServeSign(painter, ServeSign::Knee, all[*curves.batchKnee].at, look);
        if (curves.batchLargest)
            paintServeSign(painter, ServeSign::Largest, all[*curves.batchLargest].at, look);
    }
    for (const OwnServed& run : mine(panel)) {
        const double y = *run.tokensPerSecond / run.gpus;
        const QPointF at = toPixel(panel, 1 / run.tpot, y);
        drawOwnMark(painter, at, toPixel(panel, 1 / run.tpotHigh, y), toPixel(panel, 1 / run.tpotLow, y),
                    look);
        const double size = pinMarkSize(look);
        taken.emplace_back(at - QPointF(size, size) / 2, QSizeF(size, size));
    }
    if (picture.own) {
        const QPointF at = toPixel(panel, *picture.own);
        const double size = markSize(Mark::Scenario, look);
        drawMark(painter, Mark::Scenario, at, size, look.theme);
        taken.emplace_back(at - QPointF(size, size) / 2, QSizeF(size, size));
    }
    const QFont font = look.scaledFont(0.9);
    painter.setFont(font);
    painter.setPen(picture.faded ? look.theme.muted : look.theme.text);
    const double edge = 3 * look.unit;
    for (const PlacedLabel& label :
         placedLabels(all, labelOrder(), area(panel).adjusted(edge, edge, -edge, -edge), {idealLine(panel)},
                      taken, font, look))
        painter.drawText(label.rect, Qt::AlignCenter, label.text);
}

void ServePlot::Private::paintCursor(QPainter& painter, std::size_t panel) const {
    if (!some()) return;
    if (panels()[panel].tpotAbove) limit->paint(painter);
    if (!cursor) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.axis, 1.4 * look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(toPixel(panel, points()[*cursor]), 12 * look.unit, 12 * look.unit);
}

void ServePlot::Private::setRanges() {
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const ServePanel& panel = panels()[i];
        double xLow = HUGE_VAL, xHigh = 0, yLow = HUGE_VAL, yHigh = 0;
        const auto include = [&](const ServePoint& point) {
            xLow = std::min(xLow, panel.x(point)), xHigh = std::max(xHigh, panel.x(point));
            yLow = std::min(yLow, panel.y(point)), yHigh = std::max(yHigh, panel.y(point));
        };
        for (const ServePoint& point : points()) include(point);
        if (picture.own) include(*picture.own);
        for (const OwnServed& run : mine(i)) {
            const double y = *run.tokensPerSecond / run.gpus;
            xLow = std::min(xLow, 1 / run.tpotHigh), xHigh = std::max(xHigh, 1 / run.tpotLow);
            yLow = std::min(yLow, y), yHigh = std::max(yHigh, y);
        }
        const QCPRange x = logRange(xLow, xHigh);
        rects[i]->axis(QCPAxis::atBottom)->setRange(x);
        rects[i]
            ->axis(QCPAxis::atLeft)
            ->setRange(panel.yFromZero ? QCPRange(0, yHigh * (1 + 1.5 * kMargin)) : logRange(yLow, yHigh));
        if (panel.tpotAbove) rects[i]->axis(QCPAxis::atTop)->setRange(1000 / x.upper, 1000 / x.lower);
    }
}

/// As many points named on the axis as have room, from the most spread on.
void ServePlot::Private::setPointTicks(double width) {
    if (!pointTicks || !some()) return;
    pointTicks->clear();
    const QCPRange range = rects[0]->axis(QCPAxis::atBottom)->range();
    const QFontMetricsF metrics(look.scaledFont(0.92));
    const double perLog = width / std::log(range.upper / range.lower);
    double reached = -HUGE_VAL;
    for (std::size_t i = points().size(); i-- > 0;) {
        const double value = points()[i].expertsPerGpu;
        const QString text = items::serveCountText(value);
        const double at = perLog * std::log(value), half = metrics.horizontalAdvance(text) / 2;
        const bool room = at - half > reached;
        pointTicks->addTick(value, room ? text : QString());
        if (room) reached = at + half + 6 * look.unit;
    }
}

void ServePlot::Private::rebuildLegend() {
    const ServeCurves& curves = *picture.curves;
    const bool batch = kind == ServeKind::Batch;
    ServeKeys keys;
    keys.brief = brief;
    keys.own = picture.own.has_value();
    keys.simulated = picture.simulated;
    keys.faded = picture.faded;
    keys.solid = std::any_of(points().begin(), points().end(), [](const ServePoint& p) { return p.fits; });
    keys.hollow = std::any_of(points().begin(), points().end(), [](const ServePoint& p) { return !p.fits; });
    keys.knee = batch && !picture.faded && curves.batchKnee;
    keys.largest = batch && !picture.faded && curves.batchLargest;
    keys.ideal = !batch && points().back().efficiency > 0;
    keys.computeBound = kneeInside();
    std::vector<LegendEntry> entries = serveLegend(keys, look);
    legendTexts.clear();
    for (const LegendEntry& entry : entries) legendTexts << entry.text;
    if (!mine(0).empty())
        entries.push_back({[this](QPainter& painter, const QRectF& box) {
                               drawOwnMark(painter, box.center(), box.center(), box.center(), look);
                           },
                           items::Words::tr("mine")});
    setLegend(legend, std::move(entries), look);
}

ServePlot::ServePlot(QCustomPlot& plot, ServeKind kind) : d(std::make_unique<Private>(plot, kind)) {}
ServePlot::~ServePlot() = default;

void ServePlot::setLook(const Look& look) {
    d->look = look;
    applyLook(d->plot, look);
    if (d->limit) d->limit->setLook(look);
    const auto px = [&](double length) { return int(std::lround(length * look.unit)); };
    d->plot.plotLayout()->setMargins(QMargins(px(8), px(4), px(12), px(6)));
    d->columns->setColumnSpacing(px(14));
    for (QCPAxisRect* rect : d->rects) rect->setMinimumMargins(QMargins(0, px(8), px(4), 0));
    if (d->some()) d->rebuildLegend();
}

void ServePlot::setPicture(const ServePicture& picture) {
    d->picture = picture;
    if (!d->some()) return;
    if (d->cursor && *d->cursor >= d->points().size()) d->cursor.reset();
    d->setRanges();
    d->rebuildLegend();
}

void ServePlot::arrange(QSizeF size) {
    if (!d->some()) return;
    const double inner = std::max(50.0, size.width() - 20 * d->look.unit);
    constexpr QSizeF kRoomy(480, 340); // px of a 12-pixel font
    const bool brief =
        size.width() < kRoomy.width() * d->look.unit || size.height() < kRoomy.height() * d->look.unit;
    if (brief != d->brief) {
        d->brief = brief;
        d->rebuildLegend();
    }
    const double text = textHeight(d->look.scaledFont(1, true), inner, d->picture.head) +
                        (brief ? 0 : textHeight(d->look.scaledFont(0.95), inner, d->picture.detail));
    const int height = int(std::ceil((d->look.headline ? text + 10 * d->look.unit : 2 * d->look.unit)));
    d->head->setMinimumSize(0, height);
    d->head->setMaximumSize(QWIDGETSIZE_MAX, height);
    constexpr double kBeside = 64; // axis numbers and title, px of a 12-pixel font
    d->setPointTicks(inner / double(d->rects.size()) - kBeside * d->look.unit);
}

void ServePlot::replot() {
    arrange(d->plot.viewport().size());
    d->plot.replot(QCustomPlot::rpQueuedReplot);
}

void ServePlot::setCursor(std::optional<std::size_t> point) {
    if (point == d->cursor) return;
    d->cursor = point;
    d->plot.layer(QStringLiteral("overlay"))->replot();
}

const TpotLimit* ServePlot::limit() const {
    return d->some() && d->limit ? &*d->limit : nullptr;
}
void ServePlot::setLimit(std::optional<double> seconds, bool grip) {
    if (d->limit) d->limit->set(seconds, grip);
}

std::optional<std::size_t> ServePlot::pointAt(QPointF pixel) const {
    if (!d->some()) return std::nullopt;
    double least = 24 * d->look.unit;
    std::optional<std::size_t> nearest;
    for (std::size_t panel = 0; panel < d->rects.size(); ++panel) {
        if (!d->area(panel).contains(pixel)) continue;
        for (std::size_t i = 0; i < d->points().size(); ++i) {
            const double distance = QLineF(pixel, d->toPixel(panel, d->points()[i])).length();
            if (distance < least) least = distance, nearest = i;
        }
    }
    return nearest;
}

std::vector<ServeDot> ServePlot::dots(std::size_t panel) const {
    return d->some() ? d->dots(panel) : std::vector<ServeDot>();
}
QStringList ServePlot::legendTexts() const {
    return d->legendTexts;
}

} // namespace moe::ui
