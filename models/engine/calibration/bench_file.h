// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Result files of serving benchmarks: `vllm bench serve --save-result`, SGLang's `bench_serving
// --output-file` (one JSON object a line) and InferenceX, whose client is vLLM's. They share the names of
// what they measured.

#include "data/problem.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

struct BenchRun {
    std::string source;
    int line = 1;
    std::string model;              ///< as the server was asked for it; empty: the file does not say
    double requests = 0;            ///< completed
    double concurrency = 0;         ///< in flight at most; 0: open loop
    double rate = 0;                ///< requests/s, open loop
    double burstiness = 1;          ///< shape of gamma gaps
    double input = 0, output = 0;   ///< tokens of a request on average
    std::optional<double> shortest; ///< lengths are uniform from this share of the longest
    std::vector<std::pair<int, int>>
        lengths; ///< tokens of each request, in the order of sending, where given
    // s; absent where the file does not say.
    std::optional<double> ttftMean, ttftMedian, ttft99, tpotMean, tpotMedian;
    double outputTokensPerSecond = 0;
};
/// Every run of a file, or located problems: a file of something else, keys that are missing, counts that are
/// none.
Result<std::vector<BenchRun>> readBench(std::string_view text, const std::string& source);

} // namespace moe
