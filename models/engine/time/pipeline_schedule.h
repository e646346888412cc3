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
struct PipelineSchedule {
    std::vector<SchedulePass> passes; ///< stage by stage, in the order they run
    ScheduleKind kind = ScheduleKind::OneForwardOneBackward;
    int stages = 0, microBatches = 0, chunks = 1;
    Seconds end;
};

PipelineSchedule pipelineSchedule(const PipelineWork& work);
/// `stages`: forward + backward of one micro-batch, a third of it the forward pass; each chunk has an even
/// share. 1F1B, or interleaved when chunks > 1.
PipelineSchedule pipelineSchedule(const std::vector<Seconds>& stages, int microBatches, int chunks = 1);

/// Of a step as few micro-batches as let the pipeline fill and drain as the whole step does; without passes,
/// and no stages, when there would be more than `mostPasses`.
PipelineSchedule shortSchedule(const TrainReport& train, double mostPasses);

} // namespace moe
