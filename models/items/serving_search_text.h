// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `moe-explorer search --serve` prints: simulated servers as rows, best first.

#include "models/engine/plan/serving_search.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

struct ServingAnswer {
    const ServingSearch* search = nullptr;
    const Catalog* catalog = nullptr;
    ServingFound found;
    bool lineOnly = false;
    const std::vector<ServingPoint>& rows() const { return lineOnly ? found.line : found.best; }
};

/// Aligned, with human units; ● marks the Pareto line; below, what binds each row, and the origin.
QString servingSearchText(const ServingAnswer& answer);
QString servingSearchMarkdown(const ServingAnswer& answer);
/// Full precision in base units.
QString servingSearchCsv(const ServingAnswer& answer);
/// As searchJson(), with "simulated", "binds" and "reason" of each result, "closest" where there is none, and
/// "origin".
QJsonObject servingSearchJson(const ServingAnswer& answer);

/// "TP 4 · DP 2", degrees of 1 left out.
QString servedLayoutText(const ServingSearch& search, const ServingPoint& point);

} // namespace moe::items
