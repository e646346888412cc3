// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loss predictor: the joint surface (loss_surface.h), a low-rank Gaussian process of what the surface
// leaves over, the spread of refits on resampled groups, and the chance that a run diverges. Everything is
// relative to the smooth training loss of the Step Law runs (arXiv 2503.04715).

#include "models/engine/loss/model/loss_residual.h"
#include "models/engine/loss/model/loss_spread.h"
#include "models/engine/loss/model/loss_surface.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace moe {

/// Relative sd of the model above which the map is hatched lightly and densely.
inline constexpr double kLossSdLight = 0.003, kLossSdDense = 0.01;
/// The Gaussian process counts in full where its sd at the closed-form optimum is at most the first, not at
/// all from the second on: with the distance to the runs it hands over to the surface, without a jump
/// (LossPlace has what holds beyond their bounds).
inline constexpr double kLossSdTrusted = 0.006, kLossSdIgnored = 0.016;
/// Relative misfit of the surface alone: its rmse on dense groups left out of the fit, runs within 5 % of
/// their group's best.
inline constexpr double kLossMisfit = 0.00388;
/// Probability of diverging above which the map is hatched.
inline constexpr double kLossUnstable = 0.5;
/// Standard deviations either side that hold the central 90 %.
inline constexpr double kLossNinety = 1.6448536269514722;

struct LossPrediction {
    double loss = 0;          ///< nats per token
    double low = 0, high = 0; ///< central 90 % for one measured run
    double sd = 0;            ///< relative, of the model: residual and refits, without a run's own noise
    double unstable = 0;      ///< probability that the run diverges
    bool inside = false;      ///< within the hull of its kind of run and sd ≤ kLossSdDense
};

/// What is known of the residual at one (N, D, f), whatever learning rate and batch. Beyond the fitted runs
/// it is asked for at their bounds and given back the sooner the smaller it is, no faster than by 0.3 of
/// what the closed form's best falls: a residual that says less than the closed form then never makes a loss
/// rise with size or data, at whatever learning rate.
struct LossPlace {
    double trust = 0;       ///< in the residual at this size itself, 0 to 1
    double weight = 0;      ///< of the residual's mean at `runs`
    double given = 0;       ///< 0.3 of what the best ln L differs from that at `runs`; 0 within the runs
    LossSurface::Size runs; ///< where the residual is asked for
    /// What the residual adds to ln L where its mean at `runs` is so: m·exp(−given/|m|), which `given` moves
    /// by no more than itself.
    double shift(double mean) const {
        const double whole = weight * mean;
        return whole != 0 ? whole * std::exp(-given / std::abs(whole)) : 0;
    }
    double centre = 0;   ///< residual's variance of ln L at the closed-form optimum
    double variance = 0; ///< of ln L of the best loss: the model's, refits and extrapolation
    double experts =
        1; ///< factor on the loss: the rule of moe_size.h, the more the farther from measured shapes
};

/// Relative sd of the closed form's best dense loss. Quadrature sum, in %, of 0.3; 0.35 ln(N/1.07e9);
/// 0.35 ln(D/1e11); 0.5 ln(15N/D); 3.5 ln(2e8/N); 0.6 ln(D/300N), each where positive. Calibrated on
/// Farseer's fitted surface (arXiv 2506.10972), which has runs to 25 B parameters: holds 87 % of it within
/// one sd, 98 % within two.
/// A hull of fewer runs than the published ones begins to extrapolate at its own bounds.
double extrapolationSd(double params, double tokens, const LossHull& dense);

struct LossModel {
    LossSurface surface;
    std::optional<LossResidual> residual; ///< absent: the surface alone, its misfit as uncertainty
    LossSpread spread;

    LossPrediction predict(const LossPoint& point) const;
    /// Loss alone: surface and mean of the residual; a fraction of the cost of predict().
    double loss(const LossPoint& point) const;
    /// The smallest loss of surface and residual; far from the data that is the closed form.
    LossOptimum optimum(double params, double tokens, double activeShare) const;
    LossPlace place(double params, double tokens, double activeShare, double activeParams = 0) const;
    /// Variance of ln L at a point of this place where the residual's is `variance` and the surface lies
    /// `excess` (of ln L) above its best: grows along learning rate and batch too.
    double variance(const LossPlace& place, double variance, double excess) const;
    /// Whether optimum() is read off the residual.
    bool optimumInside(double params, double tokens, double activeShare) const;
};

/// Probability that a run diverges (its loss ends 30 % or more above its group's best):
///     logit P = −1.518 + 8.182 ln(lr/0.01) + 0.553 ln(B/2^19) + 3.174 ln(N/5e8) − 1.523 ln(D/2e10)
/// Fitted on the 1911 dense runs of the Step Law table, of which 181 diverged; assumed for MoE, of whose 708
/// runs none diverged.
double instability(const LossPoint& point);

struct LossFitOptions {
    int bootstraps = 64;    ///< refits for the spread; 0: none, the spread is zero
    bool residual = true;   ///< false: the surface alone
    std::uint64_t seed = 1; ///< of the resampling; the same seed gives the same model on every machine
    /// Called with the share done, 0 to 1; returning false stops the fit, which then fails.
    std::function<bool(double)> progress;
};

/// Fits on whichever tables are given (either may be null, not both). Pure; about half a second on one core,
/// mostly refits.
Result<LossModel> fitLossModel(const LossTable* dense, const LossTable* moe,
                               const LossFitOptions& options = {});

} // namespace moe
