// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The passes of a rank, in order. schedules() says which list is whose and what it asks of the shape.

#include "models/engine/schedule/schedules.h"

namespace moe::lists {

std::vector<ScheduleOp> gpipe(const PipelineShape& shape, int rank);
/// p − 1 − r forward passes ahead (Narayanan et al. 2021, arXiv 2104.04473, figure 3).
std::vector<ScheduleOp> oneForwardOneBackward(const PipelineShape& shape, int rank);
/// Micro-batches in groups of p, each group through all chunks in turn, 2(p − 1 − r) + (v − 1)p forward
/// passes ahead (figure 4 there). Groups are larger where a smaller one would be left over.
std::vector<ScheduleOp> interleaved(const PipelineShape& shape, int rank);
/// One more ahead, then pairs (Megatron-LM, megatron/core/pipeline_parallel/schedules.py).
std::vector<ScheduleOp> combined(const PipelineShape& shape, int rank);
/// Qi et al. 2023, arXiv 2401.10241.
std::vector<ScheduleOp> zeroBubbleH1(const PipelineShape& shape, int rank);
std::vector<ScheduleOp> zeroBubbleH2(const PipelineShape& shape, int rank);
/// Qi et al. 2024, arXiv 2405.15362, the fixed pattern.
std::vector<ScheduleOp> zeroBubbleV(const PipelineShape& shape, int rank);
/// The eight steps of dualpipe.py and dualpipev.py (deepseek-ai/DualPipe, 3da1bbe).
std::vector<ScheduleOp> dualPipe(const PipelineShape& shape, int rank);
std::vector<ScheduleOp> dualPipeV(const PipelineShape& shape, int rank);

} // namespace moe::lists
