// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a simulated day of a fleet comes to (day/day.h): of a report whose caller asked for it.

#include "models/engine/report/latency_summary.h"
#include "models/engine/report/report.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace moe {

/// A stretch of the day; the last may be shorter.
struct DaySlot {
    double begin = 0, end = 0;                          ///< s
    std::size_t arrived = 0, answered = 0, refused = 0; ///< of those that arrived in it
    std::size_t within = 0;                         ///< that keep the limits; all that were answered, without
    double serving = 0, starting = 0, draining = 0; ///< replicas, mean
    double inFlight = 0;                            ///< requests, mean
    double ttft50 = 0, ttft95 = 0, tpot95 = 0;      ///< s; 0 where nothing was answered
};

/// Central 80 % of one number, of days drawn anew and of a pass's time.
struct DayBand {
    const char* key = ""; ///< "day.usd"
    double low = 0, high = 0;
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
    double replicaGpus = 1;
    double mostReplicas = 0; ///< that were paid at once, of the slots
    int starts = 0;
    /// Until the day's end: prompts whose first token had come, output tokens that had come.
    double inputTokens = 0, cachedTokens = 0, outputTokens = 0;
    double preemptions = 0;
    std::optional<double> usd, usdPerMillion; ///< the second of a million output tokens
    /// At the meter, kWh: of prompts, of output tokens, of GPUs that wait; `kwh` is their sum.
    std::optional<double> kwh, kwhPrompt, kwhOutput, kwhIdle;
    std::vector<DayBand> bands;    ///< of rows of metrics(); empty where no other day was simulated
    std::vector<Warning> warnings; ///< of what came of it; DayLoad has those that were known before
    bool cancelled = false;
};

} // namespace moe
