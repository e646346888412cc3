// SPDX-License-Identifier: GPL-3.0-or-later
// Time of one simulated step per schedule. Nothing is asserted.

#include "models/engine/schedule/simulate.h"

#include <chrono>
#include <cstdio>

using namespace moe;

int main() {
    for (const ScheduleRow& row : schedules()) {
        PipelineWork work;
        work.kind = row.kind;
        work.shape = rowShape(row, {16, 240, 2});
        work.chunks.assign(std::size_t(work.shape.ranks * work.shape.chunks),
                           unpaired(millisecond, millisecond, millisecond));
        constexpr int kTimes = 50;
        Seconds sum;
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < kTimes; ++i) sum += simulate(work).makespan;
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        std::printf("%-14s p 16, m 240, v %d: %.3f ms (step %.3f s)\n", row.key, work.shape.chunks,
                    took.count() / kTimes, sum.base / kTimes);
    }
}
