// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far the best loss L* of the surface moves when whole groups of runs are drawn again: the part of the
// uncertainty that grows with the distance to the data.

#include "models/engine/loss/model/loss_surface.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace moe {

struct LossSpread {
    /// E, a0, a1, θ, b0, b1, g of each refit.
    static constexpr std::size_t kSize = LossIndex::G + 1;
    std::vector<std::array<double, kSize>> refits;

    /// Variance of ln L* over the refits; 0 without refits.
    double variance(double params, double tokens, double activeShare) const;
    /// Central 90 % of the compute-optimal D over the refits (LossSurface::optimalTokens).
    std::optional<Range> optimalTokens(double params, double activeShare) const;
};

/// Refits on groups drawn with replacement, dense and MoE apart. A coefficient that a draw does not determine
/// takes a value drawn about its assumed one. `progress` may be null; returning false stops, with fewer
/// refits.
LossSpread lossSpread(const LossSurface& surface, const LossTable* dense, const LossTable* moe, int refits,
                      std::uint64_t seed, const std::function<bool(double)>& progress = {});

} // namespace moe
