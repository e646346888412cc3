// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The order of a schedule's passes, which hangs on its shape alone: worked out once, a run of other times is
// one sweep over it. For searches, which run the same shapes over and over.

#include "models/engine/schedule/simulate.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace moe {

/// Every pass behind those it waits for.
class SchedulePlan {
public:
    SchedulePlan(ScheduleKind kind, const PipelineShape& shape);
    /// What simulate() gives for them; `work` is of the plan's kind and shape.
    struct Ends {
        Seconds makespan, exposedReduce;
    };
    Ends run(const PipelineWork& work);
    std::size_t size() const { return m_passes.size(); }

private:
    struct Pass {
        std::int32_t before = 0;             ///< pass of the same rank; the first waits for nothing
        std::array<std::int32_t, 2> waits{}; ///< passes of other ranks, or of its own
        std::array<std::int32_t, 2> takes{}; ///< entries of the times
        std::array<bool, 2> sent{};          ///< their results travel
    };
    std::vector<Pass> m_passes;
    std::vector<std::int32_t> m_lastGradient; ///< by chunk of the pipeline
    std::vector<double> m_ends, m_times;
    int m_chunks = 1;
};

/// Plans by shape.
class SchedulePlans {
public:
    /// As simulateLong() of the same work.
    SchedulePlan::Ends run(const PipelineWork& work);

private:
    SchedulePlan& of(ScheduleKind kind, const PipelineShape& shape);
    std::map<std::array<int, 4>, SchedulePlan> m_plans;
    std::size_t m_size = 0;
};

} // namespace moe
