// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words of a formula: the symbols in it, apart from numbers, operators and functions.

#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct FormulaWord {
    std::size_t begin = 0, size = 0; ///< bytes of UTF-8
    std::string text;
};
/// Every symbol of `formula` in its order, repeated as it occurs. A symbol starts with a Latin or Greek
/// letter and goes on with letters, digits and "_"; functions (ln, exp, max, min, ceil, φ) and Σ, Π are none.
std::vector<FormulaWord> formulaWords(std::string_view formula);

/// The part before the first ";": what gives the value.
std::string_view formulaHead(std::string_view formula);

} // namespace moe
