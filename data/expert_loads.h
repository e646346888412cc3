// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured expert loads: CSV with columns layer, expert, tokens, as routing statistics are logged. With a
// fourth column `with`, a row that names another expert there counts the tokens that used both; rows without
// one are the loads themselves.

#include "data/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct ExpertLoads {
    std::string source;
    std::vector<int> layers;                 ///< layer numbers of the file, ascending
    std::vector<std::vector<double>> tokens; ///< tokens[layer index][expert]; the same experts in every layer
    /// together[layer index][a · experts + b]: tokens that used both, symmetric, 0 on the diagonal. Empty
    /// when the file counts no pairs; an empty entry is a layer without any.
    std::vector<std::vector<double>> together;
    Problems problems; ///< rows left out, pairs without a row (they count 0 tokens)

    std::size_t experts() const { return tokens.empty() ? 0 : tokens.front().size(); }
};

/// Rows in any order; experts are numbered from 0. Fails when there is no usable row.
Result<ExpertLoads> readExpertLoads(std::string_view text, const std::string& source);

/// By the column names.
bool looksLikeExpertLoads(const std::vector<std::string>& header);

} // namespace moe
