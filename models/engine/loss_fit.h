#pragma once
// How the loss surface is fitted: which rows count and how much, the robust cost, and the pieces a test or a
// further model of the residuals needs. The fit itself is fitLossSurface (loss_surface.h).

#include "models/engine/loss_coordinates.h"

#include <array>
#include <vector>

namespace moe {

/// r, a run's excess over its own group's best, beyond which it counts as diverged and is not fitted.
inline constexpr double kDivergedExcess = 0.3;

/// smooth loss / best of its group − 1.
double runExcess(const LossTable& table, const LossRun& run);

/// One fitted run.
struct LossRow {
    LossCoordinates at;
    double lnLoss = 0;
    double excess = 0; ///< r
    double weight = 0; ///< 1/sqrt(0.0015² + (0.15 r)²): noise at the bottom, model error up the slopes
};

/// Runs with r ≤ kDivergedExcess, in table order.
std::vector<LossRow> lossRows(const LossTable& table);

using LossCoefficients = std::array<double, LossSurface::kSize>;

/// ln L of a row; when `gradient` is given, also ∂ ln L/∂c.
double lnLoss(const LossCoefficients& c, const LossCoordinates& at, LossCoefficients* gradient = nullptr);

/// ½Σρ((w(ln L − ln y))²), ρ(t) = 8(√(1 + t/4) − 1), + ½·0.03²·Σ bowl² + ½(0.5(E + 0.175))².
double lossCost(const LossCoefficients& c, const std::vector<LossRow>& rows);

/// The start of the fit, and the value of whatever the given tables cannot identify.
LossCoefficients lossStart();

/// Coefficients that the given kinds of runs determine. Dense runs alone say nothing of sparsity: θ, l3 and
/// m3 stay at lossStart(). The published MoE runs share one N: without dense runs a1, l1 and m1 stay.
std::array<bool, LossSurface::kSize> identified(bool dense, bool moe);

} // namespace moe
