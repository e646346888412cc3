#pragma once
// The parts of the loss picture, each painted into a frame: heat map, contours with their labels, the veil
// over extrapolations, and the measured table as cells with printed values.

#include "ui/plots/plot_support.h"

#include "models/engine/report.h"

#include <QImage>

#include <optional>
#include <vector>

namespace moe::ui {

/// What the palette spans, nats per token. Losses above `high` take its colour.
struct LossScale {
    double low = 0, high = 1;
    bool clips = false; ///< something lies above `high`
    double share(double loss) const { return (loss - low) / (high - low); }
};
/// From the best to the seventh contour level above it, so that the basin shows and not the far walls.
LossScale lossScale(const LossMap& map);
/// The same span above the best measured run.
LossScale measuredScale(const std::vector<MeasuredPoint>& runs, const LossMap& map);

/// One pixel per cell, the first row at the smallest batch.
QImage heatImage(const LossMap& map, const LossScale& scale, const Look& look);
void paintHeat(QPainter& painter, const PlotFrame& frame, const LossMap& map, const QImage& image,
               bool vector);

/// Places and sizes of markers.
using Obstacles = QVector<std::pair<QPointF, double>>;

/// Returns how many labels found room. Labels keep clear of `marks`.
int paintContours(QPainter& painter, const PlotFrame& frame, const LossMap& map, const LossScale& scale,
                  const Look& look, const Obstacles& marks, bool veiled);

/// What the veil makes of a colour.
QColor veiledColour(const QColor& colour, const Look& look);
void paintVeil(QPainter& painter, const PlotFrame& frame, const Look& look);
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

/// Palette steps low (bottom) to high, with a pointed end where values are clipped and a mark at every
/// contour.
void paintColourBar(QPainter& painter, const QRectF& bar, const LossScale& scale,
                    const std::vector<double>& levels, const Look& look);

/// Distinct contour levels, ascending.
std::vector<double> contourLevels(const LossMap& map);

} // namespace moe::ui
