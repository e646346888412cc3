// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Coordinates of the loss surface (natural logs about a reference point) and its convex one-dimensional
// profile.

#include "models/engine/loss/model/loss_surface.h"

#include <algorithm>
#include <cmath>

namespace moe {

inline constexpr double kLossParams = 5e8, kLossTokens = 2e10, kLossLr = 2e-3, kLossBatch = 524288;

/// Keeps exp(excess) finite far outside the data.
inline constexpr double kLossExcessLimit = 600;

/// What guessing evenly among the 65 536 tokens of the runs' vocabulary costs: no trained run stays above it.
inline constexpr double kLossGuessing = 11.090354888959125;

/// The irreducible part is at least this by every fit of the runs.
inline constexpr double kLossFloor = 0.7;

/// Losses as predicted below 5 nats, where runs that converge are, and from there on bent towards guessing.
inline double boundedLoss(double loss) {
    constexpr double kBend = 5, kRoom = kLossGuessing - kBend;
    return loss <= kBend ? loss : kBend - kRoom * std::expm1(-(loss - kBend) / kRoom);
}

struct LossCoordinates {
    double n = 0, d = 0, s = 0, x = 0, b = 0;
};

inline LossCoordinates lossCoordinates(const LossPoint& point) {
    return {std::log(point.params / kLossParams), std::log(point.tokens / kLossTokens),
            std::log(std::clamp(point.activeShare, 0.005, 1.0)), std::log(point.lr / kLossLr),
            std::log(point.batchTokens / kLossBatch)};
}

/// x*, b* of coefficients c.
inline LossCentre lossCentre(const std::array<double, LossSurface::kSize>& c, const LossCoordinates& at) {
    using I = LossIndex;
    return {c[I::L0] + c[I::L1] * at.n + c[I::L2] * at.d + c[I::L3] * at.s,
            c[I::M0] + c[I::M1] * at.n + c[I::M2] * at.d + c[I::M3] * at.s};
}

inline constexpr double kLossPhiLimit = 25;

/// φ(z) = e^z − 1 − z
inline double lossPhi(double z) {
    z = std::clamp(z, -kLossPhiLimit, kLossPhiLimit);
    return std::expm1(z) - z;
}
/// φ'(z)
inline double lossPhiSlope(double z) {
    return std::expm1(std::clamp(z, -kLossPhiLimit, kLossPhiLimit));
}

} // namespace moe
