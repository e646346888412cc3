// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Traces of requests whose prompts are told block by block, so that it is known which of them begin alike. A
// block's id names it and everything before it: equal ids mean equal prefixes. JSON lines of three kinds:
//   Mooncake       {timestamp ms, input_length, output_length, hash_ids}, 512 tokens a block, the last
//   partial Qwen-Bailian   the same with chat_id and timestamps in s, 16 tokens; its ids name a block alone
//   and are
//                  chained here, else blocks match that cannot be used again
//   conversations  {id, requests: [{t s, type, in, out, hash_ids}]} (kv-cache-tester), 64 tokens, full blocks
//                  only; ids are local to a conversation, whose sub-agents share them; their times count from
//                  their own start; every conversation begins at 0

#include "data/problem.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct HashedRequest {
    double arrival = 0; ///< s
    int input = 0, output = 0;
    std::size_t first = 0, count = 0; ///< of HashTrace::blocks
};

struct HashTrace {
    std::string source, format;
    std::vector<HashedRequest> requests; ///< by arrival; those of one moment in the file's order
    std::vector<std::uint32_t> blocks;   ///< dense ids, request after request
    std::uint32_t distinct = 0;
    int blockTokens = 512;
    double tokens = 0; ///< of all prompts
};

/// So many requests at most, 0 = all; a conversation whose first request is one of them is read whole. Fails
/// with the line of the first that is none of these.
Result<HashTrace> readHashTrace(std::string_view text, const std::string& source, std::size_t rows = 0);

/// The first line is a request or a conversation of one of these kinds.
bool isHashTrace(std::string_view text);

} // namespace moe
