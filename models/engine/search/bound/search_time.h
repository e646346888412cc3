// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lower bounds on the time of a step for many recompute choices and VPPs of one layout.

#include "models/engine/search/bound/search_recompute.h"

namespace moe {

/// What bounds the time of a step.
struct LeastTime {
    struct Stage {
        std::array<double, kMostLayerTypes> of{};
        Seconds gpu, fsdp; ///< beside the layers
        double bubble = 0; ///< in times of the last of `stages`
        double late = 0;   ///< layers of type `usual` that the steady pairs do not hide
    };
    std::array<Stage, kLeastStages> stages;
    std::size_t count = 0;
    double paired = 0, syncShare = 1, fsdpOverlap = 0;
    double microBatches = 1;
    std::size_t usual = 0;
    Seconds tail; ///< gradients, optimizer and what every step takes

    Seconds step(const LayerCosts& costs) const;
};
/// May passes that run in pairs hide something?
bool pairsHide(const Setup& setup);
/// VPP of a group of variants.
struct VirtualSpan {
    Count fewest = 1, most = 1;
};
/// Below stepTime() for every VPP of the span; `paired`: passes run in pairs where VPP is 2 or more. The
/// model's layers are not read.
LeastTime leastTime(const StepModel& model, const LeastStages& stages, VirtualSpan vpp, bool paired);
/// Likewise for LeastOthers.
LeastTime leastTime(const StepModel& model, const LeastOthers& others, bool paired);

} // namespace moe
