// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// When each stage of a pipeline runs which pass of which micro-batch: the schedule as it is drawn.

#include "data/units.h"
#include "models/engine/report/report.h"

#include <vector>

namespace moe {

struct SchedulePass {
    int stage = 0, microBatch = 0, chunk = 0; ///< chunk: of the stage's layers, when it has several
    PassKind kind = PassKind::Forward;
    int backMicroBatch = 0; ///< of a pair: the micro-batch that goes back
    Seconds start, end;
};
/// What a rank holds from `at` on: activations of so many micro-batches over a p-th of the layers.
struct ActivationsHeld {
    Seconds at;
    double units = 0;
};
struct PipelineSchedule {
    std::vector<SchedulePass> passes;               ///< stage by stage, in the order they run
    std::vector<std::vector<ActivationsHeld>> held; ///< of each stage, later and later
    ScheduleKind kind = ScheduleKind::OneForwardOneBackward;
    int stages = 0, microBatches = 0, chunks = 1;
    Seconds end;
};

PipelineSchedule pipelineSchedule(const PipelineWork& work);
/// `stages`: forward + backward of one micro-batch, a third of it the forward pass; each chunk has an even
/// share. 1F1B, or interleaved when chunks > 1.
PipelineSchedule pipelineSchedule(const std::vector<Seconds>& stages, int microBatches, int chunks = 1);

/// The whole step's, in one unit for every schedule, whatever share of the model a chunk of it is.
struct PipelineUse {
    Seconds idle, ownIdle; ///< most of a rank: over the whole step; between its own passes alone
    double held = 0;       ///< most of a rank, as ActivationsHeld counts
    /// What the step waits beyond that because ranks begin and end at different times.
    Seconds skew() const { return idle - ownIdle; }
};
PipelineUse pipelineUse(const PipelineWork& work);

/// All of a step's passes; none, and no stages, when there would be more than `mostPasses`.
PipelineSchedule wholeSchedule(const TrainReport& train, double mostPasses);
/// Of a step as few micro-batches as let the pipeline fill and drain as the whole step does; without passes,
/// and no stages, when there would be more than `mostPasses`.
PipelineSchedule shortSchedule(const TrainReport& train, double mostPasses);

} // namespace moe
