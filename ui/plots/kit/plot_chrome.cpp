// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/plot_chrome.h"

#include "models/items/format.h"
#include "ui/strokes.h"

#include <qcustomplot.h>

#include <QHash>

#include <algorithm>
#include <cmath>
#include <utility>

namespace moe::ui {

void applyLook(QCustomPlot& plot, const Look& look) {
    const Theme& theme = look.theme;
    const double unit = look.unit;
    const auto rounded = [unit](double length) { return int(std::lround(length * unit)); };
    plot.setBackground(QBrush(theme.background));
    for (QCPAxisRect* axisRect : plot.axisRects()) {
        for (QCPAxis* axis : axisRect->axes()) {
            const QPen pen(theme.axis, unit);
            axis->setBasePen(pen);
            axis->setTickPen(pen);
            axis->setSubTickPen(QPen(theme.axis, 0.8 * unit));
            axis->setTickLength(0, rounded(5));
            axis->setSubTickLength(0, rounded(2.5));
            axis->setTickLabelFont(look.scaledFont(0.92));
            axis->setTickLabelColor(theme.text);
            axis->setTickLabelPadding(rounded(4));
            axis->setNumberFormat(QStringLiteral("f")); // no small exponents: figures are read at 7 pt
            axis->setLabelFont(look.font);
            axis->setLabelColor(theme.text);
            axis->setLabelPadding(rounded(5));
            axis->setPadding(rounded(2));
            axis->grid()->setPen(QPen(theme.grid, unit));
            axis->grid()->setZeroLinePen(Qt::NoPen);
        }
    }
}

namespace {

class LogTicker : public QCPAxisTicker {
public:
    LogTicker(const QCPAxis* axis, std::function<QString(double)> text)
        : m_axis(axis), m_text(std::move(text)) {}

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* labels) override {
        const QFontMetricsF metrics(m_axis->tickLabelFont());
        const bool across = m_axis->orientation() == Qt::Horizontal;
        const auto extentOf = [&](double width) {
            return width + metrics.horizontalAdvance(QStringLiteral("00"));
        };
        const double extent = across ? extentOf(std::max({metrics.horizontalAdvance(m_text(range.lower)),
                                                          metrics.horizontalAdvance(m_text(range.upper)),
                                                          metrics.horizontalAdvance(QStringLiteral("2e-4"))}))
                                     : metrics.height() * 1.7;
        m_length = axisLength(across);
        Ticks found = logTicks(range.lower, range.upper, m_length, extent);
        if (across) {
            // "300 ms" between "9 ms" and "1 s".
            double widest = 0;
            for (double tick : found.labelled)
                widest = std::max(widest, metrics.horizontalAdvance(m_text(tick)));
            if (extentOf(widest) > extent)
                found = logTicks(range.lower, range.upper, m_length, extentOf(widest));
            keepOne(found.labelled, range, widest);
        }
        ticks = found.labelled;
        if (subTicks) *subTicks = found.plain;
        if (!labels) return;
        labels->clear();
        for (double tick : ticks) labels->push_back(m_text(tick));
    }

    /// The axis has become another length than its ticks were chosen for.
    bool isBehind() const {
        const QSize size = m_axis->axisRect()->size();
        const double length = m_axis->orientation() == Qt::Horizontal ? size.width() : size.height();
        return m_length > 0 && std::abs(length - m_length) > 0.02 * m_length;
    }

private:
    /// Of two that would touch, the one that stands further inside.
    void keepOne(QVector<double>& ticks, const QCPRange& range, double widest) const {
        if (ticks.size() != 2) return;
        const double whole = std::log(range.upper / range.lower);
        if (std::log(ticks[1] / ticks[0]) / whole * m_length > widest) return;
        const auto off = [&](double tick) { return std::abs(std::log(tick / range.lower) / whole - 0.5); };
        ticks.removeAt(off(ticks[0]) < off(ticks[1]) ? 1 : 0);
    }

    /// Ticks are chosen before the layout runs, so the rectangle is still the last one's; what lies beside it
    /// changes little, the window's size much.
    double axisLength(bool across) {
        const QRect viewport = m_axis->parentPlot()->viewport();
        const int whole = across ? viewport.width() : viewport.height();
        const int inner = across ? m_axis->axisRect()->width() : m_axis->axisRect()->height();
        const double beside = m_lastWhole > inner ? m_lastWhole - inner : 0.25 * whole;
        m_lastWhole = whole;
        return std::max(1.0, whole - beside);
    }

    const QCPAxis* m_axis;
    std::function<QString(double)> m_text;
    int m_lastWhole = 0;
    double m_length = 0; ///< of the last ticks
};

class LinearTicker : public QCPAxisTicker {
public:
    LinearTicker(const QCPAxis* axis, double spacing) : m_axis(axis), m_spacing(spacing) {}

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* labels) override {
        const QRect area = m_axis->axisRect()->rect();
        const bool across = m_axis->orientation() == Qt::Horizontal;
        const double length = std::max(across ? area.width() : area.height(), 100);
        const LinearTicks found = linearTicks(
            range.lower, range.upper, length / (m_spacing * QFontMetricsF(m_axis->tickLabelFont()).height()));
        ticks = found.ticks;
        if (subTicks) subTicks->clear();
        if (!labels) return;
        labels->clear();
        for (double tick : ticks) labels->push_back(items::number(tick, 'f', found.decimals));
    }

private:
    const QCPAxis* m_axis;
    double m_spacing;
};

class PaintLayer : public QCPLayerable {
public:
    PaintLayer(QCPAxisRect* axisRect, const QString& layer, bool clip, Paint paint)
        : QCPLayerable(axisRect->parentPlot(), layer, axisRect),
          m_axisRect(axisRect),
          m_clip(clip),
          m_paint(std::move(paint)) {
        setParent(axisRect); // goes with it; QCustomPlot would keep it as long as the plot, without its axes
    }

protected:
    QRect clipRect() const override { return m_clip ? m_axisRect->rect() : mParentPlot->viewport(); }
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    void draw(QCPPainter* painter) override {
        m_paint(*painter, painter->modes().testFlag(QCPPainter::pmVectorized));
    }

private:
    QCPAxisRect* m_axisRect;
    bool m_clip;
    Paint m_paint;
};

class PaintElement : public QCPLayoutElement {
public:
    PaintElement(QCustomPlot& plot, std::function<void(QPainter&, const QRectF&)> paint)
        : QCPLayoutElement(&plot), m_paint(std::move(paint)) {}

protected:
    QRect clipRect() const override { return mParentPlot->viewport(); }
    void draw(QCPPainter* painter) override {
        painter->save();
        m_paint(*painter, QRectF(rect()));
        painter->restore();
    }

private:
    std::function<void(QPainter&, const QRectF&)> m_paint;
};

class Legend : public QCPLayoutElement {
public:
    explicit Legend(QCustomPlot& plot) : QCPLayoutElement(&plot) {}

    void set(std::vector<LegendEntry> entries, const Look& look) {
        if (look.shared) leaveOutShared(entries, look);
        m_entries = look.legend ? std::move(entries) : std::vector<LegendEntry>();
        m_look = look;
        m_font = look.scaledFont(0.95);
    }

    void update(UpdatePhase phase) override {
        if (phase == upPreparation) {
            arrange(mParentPlot->viewport().width());
            const int height = int(std::ceil(m_rows * rowHeight() + (m_rows > 0 ? 6 * m_look.unit : 0)));
            setMinimumSize(0, height);
            setMaximumSize(QWIDGETSIZE_MAX, height);
        }
        QCPLayoutElement::update(phase);
    }

protected:
    QRect clipRect() const override { return mParentPlot->viewport(); }
    void draw(QCPPainter* painter) override {
        if (m_entries.empty()) return;
        painter->save();
        painter->setFont(m_font);
        const QFontMetricsF metrics(m_font);
        double blockWidth = 0;
        for (double width : m_columnWidths) blockWidth += width;
        blockWidth += gap() * double(m_columnWidths.size() - 1);
        if (!m_flow.empty()) blockWidth = m_flowWidth;
        const double left = rect().left() + std::max(0.0, (rect().width() - blockWidth) / 2);
        const double iconWidth = 20 * m_look.unit;
        const auto write = [&](const LegendEntry& entry, double x, int row) {
            const double top = rect().top() + 4 * m_look.unit + row * rowHeight();
            painter->save();
            entry.icon(*painter, QRectF(x, top, iconWidth, rowHeight()));
            painter->restore();
            painter->setPen(m_look.theme.text);
            painter->drawText(
                QPointF(x + iconWidth + 6 * m_look.unit, top + rowHeight() / 2 + metrics.capHeight() / 2),
                entry.text);
        };
        for (std::size_t i = 0; i < m_flow.size(); ++i)
            write(m_entries[i], left + m_flow[i].first, m_flow[i].second);
        double x = left;
        for (int column = 0; m_flow.empty() && column < int(m_columnWidths.size()); ++column) {
            for (int row = 0; row < m_rows; ++row) {
                const int index = row * int(m_columnWidths.size()) + column;
                if (index >= int(m_entries.size())) break;
                write(m_entries[std::size_t(index)], x, row);
            }
            x += m_columnWidths[std::size_t(column)] + gap();
        }
        painter->restore();
    }

private:
    /// Tells the keys of this picture, and keeps those that stand nowhere else.
    static void leaveOutShared(std::vector<LegendEntry>& entries, const Look& look) {
        SharedLegend& shared = *look.shared;
        shared.keys.clear();
        const QSizeF size(20 * look.unit, 14 * look.unit);
        const auto keyOf = [&](const LegendEntry& entry) {
            LegendKey key{entry.text, Strokes(true), size / kFigureFineness};
            QCPPainter painter;
            painter.begin(&key.icon);
            painter.setMode(QCPPainter::pmVectorized, true);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.scale(1 / kFigureFineness, 1 / kFigureFineness);
            entry.icon(painter, QRectF(QPointF(), size));
            painter.end();
            return key;
        };
        std::vector<LegendEntry> left;
        for (LegendEntry& entry : entries) {
            shared.keys.push_back(keyOf(entry));
            const auto& there = shared.elsewhere;
            if (std::find(there.begin(), there.end(), shared.keys.back()) == there.end())
                left.push_back(std::move(entry));
        }
        entries = std::move(left);
    }

    double rowHeight() const { return QFontMetricsF(m_font).height() * 1.3; }
    double gap() const { return 22 * m_look.unit; }

    void arrange(double available) {
        const QFontMetricsF metrics(m_font);
        const auto widths = [&](int columns) {
            std::vector<double> result(std::size_t(columns), 0.0);
            for (std::size_t i = 0; i < m_entries.size(); ++i) {
                double& width = result[i % std::size_t(columns)];
                width = std::max(width, metrics.horizontalAdvance(m_entries[i].text) + 26 * m_look.unit);
            }
            return result;
        };
        const int count = int(m_entries.size());
        m_rows = 0;
        m_columnWidths.clear();
        for (int rows = 1; rows <= count; ++rows) {
            const int columns = (count + rows - 1) / rows;
            m_rows = (count + columns - 1) / columns;
            m_columnWidths = widths(columns);
            double total = gap() * (columns - 1);
            for (double width : m_columnWidths) total += width;
            if (total <= available - 16 * m_look.unit) break;
        }
        flow(available - 16 * m_look.unit);
    }

    /// One entry behind the other, where columns would take many more rows.
    void flow(double available) {
        constexpr int kManyMore = 2;
        const QFontMetricsF metrics(m_font);
        std::vector<std::pair<double, int>> places;
        double x = 0, widest = 0;
        int row = 0;
        for (const LegendEntry& entry : m_entries) {
            const double width = metrics.horizontalAdvance(entry.text) + 26 * m_look.unit;
            if (x > 0 && x + width > available) x = 0, ++row;
            places.emplace_back(x, row);
            widest = std::max(widest, x + width);
            x += width + 0.6 * gap();
        }
        m_flow.clear();
        if (m_entries.empty() || row + 1 + kManyMore > m_rows) return;
        m_flow = std::move(places);
        m_flowWidth = widest;
        m_rows = row + 1;
    }

    std::vector<LegendEntry> m_entries;
    Look m_look;
    QFont m_font;
    int m_rows = 0;
    std::vector<double> m_columnWidths;
    std::vector<std::pair<double, int>> m_flow; ///< left and row of each; empty: in columns
    double m_flowWidth = 0;
};

} // namespace

void setLogAxis(QCPAxis* axis, std::function<QString(double)> text) {
    axis->setScaleType(QCPAxis::stLogarithmic);
    axis->setTicker(QSharedPointer<QCPAxisTicker>(new LogTicker(axis, std::move(text))));
}

void setLinearAxis(QCPAxis* axis, double spacing) {
    axis->setTicker(QSharedPointer<QCPAxisTicker>(new LinearTicker(axis, spacing)));
}

PlotFrame frameOf(const QCPAxisRect* axisRect) {
    const QCPAxis *x = axisRect->axis(QCPAxis::atBottom), *y = axisRect->axis(QCPAxis::atLeft);
    PlotFrame frame;
    frame.xLow = x->range().lower, frame.xHigh = x->range().upper;
    frame.yLow = y->range().lower, frame.yHigh = y->range().upper;
    frame.logarithmic = x->scaleType() == QCPAxis::stLogarithmic;
    const double left = x->coordToPixel(frame.xLow), right = x->coordToPixel(frame.xHigh);
    const double bottom = y->coordToPixel(frame.yLow), top = y->coordToPixel(frame.yHigh);
    frame.rect = QRectF(QPointF(left, top), QPointF(right, bottom)).normalized();
    return frame;
}

QCPLayerable* newPaintLayer(QCPAxisRect* axisRect, const QString& layer, bool clip, Paint paint) {
    return new PaintLayer(axisRect, layer, clip, std::move(paint));
}

QCPLayoutElement* newPaintElement(QCustomPlot& plot, std::function<void(QPainter&, const QRectF&)> paint) {
    return new PaintElement(plot, std::move(paint));
}

QCPLayoutElement* newLegend(QCustomPlot& plot) {
    return new Legend(plot);
}

void setLegend(QCPLayoutElement* legend, std::vector<LegendEntry> entries, const Look& look) {
    static_cast<Legend*>(legend)->set(std::move(entries), look);
}

bool ticksAreBehind(const QCustomPlot& plot) {
    for (const QCPAxisRect* rect : plot.axisRects())
        for (const QCPAxis* axis : rect->axes())
            if (const auto ticker = axis->ticker().dynamicCast<LogTicker>(); ticker && ticker->isBehind())
                return true;
    return false;
}

} // namespace moe::ui
