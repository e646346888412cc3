// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A measured curve boiled down to a few knots that predict it as well as its own noise allows.

#include "models/engine/profiles/profile_curve.h"

namespace moe {

struct ProfileKnots {
    std::vector<ProfilePoint> points;  ///< ascending in x, then y
    double median = 0, ninetyFive = 0; ///< |knots/measured − 1| over the keys that are no knots, share
    std::size_t keys = 0;              ///< distinct keys measured
};

/// One key: knots and segments that minimise Σ|Δ ln utilisation| over all keys (dynamic programming), as few
/// as are needed for a mean of 1 %, or for 5 % more than the best number of knots (40 at most) leaves; the
/// mean is over n − 2·knots rows, so that noise is not followed. A knot's utilisation is that of its row or
/// the median of the rows around it, whichever predicts better: rows of a noisy fabric differ more from each
/// other than from their neighbourhood. Two keys: a grid of keys evenly spaced in their logarithms, refined
/// until the mean error is within 1.5 %, with the edge of the sampled range where it cuts across the grid.
ProfileKnots profileKnots(const ProfileCurve& curve);

} // namespace moe
