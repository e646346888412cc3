// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What choices of a recipe add to a step: gradients across copies of a shard, activations that visit the
// host, Muon's products.

#include "models/engine/time/step_time.h"

namespace moe {

/// Bytes of activations that a layer of this type sends to the host and fetches again, one micro-batch.
Bytes offloadedBytes(const Setup& setup, FeedForward feed);
/// Of a stage, both ways one after the other.
Seconds offloadTime(const StepModel& model, const StageTime& stage);
/// FLOPs per parameter of the products that orthogonalise a matrix in Muon: five Newton-Schulz steps of
/// 4·m + 2·m²/n, m and n its shorter and longer side.
double muonFlops(double rows, double columns);
/// Of the worst case: the matrices of a stage, shared among the ranks that share its states.
Seconds muonTime(const StepModel& model, const StageTime& stage);

} // namespace moe
