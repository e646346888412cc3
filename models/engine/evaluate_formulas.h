// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The front door for a slider that is down.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

/// evaluate() without what is simulated: of a server whose engine is named, memory and its verdict are those
/// of the report, latencies and rates those of the steady formulas, which are not to be shown beside a
/// simulated one.
Report evaluateFormulas(const Scenario& scenario, const Catalog& catalog, Detail detail);

} // namespace moe
