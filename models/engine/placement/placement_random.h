// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Placements at random: the baseline that any algorithm has to beat.

#include "models/engine/placement/placement.h"

namespace moe {

inline constexpr Count kRandomDraws = 64;

/// Max/mean of GPU load of kRandomDraws random placements, drawn with seed, seed + 1, …
RandomBand randomBand(const std::vector<double>& load, const PlacementShape& shape, Count seed);

} // namespace moe
