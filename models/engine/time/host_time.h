// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The host lane of a layer: kernels it launches, and what it waits for.

#include "models/engine/shape/setup.h"

namespace moe {

/// Kernels that a layer with this setup's mixer and the given network launches in a micro-batch, forward and
/// backward; a layer with one block has that block's part.
double layerKernels(const Setup& setup, FeedForward feed);
/// Of these, what no product is: norms, activations, casts, permutes.
double elementwiseKernels(const Setup& setup, FeedForward feed);
/// What is replayed in fact: the whole iteration only where no token count goes through the host.
CudaGraphs graphsInUse(const Setup& setup);
/// Launch time of a layer, before recompute.
Seconds launchTime(const Setup& setup, FeedForward feed);
/// Time between the kernels of a layer on the GPU, before recompute.
Seconds kernelGaps(const Setup& setup, FeedForward feed);
/// Constant of every iteration: shorter where one graph is all of it.
Seconds perIteration(const Setup& setup);
/// What an MoE layer waits for token counts on their way to the host.
Seconds dispatcherSync(const Setup& setup);

} // namespace moe
