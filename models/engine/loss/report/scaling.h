// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The best loss against model size, tokens and tokens per parameter: curves through the scenario, each point
// at its own best learning rate and batch. These are the closed form's (loss_surface.h): reading each off the
// residual would cost a search per point, while the loss there, residual included, is within 0.1 % of it.

#include "models/engine/report/report.h"

#include <optional>
#include <string>
#include <vector>

namespace moe {

struct LossModel; // loss/model/loss_model.h
struct LossTable; // data/step_law.h

/// The best run of a measured group that a curve passes.
struct ScalingRun {
    double x = 0, loss = 0;
    std::string group;
};

/// Ascending in x; every column as long as x.
struct ScalingCurve {
    std::vector<double> x;               ///< N, D or D/N
    std::vector<double> params, tokens;  ///< N and D there
    std::vector<double> loss;            ///< at the optimum, nats per token
    std::vector<double> low, high;       ///< central 90 % interval for one measured run
    std::vector<double> lr, batchTokens; ///< of the optimum
    std::vector<bool> inside;            ///< LossPrediction::inside
    std::optional<double> scenario;      ///< x of the scenario; absent where its compute is not the curve's
    std::optional<double> best;          ///< x of the compute-optimal point; absent off the curve
    std::optional<double> bestLoss;
    std::vector<ScalingRun> measured; ///< groups whose other quantity is the scenario's
};

/// The split of a compute ∝ N·D (Na/N fixed) at which both slopes are equal.
struct ComputeOptimum {
    double params = 0, tokens = 0; ///< N, D
    double activeParams = 0;
    double loss = 0; ///< at its best learning rate and batch
    double lr = 0, batchTokens = 0;
    std::optional<double> ratioLow, ratioHigh; ///< central 90 % of D/N over the refits
    bool inside = false;
};

/// What the curves pass through. The model must hold a fit of this kind of run or extrapolates throughout.
struct ScalingRequest {
    double params = 0, tokens = 0, activeShare = 1; ///< N, D, f
    double activeParams = 0;                        ///< Na; N when dense
    double sharedParams = 0;                        ///< A of the measured architectures to match; MoE only
    const LossTable* table = nullptr;               ///< measured groups of this kind of run, may be null
};

struct ScalingCurves {
    ScalingRequest request;                  ///< without its table, which the curves may outlive
    ScalingCurve params;                     ///< loss(N) at the scenario's D and f
    ScalingCurve tokens;                     ///< loss(D) at its N and f
    ScalingCurve ratio;                      ///< loss(D/N) at the compute below
    double scenarioLoss = 0;                 ///< at the scenario's N and D and the best lr and batch there
    double slopeParams = 0, slopeTokens = 0; ///< −∂L/∂ln N, −∂L/∂ln D of the closed form
    double gainParams = 0, gainTokens = 0;   ///< nats that doubling N or D saves, closed form
    double compute = 0;                      ///< FLOP, 6·Na·D, of `ratio` and `optimum`
    ComputeOptimum optimum;
};

/// 61 points a curve at Full, about a third of that at Coarse.
ScalingCurves scalingCurves(const LossModel& model, const ScalingRequest& request, Detail detail);

/// The same curves with `ratio` and `optimum` at another compute, FLOP. `request` and `model` must be those
/// of the curves.
ScalingCurves atCompute(ScalingCurves curves, const LossModel& model, const ScalingRequest& request,
                        double compute, Detail detail);

/// Where a run of N, Na and D stands along each curve; absent where what the curve holds is another than the
/// run's by more than `tolerance` (of compute, twice that), or its share of active parameters is.
struct ScalingPlaces {
    std::optional<double> params, tokens, ratio;
    bool isScenario() const { return params && tokens; }
};
ScalingPlaces placesOn(const ScalingCurves& curves, double params, double activeParams, double tokens,
                       double tolerance);
/// Of the curve at an x within it, between its points.
double lossAlong(const ScalingCurve& curve, double x);

} // namespace moe
