// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Servers that are alike, behind one router: each runs the requests that are dealt to it, on its own. Private
// to this room.

#include "models/engine/traffic/latency.h"
#include "models/engine/traffic/simulate.h"

#include <vector>

namespace moe {

/// One server's run.
ServerRun runServer(const TrafficScenario& scenario);

/// The server of each request. An open loop deals in turn, all requests of a session to the server of its
/// first. A closed loop keeps as many in flight on each as it can: of C on n servers some have ⌈C/n⌉, the
/// rest ⌊C/n⌋.
std::vector<int> dealt(const TrafficScenario& scenario);
/// Requests in flight on one of the servers of a closed loop.
int inFlightOn(const TrafficScenario& scenario, int replica);

/// Of a scenario with pools: workers that only prefill and workers that only decode. The client gets its
/// first token from whichever worker the engine's connector lets compute it (ServingEngine::firstFromDecode);
/// a proxy's round trip is not counted.
ServerRun simulatePools(const TrafficScenario& scenario);

/// All servers' runs as one.
ServerRun runReplicas(const TrafficScenario& scenario);

} // namespace moe
