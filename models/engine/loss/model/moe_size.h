// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How large a dense model an MoE is worth. Recipes with one to 512 experts agree on a rule that saturates:
//     N_eff = Na·r̂^θ,   r = N/Na,   r̂ = r·r_m/(r + r_m − 1),   θ .52 ± .04, r_m 100 (×/÷ 1.5)
// fitted on the Step Law MoE runs (arXiv 2503.04715) and routed models of up to 370 M active parameters
// (Clark et al., arXiv 2202.01169). It says nothing of granularity: every source has one. Around the four
// shapes of the Step Law runs their own N·f^θ fits better (.31 against .6 %).

#include <cmath>

namespace moe {

inline constexpr double kMoeExponent = 0.52, kMoeSaturation = 100;

/// N_eff of N parameters in all, Na of them active; both without the vocabulary. N when dense.
inline double effectiveParams(double params, double activeParams) {
    const double ratio = params / activeParams;
    if (!(ratio > 1)) return params;
    return activeParams * std::pow(ratio * kMoeSaturation / (ratio + kMoeSaturation - 1), kMoeExponent);
}

/// N/Na of the published family, where attention and dense layers are .0667 of N, at an active share f.
inline double paramsOverActive(double activeShare) {
    constexpr double kShared = 0.0667;
    return 1 / (kShared + (1 - kShared) * activeShare);
}

} // namespace moe
