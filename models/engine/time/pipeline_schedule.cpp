// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/pipeline_schedule.h"

#include <algorithm>

namespace moe {
namespace {

/// Share that a chunk has of a p-th of the layers.
double chunkShare(ScheduleKind kind, const PipelineShape& shape) {
    return scheduleRow(kind).places == ChunkPlaces::TwoWay ? 1 : 1.0 / shape.chunks;
}

double passCount(const PipelineShape& shape) {
    return 2.0 * shape.microBatches * shape.ranks * shape.chunks;
}

void hold(std::vector<ActivationsHeld>& held, Seconds at, double more) {
    const double before = held.empty() ? 0 : held.back().units;
    if (!held.empty() && held.back().at == at)
        held.back().units += more;
    else
        held.push_back({at, before + more});
}

/// As peakChunks() counts.
void hold(std::vector<ActivationsHeld>& held, const TimedPass& pass, double chunk, double kept) {
    const PassKind kind = pass.op.kind;
    if (kind == PassKind::Forward || kind == PassKind::Pair) hold(held, pass.start, chunk);
    if (kind == PassKind::Backward || kind == PassKind::Pair) hold(held, pass.end, -chunk);
    if (kind == PassKind::Input) hold(held, pass.end, -(1 - kept) * chunk);
    if (kind == PassKind::Weight) hold(held, pass.end, -kept * chunk);
}

} // namespace

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
    schedule.held.resize(static_cast<std::size_t>(work.shape.ranks));
    const double chunk = chunkShare(work.kind, work.shape);
    for (const TimedPass& pass : passes)
        hold(schedule.held[static_cast<std::size_t>(pass.rank)], pass, chunk, work.kept);
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

PipelineUse pipelineUse(const PipelineWork& work) {
    PipelineUse use;
    if (work.chunks.empty()) return use;
    const PipelineRun run = simulateLong(work);
    const double share = unitChunks(scheduleRow(work.kind), work.shape) * chunkShare(work.kind, work.shape);
    use.idle = run.idle();
    use.ownIdle = run.ownIdle();
    for (const RankUse& rank : run.ranks) use.held = std::max(use.held, share * rank.peak);
    return use;
}

PipelineSchedule wholeSchedule(const TrainReport& train, double mostPasses) {
    if (train.pipeline.chunks.empty() || passCount(train.pipeline.shape) > mostPasses) return {};
    return pipelineSchedule(train.pipeline);
}

PipelineSchedule shortSchedule(const TrainReport& train, double mostPasses) {
    PipelineWork work = train.pipeline;
    const int stages = work.shape.ranks;
    const int period = 2 * stages; // whole groups, which some schedules need
    work.shape.microBatches = std::min(work.shape.microBatches, (7 + period) / period * period);
    if (passCount(work.shape) > mostPasses || work.chunks.empty()) return {};
    return pipelineSchedule(work);
}

} // namespace moe
