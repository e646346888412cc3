// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory of what a training recipe chooses: copies for narrow products, other optimizers, gradients in
// another type on their way, activations that wait in the host's memory.

#include "models/engine/memory/memory_terms.h"

namespace moe {

/// Bytes of an element of a weight's copy in the compute type: none in bf16.
double narrowWeightBytes(const Setup& setup);
/// Of the second copy, for the other direction of the product. Hopper's FP8 units take operands along their
/// inner dimension only; MXFP8 and NVFP4 scale rows and columns apart; Blackwell reads per-tensor FP8 either
/// way.
double transposedBytes(const Setup& setup);
/// Bytes of a matrix's weight that is kept in those copies alone, made of the master weights; else 0.
double sparedBytes(const Setup& setup);
/// Bytes of state that a matrix's parameter needs less than Adam's: Muon keeps one moment.
double muonSavedBytes(const TrainSpec& train);
/// Share of the saved activations that stays on the GPU.
double keptShare(const Setup& setup);
/// Bytes of activations on their way to or from the host: those of two layers.
Bytes offloadBuffers(const StageContext& context);
/// Parameters of a GPU that learn, adapters among them.
double learning(const StageContext& context);
/// Bytes of a frozen matrix's value as it lies there; none where copies in the compute type are all there is.
double keptFrozenBytes(const Setup& setup);
/// 1 where frozen matrices have a copy in the compute type as others do; 0 where they are kept narrow.
double frozenCopies(const Setup& setup);
/// Values of the largest matrix of a layer that is made whole for its product: bitsandbytes gives each back
/// before the next (MatMul4Bit.forward), so that no layer is ever whole.
double dequantisedValues(const StageContext& context);
/// Parameters whose gradients are cast for the reduction at a time, and bytes of each: a bucket of Megatron's
/// distributed data parallel, max(40 million, 1 million for each replica) parameters.
double castBucket(const StageContext& context);
double castGradientBytes(const TrainSpec& train);

} // namespace moe
