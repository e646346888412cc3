// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lines of equal value on a rectangular grid: marching squares, linear along cell edges, joined into
// polylines.

#include <vector>

namespace moe {

/// Values z[j * x.size() + i] at (x[i], y[j]); both axes ascending.
struct ContourGrid {
    const std::vector<double>& x;
    const std::vector<double>& y;
    const std::vector<double>& z;
};

/// A closed line repeats its first point at the end; an open one ends at the border or at a cell without a
/// value.
struct ContourLine {
    bool closed = false;
    std::vector<double> x, y;
};

/// Cells with a corner that is not finite are skipped. A saddle is decided by the mean of its four corners.
/// Open lines come first; empty when nothing crosses the level.
std::vector<ContourLine> contourLines(const ContourGrid& grid, double level);

} // namespace moe
