// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Goodput of a server's best layouts, as the page of goodput shows it on the side of serving: layouts over
// the rate of arrivals, how many requests keep the limits in each cell, the highest rate that holds with its
// band.

#include "models/engine/fit/own_points.h"
#include "models/engine/plan/goodput_map.h"
#include "ui/plots/kit/canvas.h"
#include "ui/plots/kit/sheet.h"

namespace moe::ui {

/// Why there is no map of this; empty where there is one.
QString goodputReason(const GoodputMap& map);
/// Which layout answers most within the limits, and which limit ends it.
QString goodputSummary(const GoodputMap& map);
/// A row per layout and rate; the first cell is the number of the layout from 1.
Sheet goodputSheet(const GoodputMap& map);
/// Everything can be picked with the index of its row, the scenario's own layout not. The rates are those
/// that `view` shares. Measured ones stand in the row of the scenario, beyond the map on its edge; those of
/// requests that are more than a tenth (kSameLengths) longer or shorter than its own are counted alone.
Hits paintGoodputMap(QPainter& painter, const QSizeF& size, const GoodputMap& map,
                     const std::vector<OwnRate>& measured, const ReportView& view, const Look& look);
/// "TP 4 · DP 2", or that it is the scenario's own.
QString goodputRowName(const GoodputMap& map, const GoodputRow& row);

} // namespace moe::ui
