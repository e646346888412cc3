// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The roofline picture: roofs with their knees, operators as labelled points.

#include "ui/plots/kit/plot_support.h"

#include "models/engine/fit/own_points.h"
#include "models/engine/report/report.h"

namespace moe::ui {

/// The unit of the picture and of its table.
inline double tera(const Throughput& rate) {
    return rate.base / 1e12;
}

/// A measured operator under the roofs.
struct OwnRoofPoint {
    const OwnOperator* one = nullptr;
    double intensity = 0, flops = 0; ///< FLOP per byte, FLOP
};
/// Those that compute, in a type that has a roof.
std::vector<OwnRoofPoint> ownUnder(const RooflineReport& roofline, const std::vector<OwnOperator>& own);

/// Where the operators stand, and those of one's own, each in their order.
struct RooflinePlaces {
    QVector<QPointF> points, own;
};
/// Fills `area`. `view`: whose axes it has.
RooflinePlaces paintRoofline(QPainter& painter, const QRectF& area, const RooflineReport& roofline,
                             const std::vector<OwnRoofPoint>& own, const ReportView& view, const Look& look);

} // namespace moe::ui
