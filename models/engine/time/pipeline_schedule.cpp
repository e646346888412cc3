// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/pipeline_schedule.h"

#include <algorithm>

namespace moe {

PipelineSchedule pipelineSchedule(const PipelineWork& work) {
    PipelineSchedule schedule;
    schedule.kind = work.kind;
    schedule.stages = work.shape.ranks;
    schedule.microBatches = work.shape.microBatches;
    schedule.chunks = work.shape.chunks;
    std::vector<TimedPass> passes;
    schedule.end = simulate(work, &passes).makespan;
    // Micro-batches that come from the other end count behind those of this one.
    const bool twoWay = scheduleRow(work.kind).places == ChunkPlaces::TwoWay;
    const auto number = [&](int chunk, int microBatch) {
        return twoWay && chunk == 1 ? microBatch + work.shape.microBatches / 2 : microBatch;
    };
    for (const TimedPass& pass : passes)
        schedule.passes.push_back({pass.rank, number(pass.op.chunk, pass.op.microBatch), pass.op.chunk,
                                   pass.op.kind, number(pass.op.backChunk, pass.op.backMicroBatch),
                                   pass.start, pass.end});
    std::stable_sort(schedule.passes.begin(), schedule.passes.end(),
                     [](const SchedulePass& a, const SchedulePass& b) { return a.stage < b.stage; });
    return schedule;
}

PipelineSchedule pipelineSchedule(const std::vector<Seconds>& stages, int microBatches, int chunks) {
    PipelineWork work;
    if (stages.size() > 1 && chunks > 1) work.kind = ScheduleKind::Interleaved;
    work.shape = {static_cast<int>(stages.size()), microBatches,
                  work.kind == ScheduleKind::Interleaved ? chunks : 1};
    for (const Seconds stage : stages) {
        const Seconds third = stage / (3 * work.shape.chunks);
        work.chunks.insert(work.chunks.end(), static_cast<std::size_t>(work.shape.chunks),
                           unpaired(third, third, third));
    }
    return pipelineSchedule(work);
}

PipelineSchedule shortSchedule(const TrainReport& train, double mostPasses) {
    PipelineWork work = train.pipeline;
    const int stages = work.shape.ranks;
    work.shape.microBatches = std::min(work.shape.microBatches, std::max(8, 2 * stages));
    if (2.0 * work.shape.microBatches * stages * work.shape.chunks > mostPasses || work.chunks.empty())
        return {};
    return pipelineSchedule(work);
}

} // namespace moe
