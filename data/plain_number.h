// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The numbers that nearly every cell of a table holds, read while passing over them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace moe {

namespace plain_number {

inline constexpr std::array<double, 23> kPowers = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// digits / 10^power as std::from_chars rounds it; false where that takes more care.
inline bool quotient(std::uint64_t digits, std::ptrdiff_t power, double& value) {
    if (power >= static_cast<std::ptrdiff_t>(kPowers.size())) return false;
    const double divisor = kPowers[static_cast<std::size_t>(power)]; // exact
    if (digits <= std::uint64_t{1} << 53) {
        value = static_cast<double>(digits) / divisor;
        return true;
    }
    // Rounded to 64 bits, then to 53: the same as at once, unless the eleven bits between say "just half".
    if constexpr (std::numeric_limits<long double>::digits == 64) {
        const long double wide = static_cast<long double>(digits) / static_cast<long double>(divisor);
        std::uint64_t bits = 0;
        std::memcpy(&bits, &wide, sizeof bits); // x87: the significand comes first
        if ((bits & 0x7FF) == 0x400) return false;
        value = static_cast<double>(wide);
        return true;
    }
    return false;
}

} // namespace plain_number

/// Passes over digits with at most one point among them; `at` is then the first character that is neither.
/// True: there were digits and `value` is what std::from_chars makes of them. False: `value` is not touched.
inline bool passPlainNumber(const char*& at, const char* end, double& value) {
    const char* const from = at;
    std::uint64_t digits = 0;
    const auto pass = [&] {
        const char* const begin = at;
        for (; at != end; ++at) {
            const auto digit = static_cast<unsigned>(*at) - unsigned{'0'};
            if (digit > 9) break;
            digits = 10 * digits + digit;
        }
        return at - begin;
    };
    std::ptrdiff_t count = pass(), behind = 0;
    if (at != end && *at == '.') {
        ++at;
        behind = pass();
        count += behind;
    }
    if (count == 0) return false;
    constexpr std::ptrdiff_t kMost = 19; // digits that the integer holds whatever they are
    if (count > kMost)
        for (const char* zero = from; count > kMost && (*zero == '0' || *zero == '.'); ++zero)
            count -= *zero == '0';
    return count <= kMost && plain_number::quotient(digits, behind, value);
}

} // namespace moe
