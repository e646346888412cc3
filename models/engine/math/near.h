// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether two numbers are the same within a relative tolerance.

#include <cmath>

namespace moe {

inline bool near(double value, double expected, double tolerance) {
    return std::abs(value - expected) <= tolerance * std::abs(expected);
}

} // namespace moe
