#pragma once
// Measured expert loads: CSV with columns layer, expert, tokens, as routing statistics are logged.

#include "data/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct ExpertLoads {
    std::string source;
    std::vector<int> layers;                 ///< layer numbers of the file, ascending
    std::vector<std::vector<double>> tokens; ///< tokens[layer index][expert]; the same experts in every layer
    Problems problems;                       ///< rows left out, pairs without a row (they count 0 tokens)

    std::size_t experts() const { return tokens.empty() ? 0 : tokens.front().size(); }
};

/// Rows in any order; experts are numbered from 0. Fails when there is no usable row.
Result<ExpertLoads> readExpertLoads(std::string_view text, std::string source);

} // namespace moe
