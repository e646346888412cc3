// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/pipeline_schedule.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace moe {
namespace {

struct Pass {
    int microBatch = 0, chunk = 0;
    bool backward = false;
};

/// Micro-batches go in groups of as many as there are stages, each group through all chunks in turn; backward
/// passes take the chunks from the last.
std::vector<Pass> order(int stages, int microBatches, int chunks, bool backward) {
    std::vector<Pass> passes;
    for (int first = 0; first < microBatches; first += stages)
        for (int i = 0; i < chunks; ++i)
            for (int each = first; each < std::min(microBatches, first + stages); ++each)
                passes.push_back({each, backward ? chunks - 1 - i : i, backward});
    return passes;
}

std::vector<Pass> passesOf(int stage, int stages, int microBatches, int chunks) {
    const std::vector<Pass> forward = order(stages, microBatches, chunks, false);
    const std::vector<Pass> backward = order(stages, microBatches, chunks, true);
    const int behind = stages - 1 - stage;
    const std::size_t ahead = std::min(
        forward.size(), static_cast<std::size_t>(chunks > 1 ? 2 * behind + (chunks - 1) * stages : behind));
    std::vector<Pass> passes(forward.begin(), forward.begin() + static_cast<std::ptrdiff_t>(ahead));
    for (std::size_t i = 0; i < backward.size(); ++i) {
        if (ahead + i < forward.size()) passes.push_back(forward[ahead + i]);
        passes.push_back(backward[i]);
    }
    return passes;
}

/// End times of every pass; negative while it has not run.
class Ends {
public:
    Ends(int stages, int microBatches, int chunks)
        : m_stages(stages),
          m_microBatches(microBatches),
          m_chunks(chunks),
          m_ends(static_cast<std::size_t>(2 * stages * microBatches * chunks), Seconds{-1}) {}

    Seconds& at(int stage, const Pass& pass) {
        const int index = ((stage * m_chunks + pass.chunk) * m_microBatches + pass.microBatch) * 2;
        return m_ends[static_cast<std::size_t>(pass.backward ? index + 1 : index)];
    }

    /// When what the pass needs is there; negative if it is not yet known.
    Seconds ready(int stage, const Pass& pass) {
        const bool first = stage == 0, last = stage + 1 == m_stages;
        if (!pass.backward) {
            if (first && pass.chunk == 0) return {};
            return first ? at(m_stages - 1, {pass.microBatch, pass.chunk - 1, false}) : at(stage - 1, pass);
        }
        if (last && pass.chunk + 1 == m_chunks) return at(stage, {pass.microBatch, pass.chunk, false});
        return last ? at(0, {pass.microBatch, pass.chunk + 1, true}) : at(stage + 1, pass);
    }

private:
    int m_stages, m_microBatches, m_chunks;
    std::vector<Seconds> m_ends;
};

} // namespace

PipelineSchedule pipelineSchedule(const std::vector<Seconds>& stages, int microBatches, int chunks) {
    PipelineSchedule schedule;
    schedule.stages = static_cast<int>(stages.size());
    schedule.microBatches = microBatches;
    schedule.chunks = schedule.stages > 1 ? chunks : 1;
    std::vector<std::vector<Pass>> todo;
    for (int stage = 0; stage < schedule.stages; ++stage)
        todo.push_back(passesOf(stage, schedule.stages, microBatches, schedule.chunks));
    std::vector<std::vector<SchedulePass>> done(stages.size());
    Ends ends(schedule.stages, microBatches, schedule.chunks);

    for (bool moved = true; moved;) {
        moved = false;
        for (int stage = 0; stage < schedule.stages; ++stage) {
            const auto index = static_cast<std::size_t>(stage);
            while (done[index].size() < todo[index].size()) {
                const Pass& pass = todo[index][done[index].size()];
                const Seconds ready = ends.ready(stage, pass);
                if (ready.base < 0) break;
                const Seconds free = done[index].empty() ? Seconds{} : done[index].back().end;
                const Seconds start = std::max(free, ready);
                const Seconds end =
                    start + (pass.backward ? 2.0 : 1.0) / (3 * schedule.chunks) * stages[index];
                ends.at(stage, pass) = end;
                done[index].push_back({stage, pass.microBatch, pass.chunk, pass.backward, start, end});
                schedule.end = std::max(schedule.end, end);
                moved = true;
            }
        }
    }
    for (const auto& passes : done)
        schedule.passes.insert(schedule.passes.end(), passes.begin(), passes.end());
    return schedule;
}

PipelineSchedule shortSchedule(const TrainReport& train, int chunks, double mostPasses) {
    const auto stages = static_cast<int>(train.stages.size());
    const int all = std::max(1, static_cast<int>(std::lround(train.microBatches)));
    const int shown = std::min(all, std::max(8, 2 * stages));
    if (2.0 * shown * stages * chunks > mostPasses) return {};
    return pipelineSchedule(train.stages, shown, chunks);
}

} // namespace moe
