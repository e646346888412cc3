// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A simulated day as a table, as JSON, and stretch by stretch as CSV.

#include "models/engine/day/day.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// `fixed`: the smallest fleet that is always on and as good, where it was asked for; `asked`: it was.
QString dayText(const DayLoad& load, const DayReport& day, const FixedFleet* fixed, bool asked);
QJsonObject dayJson(const DayLoad& load, const DayReport& day, const FixedFleet* fixed, bool asked);
/// begin_s, end_s, requests, replicas and latencies of each stretch of the day.
QString dayCsv(const DayReport& day);

} // namespace moe::items
