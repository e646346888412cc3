#pragma once
// The one-forward-one-backward pipeline schedule, block by block, from the time each stage takes.

#include <vector>

namespace moe::ui {

struct ScheduleBlock {
    int stage = 0, microBatch = 0;
    bool backward = false;
    double start = 0, end = 0; ///< seconds
};
struct Schedule {
    std::vector<ScheduleBlock> blocks;
    int stages = 0, microBatches = 0;
    double end = 0; ///< last block's
};
/// `stageSeconds`: forward + backward of one micro-batch; a third of it is the forward pass. Non-interleaved
/// 1F1B (Narayanan et al. 2021, arXiv 2104.04473): stage i runs PP − 1 − i forward passes ahead.
Schedule pipelineSchedule(const std::vector<double>& stageSeconds, int microBatches);

} // namespace moe::ui
