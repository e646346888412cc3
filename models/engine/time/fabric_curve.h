// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The training step against the oversubscription of the leaf uplinks, for both ways to cable the nodes, and
// without a spine.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

/// Everything else of the scenario stays as it is. Needs scenario.train; empty points when the whole job
/// sits in one NVLink domain, where no byte meets a switch. `points` of them from 1 to 8, log-spaced.
FabricCurve fabricCurve(const Scenario& scenario, const Catalog& catalog, int points = 16);

} // namespace moe
