// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The order of a schedule's passes, which hangs on its shape alone: worked out once, a run of other times is
// one sweep over it. For searches, which run the same shapes over and over.

#include "models/engine/schedule/simulate.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
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
    /// Entries of m_ends: pass i ends at [2·i], and what it sends arrives at [2·i + 1].
    struct Pass {
        std::int32_t before = 0;             ///< of the same rank; the first waits for nothing
        std::array<std::int32_t, 2> waits{}; ///< of other ranks, or of its own
        std::int32_t takes = 0;              ///< entry of m_times
    };
    std::vector<Pass> m_passes;
    std::vector<std::array<std::int32_t, 2>> m_sums;      ///< by entry of m_times: entries of m_single
    std::vector<std::int32_t> m_lastGradient, m_lastPass; ///< by chunk of the pipeline; by rank
    std::vector<double> m_ends, m_single, m_times;
    int m_chunks = 1;
};

/// Plans by shape. A shape is simulated the first time it comes: its plan costs some runs of the simulation.
class SchedulePlans {
public:
    /// As simulateLong() of the same work.
    SchedulePlan::Ends run(const PipelineWork& work);

private:
    SchedulePlan::Ends runOf(const PipelineWork& work);
    std::map<std::array<int, 4>, std::optional<SchedulePlan>> m_plans; ///< empty: came once
    std::size_t m_size = 0;
};

} // namespace moe
