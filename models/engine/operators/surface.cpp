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

namespace {

/// Where a value lies on an axis: after knot `cell`, so far on the way to the next.
struct AxisPlace {
    std::size_t cell = 0;
    double share = 0;
    std::size_t next = 0; ///< how far that neighbour lies
};
AxisPlace placeOn(const std::vector<double>& knots, double value) {
    AxisPlace place;
    if (knots.size() < 2) return place;
    const double x = std::clamp(value, knots.front(), knots.back());
    // Counted to the end: there are few knots, and no branch depends on the value.
    for (std::size_t i = 1; i + 1 < knots.size(); ++i) place.cell += x >= knots[i] ? 1 : 0;
    place.share = (x - knots[place.cell]) / (knots[place.cell + 1] - knots[place.cell]);
    return place;
}

/// Of the first `Axes` axes, at the knots around a point; unrolled, as this is most of a look-up.
template <std::size_t Axes>
double between(const std::int8_t* knots, const std::array<AxisPlace, kSurfaceAxes>& places) {
    if constexpr (Axes == 0) {
        return *knots;
    } else {
        const AxisPlace& place = places[Axes - 1];
        const double low = between<Axes - 1>(knots, places),
                     high = between<Axes - 1>(knots + place.next, places);
        return low + place.share * (high - low);
    }
}

} // namespace

GridWeights gridWeights(const std::vector<std::vector<double>>& axes, const SurfacePoint& at) {
    GridWeights found;
    if (axes.empty()) return found;
    found.count = 1;
    found.weight[0] = 1;
    for (std::size_t d = 0; d < axes.size(); ++d) {
        const auto [cell, share, next] = placeOn(axes[d], at[d]);
        const std::size_t before = found.count;
        for (std::size_t i = 0; i < before; ++i) {
            const auto base = static_cast<std::uint32_t>(found.index[i] * axes[d].size() + cell);
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
    std::array<AxisPlace, kSurfaceAxes> places;
    const std::int8_t* first = knots.data();
    std::size_t stride = 1;
    for (std::size_t d = axes.size(); d-- > 0;) {
        places[d] = placeOn(axes[d], at[d]);
        first += places[d].cell * stride;
        places[d].next = axes[d].size() > 1 ? stride : 0;
        stride *= axes[d].size();
    }
    switch (axes.size()) {
    case 0: return 0;
    case 1: return between<1>(first, places) * step;
    case 2: return between<2>(first, places) * step;
    case 3: return between<3>(first, places) * step;
    default: return between<4>(first, places) * step;
    }
}

double Surface::us(const IdealTime& ideal, const SurfacePoint& at, double more) const {
    return roof.us(ideal) * std::exp(residual(at) + more);
}

SurfacePoint Surface::nearest(const SurfacePoint& at) const {
    SurfacePoint found = at;
    if (!covers(at))
        for (std::size_t d = 0; d < kSurfaceAxes; ++d) found[d] = std::clamp(at[d], least[d], most[d]);
    return found;
}

bool Surface::covers(const SurfacePoint& at) const {
    constexpr double kNear = 1e-6; // files have nine digits
    for (std::size_t d = 0; d < kSurfaceAxes; ++d)
        if (at[d] < least[d] - kNear || at[d] > most[d] + kNear) return false;
    return true;
}

} // namespace moe
