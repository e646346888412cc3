// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A day of a fleet of servers: part of a Scenario. Each replica is the server of the scenario's other
// sections; here is how requests come over the day, how many replicas there are and who gets which request.
// Defaults without a source are assumptions, and said to be.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

using Count = std::int64_t;

/// How many replicas are wanted: the most always; by requests in flight; by arrivals that were seen; by the
/// day's own curve, which is known ahead.
enum class DayPolicy { Fixed, Load, Rate, Curve, Planner };
/// In turn; the fewest requests in flight; the fewer of two drawn at random; sessions where their first went;
/// least to compute, what a cache holds not counted.
enum class DayRouter { RoundRobin, LeastRequests, TwoChoices, Session, Kv };

struct DaySpec {
    Count requests = 100'000; ///< of all hours, on average
    double hours = 24;
    double peak = 1.7;    ///< highest rate over the mean of 24 hours; assumed
    double peakHour = 15; ///< assumed
    std::string curve;    ///< rates of equal parts of 24 hours, comma-separated; empty: from the peak
    /// Standard deviation of a minute's rate over its mean, beyond what Poisson arrivals have: 0.21 in
    /// Azure's conversations of 2023, 1.04 in its code, 0.10 in Mooncake's conversations (variance over mean
    /// per minute 16, 164 and 2.9 of 332, 151 and 204 requests).
    double burst = 0.2;
    double turns = 1;         ///< requests of a session on average; each sends the whole text so far
    double thinkSeconds = 86; ///< from an answer to the next turn, mean (median gap, arXiv 2606.30560)
    DayPolicy policy = DayPolicy::Load;
    Count replicasMin = 1, replicasMax = 8;
    // Of Kubernetes' horizontal autoscaler: its period, and the time over which the most that was wanted
    // stays.
    double interval = 15, cooldown = 300; ///< s
    /// Over which DayPolicy::Planner counts arrivals: Dynamo's throughput interval (ai-dynamo/dynamo@092029e,
    /// docs/components/planner/planner-guide.md); its load interval is 5 s, `interval` here.
    double rateInterval = 180;          ///< s
    std::optional<double> target;       ///< requests in flight on a replica; absent = at replicaRate
    std::optional<double> replicaRate;  ///< requests/s of a replica; absent = the most within the limits
    double headroom = 0.2;              ///< more replicas than that needs, share; assumed
    std::optional<double> startSeconds; ///< until a new replica serves; absent = the sum of the next four
    double imageSeconds = 15;           ///< place and container; assumed
    double loadGbps = 2;                ///< GB/s at which a replica's weights are read; assumed
    /// Processes, compiled code from a cache, memory profile, and capture of CUDA graphs: 58 s in
    /// vllm-project/vllm#20264, 17 of them the capture.
    double engineSeconds = 41, graphSeconds = 17;
    DayRouter router = DayRouter::LeastRequests;
    std::optional<Count> refuseAbove; ///< requests in flight on every replica; absent = none is refused
    Count seed = 1;
    bool operator==(const DaySpec&) const = default;
};

/// Of DaySpec::curve; nothing where it is no list of two or more numbers from 0, one of them more.
std::optional<std::vector<double>> dayRates(std::string_view text);

} // namespace moe
