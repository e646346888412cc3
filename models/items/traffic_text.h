// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A simulated load as JSON, as a table and, request by request, as CSV.

#include "models/engine/traffic/serve_load.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// Highest rate within the limits and its band, requests/s.
struct Goodput {
    double rate = 0, low = 0, high = 0;
};

QJsonObject trafficJson(const ServedLoad& load, const LoadReport& result, const Goodput* goodput);
QString trafficText(const ServedLoad& load, const LoadReport& result, const Goodput* goodput);
/// id, arrival, queued, first_token, finished (s), input, output (tokens), preempted (times); needs records.
QByteArray requestsCsv(const TrafficReport& report);

} // namespace moe::items
