// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The order of a schedule's passes, which hangs on its shape alone: worked out once, a run of other times is
// one sweep over it. For searches, which run the same shapes over and over.

#include "models/engine/schedule/simulate.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace moe {

/// Every pass behind those it waits for.
class SchedulePlan {
public:
    /// `half`: of the first half of the ranks, for mirrored() works.
    SchedulePlan(ScheduleKind kind, const PipelineShape& shape, bool half = false);
    /// What simulate() gives for them.
    struct Ends {
        Seconds makespan, exposedReduce;
    };
    /// Works that run beside each other in one sweep: what a processor's vectors hold.
    static constexpr std::size_t kLanes = 4;
    /// `works` are of the plan's kind and as many micro-batches, one to kLanes of them, with what is sent in
    /// the times of chunks; `ends` as many.
    void run(std::span<const PipelineWork* const> works, std::span<Ends> ends);
    std::size_t size() const { return m_passes.size(); }

    /// Each number is kLanes times an entry, and so the place of a lane's first.
    struct Pass {
        std::uint32_t before = 0;             ///< of the same rank; the first waits for nothing
        std::array<std::uint32_t, 2> waits{}; ///< of other ranks, or of its own
        std::uint32_t takes = 0;              ///< entry of m_times
    };

private:
    template <std::size_t kWorks>
    void sweep(std::span<const PipelineWork* const> works, std::span<Ends> ends);

    std::vector<Pass> m_passes;
    std::vector<std::array<std::int32_t, 2>> m_sums;      ///< by entry of m_times: entries of m_single
    std::vector<std::int32_t> m_lastGradient, m_lastPass; ///< by chunk of the pipeline; by rank
    std::vector<double> m_ends, m_single, m_times;        ///< each entry for every work
    std::vector<std::size_t> m_order;                     ///< scratch: chunks of a rank
};

/// Whether rank p − 1 − r runs what rank r does, with its two chunks exchanged: then so do their ends. True
/// of every model whose micro-batches come from both ends.
bool mirrored(const PipelineWork& work);

/// Plans by shape. A shape is simulated the first time it comes alone: its plan costs some runs of the
/// simulation.
class SchedulePlans {
public:
    /// As simulateLong() of the same work.
    SchedulePlan::Ends run(const PipelineWork& work);
    /// Of works of one kind and shape, `ends` as many.
    void run(std::span<const PipelineWork* const> works, std::span<SchedulePlan::Ends> ends);

private:
    void run(std::span<const PipelineWork* const> works, int microBatches,
             std::span<SchedulePlan::Ends> ends);
    std::map<std::array<int, 5>, std::optional<SchedulePlan>> m_plans; ///< empty: came once
    std::size_t m_size = 0;
    std::vector<SchedulePlan::Ends> m_before; ///< scratch
};

} // namespace moe
