// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_colour.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

LoadScale::LoadScale(const PlacementScene& scene) {
    high = std::max(4.0, std::exp2(std::ceil(std::log2(scene.hottest))));
}

double LoadScale::position(double overMean) const {
    if (!(overMean > low)) return 0;
    return std::min(1.0, std::log2(overMean / low) / std::log2(high / low));
}

QColor LoadScale::colour(double overMean, const Stops& stops) const {
    return QColor::fromRgb(stops[static_cast<std::size_t>(std::lround(255 * position(overMean)))]);
}

QColor mixed(const QColor& a, const QColor& b, double shareOfB) {
    const auto mix = [&](double x, double y) { return static_cast<float>(x + (y - x) * shareOfB); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

} // namespace moe::ui
