// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A step of a profiler's trace as the lanes of one rank: where it computed, communicated and waited for the
// host. It takes the form of a schedule of one stage, so that laneUse() and pictures of schedules read it:
// its passes are stretches, whose kind stands for what was done in them (kTraced…), with a mix of one part.

#include "data/kernel_trace.h"
#include "models/engine/time/step_lanes.h"
#include "models/engine/time/traced_step.h"

namespace moe {

inline constexpr PassKind kTracedCompute = PassKind::Forward;
inline constexpr PassKind kTracedBoth = PassKind::Pair; ///< communication beside computing
inline constexpr PassKind kTracedExchange = PassKind::Input;
inline constexpr PassKind kTracedHost = PassKind::Weight; ///< the GPU was free before the host launched

struct TracedLanes {
    PipelineSchedule schedule; ///< one stage; of one step, that begins at 0
    StepMix mix{};
    std::size_t steps = 0; ///< that the trace marks; 0: it marks none, and all of it is drawn
    TracedStep sums;       ///< of all steps, without a predicted side
};
/// The step in the middle of those that are marked, of the device that worked longest. What no kernel covers
/// is the host's as long as the next kernel was not launched yet, which traces with marks of the host tell,
/// else idle.
TracedLanes tracedLanes(const KernelTrace& trace);

} // namespace moe
