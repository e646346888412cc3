// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Serving: weights, KV cache, latency and throughput of prefill and decode steps.

#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"

#include <vector>

namespace moe {

class OperatorProfiles; // operator_profiles.h

/// Needs scenario.serve. `profiles`: measured operators that fit the scenario, null where there are none.
ServeReport serving(const Setup& setup, const OperatorProfiles* profiles, std::vector<Warning>& warnings);

} // namespace moe
