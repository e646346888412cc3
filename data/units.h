// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Quantities that carry their unit in the type: one tagged double in base units.
// In by multiplication (80 * GiB), out by division (size / GiB).

#ifndef Q_MOC_RUN // moc 6.4 cannot read the concepts in it
#include <compare>
#endif

namespace moe {

template <class Tag> struct Quantity {
    double base = 0; ///< value in the base unit (B, s, FLOP, B/s, FLOP/s)

    constexpr Quantity& operator+=(Quantity other) {
        base += other.base;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.base + b.base}; }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return {a.base - b.base}; }
    friend constexpr Quantity operator*(double factor, Quantity q) { return {factor * q.base}; }
    friend constexpr Quantity operator*(Quantity q, double factor) { return {factor * q.base}; }
    friend constexpr Quantity operator/(Quantity q, double divisor) { return {q.base / divisor}; }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.base / b.base; }
    friend constexpr auto operator<=>(Quantity a, Quantity b) = default;
};

using Bytes = Quantity<struct BytesTag>;
using Seconds = Quantity<struct SecondsTag>;
using Flops = Quantity<struct FlopsTag>;           ///< a number of floating-point operations
using Bandwidth = Quantity<struct BandwidthTag>;   ///< bytes per second
using Throughput = Quantity<struct ThroughputTag>; ///< operations per second

constexpr Seconds operator/(Bytes size, Bandwidth rate) {
    return {size.base / rate.base};
}
constexpr Seconds operator/(Flops work, Throughput rate) {
    return {work.base / rate.base};
}
constexpr Throughput operator/(Flops work, Seconds time) {
    return {work.base / time.base};
}
constexpr Bandwidth operator/(Bytes size, Seconds time) {
    return {size.base / time.base};
}

inline constexpr Bytes byte{1}, KiB{1024}, MiB{1024.0 * 1024}, GiB{1024.0 * 1024 * 1024};
inline constexpr Seconds second{1}, millisecond{1e-3}, microsecond{1e-6};
inline constexpr Bandwidth GBps{1e9}, TBps{1e12};
inline constexpr Throughput Tflops{1e12};

} // namespace moe
