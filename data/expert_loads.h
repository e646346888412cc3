// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured expert loads: CSV with columns layer, expert, tokens, as routing statistics are logged. A column
// `step` tells loads of one time from another's. With a column `with`, a row that names another expert there
// counts the tokens that used both; rows without one are the loads themselves.

#include "data/problem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct ExpertLoads {
    std::string source;
    std::vector<int> layers;                 ///< layer numbers of the file, ascending
    std::vector<std::vector<double>> tokens; ///< tokens[layer index][expert]; the same experts in every layer
    std::vector<std::int64_t> steps;         ///< numbers of the file, ascending; empty without the column
    /// at[step index][layer index][expert]; `tokens` is their sum. Empty without steps.
    std::vector<std::vector<std::vector<double>>> at;
    /// together[layer index][a · experts + b]: tokens that used both, symmetric, 0 on the diagonal. Empty
    /// when the file counts no pairs; an empty entry is a layer without any.
    std::vector<std::vector<double>> together;
    Problems problems; ///< rows left out, pairs without a row (they count 0 tokens)

    std::optional<std::size_t> stepIndex(std::int64_t step) const;
    std::size_t experts() const { return tokens.empty() ? 0 : tokens.front().size(); }
};

/// Rows in any order; experts are numbered from 0. Fails when there is no usable row.
Result<ExpertLoads> readExpertLoads(std::string_view text, const std::string& source);

/// By the column names.
bool looksLikeExpertLoads(const std::vector<std::string>& header);

} // namespace moe
