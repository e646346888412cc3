// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints times of a measured operator: as lines with their band over the analytic model's ratio to them, or
// as two maps.

#include "models/engine/fit/own_points.h"
#include "models/engine/operators/operator_picture.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

struct SurfacesShown {
    const std::vector<OwnOperator>& own; ///< those that a line passes have marks
    bool bandwidth = false;              ///< of a collective in place of its time
};
/// Hits are strips over the lower axis and one's own points, or the cells of the maps.
Hits paintSurfaces(QPainter& painter, const QSizeF& size, const OperatorPicture& picture,
                   const SurfacesShown& shown, const Catalog& catalog, const Look& look);

/// Ticks of a column's values on a logarithmic axis of this length, as coordinates (log10), and their texts.
AxisText columnAxis(const OperatorAxis& axis, double low, double high, double length, double extent);
/// Both maps in `area`.
Hits paintSurfaceMaps(QPainter& painter, const QRectF& area, const OperatorPicture& picture,
                      const Look& look);

} // namespace moe::ui
