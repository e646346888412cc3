// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Latencies of a run as a benchmark's client prints them. Private to the rooms that simulate.

#include "models/engine/traffic/server.h"
#include "models/engine/traffic/simulate.h"

#include <vector>

namespace moe {

/// So many gaps between tokens, evenly from `first` to `last` seconds.
struct GapRun {
    double first = 0, last = 0;
    double weight = 0;
};

/// percentileOfSorted() of the values sorted, of which only so much is as the answer needs; shares that are
/// asked one after the other must rise, `from` is where the last one ended.
double percentileOf(std::vector<float>& values, double share, std::size_t& from);

/// Requests `from` to `to` of the order of sending; `gaps` of all of them.
LatencySet latenciesOf(const std::vector<LiveRequest>& live, std::size_t from, std::size_t to,
                       std::vector<GapRun>& gaps);

/// When the client has the first token and the last of a request that the engine has finished.
void answerClient(const TrafficOverheads& overheads, LiveRequest& request);

/// What the passes of a run came to.
struct RunTotals {
    std::size_t burst = 0;
    double batch = 0;      ///< rows and chunks, summed over passes
    double lastAnswer = 0; ///< s
    double all = 1;        ///< requests in all, over those that were simulated
};
/// What a run of one server, or of several, came to.
struct ServerRun {
    std::vector<LiveRequest> live; ///< in the order of sending
    std::vector<GapRun> gaps;
    RunTotals totals;
    TrafficReport report; ///< passes, preemptions, the pool's use and what is recorded; see completeReport()
};
/// With all that is told of requests.
TrafficReport completeReport(const TrafficScenario& scenario, ServerRun run);

} // namespace moe
