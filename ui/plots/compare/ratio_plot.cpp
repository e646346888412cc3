// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/compare/ratio_plot.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/judged.h"
#include "ui/look_watch.h"
#include "ui/plots/kit/plot_chrome.h"

#include <qcustomplot.h>

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

QString factorText(double value) {
    return QStringLiteral("×") + items::number(value, 'g', 2);
}

/// The picture on one plot widget; the window's and each figure's have their own.
class RatioScene {
public:
    explicit RatioScene(QCustomPlot& customPlot) : plot(customPlot) {
        plot.setLocale(items::numberLocale());
        plot.plotLayout()->clear();
        plot.plotLayout()->setRowSpacing(0);
        axes = new QCPAxisRect(&plot, true);
        legend = newLegend(plot);
        plot.plotLayout()->addElement(0, 0, axes);
        plot.plotLayout()->addElement(1, 0, legend);
        x = axes->axis(QCPAxis::atBottom), y = axes->axis(QCPAxis::atLeft);
        setLogAxis(x, factorText);
        y->setTicks(false);
        y->setTickLabels(false);
        y->grid()->setVisible(false);
        axes->setAutoMargins(QCP::msTop | QCP::msBottom);
        newPaintLayer(axes, QStringLiteral("overlay"), false, [this](QPainter& p, bool) { paint(p); });
    }

    void set(const RatioPicture& shown, const Look& newLook) {
        picture = shown;
        look = newLook;
        applyLook(plot, look);
        plot.plotLayout()->setMargins(QMargins(px(8), px(8), px(8), px(6)));
        double low = 0.8, high = 1.25;
        for (const RatioRow& row : picture.rows)
            for (const RatioBar& bar : row.bars)
                for (const std::optional<double>& ratio : {bar.ratio, bar.measured})
                    if (ratio) low = std::min(low, *ratio), high = std::max(high, *ratio);
        const double room = std::pow(high / low, 0.04);
        x->setRange(low / room, high * room);
        x->setLabel(
            items::Words::tr("Ratio to %1 (%2)").arg(picture.baseName, items::Words::tr("log scale")));
        y->setRange(0, 1);
        for (QCPAxis* axis : {x, y}) axis->setVisible(!picture.columns.empty());
        const QFontMetricsF label(look.font), text(look.scaledFont(0.9));
        double left = 0, right = 0;
        for (const RatioRow& row : picture.rows) {
            left = std::max({left, label.horizontalAdvance(row.label), text.horizontalAdvance(row.base)});
            for (const RatioBar& bar : row.bars)
                right = std::max(right, text.horizontalAdvance(QStringLiteral("M ") + bar.text));
        }
        axes->setMargins(QMargins(int(left) + px(12), 0, int(right) + px(12), 0));
        axes->setMinimumSize(px(60), px(40));
        setLegend(legend, legendEntries(), look);
    }

private:
    int px(double length) const { return int(std::lround(length * look.unit)); }

    std::vector<LegendEntry> legendEntries() const {
        std::vector<LegendEntry> entries;
        const Look current = look;
        for (const RatioPicture::Column& column : picture.columns)
            entries.push_back({[column, current](QPainter& painter, const QRectF& area) {
                                   const double height = 10 * current.unit;
                                   painter.fillRect(QRectF(area.left(), area.center().y() - height / 2,
                                                           area.width(), height),
                                                    column.colour);
                               },
                               QStringLiteral("%1  %2").arg(column.letter, column.name)});
        if (picture.anyMeasured())
            entries.push_back({[current](QPainter& painter, const QRectF& area) {
                                   drawMark(painter, Mark::Run, area.center(), 8 * current.unit,
                                            current.theme);
                               },
                               items::Words::tr("measured")});
        return entries;
    }

    void paint(QPainter& painter) {
        if (picture.rows.empty()) return;
        const PlotFrame frame = frameOf(axes);
        if (picture.columns.empty()) return paintList(painter, frame.rect);
        const QFontMetricsF small(look.scaledFont(0.9));
        const auto bars = double(picture.columns.size());
        const double least = std::max(bars * small.height() * 1.08, small.height() * 1.1) + 5 * look.unit;
        const auto count =
            std::clamp<std::size_t>(std::size_t(frame.rect.height() / least), 1, picture.rows.size());
        const double slot = frame.rect.height() / double(count);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const double one = pixelOf(frame, 1);
        for (std::size_t i = 0; i < count; ++i)
            paintRow(painter, frame, picture.rows[i],
                     QRectF(frame.rect.left(), frame.rect.top() + double(i) * slot, frame.rect.width(), slot),
                     one);
        painter.setPen(QPen(look.theme.axis, 1.4 * look.unit));
        painter.drawLine(QPointF(one, frame.rect.top()), QPointF(one, frame.rect.bottom()));
        painter.restore();
    }

    /// One scenario only: what its values are.
    void paintList(QPainter& painter, const QRectF& area) {
        const QFontMetricsF metrics(look.font);
        const double step = std::min(area.height() / double(picture.rows.size() + 1), 2 * metrics.height());
        const double right = area.left() - 8 * look.unit;
        double baseline = area.top() + metrics.ascent();
        painter.setFont(look.scaledFont(1, true));
        painter.setPen(look.theme.text);
        painter.drawText(QPointF(area.left() + 8 * look.unit, baseline), picture.baseName);
        painter.setFont(look.font);
        for (const RatioRow& row : picture.rows) {
            baseline += step;
            painter.setPen(look.theme.muted);
            painter.drawText(QPointF(right - metrics.horizontalAdvance(row.label), baseline), row.label);
            painter.setPen(look.theme.text);
            painter.drawText(QPointF(area.left() + 8 * look.unit, baseline), row.base);
        }
    }

    double pixelOf(const PlotFrame& frame, double ratio) const {
        return frame.rect.left() +
               std::log(ratio / frame.xLow) / std::log(frame.xHigh / frame.xLow) * frame.rect.width();
    }

    void paintRow(QPainter& painter, const PlotFrame& frame, const RatioRow& row, const QRectF& slot,
                  double one) {
        const QFont font = look.font, smallFont = look.scaledFont(0.9);
        const QFontMetricsF metrics(font), small(smallFont);
        const auto write = [&](const QFont& used, const QColor& colour, QPointF at, const QString& text) {
            painter.setFont(used);
            painter.setPen(colour);
            painter.drawText(at, text);
        };
        const bool both = slot.height() > metrics.height() + small.height() + 2 * look.unit;
        const double middle = slot.center().y(), right = slot.left() - 8 * look.unit;
        write(font, look.theme.text,
              {right - metrics.horizontalAdvance(row.label),
               middle + (both ? -0.15 * metrics.height() : metrics.capHeight() / 2)},
              row.label);
        if (both)
            write(smallFont, look.theme.muted,
                  {right - small.horizontalAdvance(row.base), middle + 0.85 * small.height()}, row.base);
        const double pitch =
            std::min((slot.height() - 4 * look.unit) / double(row.bars.size()), 24 * look.unit);
        double top = middle - pitch * double(row.bars.size()) / 2;
        for (std::size_t i = 0; i < row.bars.size(); ++i, top += pitch) {
            const RatioBar& bar = row.bars[i];
            const double centre = top + pitch / 2, height = 0.62 * pitch;
            if (bar.ratio) {
                const double end = pixelOf(frame, *bar.ratio);
                painter.fillRect(QRectF(QPointF(std::min(one, end), centre - height / 2),
                                        QPointF(std::max(one, end), centre + height / 2)),
                                 picture.columns[i].colour);
            }
            if (bar.measured)
                drawMark(painter, Mark::Run, {pixelOf(frame, *bar.measured), centre},
                         std::min(9 * look.unit, 0.8 * pitch), look.theme);
            const QColor ink = bar.judgement == 0 ? look.theme.text : judgedInk(bar.judgement, look.theme);
            write(smallFont, ink, {slot.right() + 8 * look.unit, centre + small.capHeight() / 2},
                  picture.columns[i].letter + QLatin1Char(' ') + bar.text);
        }
        painter.setPen(QPen(look.theme.grid, look.unit));
        painter.drawLine(slot.bottomLeft(), slot.bottomRight());
    }

    QCustomPlot& plot;
    QCPAxisRect* axes = nullptr;
    QCPLayoutElement* legend = nullptr;
    QCPAxis *x = nullptr, *y = nullptr;
    RatioPicture picture;
    Look look;
};

} // namespace

bool RatioPicture::anyMeasured() const {
    return std::any_of(rows.begin(), rows.end(), [](const RatioRow& row) {
        return std::any_of(row.bars.begin(), row.bars.end(),
                           [](const RatioBar& bar) { return bar.measured.has_value(); });
    });
}

class RatioPlot::Private {
public:
    explicit Private(QWidget* parent) : plot(newPlot(parent)), scene(*plot) {
        // The widget around it speaks for the picture and takes the focus.
        plot->setFocusPolicy(Qt::NoFocus);
        parent->setFocusPolicy(Qt::TabFocus);
    }
    QCustomPlot* plot;
    RatioScene scene;
    RatioPicture picture;
};

RatioPlot::RatioPlot(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    new LookWatch(*this, [this] { setPicture(std::move(d->picture)); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(d->plot);
    setPicture({});
}
RatioPlot::~RatioPlot() = default;

void RatioPlot::setPicture(RatioPicture picture) {
    d->picture = std::move(picture);
    d->scene.set(d->picture, screenLook(*this, QString()));
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

void RatioPlot::draw(QPaintDevice* device, double scale, const FigureStyle& style) const {
    QCustomPlot plot;
    RatioScene scene(plot);
    const Look look = figureLook(style);
    scene.set(d->picture, look);
    drawPlot(plot, device, scale, style, look.theme.background);
}

} // namespace moe::ui
