// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// When each stage of a pipeline runs which pass of which micro-batch, from the time each stage takes.

#include "data/units.h"
#include "models/engine/report/report.h"

#include <vector>

namespace moe {

struct SchedulePass {
    int stage = 0, microBatch = 0, chunk = 0; ///< chunk: of the stage's layers, when interleaved
    bool backward = false;
    Seconds start, end;
};
struct PipelineSchedule {
    std::vector<SchedulePass> passes; ///< stage by stage, in the order they run
    int stages = 0, microBatches = 0, chunks = 1;
    Seconds end;
};

/// `stages`: forward + backward of one micro-batch, a third of it the forward pass; each chunk has an even
/// share. One forward, one backward (Narayanan et al. 2021, arXiv 2104.04473, figures 3 and 4): stage i of p
/// runs p − 1 − i forward passes ahead, with v chunks 2(p − 1 − i) + (v − 1)p. Interleaved when chunks > 1.
PipelineSchedule pipelineSchedule(const std::vector<Seconds>& stages, int microBatches, int chunks = 1);

/// Of a step as few micro-batches as let the pipeline fill and drain as the whole step does; without passes,
/// and no stages, when there would be more than `mostPasses`.
PipelineSchedule shortSchedule(const TrainReport& train, int chunks, double mostPasses);

} // namespace moe
