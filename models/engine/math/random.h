// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A seeded generator whose draws are the same on every machine: the standard fixes its engines but not its
// distributions, and the seed shown to the user must give the same picture everywhere.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace moe {

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next() {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }
    /// In (0, 1): the middle of one of 2^53 steps, so that a logarithm is always finite.
    double uniform() { return (static_cast<double>(next() >> 11U) + 0.5) * 0x1p-53; }
    /// 0 … n − 1.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(uniform() * static_cast<double>(n)); }
    /// Standard normal (Box–Muller, first of the pair).
    double normal() {
        const double radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

private:
    std::uint64_t m_state;
};

} // namespace moe
