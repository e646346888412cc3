// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers that come out of sums: their total, and a comparison that allows for rounding.

#include <QTest>

#include <cmath>
#include <numeric>
#include <vector>

namespace moe::test {

inline double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

inline void compare(double actual, double expected, double tolerance) {
    QVERIFY2(std::abs(actual - expected) <= tolerance,
             qPrintable(QStringLiteral("%1, expected %2 ± %3").arg(actual).arg(expected).arg(tolerance)));
}

} // namespace moe::test
