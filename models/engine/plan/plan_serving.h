// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plans of serving: every TP × PP × EP × ETP of so many GPUs, with the most requests at once whose memory
// fits and whose TTFT and TPOT keep the limits, by the steady formulas of serve/ (no queueing, prefill and
// decode on the same GPUs).

#include "models/engine/plan/plan.h"

namespace moe {

/// `base`: valid, with a serve section; its model, GPU, precision, prompt and output are kept, its training
/// is left out, for its rules do not hold for a server.
Result<Plans> servingPlans(const Scenario& base, const Catalog& catalog, const PlanGoal& goal,
                           const ForEach& forEach);

} // namespace moe
