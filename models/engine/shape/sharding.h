// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which ranks share optimizer states, gradients and weights, and what travels between them.

#include "models/engine/shape/setup.h"

namespace moe {

/// Copies of what ZeRO shards: 1, or DP·CP/shard group (HSDP: sharded inside a group, replicated beyond).
double shardCopies(const Setup& setup);
/// Replicas that share the states of dense parameters and of an expert's.
double denseGroup(const Setup& setup);
double expertGroup(const Setup& setup);
/// Bytes of a gradient on its way.
double reducedBytes(const TrainSpec& train);
/// Bytes a GPU and its host's memory exchange per second and direction: NVLink-C2C of a Grace for its two
/// GPUs (450 GB/s), PCIe 4 or 5 x16; of these, what copies reach is a prior.
Bandwidth hostLink(const GpuSpec& gpu);

} // namespace moe
