// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Latencies of a run as a benchmark's client prints them. Private to this room.

#include "models/engine/traffic/server.h"
#include "models/engine/traffic/simulate.h"

#include <vector>

namespace moe {

/// So many gaps between tokens, evenly from `first` to `last` seconds.
struct GapRun {
    double first = 0, last = 0;
    double weight = 0;
};

/// Requests `from` to `to` of the order of sending; `gaps` of all of them.
LatencySet latenciesOf(const std::vector<LiveRequest>& live, std::size_t from, std::size_t to,
                       std::vector<GapRun>& gaps);

} // namespace moe
