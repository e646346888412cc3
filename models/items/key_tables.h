// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `moe-explorer metrics` and `moe-explorer fields` print: the two tables of keys.

#include <QJsonArray>
#include <QString>

namespace moe::items {

/// key, unit, better, label; one line per metric, grouped.
QString metricListText();
QJsonArray metricListJson();

/// key, range and unit; label and help on the line below.
QString fieldListText();
/// key, group, label, symbol, unit, kind, min, max (numbers), choices, optional, help.
QJsonArray fieldListJson();

} // namespace moe::items
