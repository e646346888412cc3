#pragma once
// The joint parametric loss surface for dense and MoE pre-training: ln L as a smooth function of N, D,
// sparsity, learning rate and batch, convex in (ln lr, ln B), monotone in N and D. Fitted on the Step Law
// tables (Predictable Scale Part I, arXiv 2503.04715).

#include "data/step_law.h"

#include <array>
#include <string>

namespace moe {

/// Where a loss is asked for.
struct LossPoint {
    double params = 0;      ///< N, non-vocabulary
    double tokens = 0;      ///< D
    double activeShare = 1; ///< f, active share of expert parameters; 1 = dense
    double lr = 0;          ///< peak learning rate
    double batchTokens = 0; ///< B
};

struct LossOptimum {
    double lr = 0, batchTokens = 0, loss = 0;
};

/// Coefficients in the order E, a0, a1, θ, b0, b1, g, l0…l3, m0…m3, (c, p, q) × 2.
struct LossSurface {
    static constexpr int kSize = 21;
    std::array<double, kSize> c{};
    std::string origin; ///< what it was fitted on, for the user
    int keptRows = 0, divergedRows = 0;
    double cost = 0; ///< robust cost at the solution
    int iterations = 0;
    // Hull of the fitted data, to say when a point is outside.
    double denseParamsMin = 0, denseParamsMax = 0, denseTokensMin = 0, denseTokensMax = 0;
    double moeParamsMin = 0, moeParamsMax = 0, moeTokensMin = 0, moeTokensMax = 0;
    double moeShareMin = 0, moeShareMax = 0;

    double loss(const LossPoint& point) const;
    /// Closed form x*, b*, L*.
    LossOptimum optimum(double params, double tokens, double activeShare) const;
    /// −∂L/∂ln N and −∂L/∂ln D at the optimum, both positive.
    double slopeParams(double params, double tokens, double activeShare) const;
    double slopeTokens(double params, double tokens, double activeShare) const;
};

/// f = (Na − A)/(N − A), clamped to [0.005, 1]; A = attention + dense FFN parameters.
double activeShare(double params, double activeParams, double sharedParams);

/// Fits on whichever tables are given (either may be null, not both). Pure; about 15 ms.
Result<LossSurface> fitLossSurface(const LossTable* dense, const LossTable* moe);

} // namespace moe
