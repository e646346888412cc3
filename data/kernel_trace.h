// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a GPU ran, from a profiler's Chrome trace: torch.profiler with CUDA or ROCm activities, through
// Kineto. Format: "Trace Event Format", complete events ("ph": "X"), times in microseconds; GPU work has the
// category kernel, gpu_memcpy or gpu_memset, and the correlation number of the call that launched it.

#include "data/problem.h"
#include "data/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct TracedKernel {
    Seconds start, duration;
    std::uint32_t name = 0; ///< index of KernelTrace::names
    std::int32_t device = 0;
    Seconds ahead{};       ///< where the host marks the steps: from its launch to its start; else 0
    bool replayed = false; ///< by a CUDA graph
};

struct TracedSpan {
    Seconds start, end;
};

struct KernelTrace {
    std::string source;
    std::string gpu; ///< "NVIDIA H100 80GB HBM3"; empty where the file does not say
    std::optional<int> rank, worldSize;
    std::vector<std::string> names; ///< of a collective with what it is: "ncclDevKernel_SendRecv [alltoallv]"
    std::vector<TracedKernel> kernels; ///< by start
    std::vector<TracedSpan> steps;     ///< "ProfilerStep#12", by start; may be empty
    bool hostSteps = false;            ///< the host's: the GPU runs what it launches in them later
    std::vector<Seconds> replays;      ///< launches of CUDA graphs
    std::size_t unusable = 0;          ///< GPU events without a time, or of a time that is none
    std::size_t operators = 0;         ///< that the host ran; 0 where only the GPU was recorded
    bool trains = false;               ///< an operator of the host is of a backward pass or an optimizer
};

/// Fails where the text is no such trace, or holds no GPU work. A trace that is a bare list of events is one,
/// too. Holds 40 bytes for each kernel and 24 for each launch beside the text, and passes over the rest of it
/// once.
Result<KernelTrace> readKernelTrace(std::string_view text, const std::string& source);

} // namespace moe
