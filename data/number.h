// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers as text, the same in every locale (std::from_chars and std::to_chars only).

#include <optional>
#include <string>
#include <string_view>

namespace moe {

/// The whole of `text` as a number; surrounding blanks are allowed, anything else is nullopt, so is a number
/// that a double cannot hold. Accepts 42, +3.5e-4, nan, inf. No suffix.
std::optional<double> parseNumber(std::string_view text);

/// Like parseNumber, but also with one decimal suffix as people type it, in either case: 8k, 4M, 1.5B
/// or 1.5G, 1.5T, and thousands separated by '_' (1_000_000).
std::optional<double> parseQuantity(std::string_view text);

/// Shortest text that reads back as the same double: 0.1, 1e+22; integers below 1e15 in full: 671026419200.
std::string numberText(double value);

/// `value` with `digits` significant digits, no exponent below 1e15 and above 1e-5, no trailing zeros after
/// the point: 12.3, 0.000123, 80.
std::string rounded(double value, int digits);

/// For labels, with `digits` significant digits and a suffix k, M, B or T from 1000 on: 429M, 1.07B, 56.9B.
std::string compact(double value, int digits = 3);

} // namespace moe
