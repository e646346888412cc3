// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Serving with workers that only prefill and workers that only decode. Private to this room.

#include "models/engine/traffic/latency.h"
#include "models/engine/traffic/simulate.h"

namespace moe {

/// Of a scenario with pools. The client gets its first token from whichever worker the engine's connector
/// lets compute it (ServingEngine::firstFromDecode); a proxy's round trip is not counted.
ServerRun simulatePools(const TrafficScenario& scenario);

} // namespace moe
