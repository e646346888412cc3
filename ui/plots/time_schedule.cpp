#include "ui/plots/time_schedule.h"

#include <algorithm>
#include <cstddef>

namespace moe::ui {

Schedule pipelineSchedule(const std::vector<double>& stageSeconds, int microBatches) {
    const int stages = int(stageSeconds.size());
    Schedule schedule;
    schedule.stages = stages;
    schedule.microBatches = microBatches;
    constexpr double kNotYet = -1;
    const std::size_t count = std::size_t(microBatches);
    std::vector<std::vector<double>> forward(std::size_t(stages), std::vector<double>(count, kNotYet)),
        backward = forward; // end times
    struct Cursor {
        int forwards = 0, backwards = 0;
        double free = 0;
    };
    std::vector<Cursor> cursors(static_cast<std::size_t>(stages));

    bool moved = true;
    while (moved) {
        moved = false;
        for (int i = 0; i < stages; ++i) {
            Cursor& at = cursors[std::size_t(i)];
            if (at.backwards == microBatches) continue;
            const int ahead = std::min(stages - 1 - i, microBatches);
            const bool runsForward = at.forwards < microBatches && at.forwards - at.backwards <= ahead;
            const std::size_t index = std::size_t(runsForward ? at.forwards : at.backwards);
            double ready = 0;
            if (runsForward)
                ready = i == 0 ? 0 : forward[std::size_t(i - 1)][index];
            else
                ready = i + 1 == stages ? forward[std::size_t(i)][index] : backward[std::size_t(i + 1)][index];
            if (ready < 0) continue;
            ScheduleBlock block{i, int(index), !runsForward, std::max(at.free, ready), 0};
            block.end = block.start + stageSeconds[std::size_t(i)] * (runsForward ? 1.0 / 3 : 2.0 / 3);
            (runsForward ? forward : backward)[std::size_t(i)][index] = block.end;
            (runsForward ? at.forwards : at.backwards)++;
            at.free = block.end;
            schedule.end = std::max(schedule.end, block.end);
            schedule.blocks.push_back(block);
            moved = true;
        }
    }
    return schedule;
}

} // namespace moe::ui
