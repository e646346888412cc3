// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario's serving under load: what simulate() is given for its layout, and what a run of it tells with
// its band. One rank of data parallelism is simulated; the others are alike and share the load evenly.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/traffic/engines.h"
#include "models/engine/traffic/simulate.h"

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

struct ServedLoad {
    TrafficScenario traffic; ///< of one rank
    ServeSpec serve;
    /// Ranks that are alike and share the load evenly: one of them is in `traffic`. GPUs of all workers.
    double ranks = 1, gpus = 1, layers = 1;
    double rate = 0;                     ///< requests/s on all ranks; 0 where the loop is closed
    double timeLow = 1, timeHigh = 1;    ///< share of a pass's time that the central 80 % lie between
    double ttftWidth = 0, tpotWidth = 0; ///< EngineOverheads
    std::int64_t smallest = 0;           ///< blocks of the longest request
    double poolBytes = 0, freeBytes = 0; ///< per GPU: KV cache that fits; what memory leaves beside weights
    TrafficClient client;
    PassTime kernels; ///< a pass without what the engine takes beside it
};
/// Of the engine a scenario names, vLLM's where it names none, with those that it gives itself.
EngineOverheads servedOverheads(const ServeSpec& serve);
/// Gives the load an engine's time beside its kernels.
void setOverheads(ServedLoad& load, const EngineOverheads& overheads);
/// Needs scenario.serve. `trace`: requests instead of those the scenario draws. Problems where it cannot run:
/// a pool smaller than a request, weights that do not fit, context parallelism.
Result<ServedLoad> servedLoad(const Scenario& scenario, const Catalog& catalog,
                              const std::vector<TrafficRequest>* trace = nullptr);

/// One number of a run, in all its ranks; see loadMetrics().
struct LoadMetric {
    std::string_view key; ///< "ttft_seconds.p50"
    double (*of)(const TrafficReport& report, const ServedLoad& load);
    bool latency; ///< without an upper end near saturation
};
const std::vector<LoadMetric>& loadMetrics();

struct LoadBand {
    std::optional<double> low, high; ///< central 80 %; nothing: open
};
struct LoadReport {
    TrafficReport report;        ///< with the scenario's seed
    std::vector<LoadBand> bands; ///< of loadMetrics()
    /// Open loop: requests arrive faster than they can be answered, or may within the band of a pass's time.
    bool saturated = false, nearSaturation = false;
    double capacity = 0; ///< requests/s that can be answered, open loop; 0 where the loop is closed
};
/// Requests/s on all ranks that can be answered, however many arrive.
double requestCapacity(const ServedLoad& load);
/// Runs that a band is taken from where nobody says how many: the same everywhere, as one scenario has one
/// band.
constexpr int kBandRuns = 3;
/// `seeds`: runs, at least 1; the band is of their spread and of a pass's time.
LoadReport simulateLoad(const ServedLoad& load, int seeds = kBandRuns);
/// Of one of loadMetrics(); open at both ends for a key that is none.
LoadBand bandOf(const LoadReport& report, std::string_view key);

/// Share of requests within the scenario's limits; nothing without limits.
std::optional<double> shareWithinLimits(const TrafficReport& report, const ServeSpec& serve);
/// A rank's run with this rate of arrivals, requests/s on all ranks, as goodputRate() tries it: a minute of
/// requests, 200 at least and 20,000 at most.
TrafficReport reportAtRate(const ServedLoad& load, double rate);
/// Highest rate of arrivals, requests/s on all ranks, at which the wanted percentile of requests meets the
/// limits, with a pass's time `scale` times as long; 0 where none does.
double goodputRate(const ServedLoad& load, double scale = 1);

} // namespace moe
