// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report as JSON: the contract names, base units, keys sorted; validates against
// resources/schema/report.schema.json. What the model cannot give is null.

#include "data/problem.h"
#include "models/engine/report/report.h"

#include <QJsonArray>
#include <QJsonObject>

namespace moe::items {

QJsonObject reportJson(const Report& report);
QJsonObject scenarioJson(const Scenario& scenario);
/// {"schema", "problems": […]} for a scenario that could not be evaluated.
QJsonObject problemsJson(const Problems& problems);

QJsonObject networkJson(const NetworkReport& network);
QJsonObject placementJson(const PlacementReport& placement);

} // namespace moe::items
