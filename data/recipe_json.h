// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs as JSON lines, one object per line, made the table that the reader of runs takes.

#include "data/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// The first line that is not empty is an object.
bool isJsonLines(std::string_view text);

struct JsonRuns {
    std::string csv;        ///< a column per key, nested ones dotted; empty where an object has none
    std::vector<int> lines; ///< of each row, from 1
};
/// Lists (tags, histories) are no numbers of a run and not taken. Fails with the place of every line that is
/// no object.
Result<JsonRuns> csvOfJsonLines(std::string_view text, const std::string& source);

} // namespace moe
