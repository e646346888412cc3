// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/words.h"
#include "ui/plots/loss/loss_paint.h"

#include "models/engine/loss/model/loss_model.h"
#include "models/engine/loss/report/loss_map_value.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

std::vector<double> contourLevels(const LossMap& map) {
    std::vector<double> levels;
    for (const LossMap::Contour& contour : map.contours) levels.push_back(contour.level);
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    return levels;
}

/// How far above the best the palette reaches, and whether anything is higher.
static LossScale scaleAbove(double best, double highest, const std::vector<double>& levels) {
    constexpr std::size_t kLevels = 7;
    double span = highest - best;
    if (levels.size() >= kLevels) span = std::min(span, levels[kLevels - 1]);
    LossScale scale;
    scale.low = best;
    scale.high = best + std::max(span, 1e-6);
    scale.clips = highest > scale.high * (1 + 1e-9);
    return scale;
}

LossScale lossScale(const LossMap& map) {
    double highest = map.best;
    for (double loss : map.loss)
        if (std::isfinite(loss)) highest = std::max(highest, loss);
    return scaleAbove(map.best, highest, contourLevels(map));
}

LossScale measuredScale(const std::vector<MeasuredPoint>& runs, const LossMap& map) {
    double best = HUGE_VAL, highest = 0;
    for (const MeasuredPoint& run : runs) {
        if (!std::isfinite(run.loss)) continue;
        best = std::min(best, run.loss);
        highest = std::max(highest, run.loss);
    }
    if (best > highest) return {};
    return scaleAbove(best, highest, contourLevels(map));
}

LossLayer lossLayer(const LossMap& map) {
    LossLayer layer{map.loss, lossScale(map), items::Words::tr("Predicted loss (nats/token)"), {}, 3};
    for (double level : contourLevels(map)) layer.marks.push_back(map.best + level);
    return layer;
}

LossLayer uncertaintyLayer(const LossMap& map) {
    constexpr double kHighest = 3; // %; far outside the data the sd grows without telling anything more
    LossLayer layer;
    if (map.sd.size() != map.loss.size()) return layer;
    double highest = 0;
    for (double sd : map.sd) {
        layer.values.push_back(100 * sd);
        highest = std::max(highest, 100 * sd);
    }
    layer.scale.high = std::clamp(highest, 100 * kLossSdDense, kHighest);
    layer.scale.clips = highest > layer.scale.high;
    layer.title = items::Words::tr("Uncertainty of the loss (sd, %)");
    layer.marks = {100 * kLossSdLight, 100 * kLossSdDense};
    layer.decimals = 1;
    return layer;
}

LossLayer differenceLayer(const LossMap& map, const LossMap& base) {
    LossLayer layer;
    layer.values = lossDifference(map, base);
    // The walls of the bowls would leave one colour for everything that matters.
    constexpr double kBasin = 0.1; // nats above the best of either map
    std::vector<double> sizes;
    for (std::size_t i = 0; i < layer.values.size(); ++i)
        if (std::min(map.loss[i] - map.best, map.loss[i] - layer.values[i] - base.best) < kBasin &&
            std::isfinite(layer.values[i]))
            sizes.push_back(std::abs(layer.values[i]));
    if (sizes.empty()) return {};
    const auto upper = sizes.begin() + std::ptrdiff_t(double(sizes.size() - 1) * 0.95);
    std::nth_element(sizes.begin(), upper, sizes.end());
    layer.scale.high = std::max(*upper, 1e-3);
    layer.scale.low = -layer.scale.high;
    for (double value : layer.values) {
        layer.scale.clips = layer.scale.clips || value > layer.scale.high * (1 + 1e-9);
        layer.scale.clipsLow = layer.scale.clipsLow || value < layer.scale.low * (1 + 1e-9);
    }
    layer.title = items::Words::tr("Loss less the base's (nats/token)");
    layer.marks = {0};
    return layer;
}

} // namespace moe::ui
