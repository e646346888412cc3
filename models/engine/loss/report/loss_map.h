// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loss over learning rate × batch at one model and token budget, with its contour lines.

#include "models/engine/loss/model/loss_slice.h"
#include "models/engine/report/report.h"

#include <memory>
#include <span>
#include <vector>

namespace moe {

/// Which map is wanted. The window holds the optimum by a factor of 8 either way, the points given, and is
/// rounded outward (lr to 1-2-5 steps, batch to powers of two).
struct LossMapRequest {
    LossOptimum optimum;                                  ///< as LossSlice::optimum gives it
    double lr = 0, batchTokens = 0;                       ///< the scenario's; 0 = none
    const std::vector<MeasuredPoint>* measured = nullptr; ///< may be null
};

/// 48 × 36 at Coarse, 200 × 160 at Full, null at Numbers. The outermost cell centres lie on the window's
/// bounds.
std::shared_ptr<const LossMap> lossMap(const LossSlice& slice, const LossMapRequest& request, Detail detail);

/// Where a map's probability of diverging is kLossUnstable.
std::vector<LossMap::Contour> unstableBorder(const LossMap& map);

/// The regions round the optimum where the loss is within each of `shares` of it.
std::vector<NearOptimal> nearOptimal(const LossSlice& slice, const LossOptimum& optimum,
                                     std::span<const double> shares);

/// Five to nine round levels above the best, from 0.002 nats up, that a map reaching `highest` above its best
/// shows.
std::vector<double> contourLevels(double highest);

} // namespace moe
