// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A training run with failures: failures.h with the numbers of a scenario.

#include "models/engine/reliability/failures.h"
#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"

#include <vector>

namespace moe {

/// From the GPU to the host's memory, per GPU: what a checkpoint waits for when writing goes on beside the
/// steps. PCIe 5 with its neighbours busy.
inline constexpr Bandwidth kHostCopy{20e9};
/// Sustained by the storage of Llama 3 (arXiv 2407.21783, section 3.3.4).
inline constexpr Bandwidth kCheckpointStorage{2e12};
inline constexpr double kRepairDays = 1; ///< until a failed node is back, a guess

/// Bytes per parameter of a checkpoint: bf16 weights, fp32 master copy, two moments.
double checkpointBytesPerParam(const TrainSpec& train);
/// Until storage has a checkpoint, all GPUs writing.
Seconds drainTime(const Setup& setup, Bytes checkpoint);
double nodeCount(const Setup& setup);
/// Of the scenario; needs training.
FailureTimes failureTimes(const Setup& setup, Bytes checkpoint);
/// At least one step, and until the last checkpoint is written; 0 where the scenario gives the interval.
Seconds leastInterval(const Setup& setup, Bytes checkpoint, Seconds step);

/// Absent without a rate of failures or training.
std::optional<GoodputReport> goodput(const Setup& setup, const Report& report,
                                     std::vector<Warning>& warnings);

} // namespace moe
