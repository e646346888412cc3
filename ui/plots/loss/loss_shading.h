// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far to trust the map, as hatching over it: rising lines where the model is uncertain, twice as close
// where it is very uncertain, falling lines where a run is likely to diverge.

#include "ui/plots/loss/loss_paint.h"

namespace moe::ui {

/// Which hatchings the map has anywhere.
struct LossShading {
    bool light = false, dense = false, unstable = false;
};
LossShading lossShading(const LossMap& map);

/// Lines take the ink that stands out from `image`, pixel by pixel.
void paintUncertainty(QPainter& painter, const PlotFrame& frame, const LossMap& map, const QImage& image,
                      const Look& look);
/// Returns where its label is, for others to keep clear of; label and border only where there is room.
Obstacles paintInstability(QPainter& painter, const PlotFrame& frame, const LossMap& map,
                           const LossShading& shading, const QImage& image, const Look& look);

/// The map's colours with tints in place of the lines: paler where the model is uncertain, darker where a run
/// is likely to diverge.
QImage tintedMap(const QImage& image, const LossMap& map, bool uncertainty);

enum class Hatch { Light, Dense, Unstable };
void paintHatchKey(QPainter& painter, const QRectF& area, Hatch hatch, const Look& look);

} // namespace moe::ui
