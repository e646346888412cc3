// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Replicas of one server behind a router, request by request: an autoscaler looks at fixed times, starts
// replicas, which cost money before they serve, and drains others, which end with their last request. Every
// replica goes through the passes of traffic/server_loop.h, told of its requests as they come, so that one
// that is always on gives the numbers of simulate(), whatever else is there. Nothing is sampled or averaged.
//
// The router sees how many requests each replica has sent out no answer to, in passes that have ended; kv
// also what its cache holds. Not in it: the time of the router and of the front end, requests that are tried
// again.

#include "models/engine/scenario/scenario.h"
#include "models/engine/traffic/simulate.h"

#include <functional>
#include <optional>
#include <vector>

namespace moe {

/// What a replica was, s from the beginning of the day. Paid from `begun` to `ended`.
struct ReplicaSpan {
    double begun = 0, ready = 0; ///< from then on it serves
    double drained = 0;          ///< from then on it gets no requests
    double ended = 0;            ///< may be behind the day's end
    double busy = 0;             ///< of its servers' passes while it is paid, added up
    std::size_t requests = 0;    ///< that it answered
    std::int64_t preemptions = 0;
};

/// A request that was answered; times in s from the beginning of the day, as its client has them.
struct FleetAnswer {
    double arrival = 0, started = 0, firstToken = 0, finished = 0; ///< started: its first pass
    int input = 0, output = 0, cached = 0;                         ///< tokens
    int replica = 0;                                               ///< index among ReplicaSpans
};

struct FleetPlan {
    TrafficScenario server; ///< one server of a replica, of an open loop; its requests are not used
    int servers = 1;        ///< of a replica, which gets requests and sessions in turn
    DaySpec day;
    bool untilAnswered =
        false;            ///< the day ends with its last answer: replicas are looked at and paid till then
    TrafficClient client; ///< lengths of what a session's next turns add
    double start = 0;     ///< s from the wish for a replica until it serves
    /// Requests in flight and requests/s that a replica is counted with, where the policy asks.
    double target = 0, replicaRate = 0;
    /// Requests/s expected in a stretch of time, the highest; DayPolicy::Curve asks, and the beginning.
    std::function<double(double from, double to)> expected;
};

struct FleetRun {
    std::vector<ReplicaSpan> replicas; ///< in the order in which they were begun
    std::size_t arrived = 0, answered = 0, refused = 0;
    int starts = 0;         ///< behind the beginning of the day
    double end = 0;         ///< of the day, s
    bool cancelled = false; ///< then the rest is of no use
};

/// Requests that come from outside, in the order of arrival.
using NextRequest = std::function<std::optional<TrafficRequest>()>;
struct FleetWatch {
    std::function<void(const FleetAnswer&)> answered;
    std::function<void(double time)> refused; ///< may be empty
    std::function<bool(double share)> goOn;   ///< false: cancel; may be empty
};

/// Until the last request of the day has been answered, which may be after its end; nothing arrives then.
FleetRun runFleet(const FleetPlan& plan, const NextRequest& next, const FleetWatch& watch);

} // namespace moe
