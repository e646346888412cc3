// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A person's measured points become a GPU preset: data sheet, and what the points moved of the operators of
// the nearest measured GPU. The command and the window use it; it runs on any thread.

#include "data/problem.h"
#include "models/engine/operators/own_gpu.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <stop_token>
#include <string>

namespace moe::app {

struct OwnGpuWish {
    std::optional<GpuSpec> sheet; ///< data sheet of the GPU; absent: that of the nearest measured one
    std::string like;             ///< whose surfaces are moved; empty: the nearest
    std::string key = "my-gpu", label = {}; ///< an empty label says what the GPU is like
};

struct OwnGpuFit {
    GpuSpec gpu; ///< with operatorsLike and operatorFactors
    OwnFit fit;
    Problems problems; ///< points and operators that were left out
};
/// `source`: the file's name, which decides what nccl-tests output is about. A problem when nothing could be
/// fitted: all that were found.
Result<OwnGpuFit> fittedOwnGpu(const std::string& text, const std::string& source, const OwnGpuWish& wish,
                               const Catalog& catalog, const std::stop_token& stop = {});

/// Keys of GPUs whose operators are measured, which a fit can move.
std::vector<std::string> measuredGpuKeys();

} // namespace moe::app
