// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A person's measured points become a GPU preset: data sheet, and what the points moved of the operators of
// the nearest measured GPU.

#include "data/problem.h"
#include "models/engine/operators/own_gpu.h"
#include "models/engine/scenario/catalog.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace moe {

struct OwnGpuWish {
    std::optional<GpuSpec>
        sheet;        ///< of the GPU; absent: of the one the points name, or of the nearest measured one
    std::string like; ///< whose surfaces are moved; empty: the nearest
    std::string key = "my-gpu", label = {}; ///< an empty label says what the GPU is like
};

struct OwnGpuFit {
    GpuSpec gpu; ///< with operatorsLike and operatorFactors
    OwnFit fit;
    Problems problems; ///< points and operators that were left out
};
/// A problem when nothing could be fitted: all that were found.
Result<OwnGpuFit> ownGpuFit(const OwnPoints& points, const OwnGpuWish& wish, const Catalog& catalog,
                            const std::function<bool()>& stopped = {});

/// Keys of GPUs whose operators are measured, which a fit can move.
std::vector<std::string> measuredGpuKeys();

} // namespace moe
