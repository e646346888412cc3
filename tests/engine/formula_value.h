// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Works out a formula as a reader would who puts the numbers in: + − · / ^ ², brackets, ln, exp, max, min,
// ceil and φ(z) = e^z − 1 − z.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace moe::test {

using SymbolValue = std::function<std::optional<double>(const std::string&)>;

/// Nullopt when the formula sums over something (Σ) or a symbol has no value. Throws std::invalid_argument
/// where it is not a formula.
std::optional<double> formulaValue(std::string_view formula, const SymbolValue& valueOf);

} // namespace moe::test
