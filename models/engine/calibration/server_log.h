// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a server says of its KV pool when it starts: vLLM's "GPU KV cache size: 1,620,336 tokens" and SGLang's
// "max_total_num_tokens=434816". serve.kv_blocks of so many blocks pins a scenario's pool to it.

#include "data/problem.h"
#include "models/engine/serve/engines/engines.h"

#include <string>
#include <string_view>

namespace moe {

struct ServerPool {
    const ServingEngine* engine = nullptr; ///< whose words they are
    Count tokens = 0;                      ///< of a rank; of several lines the last
    int blockSize = 1;                     ///< tokens, as the line before says, else the engine's
    int tp = 0;                            ///< ranks of tensor parallelism; 0: the log does not say
    double bytes = 0;                      ///< of a GPU; 0: the log does not say
    Count blocks() const { return tokens / blockSize; }
    /// Of a model whose layers keep so many bytes of a token on average: vLLM's tokens are those of a model
    /// whose layers keep them all, as windows do not (`_report_kv_cache_config` of v1/core/kv_cache_utils.py:
    /// blocks over groups of layers; gpt-oss-120b prints half of what its pool holds).
    Count blocks(double bytesPerToken) const;
};
bool isServerLog(std::string_view text);
/// A problem where no line says it, or its number is none.
Result<ServerPool> readServerPool(std::string_view text, const std::string& source);

} // namespace moe
