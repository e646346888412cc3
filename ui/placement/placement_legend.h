// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The colour scale under the picture: multiples of the mean above the bar, tokens below it, marks beside it.

#include "ui/placement/placement_paint.h"

namespace moe::ui {

/// Marks do not fit beside the bar.
bool legendMarkersBelow(const PlacementScene& scene, const QFont& font, double width);
/// Height in lines of text.
double legendLines(bool markersBelow);
void paintLegend(QPainter& painter, const PlacementPage& page, const PlacementScene& scene,
                 const PlacementStyle& style);

} // namespace moe::ui
