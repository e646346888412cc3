// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plans of a training run: layouts of search/, best of every way to split the GPUs, each explained.

#include "models/engine/plan/plan.h"

namespace moe {

/// `base`: valid; its model, GPU, tokens and all that is no layout is kept. Searches once for the plans and
/// once, narrowly, for what memory costs; more often only where nothing is found.
Result<Plans> trainingPlans(const Scenario& base, const Catalog& catalog, const PlanGoal& goal,
                            const RunSearch& search);

} // namespace moe
