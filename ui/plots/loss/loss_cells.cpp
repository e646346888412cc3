// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/format.h"
#include "ui/plots/loss/loss_paint.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

/// Borders halfway between neighbours on a log axis; the outer cells are as wide as their neighbours.
static std::vector<double> edgesOf(const std::vector<double>& values) {
    std::vector<double> edges;
    if (values.empty()) return edges;
    const double first = values.size() > 1 ? std::sqrt(values[1] / values[0]) : std::sqrt(2.0);
    const double last =
        values.size() > 1 ? std::sqrt(values.back() / values[values.size() - 2]) : std::sqrt(2.0);
    edges.push_back(values.front() / first);
    for (std::size_t i = 1; i < values.size(); ++i) edges.push_back(std::sqrt(values[i - 1] * values[i]));
    edges.push_back(values.back() * last);
    return edges;
}

/// Sorted; values closer than 0.1 % are one.
static std::vector<double> distinct(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end(), [](double a, double b) { return b < a * 1.001; }),
                 values.end());
    return values;
}

static std::size_t cellOf(const std::vector<double>& edges, double value) {
    return std::size_t(std::upper_bound(edges.begin(), edges.end(), value) - edges.begin()) - 1;
}

MeasuredCells measuredCells(const std::vector<MeasuredPoint>& runs) {
    MeasuredCells cells;
    for (const MeasuredPoint& run : runs) {
        cells.lr.push_back(run.lr);
        cells.batchTokens.push_back(run.batchTokens);
    }
    cells.lr = distinct(std::move(cells.lr));
    cells.batchTokens = distinct(std::move(cells.batchTokens));
    cells.lrEdges = edgesOf(cells.lr);
    cells.batchEdges = edgesOf(cells.batchTokens);
    cells.runs.assign(cells.lr.size() * cells.batchTokens.size(), nullptr);
    for (const MeasuredPoint& run : runs) {
        const MeasuredPoint*& cell = cells.runs[cellOf(cells.batchEdges, run.batchTokens) * cells.lr.size() +
                                                cellOf(cells.lrEdges, run.lr)];
        if (!cell || run.loss < cell->loss) cell = &run;
        if (!cells.best || run.loss < cells.best->loss) cells.best = &run;
    }
    return cells;
}

const MeasuredPoint* MeasuredCells::at(double lrValue, double batchValue) const {
    if (lrEdges.empty() || lrValue < lrEdges.front() || lrValue >= lrEdges.back() ||
        batchValue < batchEdges.front() || batchValue >= batchEdges.back())
        return nullptr;
    return runs[cellOf(batchEdges, batchValue) * lr.size() + cellOf(lrEdges, lrValue)];
}

namespace {

/// Prints `text` into the cell: upright, else turned, else not at all.
void printInto(QPainter& painter, const QRectF& cell, const QString& text, const QFont& font,
               const QColor& ink) {
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(text), height = metrics.capHeight() * 1.5;
    double degrees = 0;
    if (cell.width() < width * 1.03 || cell.height() < height) {
        if (cell.height() < width * 1.03 || cell.width() < height) return;
        degrees = -90;
    }
    painter.save();
    painter.setFont(font);
    painter.setPen(ink);
    painter.translate(cell.center());
    painter.rotate(degrees);
    painter.drawText(QPointF(-width / 2, metrics.capHeight() / 2), text);
    painter.restore();
}

/// The larger of two sizes at which a value fits the smallest cell, upright if possible, else turned.
double printFactor(const PlotFrame& frame, const MeasuredCells& cells, const Look& look) {
    double narrowest = frame.rect.width(), lowest = frame.rect.height();
    for (std::size_t i = 0; i + 1 < cells.lrEdges.size(); ++i)
        narrowest = std::min(narrowest, frame.toPixel(cells.lrEdges[i + 1], frame.yLow).x() -
                                            frame.toPixel(cells.lrEdges[i], frame.yLow).x());
    for (std::size_t j = 0; j + 1 < cells.batchEdges.size(); ++j)
        lowest = std::min(lowest, frame.toPixel(frame.xLow, cells.batchEdges[j]).y() -
                                      frame.toPixel(frame.xLow, cells.batchEdges[j + 1]).y());
    for (double side : {narrowest, lowest})
        for (double factor : {0.85, 0.72}) {
            const QFontMetricsF metrics(look.scaledFont(factor));
            if (metrics.horizontalAdvance(QStringLiteral("2.222")) * 1.03 < side - look.unit) return factor;
        }
    return 0.85;
}

} // namespace

void paintEmpty(QPainter& painter, const QRectF& area, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    drawHatch(painter, look, area, 6 * look.unit,
              QPen(look.theme.grid.darker(look.theme.dark ? 80 : 115), look.unit));
}

void paintCells(QPainter& painter, const PlotFrame& frame, const MeasuredCells& cells, const LossScale& scale,
                const Look& look, QPointF keepClearOf) {
    painter.save();
    const QFont font = look.scaledFont(printFactor(frame, cells, look));
    QRectF bestCell;
    for (std::size_t j = 0; j < cells.batchTokens.size(); ++j)
        for (std::size_t i = 0; i < cells.lr.size(); ++i) {
            const QRectF whole = QRectF(frame.toPixel(cells.lrEdges[i], cells.batchEdges[j]),
                                        frame.toPixel(cells.lrEdges[i + 1], cells.batchEdges[j + 1]))
                                     .normalized();
            const double gap = look.unit / 2;
            const QRectF inner = whole.adjusted(gap, gap, -gap, -gap), cell = inner & frame.rect;
            if (cell.isEmpty()) continue;
            const MeasuredPoint* run = cells.runs[j * cells.lr.size() + i];
            painter.setRenderHint(QPainter::Antialiasing, false);
            if (!run) {
                paintEmpty(painter, cell, look);
            } else {
                const QColor ground = look.colour(scale.share(run->loss));
                painter.fillRect(cell, ground);
                painter.setRenderHint(QPainter::Antialiasing);
                if (cell == inner && run->diverged) {
                    drawHatch(painter, look, cell, 6 * look.unit, QPen(QColor(0, 0, 0, 60), look.unit), true);
                    drawMark(painter, Mark::Diverged, cell.center(), markSize(Mark::Diverged, look),
                             look.theme);
                } else if (cell == inner) {
                    QRectF room = cell;
                    const double reach = markSize(Mark::Scenario, look) * 0.6;
                    if (cell.contains(keepClearOf)) {
                        if (keepClearOf.y() > cell.center().y())
                            room.setBottom(keepClearOf.y() - reach);
                        else
                            room.setTop(keepClearOf.y() + reach);
                    }
                    printInto(painter, room, items::number(run->loss, 'f', 3), font, inkOn(ground));
                }
                if (run == cells.best) bestCell = cell;
            }
        }
    if (!bestCell.isEmpty()) {
        painter.setRenderHint(QPainter::Antialiasing);
        const double inset = -1 * look.unit; // around the cell, or it would cover the value
        painter.setPen(QPen(QColor(0x10, 0x12, 0x16), 4 * look.unit));
        painter.drawRect(bestCell.adjusted(inset, inset, -inset, -inset));
        painter.setPen(QPen(look.theme.best, 2 * look.unit));
        painter.drawRect(bestCell.adjusted(inset, inset, -inset, -inset));
    }
    painter.restore();
}

} // namespace moe::ui
