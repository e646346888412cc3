// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The parts of the loss picture, each painted into a frame: heat map, contours with their labels, the veil
// over extrapolations, and the measured table as cells with printed values. Hatching stands in
// loss_shading.h, published laws and regions in loss_laws.h.

#include "ui/plots/kit/plot_support.h"

#include "models/engine/report/report.h"

#include <QImage>

#include <optional>
#include <vector>

namespace moe::ui {

/// What the palette spans. Values beyond the ends take their colours.
struct LossScale {
    double low = 0, high = 1;
    bool clips = false;    ///< something lies above `high`
    bool clipsLow = false; ///< something lies below `low`
    double share(double value) const { return (value - low) / (high - low); }
};

/// What the map's colours stand for.
enum class LossColour { Loss, Uncertainty, Difference };

/// One value per cell of the map, NaN where there is none, with its scale.
struct LossLayer {
    std::vector<double> values;
    LossScale scale;
    QString title;             ///< of the colour bar, with unit
    std::vector<double> marks; ///< values marked on the bar
    int decimals = 3;          ///< of its ends
};
LossLayer lossLayer(const LossMap& map);
/// Relative sd in percent; empty without it.
LossLayer uncertaintyLayer(const LossMap& map);
/// This map less the base's at the same lr and batch, between whose cells it is interpolated; NaN outside it.
/// Empty where the maps do not overlap.
LossLayer differenceLayer(const LossMap& map, const LossMap& base);

/// From the best to the seventh contour level above it, so that the basin shows and not the far walls.
LossScale lossScale(const LossMap& map);
/// The same span above the best measured run.
LossScale measuredScale(const std::vector<MeasuredPoint>& runs, const LossMap& map);

/// Ground of what has no value.
void paintEmpty(QPainter& painter, const QRectF& area, const Look& look);
/// One pixel per cell, the first row at the smallest batch.
QImage heatImage(const LossMap& map, const LossLayer& layer, const Stops& stops);
void paintHeat(QPainter& painter, const PlotFrame& frame, const LossMap& map, const QImage& image,
               bool vector);

/// Places and sizes of markers.
using Obstacles = QVector<std::pair<QPointF, double>>;

/// Borders of log-spaced cells in pixels: the half-cells at the ends reach beyond the first and last centre.
struct MapCells {
    QPointF origin; ///< outer corner of the cell (0, 0): left, bottom
    double stepX = 0, stepY = 0;
    int columns = 0, rows = 0;

    MapCells(const PlotFrame& frame, const LossMap& map);
    QRectF cells(int fromX, int toX, int fromY, int toY) const;
    /// Index of the cell there; −1 outside.
    int at(QPointF pixel) const;
};

struct ContourStyle {
    double from = 0;     ///< levels below are left out
    bool veiled = false; ///< the ground is
    /// On the loss itself a line has one colour that stands out from the ground; on another ground it takes
    /// a casing.
    bool cased = false;
};
/// Returns how many labels found room. Labels keep clear of `marks`, and join them.
int paintContours(QPainter& painter, const PlotFrame& frame, const LossMap& map, const LossScale& scale,
                  const Look& look, Obstacles& marks, const ContourStyle& style);

/// What the veil makes of a colour.
QColor veiledColour(const QColor& colour, const Look& look);
/// `hatched`: where nothing else tells how far to trust the map.
void paintVeil(QPainter& painter, const PlotFrame& frame, const Look& look, bool hatched);
/// The word over the veil, above the contours; their labels keep clear of it.
QRectF veilLabelArea(const PlotFrame& frame, const Look& look);
void paintVeilLabel(QPainter& painter, const PlotFrame& frame, const Look& look);

/// The measured runs on their own grid: cell borders halfway (on the log axis) between neighbouring values.
struct MeasuredCells {
    std::vector<double> lr, batchTokens;     ///< ascending, distinct
    std::vector<double> lrEdges, batchEdges; ///< one more than values
    std::vector<const MeasuredPoint*>
        runs; ///< [j * lr.size() + i], null where nothing was run; best of duplicates
    const MeasuredPoint* best = nullptr;

    const MeasuredPoint* at(double lrValue, double batchValue) const;
};
MeasuredCells measuredCells(const std::vector<MeasuredPoint>& runs);
/// Values are printed beside `keepClearOf`, where a marker will be.
void paintCells(QPainter& painter, const PlotFrame& frame, const MeasuredCells& cells, const LossScale& scale,
                const Look& look, QPointF keepClearOf);

/// Palette steps low (bottom) to high, with a pointed end where values are clipped and a line at every mark.
void paintColourBar(QPainter& painter, const QRectF& bar, const LossScale& scale,
                    const std::vector<double>& marks, const Look& look);

/// Distinct contour levels, ascending.
std::vector<double> contourLevels(const LossMap& map);

} // namespace moe::ui
