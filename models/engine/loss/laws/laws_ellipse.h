// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How well the published Step Law is known at one model and token budget: the 1000 bootstrap fits as a cloud
// in (ln lr, ln B), its mean, covariance and 95 % region.

#include "models/engine/loss/laws/step_law_fit.h"

#include <vector>

namespace moe {

struct StepLawRegion {
    double lnLr = 0, lnBatch = 0;                   ///< mean of the cloud
    double varLr = 0, varBatch = 0, covariance = 0; ///< of (ln lr, ln B), sample (n − 1)
    double correlation = 0;
    std::vector<double> lr, batchTokens; ///< closed outline: the first point is repeated
    StepLawInterval box;                 ///< central 95 % of each alone
};

/// The ellipse (z − mean)ᵀ Σ⁻¹ (z − mean) = −2 ln(1 − coverage) of a normal cloud, as `points` + 1 vertices.
/// The outline is empty with fewer than three fits.
StepLawRegion stepLawRegion(const StepLawFits& fits, double params, double tokens, int points = 96,
                            double coverage = 0.95);

/// Whether a point lies in the region of that coverage.
bool contains(const StepLawRegion& region, double lr, double batchTokens, double coverage = 0.95);

} // namespace moe
