// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs a schedule: every rank takes the passes of its list in order, each as soon as what it needs is there.
// Stages may differ, so that embedding, head and uneven layers are times of chunks and nothing else.

#include "data/units.h"
#include "models/engine/schedule/schedules.h"

#include <optional>
#include <string>
#include <vector>

namespace moe {

/// Of one micro-batch in one chunk.
struct ChunkTimes {
    Seconds forward, input, weight;        ///< alone, their communication exposed
    Seconds pairedForward, pairedBackward; ///< each one's share of a pair
    Seconds reduce;                        ///< of the chunk's gradients, once at the end
    bool operator==(const ChunkTimes&) const = default;
};
/// Where nothing hides in a pair.
ChunkTimes unpaired(Seconds forward, Seconds input, Seconds weight);

struct PipelineWork {
    ScheduleKind kind = ScheduleKind::OneForwardOneBackward;
    PipelineShape shape;            ///< as rowShape() has it
    std::vector<ChunkTimes> chunks; ///< chunk c of rank r at [r·shape.chunks + c]
    Seconds send;                   ///< between two ranks, once per boundary and direction
    double kept = 0.5;              ///< share of activations that weight halves wait with
};

/// A pass as it ran.
struct TimedPass {
    int rank = 0;
    ScheduleOp op;
    Seconds start, end;
};

struct RankUse {
    Seconds busy, start, end; ///< `start` and `end` of its first and last pass
    double peak = 0;          ///< most activations at once, in the unit of the schedule's row
    /// Idle between its own first and last pass: what is left when the next step may begin at once.
    Seconds ownIdle() const { return end - start - busy; }
};

struct PipelineRun {
    Seconds makespan;      ///< from the first start to the last end over all ranks
    Seconds exposedReduce; ///< gradient reduction, chunk by chunk on a second lane, beyond the makespan
    std::vector<RankUse> ranks;
    /// Where every rank waits when none can go on, "rank: pass chunk.micro-batch"; empty when all ran.
    std::string deadlock;
    /// Most idle time of a rank, whole step: with a barrier at its end.
    Seconds idle() const;
    Seconds ownIdle() const; ///< most of a rank
};

PipelineRun simulate(const PipelineWork& work, std::vector<TimedPass>* passes = nullptr);
/// With lists of one's own.
PipelineRun simulate(const PipelineWork& work, const OpLists& lists,
                     std::vector<TimedPass>* passes = nullptr);

/// The same for as many micro-batches as one likes: from `mostOps` passes on the pipeline fills and drains in
/// the simulation, and its steady pace between goes on.
PipelineRun simulateLong(const PipelineWork& work, double mostOps = 2e5);
/// How it does so: two runs, and how often what the longer one takes more is added. Absent: in one run.
struct LongRun {
    int fewer = 0, more = 0; ///< micro-batches
    double times = 0;
};
std::optional<LongRun> longRun(const PipelineShape& shape, double mostOps = 2e5);

/// No order of the passes is faster: each rank has to wait for its first micro-batch, do all its work and
/// let its last one go back, and one micro-batch passes all stages.
Seconds leastMakespan(const PipelineWork& work);

} // namespace moe
