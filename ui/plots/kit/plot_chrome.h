// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What every plot shares and what does need the plotting library: colours of axes and background, the log
// ticker, the legend under a plot, and layers painted by a function. Types of the library are only named
// here.

#include "ui/plots/kit/plot_support.h"

#include <functional>
#include <vector>

class QCustomPlot;
class QWidget;
class QCPAxis;
class QCPAxisRect;
class QCPLayoutElement;
class QCPLayerable;

namespace moe::ui {

/// A plot for the screen. Sizes that come and go before a frame is painted (hidden docks, larger type) cost
/// nothing: the library's own plot draws all of itself at each.
QCustomPlot* newPlot(QWidget* parent = nullptr);

/// Background, axes, grid and text of everything in the plot. Call again when the theme or the font changes.
void applyLook(QCustomPlot& plot, const Look& look);

/// Makes the axis logarithmic with 1-2-5 labels written by `text`.
void setLogAxis(QCPAxis* axis, std::function<QString(double)> text);

/// Makes the axis linear with labels at steps of 1, 2 or 5, about one per `spacing` × text height.
void setLinearAxis(QCPAxis* axis, double spacing);

/// Its ends say nothing that another plot could share: rows of names.
void keepOwnAxis(QCPAxis* axis);

/// Numbers of an axis are of a range it no longer has.
bool ticksAreBehind(const QCustomPlot& plot);

PlotFrame frameOf(const QCPAxisRect* axisRect);

/// Paints with `paint(painter, vector)` on a layer; `vector` says that the device keeps shapes as shapes.
/// With `clip`, raster devices clip to the axis rectangle. The plot owns the result.
using Paint = std::function<void(QPainter& painter, bool vector)>;
QCPLayerable* newPaintLayer(QCPAxisRect* axisRect, const QString& layer, bool clip, Paint paint);

/// A part of the layout painted by `paint(painter, area)`; the caller sets its size.
QCPLayoutElement* newPaintElement(QCustomPlot& plot, std::function<void(QPainter&, const QRectF&)> paint);

/// One entry: `icon(painter, area)` paints the key into a box of `iconWidth` units, beside it the text.
struct LegendEntry {
    std::function<void(QPainter&, const QRectF&)> icon;
    QString text;
};
/// Entries in even columns, wrapped to the plot's width and balanced over the rows; takes the height it
/// needs.
QCPLayoutElement* newLegend(QCustomPlot& plot);
void setLegend(QCPLayoutElement* legend, std::vector<LegendEntry> entries, const Look& look);

/// Draws the plot at `style.logicalSize()` units into a device, shapes as shapes where it is
/// Strokes of vectors.
void drawPlot(QCustomPlot& plot, QPaintDevice* device, double scale, const FigureStyle& style,
              const QColor& background);

/// A centred sentence in place of a picture.
void drawSentence(QPaintDevice* device, double scale, const FigureStyle& style, const QString& text);

} // namespace moe::ui
