// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plans of serving: layouts of so many GPUs, ranked by the requests per second that the simulator answers
// within the limits (serving_search.h), prefill and decode on the same GPUs. What is told of a plan is the
// report of its scenario.

#include "models/engine/plan/plan.h"

namespace moe {

/// `base`: valid, with a serve section; its model, GPU, precision, prompt and output are kept, its training
/// is left out, for its rules do not hold for a server. Limits that the goal does not name are the
/// scenario's.
Result<Plans> servingPlans(const Scenario& base, const Catalog& catalog, const PlanGoal& goal,
                           const ForEach& forEach);

} // namespace moe
