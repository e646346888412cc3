// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/scaling_plot.h"

#include "models/items/format.h"
#include "models/items/own_point_text.h"
#include "models/items/words.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/kit/plot_chrome.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace moe::ui {

/// Wrapped to `width`.
static double textHeight(const QFont& font, double width, const QString& text) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height();
}

class ScalingPlot::Private {
public:
    explicit Private(QCustomPlot& customPlot) : plot(customPlot) {
        plot.setLocale(items::numberLocale());
        plot.plotLayout()->clear();
        head = newPaintElement(plot, [this](QPainter& p, const QRectF& area) { paintHead(p, area); });
        legend = newLegend(plot);
        auto* row = new QCPLayoutGrid;
        auto* group = new QCPMarginGroup(&plot);
        for (std::size_t i = 0; i < kScalingPanels; ++i) {
            auto* rect = new QCPAxisRect(&plot, true);
            panels[i] = rect;
            row->addElement(0, int(i), rect);
            rect->setMarginGroup(QCP::msTop | QCP::msBottom, group);
            setLogAxis(rect->axis(QCPAxis::atBottom), [i](double value) {
                if (i < 2) return tokensText(value, 3);
                return value >= 100 ? items::number(value, 'f', 0) : items::number(value, 'g', 3);
            });
            setLinearAxis(rect->axis(QCPAxis::atLeft), 3);
            rect->axis(QCPAxis::atBottom)->grid()->setVisible(false);
            rect->axis(QCPAxis::atLeft)->setTickLabels(i == 0);
            for (QCPAxis::AxisType side : {QCPAxis::atTop, QCPAxis::atRight}) {
                rect->axis(side)->setVisible(true);
                rect->axis(side)->setTicks(false);
                rect->axis(side)->setTickLabels(false);
                rect->axis(side)->grid()->setVisible(false);
            }
            newPaintLayer(rect, QStringLiteral("background"), false,
                          [this, i](QPainter& p, bool) { paintVeil(p, i); });
            newPaintLayer(rect, QStringLiteral("main"), false,
                          [this, i](QPainter& p, bool) { paintCurve(p, i); });
            newPaintLayer(rect, QStringLiteral("overlay"), false,
                          [this, i](QPainter& p, bool) { paintMarks(p, i); });
        }
        plot.plotLayout()->addElement(0, 0, head);
        plot.plotLayout()->addElement(1, 0, row);
        plot.plotLayout()->addElement(2, 0, legend);
        plot.plotLayout()->setRowSpacing(0);
        columns = row;
    }

    const ScalingCurves& curves() const { return *shown; }
    const ScalingCurve& curve(std::size_t panel) const { return *scalingPanels(curves())[panel]; }

    QPointF toPixel(std::size_t panel, double x, double loss) const {
        return {panels[panel]->axis(QCPAxis::atBottom)->coordToPixel(x),
                panels[panel]->axis(QCPAxis::atLeft)->coordToPixel(loss)};
    }
    QRectF area(std::size_t panel) const {
        const ScalingCurve& of = curve(panel);
        const QCPRange range = panels[panel]->axis(QCPAxis::atLeft)->range();
        return QRectF(toPixel(panel, of.x.front(), range.upper), toPixel(panel, of.x.back(), range.lower));
    }

    /// One's own runs on a panel, in pixels; one beyond the axis stands on its edge.
    struct OwnPlace {
        const OwnLoss* run = nullptr;
        double x = 0;
        QPointF at, low, high;
    };
    std::vector<OwnPlace> ownPlaces(std::size_t panel) const {
        std::vector<OwnPlace> places;
        const QRectF all = area(panel);
        for (const OwnLoss& run : own) {
            const std::optional<double> x = ownPlacesOn(curves(), run)[panel];
            if (!x) continue;
            const auto place = [&](double loss) {
                const QPointF at = toPixel(panel, *x, loss);
                return QPointF(at.x(), std::clamp(at.y(), all.top(), all.bottom()));
            };
            places.push_back({&run, *x, place(run.loss), place(run.low), place(run.high)});
        }
        return places;
    }
    std::size_t ownShown() const {
        return std::size_t(std::count_if(own.begin(), own.end(), [this](const OwnLoss& run) {
            const auto places = ownPlacesOn(curves(), run);
            return std::any_of(places.begin(), places.end(), [](const auto& x) { return x.has_value(); });
        }));
    }

    void paintHead(QPainter& painter, const QRectF& room) const;
    void paintVeil(QPainter& painter, std::size_t panel) const;
    void paintCurve(QPainter& painter, std::size_t panel) const;
    void paintMarks(QPainter& painter, std::size_t panel) const;
    void rebuildLegend();

    void rebuild() {
        if (!shown) return;
        double low = HUGE_VAL, high = 0;
        for (std::size_t i = 0; i < kScalingPanels; ++i) {
            const ScalingCurve& of = curve(i);
            low = std::min(low, *std::min_element(of.low.begin(), of.low.end()));
            high = std::max(high, *std::max_element(of.high.begin(), of.high.end()));
            panels[i]->axis(QCPAxis::atBottom)->setRange(of.x.front(), of.x.back());
        }
        const double curvesLow = low, curvesHigh = high;
        for (const OwnLoss& run : own) // a recipe of one's own may be far off: then on the edge
            for (const std::optional<double>& x : ownPlacesOn(curves(), run))
                if (x) {
                    low = std::min(low, std::max(run.low, curvesLow - 0.5 * (curvesHigh - curvesLow)));
                    high = std::max(high, std::min(run.high, curvesHigh + 0.5 * (curvesHigh - curvesLow)));
                }
        // A scenario far off its best rate must not press the curves flat: it then stands on the upper edge.
        high = std::max(high, std::min(scenarioLoss, high + 0.25 * (high - low)));
        const double margin = 0.04 * (high - low);
        for (QCPAxisRect* panel : panels)
            panel->axis(QCPAxis::atLeft)->setRange(std::max(0.0, low - margin), high + margin);
        rebuildLegend();
    }

    QCustomPlot& plot;
    std::array<QCPAxisRect*, kScalingPanels> panels{};
    QCPLayoutGrid* columns = nullptr;
    QCPLayoutElement *head = nullptr, *legend = nullptr;
    std::shared_ptr<const ScalingCurves> shown;
    std::vector<OwnLoss> own;
    double scenarioLoss = 0; ///< at its own learning rate and batch
    Look look;
    std::optional<ScalingPlace> cursor;
    QStringList legendTexts;
    bool brief = false; ///< too small for the details
};

void ScalingPlot::Private::paintHead(QPainter& painter, const QRectF& room) const {
    if (!look.headline) return;
    if (!shown) return;
    const QFont strong = look.scaledFont(1.15, true), plain = look.scaledFont(0.95);
    const double line = textHeight(strong, room.width(), scalingVerdict(curves()));
    painter.setFont(strong);
    painter.setPen(look.theme.text);
    painter.drawText(QRectF(room.left(), room.top() + 3 * look.unit, room.width(), line),
                     Qt::AlignLeft | Qt::TextWordWrap, scalingVerdict(curves()));
    if (brief) return;
    painter.setFont(plain);
    painter.setPen(look.theme.muted);
    painter.drawText(room.adjusted(0, 5 * look.unit + line, 0, 0), Qt::AlignLeft | Qt::TextWordWrap,
                     scalingDetails(curves()));
}

void ScalingPlot::Private::paintVeil(QPainter& painter, std::size_t panel) const {
    if (!shown) return;
    const ScalingCurve& of = curve(panel);
    const QRectF all = area(panel);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = look.scaledFont(0.85);
    const double width = QFontMetricsF(font).horizontalAdvance(items::Words::tr("extrapolation"));
    bool labelled = brief; // the legend says it too
    for (std::size_t i = 0; i < of.x.size();) {
        std::size_t end = i;
        while (end < of.x.size() && of.inside[end] == of.inside[i]) ++end;
        if (!of.inside[i]) {
            // Borders lie halfway between a point inside and one outside.
            const auto border = [&](std::size_t at) {
                return at == 0             ? of.x.front()
                       : at == of.x.size() ? of.x.back()
                                           : std::sqrt(of.x[at - 1] * of.x[at]);
            };
            const QRectF part(QPointF(toPixel(panel, border(i), 1).x(), all.top()),
                              QPointF(toPixel(panel, border(end), 1).x(), all.bottom()));
            QColor veil = look.theme.muted;
            veil.setAlpha(look.theme.dark ? 34 : 24);
            painter.fillRect(part, veil);
            veil.setAlpha(look.theme.dark ? 60 : 50);
            drawHatch(painter, look, part, 9 * look.unit, QPen(veil, 0.8 * look.unit));
            if (!labelled && part.width() > width + 10 * look.unit) {
                labelled = true;
                drawHaloText(painter, {part.center().x(), part.bottom() - QFontMetricsF(font).height() * 0.9},
                             0, items::Words::tr("extrapolation"), font, look.theme.warn,
                             look.theme.background, 2.5 * look.unit);
            }
        }
        i = end;
    }
}

void ScalingPlot::Private::paintCurve(QPainter& painter, std::size_t panel) const {
    if (!shown) return;
    const ScalingCurve& of = curve(panel);
    const QRectF all = area(panel);
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF band;
    for (std::size_t i = 0; i < of.x.size(); ++i) band << toPixel(panel, of.x[i], of.high[i]);
    for (std::size_t i = of.x.size(); i-- > 0;) band << toPixel(panel, of.x[i], of.low[i]);
    QColor fill = look.theme.accent;
    fill.setAlpha(look.theme.dark ? 70 : 80);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(band);
    painter.setBrush(Qt::NoBrush);
    const auto line = [&](bool inside) {
        QPen pen(look.theme.good, 2 * look.unit, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
        if (!inside) pen.setDashPattern({3, 2});
        return pen;
    };
    for (std::size_t i = 0; i + 1 < of.x.size();) {
        // A piece belongs to the data only with both its ends.
        const bool inside = of.inside[i] && of.inside[i + 1];
        QPolygonF piece{toPixel(panel, of.x[i], of.loss[i])};
        for (; i + 1 < of.x.size() && (of.inside[i] && of.inside[i + 1]) == inside; ++i)
            piece << toPixel(panel, of.x[i + 1], of.loss[i + 1]);
        painter.setPen(line(inside));
        painter.drawPolyline(piece);
    }
    const QFont font = look.scaledFont(0.95, true);
    painter.setFont(font);
    painter.setPen(look.theme.text);
    const QString title = scalingFixedText(curves(), panel, brief);
    painter.drawText(QPointF(all.center().x() - QFontMetricsF(font).horizontalAdvance(title) / 2,
                             all.top() - 6 * look.unit),
                     title);
}

void ScalingPlot::Private::paintMarks(QPainter& painter, std::size_t panel) const {
    if (!shown) return;
    const ScalingCurve& of = curve(panel);
    const QRectF all = area(panel);
    for (const ScalingRun& run : of.measured) {
        const QPointF at = toPixel(panel, run.x, run.loss);
        if (all.contains(at)) drawMark(painter, Mark::Run, at, 1.4 * markSize(Mark::Run, look), look.theme);
    }
    for (const OwnPlace& mine : ownPlaces(panel)) drawOwnMark(painter, mine.at, mine.low, mine.high, look);
    if (of.best)
        drawMark(painter, Mark::Best, toPixel(panel, *of.best, *of.bestLoss), markSize(Mark::Best, look),
                 look.theme);
    if (of.scenario) {
        QPointF scenario = toPixel(panel, *of.scenario, scenarioLoss);
        scenario.setY(std::clamp(scenario.y(), all.top(), all.bottom()));
        drawMark(painter, Mark::Scenario, scenario, markSize(Mark::Scenario, look), look.theme);
    }
    if (!cursor || cursor->panel != panel) return;
    const QPointF at = toPixel(panel, of.x[cursor->index], of.loss[cursor->index]);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(QPointF(at.x(), all.top()), QPointF(at.x(), at.y() - 5 * look.unit));
    painter.drawLine(QPointF(at.x(), at.y() + 5 * look.unit), QPointF(at.x(), all.bottom()));
    painter.drawEllipse(at, 5 * look.unit, 5 * look.unit);
}

void ScalingPlot::Private::rebuildLegend() {
    std::vector<LegendEntry> entries;
    const auto mark = [&](Mark which, double factor, const QString& text) {
        entries.push_back({[which, factor, now = look](QPainter& painter, const QRectF& room) {
                               drawMark(painter, which, room.center(), factor * markSize(which, now),
                                        now.theme);
                           },
                           text});
    };
    mark(Mark::Scenario, 1, items::Words::tr("This scenario"));
    const auto strip = [&](bool band, const QString& text) {
        entries.push_back({[band, now = look](QPainter& painter, const QRectF& room) {
                               painter.setRenderHint(QPainter::Antialiasing);
                               const double half = band ? 5 * now.unit : now.unit;
                               QColor colour = band ? now.theme.accent : now.theme.good;
                               if (band) colour.setAlpha(now.theme.dark ? 70 : 80);
                               painter.fillRect(
                                   QRectF(room.left(), room.center().y() - half, room.width(), 2 * half),
                                   colour);
                           },
                           text});
    };
    strip(false, items::Words::tr("At the best lr × batch"));
    strip(true, items::Words::tr("90 % interval of one run"));
    bool outside = false;
    for (std::size_t i = 0; i < kScalingPanels; ++i)
        outside = outside ||
                  std::find(curve(i).inside.begin(), curve(i).inside.end(), false) != curve(i).inside.end();
    if (outside)
        entries.push_back({[now = look](QPainter& painter, const QRectF& room) {
                               painter.setRenderHint(QPainter::Antialiasing);
                               const QRectF box = QRectF(room.left(), room.center().y() - 5 * now.unit,
                                                         room.width(), 10 * now.unit);
                               QColor veil = now.theme.muted;
                               veil.setAlpha(now.theme.dark ? 34 : 24);
                               painter.fillRect(box, veil);
                               veil.setAlpha(120);
                               drawHatch(painter, now, box, 5 * now.unit, QPen(veil, 0.8 * now.unit));
                           },
                           items::Words::tr("Extrapolation")});
    if (curves().ratio.best) mark(Mark::Best, 1, items::Words::tr("Compute-optimal"));
    bool measured = false;
    for (std::size_t i = 0; i < kScalingPanels; ++i) measured = measured || !curve(i).measured.empty();
    if (measured) mark(Mark::Run, 1.4, items::Words::tr("Best measured run of a group"));
    if (!own.empty())
        entries.push_back({[now = look](QPainter& painter, const QRectF& room) {
                               drawOwnMark(painter, room.center(), room.center(), room.center(), now);
                           },
                           items::ownKeyText(ownShown(), own.size(),
                                             items::Words::tr("others: of another size and budget"))});
    legendTexts.clear();
    for (const LegendEntry& entry : entries) legendTexts << entry.text;
    setLegend(legend, std::move(entries), look);
}

ScalingPlot::ScalingPlot(QCustomPlot& plot) : d(std::make_unique<Private>(plot)) {}
ScalingPlot::~ScalingPlot() = default;

void ScalingPlot::setLook(const Look& look) {
    d->look = look;
    applyLook(d->plot, look);
    const auto px = [&](double length) { return int(std::lround(length * look.unit)); };
    d->plot.plotLayout()->setMargins(QMargins(px(8), px(4), px(8), px(6)));
    d->columns->setColumnSpacing(px(10));
    for (QCPAxisRect* panel : d->panels) panel->setMinimumMargins(QMargins(0, px(24), px(4), 0));
    d->rebuild();
}

void ScalingPlot::setCurves(const std::shared_ptr<const ScalingCurves>& curves, double loss) {
    d->shown = curves;
    d->scenarioLoss = loss;
    if (d->cursor && d->cursor->index >= d->curve(d->cursor->panel).x.size()) d->cursor.reset();
    d->rebuild();
}

void ScalingPlot::setOwn(const std::vector<OwnLoss>& own) {
    d->own = bestOfSizes(own);
    d->rebuild();
}

void ScalingPlot::arrange(QSizeF size) {
    if (!d->shown) return;
    constexpr double kSmall = 330; // px of a 12-pixel font
    d->brief = size.height() < kSmall * d->look.unit;
    const double inner = std::max(50.0, size.width() - 16 * d->look.unit);
    double text = textHeight(d->look.scaledFont(1.15, true), inner, scalingVerdict(d->curves()));
    if (!d->brief) text += textHeight(d->look.scaledFont(0.95), inner, scalingDetails(d->curves()));
    const int height = int(std::ceil(d->look.headline ? text + 8 * d->look.unit : 2 * d->look.unit));
    d->head->setMinimumSize(0, height);
    d->head->setMaximumSize(QWIDGETSIZE_MAX, height);
    for (std::size_t i = 0; i < kScalingPanels; ++i)
        d->panels[i]->axis(QCPAxis::atBottom)->setLabel(scalingAxisText(i, d->brief));
    d->panels[0]
        ->axis(QCPAxis::atLeft)
        ->setLabel(d->brief ? items::Words::tr("Best loss (nats)")
                            : items::Words::tr("Predicted best loss (nats/token)"));
}

void ScalingPlot::replot() {
    arrange(d->plot.viewport().size());
    d->plot.replot(QCustomPlot::rpQueuedReplot);
}

void ScalingPlot::setCursor(std::optional<ScalingPlace> place) {
    if (place == d->cursor) return;
    d->cursor = place;
    d->plot.layer(QStringLiteral("overlay"))->replot();
}

std::optional<ScalingPlace> ScalingPlot::placeAt(QPointF pixel) const {
    if (!d->shown) return std::nullopt;
    for (std::size_t panel = 0; panel < kScalingPanels; ++panel) {
        if (!d->area(panel).contains(pixel)) continue;
        const double x = d->panels[panel]->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x());
        const std::vector<double>& all = d->curve(panel).x;
        const auto nearest = std::min_element(all.begin(), all.end(), [x](double a, double b) {
            return std::abs(std::log(a / x)) < std::abs(std::log(b / x));
        });
        return ScalingPlace{panel, std::size_t(nearest - all.begin())};
    }
    return std::nullopt;
}

QPointF ScalingPlot::pixelOf(ScalingPlace place) const {
    const ScalingCurve& of = d->curve(place.panel);
    return d->toPixel(place.panel, of.x[place.index], of.loss[place.index]);
}

QString ScalingPlot::tipAt(QPointF pixel) const {
    if (!d->shown) return {};
    for (std::size_t panel = 0; panel < kScalingPanels; ++panel)
        for (const Private::OwnPlace& mine : d->ownPlaces(panel)) {
            if (QLineF(mine.at, pixel).length() >= 8 * d->look.unit) continue;
            return items::ownLossText(*mine.run, lossAlong(d->curve(panel), mine.x));
        }
    return {};
}

QStringList ScalingPlot::legendTexts() const {
    return d->legendTexts;
}

} // namespace moe::ui
