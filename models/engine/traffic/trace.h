// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Requests of a trace: CSV with columns arrival_s (s), input_tokens, output_tokens and, where requests
// continue each other's text, session.

#include "data/hash_trace.h"
#include "data/problem.h"
#include "models/engine/traffic/simulate.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// A trace of more is refused. A request takes about 320 bytes while it is simulated (measured with ten
/// million: 3.1 GB at most), of which the reader holds 24.
inline constexpr std::size_t kMostTraceRequests = 10'000'000;

/// Reads a trace step by step: of the text, no more than a step and a line are held.
class TraceReader {
public:
    explicit TraceReader(std::string source) : m_source(std::move(source)) {}
    /// The next bytes, cut anywhere. False: more would not be used, finish() tells why.
    bool add(std::string_view bytes);
    /// In the order of arrival; the first arrives at 0. Nothing of a file with a fault is used.
    Result<std::vector<TrafficRequest>> finish();

private:
    void read(std::string_view lines);
    int sessionOf(std::string_view name);

    std::string m_source, m_header, m_rest;
    int m_before = 0; ///< lines before `m_rest`, the header's among them
    std::vector<TrafficRequest> m_requests;
    std::map<std::string, int, std::less<>> m_sessions;
    Problems m_problems;
};

/// Requests whose prompts' blocks have names; those without an output, which failed, are left out.
TrafficTrace namedTrace(const HashTrace& trace);

/// Share of the prompts' tokens that a cache without an end would find, one request after the other.
double unlimitedHits(const TrafficTrace& trace);

/// A whole trace.
Result<std::vector<TrafficRequest>> readTrace(std::string_view text, const std::string& source);

} // namespace moe
