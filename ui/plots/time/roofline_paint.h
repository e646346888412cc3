// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The roofline picture: roofs with their knees, operators as labelled points.

#include "ui/plots/kit/plot_support.h"

#include "models/engine/report/report.h"

namespace moe::ui {

/// The unit of the picture and of its table.
inline double tera(const Throughput& rate) {
    return rate.base / 1e12;
}

/// Fills `area`; returns where the operators stand, in their order. `view`: whose axes it has.
QVector<QPointF> paintRoofline(QPainter& painter, const QRectF& area, const RooflineReport& roofline,
                               const ReportView& view, const Look& look);

} // namespace moe::ui
