// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The covariance of the loss residual (loss_residual.h), whole and split into the part that learning rate and
// batch leave alone and the part they change, which is what makes maps cheap.

#include "models/engine/loss/model/loss_coordinates.h"
#include "models/engine/loss/model/loss_residual.h"

#include <Eigen/Core>

#include <cmath>

namespace moe {

using LossVector = Eigen::Matrix<double, Eigen::Dynamic, 1>;
using LossMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;

LossInput lossInputAt(const LossSurface& surface, const LossCoordinates& at);

namespace kernel {

inline constexpr double kGroupVariance = 0.00241 * 0.00241, kRunVariance = 0.0244 * 0.0244;
inline constexpr double kVariance = kGroupVariance + kRunVariance;

/// √5/l per coordinate: of the group part over n, d, s; of the run part over n, d, s, u, v.
inline constexpr double kRoot5 = 2.23606797749979;
inline constexpr std::array<double, 3> kGroupRate{kRoot5 / 0.30, kRoot5 / 3.97, kRoot5 / 0.313};
inline constexpr std::array<double, 5> kRunRate{kRoot5 / 2.31, kRoot5 / 2.71, kRoot5 / 6.28, kRoot5 / 2.094,
                                                kRoot5 / 2.658};

/// Matérn-5/2 at a = √5|t|/l.
inline double matern(double a) {
    return (1 + a + a * a / 3) * std::exp(-a);
}

/// Covariance of two groups (n, d, s), and the factor that u and v multiply.
struct GroupPart {
    double constant = 0, scale = 0;
};
inline GroupPart groupPart(const LossInput& z, const LossInput& w) {
    GroupPart part{kGroupVariance, kRunVariance};
    for (std::size_t k = 0; k < 3; ++k) {
        const double t = std::abs(z[k] - w[k]);
        part.constant *= matern(kGroupRate[k] * t);
        part.scale *= matern(kRunRate[k] * t);
    }
    return part;
}

/// Factor of the run part for coordinate 3 (u) or 4 (v).
inline double runFactor(double t, std::size_t coordinate) {
    return matern(kRunRate[coordinate] * std::abs(t));
}

inline double covariance(const LossInput& z, const LossInput& w) {
    const GroupPart part = groupPart(z, w);
    return part.constant + part.scale * runFactor(z[3] - w[3], 3) * runFactor(z[4] - w[4], 4);
}

} // namespace kernel
} // namespace moe
