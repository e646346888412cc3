// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A simulated load as JSON, as a table and, request by request, as CSV.

#include "models/engine/plan/rate_within.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// `goodput`: where it was asked for.
QJsonObject trafficJson(const ServedLoad& load, const LoadReport& result, const RateWithin* goodput);
QString trafficText(const ServedLoad& load, const LoadReport& result, const RateWithin* goodput);
/// id, arrival, queued, first_token, finished (s), input, output (tokens), preempted (times); needs records.
QByteArray requestsCsv(const TrafficReport& report);

} // namespace moe::items
