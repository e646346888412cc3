// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Values between the cells of a loss map, and the difference of two maps.

#include "models/engine/loss/model/loss_interval.h"
#include "models/engine/report/report.h"

#include <optional>
#include <vector>

namespace moe {

/// `values`, laid out as the map's loss, interpolated between cell centres linearly in (ln lr, ln batch);
/// nullopt outside the outermost centres.
std::optional<double> valueAt(const LossMap& map, const std::vector<double>& values, double lr,
                              double batchTokens);
std::optional<double> lossAt(const LossMap& map, double lr, double batchTokens);

/// What a map says of a place, or of one of its cells. Without its spreads the interval is empty.
struct MapPrediction {
    double loss = 0;
    std::optional<double> sd, unstable;
    std::optional<Range> interval; ///< lossInterval()
};
std::optional<MapPrediction> predictionAt(const LossMap& map, double lr, double batchTokens);
MapPrediction predictionOf(const LossMap& map, std::size_t cell);

/// Loss of `map` less that of `base` at the same lr and batch, laid out as the map's loss; NaN off the base's
/// map.
std::vector<double> lossDifference(const LossMap& map, const LossMap& base);

} // namespace moe
