// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_surface.h"

#include "models/engine/loss/model/loss_coordinates.h"

#include <algorithm>
#include <cmath>
#include <optional>

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

/// The box that the fitted runs of either kind span; nothing where none are told of.
std::optional<LossHull> runsOf(const LossSurface& surface) {
    std::optional<LossHull> all = surface.dense ? surface.dense : surface.moe;
    if (all && surface.moe)
        for (auto range : {&LossHull::params, &LossHull::tokens})
            (*all).*range = {std::min(((*all).*range).min, ((*surface.moe).*range).min),
                             std::max(((*all).*range).max, ((*surface.moe).*range).max)};
    return all;
}

/// By how much ln N or ln D lies outside the fitted runs; 0 inside.
struct Beyond {
    double n = 0, d = 0;
    int nSide = 0, dSide = 0; ///< −1, 1 from the bound on; 0 inside

    Beyond(const LossSurface& surface, double params, double tokens) {
        const std::optional<LossHull> all = runsOf(surface);
        if (!all) return;
        n = std::log(params / std::clamp(params, all->params.min, all->params.max));
        d = std::log(tokens / std::clamp(tokens, all->tokens.min, all->tokens.max));
        nSide = sideOf(params, all->params);
        dSide = sideOf(tokens, all->tokens);
    }

private:
    static int sideOf(double value, const Range& range) {
        return value >= range.max ? 1 : value <= range.min ? -1 : 0;
    }
};

/// How far a bowl's p u + q v moves with ln N and ln D at one learning rate and batch.
double driftParams(const Coefficients& c, const LossBowl& bowl) {
    return bowl.p * c[I::L1] + bowl.q * c[I::M1];
}
double driftTokens(const Coefficients& c, const LossBowl& bowl) {
    return bowl.p * c[I::L2] + bowl.q * c[I::M2];
}

/// Slack of one bowl: the drifts beyond the runs, either of them in part or whole.
Range slackOf(const Coefficients& c, const LossBowl& bowl, const Beyond& beyond) {
    const double n = driftParams(c, bowl) * beyond.n, d = driftTokens(c, bowl) * beyond.d;
    return {-std::max(n, 0.0) - std::max(d, 0.0), -std::min(n, 0.0) - std::min(d, 0.0)};
}

} // namespace

LossSurface::Size LossSurface::nearestRuns(double params, double tokens) const {
    const std::optional<LossHull> all = runsOf(*this);
    if (!all) return {params, tokens};
    return {std::clamp(params, all->params.min, all->params.max),
            std::clamp(tokens, all->tokens.min, all->tokens.max)};
}

std::array<Range, 2> LossSurface::slack(double params, double tokens) const {
    const Beyond beyond(*this, params, tokens);
    const std::array<LossBowl, 2> bowls = lossBowls(*this);
    return {slackOf(c, bowls[0], beyond), slackOf(c, bowls[1], beyond)};
}

LossSurface::Rise LossSurface::riseAt(const LossPoint& point) const {
    const LossCoordinates at = lossCoordinates(point);
    const LossCentre centre = lossCentre(c, at);
    const double u = at.x - centre.x, v = at.b - centre.b;
    const Beyond beyond(*this, point.params, point.tokens);
    Rise rise;
    for (const LossBowl& bowl : lossBowls(*this)) {
        const double z = bowl.p * u + bowl.q * v;
        const Range slack = slackOf(c, bowl, beyond);
        const double left = z - std::clamp(z, slack.min, slack.max);
        rise.value += bowl.scale * lossPhi(left);
        // Within the runs the best moves away; beyond them it stays, or the slack widens towards it.
        const auto moved = [&](double drift, int side) {
            return side == 0 || (left > 0) == (drift * side > 0) ? -drift : 0;
        };
        const double steep = bowl.scale * lossPhiSlope(left);
        rise.byParams += steep * moved(driftParams(c, bowl), beyond.nSide);
        rise.byTokens += steep * moved(driftTokens(c, bowl), beyond.dSide);
    }
    rise.value = std::min(rise.value, kLossExcessLimit);
    return rise;
}

double LossSurface::loss(const LossPoint& point) const {
    return (std::exp(c[I::E]) + Reducible(c, lossCoordinates(point)).value()) * std::exp(riseAt(point).value);
}

LossSurface::Slopes LossSurface::slopesAt(const LossPoint& point) const {
    const Rise rise = riseAt(point);
    const double best = optimum(point.params, point.tokens, point.activeShare).loss;
    const double factor = std::exp(rise.value);
    return {(slopeParams(point.params, point.tokens, point.activeShare) - best * rise.byParams) * factor,
            (slopeTokens(point.params, point.tokens, point.activeShare) - best * rise.byTokens) * factor};
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
