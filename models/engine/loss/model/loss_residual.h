// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A low-rank Gaussian process of the residual e = ln y − ln L of the loss surface at
//     z = (n, d, s, u, v),  u = x − x*, v = b − b*   (loss_surface.h)
// Matérn-5/2 in each coordinate, k(t; l) = (1 + a + a²/3)e^(−a), a = √5|t|/l:
//     K = σg² k(n; .30) k(d; 3.97) k(s; .313)
//       + σr² k(n; 2.31) k(d; 2.71) k(s; 6.28) k(u; 2.094) k(v; 2.658),  σg .00241, σr .0244
// Noise of a run .0009 + .0764 r. The inducing points are the M runs a pivoted Cholesky picks (Foster et al.,
// Stable and efficient Gaussian process calculations, JMLR 10, 2009):
//     Kmm = LmLmᵀ, Φ = Lm⁻¹K(Z, data), A = I + Φ diag(sd⁻²)Φᵀ, β = Lm⁻ᵀA⁻¹Φ(e/sd²)
//     Q = Lm⁻ᵀ(I − A⁻¹)Lm⁻¹;   mean = β·k, variance = σg² + σr² − kᵀQk
// Hyper-parameters: the most likely ones on the 2438 published runs that did not diverge.

#include "models/engine/loss/model/loss_surface.h"

#include <array>
#include <vector>

namespace moe {

/// Where a residual is asked for.
using LossInput = std::array<double, 5>; ///< n, d, s, u, v

struct LossResidual {
    std::vector<LossInput> pivots; ///< M
    std::vector<double> beta;      ///< M
    /// R, lower triangular with Q = RᵀR, row by row without the zeros: M(M + 1)/2 numbers, relative⁻¹. A
    /// factor and not Q itself, because few digits of it still give a variance that is not negative.
    std::vector<double> factor;
    std::vector<double> shares; ///< active shares of the fitted runs, ascending; the variance holds near them

    struct Value {
        double mean = 0, variance = 0; ///< of ln L
    };
    Value at(const LossInput& z) const;
    double mean(const LossInput& z) const;
    /// 1.4² where f is not within 10 % of a fitted one, else 1: what leaving architectures out shows.
    double inflation(double activeShare) const;
    /// σg² + σr², the variance far from all data.
    static double priorVariance();
};

/// Coordinates of a point as the residual sees them.
LossInput lossInput(const LossSurface& surface, const LossPoint& point);

/// sd of one run that ends `excess` above its group's best, relative.
double runNoise(double excess);

/// At most `pivots` inducing points; the runs that did not diverge, of whichever table is given.
LossResidual fitLossResidual(const LossSurface& surface, const LossTable* dense, const LossTable* moe,
                             int pivots = 192);

} // namespace moe
