// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_surface.h"

#include "models/engine/loss/model/loss_coordinates.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

using I = LossIndex;
using Coefficients = std::array<double, LossSurface::kSize>;

/// S and its two parts, from which L* and both slopes follow.
struct Reducible {
    double params = 0, tokens = 0, exponent = 0;

    Reducible(const Coefficients& c, const LossCoordinates& at)
        : params(std::exp(c[I::A0] + c[I::A1] * (at.n + c[I::Theta] * at.s))),
          tokens(std::exp(c[I::B0] + c[I::B1] * at.d)),
          exponent(std::exp(c[I::G])) {}

    double value() const { return std::pow(params + tokens, exponent); }
    /// d(S^G)/dS
    double derivative() const { return exponent * std::pow(params + tokens, exponent - 1); }
};

} // namespace

double LossSurface::loss(const LossPoint& point) const {
    const LossCoordinates at = lossCoordinates(point);
    const LossCentre centre = lossCentre(c, at);
    const double u = at.x - centre.x, v = at.b - centre.b;
    double excess = 0;
    for (const LossBowl& bowl : lossBowls(*this)) excess += bowl.scale * lossPhi(bowl.p * u + bowl.q * v);
    return (std::exp(c[I::E]) + Reducible(c, at).value()) * std::exp(std::min(excess, kLossExcessLimit));
}

LossCentre LossSurface::centre(double params, double tokens, double share) const {
    return lossCentre(c, lossCoordinates({params, tokens, share, kLossLr, kLossBatch}));
}

LossOptimum LossSurface::optimum(double params, double tokens, double share) const {
    const LossCoordinates at = lossCoordinates({params, tokens, share, kLossLr, kLossBatch});
    const LossCentre centre = lossCentre(c, at);
    return {kLossLr * std::exp(centre.x), kLossBatch * std::exp(centre.b),
            std::exp(c[I::E]) + Reducible(c, at).value()};
}

double LossSurface::slopeParams(double params, double tokens, double share) const {
    const Reducible s(c, lossCoordinates({params, tokens, share, kLossLr, kLossBatch}));
    return -s.derivative() * s.params * c[I::A1];
}

double LossSurface::slopeTokens(double params, double tokens, double share) const {
    const Reducible s(c, lossCoordinates({params, tokens, share, kLossLr, kLossBatch}));
    return -s.derivative() * s.tokens * c[I::B1];
}

double LossSurface::slopeActive(double params, double tokens, double share, double sharedParams) const {
    const double routed = std::clamp(share, 0.005, 1.0) * (params - sharedParams); // Na − A
    if (!(routed > 0)) return 0;
    return slopeParams(params, tokens, share) * c[I::Theta] * (routed + sharedParams) / routed;
}

double LossSurface::optimalTokens(double params, double share) const {
    const LossCoordinates at = lossCoordinates({params, kLossTokens, share, kLossLr, kLossBatch});
    return kLossTokens * std::exp((c[I::A0] + c[I::A1] * (at.n + c[I::Theta] * at.s) +
                                   std::log(c[I::A1] / c[I::B1]) - c[I::B0]) /
                                  c[I::B1]);
}

double activeShare(double params, double activeParams, double sharedParams) {
    if (activeParams >= params || sharedParams >= params) return 1;
    return std::clamp((activeParams - sharedParams) / (params - sharedParams), 0.005, 1.0);
}

double activeShare(double params, double activeParams) {
    return activeShare(params, activeParams, 0.0667 * params);
}

std::array<LossBowl, 2> lossBowls(const LossSurface& surface) {
    const Coefficients& c = surface.c;
    return {{{std::exp(c[I::C1]), c[I::P1], c[I::Q1]}, {std::exp(c[I::C2]), c[I::P2], c[I::Q2]}}};
}

} // namespace moe
