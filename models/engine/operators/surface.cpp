// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/surface.h"

#include <algorithm>
#include <cmath>

namespace moe {

double Roof::us(const IdealTime& ideal) const {
    const double c = ideal.compute / compute, y = ideal.memory / memory;
    const double larger = std::max(c, y), smaller = std::min(c, y);
    if (!(smaller > 0)) return start + larger;
    // (c^p + y^p)^(1/p) without overflow.
    return start + larger * std::exp(std::log1p(std::exp(blend * std::log(smaller / larger))) / blend);
}

std::size_t gridSize(const std::vector<std::vector<double>>& axes) {
    std::size_t size = axes.empty() ? 0 : 1;
    for (const std::vector<double>& axis : axes) size *= axis.size();
    return size;
}

GridWeights gridWeights(const std::vector<std::vector<double>>& axes, const SurfacePoint& at) {
    GridWeights found;
    if (axes.empty()) return found;
    found.count = 1;
    found.weight[0] = 1;
    for (std::size_t d = 0; d < axes.size(); ++d) {
        const std::vector<double>& knots = axes[d];
        const std::size_t size = knots.size();
        std::size_t cell = 0;
        double share = 0;
        if (size > 1) {
            const double x = std::clamp(at[d], knots.front(), knots.back());
            while (cell + 2 < size && x >= knots[cell + 1]) ++cell;
            share = (x - knots[cell]) / (knots[cell + 1] - knots[cell]);
        }
        const std::size_t before = found.count;
        for (std::size_t i = 0; i < before; ++i) {
            const auto base = static_cast<std::uint32_t>(found.index[i] * size + cell);
            const double weight = found.weight[i];
            found.index[i] = base;
            found.weight[i] = weight * (1 - share);
            if (share > 0) {
                found.index[found.count] = base + 1;
                found.weight[found.count++] = weight * share;
            }
        }
    }
    return found;
}

double Surface::residual(const SurfacePoint& at) const {
    const GridWeights found = gridWeights(axes, at);
    double sum = 0;
    for (std::size_t i = 0; i < found.count; ++i) sum += found.weight[i] * knots[found.index[i]];
    return sum * step;
}

double Surface::us(const IdealTime& ideal, const SurfacePoint& at) const {
    return roof.us(ideal) * std::exp(residual(at));
}

bool Surface::covers(const SurfacePoint& at) const {
    constexpr double kNear = 1e-6; // files have nine digits
    for (std::size_t d = 0; d < kSurfaceAxes; ++d)
        if (at[d] < least[d] - kNear || at[d] > most[d] + kNear) return false;
    return true;
}

} // namespace moe
