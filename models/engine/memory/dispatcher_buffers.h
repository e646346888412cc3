// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory that a token dispatcher keeps for its exchanges, and tokens of the second micro-batch of a pair.

#include "models/engine/shape/setup.h"

namespace moe {

/// What one GPU sets aside for its neighbours in the NVLink domain and for other nodes.
/// DeepEP's normal kernels (csrc/config.hpp, ebfe47e): c·n·(r·(2·h_e + 8 + 128·8 + 2·128·4) + 4·(2·R + 3))
/// and, across nodes, c·R·128·(2·h_e + 8 + 128·8 + 2·128·4 + 16)·2 + 4·18·2·c·R + 1 MiB; c = 10 channels of
/// two multiprocessors, n peers of at most 8, R groups of 8, r tokens in flight by the number of ranks.
/// HybridEP (csrc/hybrid_ep/buffer/intranode.cu, 2540b8a): the tokens of all ranks at once, as if they all
/// came, T/TP·EP·(2·h_e + 4·n·E/EP), dispatch and combine sharing it, and FP8 scales. A plain all-to-all
/// keeps nothing.
struct DispatcherBuffers {
    double neighbours = 0, network = 0; ///< bytes
};
DispatcherBuffers dispatcherBuffers(const Setup& setup);

/// Bytes of a token on its way to an expert and back: h_e in the types of dispatch and combine.
double exchangedTokenBytes(const Setup& setup);

} // namespace moe
