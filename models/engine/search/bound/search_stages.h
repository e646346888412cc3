// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stages run and hold at least over all ways to place L layers on PP of them, whatever VPP and the
// schedule.

#include "models/engine/time/step_time.h"

#include <array>

namespace moe {

/// Stages that bound from below: the last, the first, and an inner one. With PP = 1 the only stage, exactly.
inline constexpr std::size_t kLeastStages = 3;
struct LeastStages {
    std::size_t count = kLeastStages;
    std::array<StageLayers, kLeastStages> layers; ///< held by the stage of this index
    std::array<StageShape, kLeastStages> time;    ///< run; of inner stages, by the one that runs most
    std::array<int, kLeastStages> index{};
    StageLayers any; ///< of every stage
};
LeastStages leastStages(const Setup& setup);
/// The type behind the dense first layers, of a model whose layers differ in nothing else.
std::size_t usualType(const LayerPlan& plan, bool isMoe);

/// The same for schedules other than those that the degrees imply: their ranks may hold other stages than the
/// rank of that number, so that what bounds is the first rank, the one in the middle, and the mean of all.
struct LeastOthers {
    StageLayers layers; ///< of the first rank
    StageLayers middle; ///< of rank PP/2
    StageLayers any;    ///< of every rank
    StageShape all;     ///< of all ranks together
};
LeastOthers leastOthers(const Setup& setup);

} // namespace moe
