// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a rank does in a stretch of a step: computing, waiting for communication or for the host, idling, and
// what communication runs beside the computing.
//
// The step-time model knows what a rank waits for over a whole step (TrainReport::terms), not where inside a
// pass. Communication is shared out evenly: forward and backward passes exchange the same bytes (DeepSeek-V3,
// arXiv 2412.19437, section 3.2.1), passes of weight gradients none. With h what all pairs hide of it, E what
// the step waits for, n_p the pairs' and n_a the other passes that exchange (a pair counts twice), a pass in
// a pair waits e = (E − n_a·h/n_p)/(n_p + n_a), any other e + h/n_p; without pairs, what is hidden is hidden
// beside every pass alike.

#include "models/engine/time/pipeline_schedule.h"

#include <array>

namespace moe {

/// Shares of a pass's time. Computing is what is left of it.
struct PassMix {
    double exchange = 0; ///< waits for communication
    double host = 0;     ///< waits for the host
    double hidden = 0;   ///< communication beside the computing
    double compute() const { return 1 - exchange - host; }
    /// Where inside the pass that happens is not known; drawn are the host first, waits last, and
    /// communication beside computing from where that begins. Shares of the pass, too.
    double computesFrom() const { return host; }
    double hiddenUntil() const { return host + hidden < waitsFrom() ? host + hidden : waitsFrom(); }
    double waitsFrom() const { return 1 - exchange; }
};
/// By PassKind.
using StepMix = std::array<PassMix, 5>;
/// Of the rank that sets the pace, taken for all.
StepMix stepMix(const TrainReport& train, const PipelineSchedule& schedule);

/// Of a stretch of time; the mean over its ranks. compute + exchange + host + idle = length.
struct LaneUse {
    Seconds length, compute, exchange, host, idle;
    Seconds hidden; ///< of the time that is computed in
    int ranks = 0;
    Seconds busy() const { return length - idle; }
};
/// Of ranks `first` to `last` between `from` and `to`. A pass that the ends cut counts with the share of it
/// that lies inside.
LaneUse laneUse(const PipelineSchedule& schedule, const StepMix& mix, int first, int last, Seconds from,
                Seconds to);

/// The rank whose passes take longest, which sets the pace.
int busiestRank(const PipelineSchedule& schedule);

/// Busy time of these ranks in each of `count` equal bins between `from` and `to`, as a share of the bin.
std::vector<double> busyShares(const PipelineSchedule& schedule, int first, int last, Seconds from,
                               Seconds to, std::size_t count);

} // namespace moe
