// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per part of the step time, with its formula and function.

#include "models/engine/report/report.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/shape/setup.h"

#include <cstddef>
#include <vector>

namespace moe {

enum class StepPart : std::size_t {
    // of a stage's GPU time
    Gemm,
    Attention,
    Elementwise,
    ExpertGemm,
    Tensor,
    Context,
    AllToAll,
    Head,
    Recompute,
    Adapters,
    Dequantise,
    Accumulation,
    SendReceive,
    // of the step
    Host,
    Bubble,
    Data,
    Optimizer,
    Constant,
};
inline constexpr std::size_t kStageParts = static_cast<std::size_t>(StepPart::SendReceive) + 1;
constexpr bool isOfStage(StepPart part) {
    return static_cast<std::size_t>(part) < kStageParts;
}

/// Parts whose kernels wait for device memory.
constexpr bool movesMemory(StepPart part) {
    return part == StepPart::Elementwise || part == StepPart::Accumulation || part == StepPart::Adapters ||
           part == StepPart::Dequantise;
}

struct StepContext; ///< a step worked out: step_time_report.cpp

/// Report JSON: train.terms[].
struct StepTermRow : TimeTermRow {
    StepPart part;
    TimeTerm (*time)(const StepContext&);
    double (*linkRanks)(const Setup&) = nullptr; ///< ranks its traffic spans; absent: TP
    const char* assumption = "";                 ///< a sentence; may be empty
};
const std::vector<StepTermRow>& timeTerms();

} // namespace moe
