// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_residual.h"

#include "models/engine/loss/model/loss_kernel.h"

#include <algorithm>
#include <cmath>

namespace moe {

LossInput lossInputAt(const LossSurface& surface, const LossCoordinates& at) {
    const LossCentre centre = lossCentre(surface.c, at);
    return {at.n, at.d, at.s, at.x - centre.x, at.b - centre.b};
}

LossInput lossInput(const LossSurface& surface, const LossPoint& point) {
    return lossInputAt(surface, lossCoordinates(point));
}

double runNoise(double excess) {
    return 0.0009 + 0.0764 * std::max(excess, 0.0);
}

double LossResidual::priorVariance() {
    return kernel::kVariance;
}

double LossResidual::inflation(double activeShare) const {
    constexpr double kNear = 0.1, kFactor = 1.4;
    const double f = std::clamp(activeShare, 0.005, 1.0);
    for (double share : shares)
        if (std::abs(f - share) <= kNear * share) return 1;
    return kFactor * kFactor;
}

double LossResidual::mean(const LossInput& z) const {
    double sum = 0;
    for (std::size_t m = 0; m < pivots.size(); ++m) sum += beta[m] * kernel::covariance(z, pivots[m]);
    return sum;
}

LossResidual::Value LossResidual::at(const LossInput& z) const {
    Value value{0, kernel::kVariance};
    LossVector k(static_cast<Eigen::Index>(pivots.size()));
    const double* row = factor.data();
    for (Eigen::Index m = 0; m < k.size(); row += ++m) {
        const auto pivot = static_cast<std::size_t>(m);
        k(m) = kernel::covariance(z, pivots[pivot]);
        value.mean += beta[pivot] * k(m);
        const double product = Eigen::Map<const LossVector>(row, m + 1).dot(k.head(m + 1));
        value.variance -= product * product;
    }
    value.variance = std::max(value.variance, 0.0);
    return value;
}

} // namespace moe
