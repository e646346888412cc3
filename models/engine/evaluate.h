// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The engine's front door.

#include "models/engine/report/metrics.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

/// Pure and reentrant. The scenario must be valid (validate.h); an infeasible one (out of memory, say) is a
/// normal report, not an error.
Report evaluate(const Scenario& scenario, const Catalog& catalog, Detail detail = Detail::Full);

/// The numbers, with the scenario's day where one of these is of it: that takes seconds.
Report evaluateFor(const std::vector<const Metric*>& metrics, const Scenario& scenario,
                   const Catalog& catalog);

} // namespace moe
