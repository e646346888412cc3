// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loss predictor: the joint surface (loss_surface.h), a low-rank Gaussian process of what the surface
// leaves over, the spread of refits on resampled groups, and the chance that a run diverges. Everything is
// relative to the smooth training loss of the Step Law runs (arXiv 2503.04715).

#include "models/engine/loss/model/loss_residual.h"
#include "models/engine/loss/model/loss_spread.h"
#include "models/engine/loss/model/loss_surface.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace moe {

/// Relative sd of the model above which the map is hatched lightly and densely.
inline constexpr double kLossSdLight = 0.003, kLossSdDense = 0.01;
/// The optimum is read off the Gaussian process where its sd there is below this, else off the closed form.
inline constexpr double kLossSdOptimum = 0.01;
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

struct LossModel {
    LossSurface surface;
    std::optional<LossResidual> residual; ///< absent: the surface alone, its misfit as uncertainty
    LossSpread spread;

    LossPrediction predict(const LossPoint& point) const;
    /// Loss alone: surface and mean of the residual; a fraction of the cost of predict().
    double loss(const LossPoint& point) const;
    /// Inside the data the smallest loss of surface and residual, outside the closed form (lr and batch, with
    /// the loss predicted there).
    LossOptimum optimum(double params, double tokens, double activeShare) const;
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
