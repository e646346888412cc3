// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured lengths of responses, as rollouts of reinforcement learning are logged: one length a line; or CSV
// with a column `length` (tokens), and optionally `prompt` (a name or number: the responses to one prompt are
// a group), `group` (place in the group) and `prompt_tokens`.

#include "data/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct ResponseRow {
    int length = 0;
    int promptTokens = 0; ///< 0: not told
};

struct ResponseTable {
    std::string source;
    /// In the file's order; groups whole, in the order in which their prompts come first.
    std::vector<ResponseRow> rows;
    std::vector<std::size_t> groups; ///< rows of each group; empty: the file tells of none
    Problems problems;               ///< of a file that cannot be used: there are no rows then
};

/// Fails with every problem, each located: a length that is no whole number from 1 to 10,000,000.
Result<ResponseTable> readResponses(std::string_view text, const std::string& source);

/// The text begins with a header of such a table that no other kind of table has.
bool isResponseTable(std::string_view text);

} // namespace moe
