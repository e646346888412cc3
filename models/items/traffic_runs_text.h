// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Simulated benchmark runs against measured ones, as a table and as JSON.

#include "models/engine/calibration/traffic_runs.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// Rows of one way to predict: "steady" formulas, "simulated", "without its model".
struct TrafficErrors {
    QString way;
    std::vector<TrafficSummary> parts; ///< engines, then models, GPUs and numbers in flight of each
};
QString trafficErrorsText(const std::vector<TrafficErrors>& ways, const TrafficPoints& points);
/// Constants of each engine that a fit found.
QString serverFitsText(const ServerFits& fits);
QString fittedEnginesText(const std::vector<FittedEngine>& engines);
QJsonObject trafficErrorsJson(const std::vector<TrafficErrors>& ways, const TrafficPoints& points,
                              const std::vector<TrafficScore>& simulated);

} // namespace moe::items
