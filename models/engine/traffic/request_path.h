// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the time of one simulated request went: parts that follow each other from its sending to its last
// token as the client sees them, so that those before the first token sum to its TTFT and all to its latency.

#include "models/engine/traffic/simulate.h"

#include <vector>

namespace moe {

enum class PathStep {
    Before,     ///< on its way to the scheduler
    Queue,      ///< until a pass takes it
    Prefill,    ///< a pass that works on its prompt
    Between,    ///< until the next pass that does, or until a decode worker has room
    Transfer,   ///< of its KV cache to a decode worker
    Response,   ///< of the first token to the client; later ones travel while the next pass runs
    Decode,     ///< passes that decode it; before the first token: until enough are there to be sent
    Stalled,    ///< passes of prompts alone
    Preempted,  ///< lost its KV cache, until a pass takes it again
    Recomputed, ///< a pass that computes anew what was lost
};
inline constexpr std::size_t kPathSteps = 10;

struct PathPart {
    PathStep step = PathStep::Before;
    double start = 0, seconds = 0; ///< since the request was sent
    int tokens = 0;                ///< of the prompt, in a pass
};
struct RequestPath {
    std::size_t request = 0; ///< in the order of sending
    RequestRecord record;
    double ttft = 0, latency = 0; ///< s
    std::vector<PathPart> parts;
    std::size_t firstParts = 0; ///< so many are before the first token
};
/// Of a run with recordRequests and recordPaths.
RequestPath pathOf(const TrafficScenario& scenario, const TrafficReport& run, std::size_t request);

/// Requests that stand for the others: the slowest, at 99 %, at 90 %, at the median, the fastest.
inline constexpr std::size_t kTellingRequests = 5;
/// By their time to first token, in that order; nothing where no request was sent.
std::vector<std::size_t> tellingRequests(const TrafficReport& run);
/// By their time from the first token to the last. Of a run with recordRequests.
std::vector<std::size_t> tellingLater(const TrafficReport& run);

} // namespace moe
