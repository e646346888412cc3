// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario's day: what its fleet is given, and what the day comes to in latencies, replicas, money and
// energy. Every request is simulated (fleet.h). A replica's money counts from the wish for it to its last
// answer or the end of the day; its energy is that of its prompts, its tokens and the time it waits.

#include "data/problem.h"
#include "models/engine/day/fleet.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/traffic/serve_load.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace moe {

/// Seconds until a new replica serves, by what it waits for.
struct StartParts {
    double image = 0, weights = 0, engine = 0, graphs = 0;
    double sum() const { return image + weights + engine + graphs; }
};

struct DayLoad {
    Scenario scenario;
    ServedLoad load; ///< of one replica
    FleetPlan plan;
    std::vector<TrafficRequest> trace; ///< requests that were given; empty: drawn
    StartParts start;                  ///< where day.start_seconds is not given
    double weightBytes = 0;            ///< of a replica, all its GPUs
    double gpus = 1;                   ///< of a replica
    bool counted = false;              ///< the rate of a replica was found by simulation
    std::vector<Warning> warnings;
};
/// Gives a scenario that serves and has no day that of the defaults and says so among what it assumes;
/// `traced`: where requests and hours are those of a trace.
void assumeDay(Scenario& scenario, bool traced = false);

/// Needs scenario.serve and scenario.day, both valid. `trace`: requests in place of drawn ones.
Result<DayLoad> dayLoad(const Scenario& scenario, const Catalog& catalog,
                        std::vector<TrafficRequest> trace = {});

/// A stretch of the day; the last may be shorter.
struct DaySlot {
    double begin = 0, end = 0;                          ///< s
    std::size_t arrived = 0, answered = 0, refused = 0; ///< of those that arrived in it
    std::size_t within = 0;                         ///< that keep the limits; all that were answered, without
    double serving = 0, starting = 0, draining = 0; ///< replicas, mean
    double inFlight = 0;                            ///< requests, mean
    double ttft50 = 0, ttft95 = 0, tpot95 = 0;      ///< s; 0 where nothing was answered
};

struct DayReport {
    std::vector<DaySlot> stretches;
    /// A drawn day ends after its hours, a trace's with its last answer.
    std::size_t requests = 0, answered = 0, refused = 0, running = 0; ///< answered: until the day's end
    LatencySummary ttft, tpot; ///< s, of all that were answered, whenever
    double ttft95 = 0;
    std::optional<double> within;           ///< share of the requests that keep the limits; none: no limits
    std::optional<double> worstWithin;      ///< the same of the worst quarter of an hour
    double worstTtft95 = 0, worstBegin = 0; ///< s; of the quarter with the highest, when the worst begins
    double replicaHours = 0, startHours = 0,
           drainHours = 0;              ///< paid in all; of them before and after serving
    double gpuHours = 0, busyShare = 0; ///< busy: passes' time over what is paid, no more than 1
    double mostReplicas = 0;            ///< that were paid at once, of the slots
    int starts = 0;
    /// Until the day's end: prompts whose first token had come, output tokens that had come.
    double inputTokens = 0, cachedTokens = 0, outputTokens = 0;
    double preemptions = 0;
    std::optional<double> usd, usdPerMillion; ///< the second of a million output tokens
    /// At the meter, kWh: of prompts, of output tokens, of GPUs that wait; `kwh` is their sum.
    std::optional<double> kwh, kwhPrompt, kwhOutput, kwhIdle;
    std::vector<Warning> warnings; ///< of what came of it; DayLoad has those that were known before
    bool cancelled = false;
};
/// `goOn` gets the share of the day that is done and says false to cancel; may be empty.
DayReport simulateDay(const DayLoad& load, const Catalog& catalog,
                      const std::function<bool(double)>& goOn = {});

/// The fewest replicas that are always on and keep as large a share of requests within the limits as `share`;
/// absent where the most replicas do not, without limits, or cancelled.
struct FixedFleet {
    int replicas = 0;
    DayReport report;
};
std::optional<FixedFleet> leastFixedFleet(const DayLoad& load, const Catalog& catalog, double share,
                                          const std::function<bool(double)>& goOn = {});

/// One number of a day. Name, unit and what is better are those of nameOf().
struct DayMetric {
    const char* key; ///< "day.usd"
    std::optional<double> (*of)(const DayReport& report);
    const char* formula; ///< in words of the field
    const char* source;
};
const std::vector<DayMetric>& dayMetrics();

} // namespace moe
