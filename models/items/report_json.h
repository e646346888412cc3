// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report as JSON: the contract names, base units, keys sorted; validates against
// resources/schema/report.schema.json. What the model cannot give is null.

#include "data/problem.h"
#include "models/engine/report/report.h"

#include <QJsonArray>
#include <QJsonObject>

#include <string>

namespace moe::items {

QJsonObject reportJson(const Report& report);
/// The same in one line, which ends without a break, with the number of the scenario's line as "line".
void writeReport(const Report& report, int line, std::string& to);
/// {"schema", "problems": […]} for a scenario that could not be evaluated.
QJsonObject problemsJson(const Problems& problems);

QJsonObject placementJson(const PlacementReport& placement);

} // namespace moe::items
