// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Traces of requests as their publishers write them, in the columns of this program's own: arrival_s,
// input_tokens, output_tokens and, where the file has it, session. Azure's LLM traces of 2023 and 2024,
// BurstGPT, Mooncake (JSON lines with hash_ids), Vidur, and tables or JSON lines whose columns are called
// alike.

#include "data/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct RequestTrace {
    std::string text; ///< CSV with this program's header
    std::size_t requests = 0;
    std::string format;         ///< "Azure LLM trace"; empty where no row of the table names it
    std::vector<Message> notes; ///< sentences: what was left out or assumed
};

/// The first line is the header of this program's own traces: nothing to translate.
bool isOwnRequestTrace(std::string_view text);
/// JSON lines or a header with lengths of prompts and answers under some known name.
bool isRequestTrace(std::string_view text);

/// Fails, in few lines, where no column is known for prompts or answers.
Result<RequestTrace> readRequestTrace(std::string_view text, const std::string& source);

} // namespace moe
