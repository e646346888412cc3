// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the loss surface is fitted: which rows count and how much, the robust cost, and the pieces a test or a
// further model of the residuals needs. The fit itself is fitLossSurface (loss_surface.h).

#include "models/engine/loss/model/loss_coordinates.h"

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

/// Runs with r ≤ kDivergedExcess, in table order. A run with a quantity that is not finite and positive is
/// left out.
std::vector<LossRow> lossRows(const LossTable& table);

using LossCoefficients = std::array<double, LossSurface::kSize>;

/// ln L of a row; when `gradient` is given, also ∂ ln L/∂c.
double lnLoss(const LossCoefficients& c, const LossCoordinates& at, LossCoefficients* gradient = nullptr);

/// ½Σρ((w(ln L − ln y))²), ρ(t) = 8(√(1 + t/4) − 1), + ½·0.03²·Σ bowl² + ½(0.5(E + 0.175))².
double lossCost(const LossCoefficients& c, const std::vector<LossRow>& rows);

/// The start of the fit, and the value of whatever the given tables cannot identify.
LossCoefficients lossStart();

/// What a surface was fitted on, and what of it is assumed: names of kLossEffects.
Message originOf(const LossSurface& surface, const std::vector<const char*>& assumed);

using LossMask = std::array<bool, LossSurface::kSize>;

/// Coefficients that the rows determine; the others stay where they start. A slope in n, d or s needs rows in
/// which it varies apart from the others (dense runs say nothing of sparsity, the published MoE runs share
/// one N), the bowl at least three learning rates or batches, the shape of L* enough groups.
LossMask identified(const std::vector<LossRow>& rows);

/// Minimises the cost over the free coefficients from surface.c on; sets c, cost and iterations. Stops when a
/// step gains less than `gain` of the cost.
void minimiseLossCost(LossSurface& surface, const std::vector<LossRow>& rows, const LossMask& free,
                      double gain = 1e-8);

} // namespace moe
