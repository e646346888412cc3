// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What every plot shares and what needs no plotting library: the look, the map from values to pixels, tick
// choice, texts of numbers, markers, hatching and labels with a halo. All painting is geometric (no clip, no
// brush patterns), because Qt's SVG writer knows neither.

#include "ui/report_view.h"
#include "ui/theme.h"

#include <QFont>
#include <QPainter>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <QVector>

namespace moe::ui {

/// Theme, font and palette of one drawing. Every length is a multiple of `unit`.
struct Look {
    Theme theme;
    QFont font;
    double unit = 1; ///< drawing units per "pixel of a 12-pixel font"
    const Stops* stops = nullptr;
    /// Of figures in the grey palette: categories differ by lightness and pattern alone.
    bool grey = false;
    bool headline = true; ///< the sentence above the picture is drawn
    bool legend = true;
    bool hatching = true; ///< false: plain tints instead
    SharedLegendPtr shared = {};

    QFont scaledFont(double factor, bool bold = false) const;
    QColor colour(double share) const;             ///< palette colour, share 0 … 1, clamped
    QColor ofCategory(const QColor& colour) const; ///< itself, or its lightness where all is grey
};
Look screenLook(const QWidget& widget, const QString& palette);
/// Figures are laid out in quarters of a logical pixel, so that fonts and margins come out at their true
/// size.
inline constexpr double kFigureFineness = 4;
Look figureLook(const FigureStyle& style);

/// Where values stand: a rectangle in drawing units and the range of either axis.
struct PlotFrame {
    QRectF rect;
    double xLow = 0, xHigh = 1, yLow = 0, yHigh = 1; ///< yLow at the bottom
    bool logarithmic = false;                        ///< both axes

    QPointF toPixel(double x, double y) const;
    QPointF toValue(QPointF pixel) const;
    /// Within it, or so far beyond. A place that is no number is nowhere; QRectF::contains() has it inside.
    bool shows(QPointF pixel, double beyond = 0) const;
};

/// The ends that the view has in common with one beside it (ReportView::shared), under this name.
void shareFrame(PlotFrame& frame, const ReportView& view, const QString& name);

struct Ticks {
    QVector<double> labelled, plain;
};
/// The densest of {linear inside a narrow range, 1-2-5, 1-3, decades} whose labels of `labelExtent` still fit
/// on an axis of `length`.
Ticks logTicks(double low, double high, double length, double labelExtent);

/// Steps of 1, 2 or 5 times a power of ten, at most about `count` of them.
struct LinearTicks {
    QVector<double> ticks;
    int decimals = 0; ///< that tell them apart
};
LinearTicks linearTicks(double low, double high, double count);

QString rateText(double lr, int digits = 3);       ///< 1.25e-3
QString tokensText(double tokens, int digits = 2); ///< 4.2 M
QString signedText(double value, int decimals);    ///< +0.004

enum class Mark { Run, Diverged, Best, Scenario, Law, LawOutside }; ///< LawOutside: hollow, beyond its domain
/// Dark outline inside a light one: visible on every palette colour. `size` is the height.
void drawMark(QPainter& painter, Mark mark, QPointF centre, double size, const Theme& theme);
double markSize(Mark mark, const Look& look);
/// Full width and height of `area`, open round its centre `at`.
void drawCrossHair(QPainter& painter, const QRectF& area, QPointF at, const Look& look);

/// Lines of a hatching, at 45°.
void strokeLines(QPainter& painter, const QVector<QLineF>& lines, const QPen& pen);
/// 45° lines across `area`; without hatching a tint of the pen's colour, the stronger the closer the lines.
void drawHatch(QPainter& painter, const Look& look, const QRectF& area, double spacing, const QPen& pen,
               bool falling = false);
/// A part of category 0, 1, …: its colour, in grey its lightness with the pattern of the category.
void fillCategory(QPainter& painter, const QRectF& area, const QColor& colour, int category,
                  const Look& look);
/// The same for any outline.
void fillCategory(QPainter& painter, const QPolygonF& outline, const QColor& colour, int category,
                  const Look& look);

/// Text centred at `centre`, turned by `degrees`, over an outline in the halo's colour.
void drawHaloText(QPainter& painter, QPointF centre, double degrees, const QString& text, const QFont& font,
                  const QColor& ink, const QColor& halo, double haloWidth);

/// The parts of an open polyline inside `area`.
QVector<QPolygonF> clipped(const QPolygonF& line, const QRectF& area);

} // namespace moe::ui
