// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Simulated servers in words: what is the best and what binds it, a point, the columns of a table.

#include "models/engine/plan/serving_choices.h"
#include "ui/plots/kit/sheet.h"

#include <QString>

namespace moe::ui {

/// Why there is no picture of these; empty where there is one.
QString serverReason(const ServingChoices& choices);
/// What the best is, and what binds it.
QString serverSummary(const ServingChoices& choices);
/// The points of these numbers, all where there are none; the first cell is the number from 1.
Sheet serverSheet(const ServingChoices& choices, const std::vector<std::size_t>& listed);

/// "TTFT ≤ 2 s, TPOT ≤ 50 ms for 99 % of requests"; empty without limits.
QString limitsText(const ServeSpec& serve);
/// "KV cache full"
QString boundText(ServingBound bound);
QString servingName(const ServingMetric& metric);
QString servingText(const ServingMetric& metric, std::optional<double> value);
/// A name, both metrics of the picture, and the requests at once.
QString serverText(const ServingChoices& choices, const ServingNumbers& numbers, const QString& name);
/// That of a point, with what binds it.
QString serverText(const ServingChoices& choices, std::size_t index);
/// Of tables: the two metrics of the picture first.
std::vector<const ServingMetric*> serverColumns(const ServingChoices& choices);
/// Over a narrow column, with the unit of a rate; and a cell under it.
QString narrowName(const ServingMetric& metric);
QString narrowCell(const ServingMetric& metric, const ServingNumbers& numbers);

} // namespace moe::ui
