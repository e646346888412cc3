// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Surfaces from measured rows: the roof by Levenberg-Marquardt on a robust logarithmic error, the grid by
// re-weighted least squares with a small penalty on second differences, then one byte per knot.

#include "models/engine/operators/surface.h"

#include <vector>

namespace moe {

struct SurfaceRow {
    IdealTime ideal;
    SurfacePoint at{};
    double us = 0; ///< measured
};

/// What of a roof is fitted; the others stay as `from` has them.
enum class RoofFit { All, StartAndRates };
Roof fitRoof(const std::vector<SurfaceRow>& rows, const Roof& from = {5, 0.6, 0.8, 2},
             RoofFit what = RoofFit::All);

/// Knots without a row near them follow their neighbours.
Surface fitSurface(const std::vector<SurfaceRow>& rows, const Roof& roof,
                   const std::vector<std::vector<double>>& axes);

/// Byte knots of `values`: the step is their 99.9 % quantile over 127, and what lies beyond is clamped.
void quantise(const std::vector<double>& values, Surface& surface);

} // namespace moe
