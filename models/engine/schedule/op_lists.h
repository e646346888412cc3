// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The passes of every rank, in order. schedules() says which list is whose and what it asks of the shape.

#include "models/engine/schedule/schedules.h"

namespace moe::lists {

OpLists gpipe(const PipelineShape& shape);
/// p − 1 − r forward passes ahead (Narayanan et al. 2021, arXiv 2104.04473, figure 3).
OpLists oneForwardOneBackward(const PipelineShape& shape);
/// Micro-batches in groups of p, each group through all chunks in turn, 2(p − 1 − r) + (v − 1)p forward
/// passes ahead (figure 4 there). Groups are larger where a smaller one would be left over.
OpLists interleaved(const PipelineShape& shape);
/// One more ahead, then pairs (Megatron-LM, megatron/core/pipeline_parallel/schedules.py).
OpLists combined(const PipelineShape& shape);
/// Qi et al. 2023, arXiv 2401.10241.
OpLists zeroBubbleH1(const PipelineShape& shape);
OpLists zeroBubbleH2(const PipelineShape& shape);
/// Qi et al. 2024, arXiv 2405.15362, the fixed pattern.
OpLists zeroBubbleV(const PipelineShape& shape);
/// The eight steps of dualpipe.py and dualpipev.py (deepseek-ai/DualPipe, 3da1bbe).
OpLists dualPipe(const PipelineShape& shape);
OpLists dualPipeV(const PipelineShape& shape);

} // namespace moe::lists
