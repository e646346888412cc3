// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The time of an operator as a roofline with a start time and a grid of residuals over it:
//     ln t = ln(t0 + ((C/e)^p + (Y/u)^p)^(1/p)) + sum of hat functions on up to four axes,
// C the ideal compute time, Y the ideal memory (or link) time. Outside what was measured the residual of its
// edge holds, so that the utilisation of the nearest measurement goes on and nothing jumps or falls.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace moe {

/// Times in microseconds at the peak rates of the data sheet.
struct IdealTime {
    double compute = 0, memory = 0;
};

struct Roof {
    double start = 0;   ///< t0, us
    double compute = 1; ///< e, share of the arithmetic peak
    double memory = 1;  ///< u, share of the bandwidth
    double blend = 2;   ///< p; large: the larger of both times alone
    double us(const IdealTime& ideal) const;
};

inline constexpr std::size_t kSurfaceAxes = 4;
using SurfacePoint = std::array<double, kSurfaceAxes>; ///< base-2 logarithms; unused axes are 0

struct Surface {
    Roof roof;
    std::vector<std::vector<double>> axes; ///< knots of each axis, rising; empty: the roof alone
    std::vector<std::int8_t> knots;        ///< last axis fastest; times `step` = ln of the ratio to the roof
    double step = 0;
    /// Shapes outside were not measured.
    SurfacePoint least{}, most{};

    /// The hat functions' sum.
    double residual(const SurfacePoint& at) const;
    /// `more`: logarithm of a further factor.
    double us(const IdealTime& ideal, const SurfacePoint& at, double more = 0) const;
    bool covers(const SurfacePoint& at) const;
    /// The same point within what was measured, else the nearest on its bounds: knots may lie beyond them.
    SurfacePoint nearest(const SurfacePoint& at) const;
};

/// The weights of the hat functions that are not zero at one point.
struct GridWeights {
    std::array<std::uint32_t, 1u << kSurfaceAxes> index{};
    std::array<double, 1u << kSurfaceAxes> weight{};
    std::size_t count = 0;
};
GridWeights gridWeights(const std::vector<std::vector<double>>& axes, const SurfacePoint& at);
std::size_t gridSize(const std::vector<std::vector<double>>& axes);

} // namespace moe
