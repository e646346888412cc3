// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Load over mean → colour, on a logarithmic scale about 1, the same on every level of the picture.

#include "ui/placement/placement_scene.h"
#include "ui/theme.h"

namespace moe::ui {

/// Ends of the scale are powers of two: at least a quarter and four times the mean.
struct LoadScale {
    double low = 0.25, high = 4;

    explicit LoadScale(const PlacementScene& scene);
    double position(double overMean) const; ///< 0 … 1
    QColor colour(double overMean, const Stops& stops) const;
};

QColor mixed(const QColor& a, const QColor& b, double shareOfB);

} // namespace moe::ui
