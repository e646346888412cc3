// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/laws/laws_ellipse.h"

#include <cmath>
#include <numbers>

namespace moe {
namespace {

/// Quantile of χ² with two degrees of freedom.
double squaredRadius(double coverage) {
    return -2 * std::log1p(-coverage);
}

} // namespace

StepLawRegion stepLawRegion(const StepLawFits& fits, double params, double tokens, int points,
                            double coverage) {
    StepLawRegion region;
    region.box = stepLawInterval(fits, params, tokens);
    const auto count = static_cast<double>(fits.fits.size());
    if (fits.fits.empty()) return region;
    std::vector<double> x, y;
    for (const StepLawFit& fit : fits.fits) {
        const StepLawOptimum optimum = stepLaw(fit, params, tokens);
        x.push_back(std::log(optimum.lr));
        y.push_back(std::log(optimum.batchTokens));
        region.lnLr += x.back() / count;
        region.lnBatch += y.back() / count;
    }
    if (fits.fits.size() < 3) return region;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double dx = x[i] - region.lnLr, dy = y[i] - region.lnBatch;
        region.varLr += dx * dx / (count - 1);
        region.varBatch += dy * dy / (count - 1);
        region.covariance += dx * dy / (count - 1);
    }
    const double sdLr = std::sqrt(region.varLr), sdBatch = std::sqrt(region.varBatch);
    if (sdLr > 0 && sdBatch > 0) region.correlation = region.covariance / (sdLr * sdBatch);
    // Cholesky factor of the covariance maps the circle on the ellipse.
    const double radius = std::sqrt(squaredRadius(coverage));
    const double across = sdBatch * std::sqrt(std::max(0.0, 1 - region.correlation * region.correlation));
    for (int i = 0; i <= points; ++i) {
        const double angle = 2 * std::numbers::pi * (i % points) / points;
        const double u = radius * std::cos(angle), v = radius * std::sin(angle);
        region.lr.push_back(std::exp(region.lnLr + sdLr * u));
        region.batchTokens.push_back(
            std::exp(region.lnBatch + sdBatch * region.correlation * u + across * v));
    }
    return region;
}

bool contains(const StepLawRegion& region, double lr, double batchTokens, double coverage) {
    const double determinant = region.varLr * region.varBatch - region.covariance * region.covariance;
    if (!(determinant > 0)) return false;
    const double dx = std::log(lr) - region.lnLr, dy = std::log(batchTokens) - region.lnBatch;
    const double distance =
        (region.varBatch * dx * dx - 2 * region.covariance * dx * dy + region.varLr * dy * dy) / determinant;
    return distance <= squaredRadius(coverage);
}

} // namespace moe
