// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario's serving under load: what simulate() is given for its layout, and what a run of it tells with
// its band. Ranks of data parallelism that do not go through passes together are servers of their own, to
// which whole requests are dealt.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/simulate.h"

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

struct ServedLoad {
    TrafficScenario traffic;
    ServeSpec serve;
    double gpus = 1, layers = 1;         ///< GPUs of all workers
    double rate = 0;                     ///< requests/s; 0 where the loop is closed
    double timeLow = 1, timeHigh = 1;    ///< share of a pass's time that the central 80 % lie between
    double ttftWidth = 0, tpotWidth = 0; ///< EngineOverheads
    std::int64_t smallest = 0;           ///< blocks of the longest request
    double poolBytes = 0, freeBytes = 0; ///< per GPU: KV cache that fits; what memory leaves beside weights
    TrafficClient client;
    PassTime kernels;                      ///< a pass without what the engine takes beside it
    std::function<double(double)> experts; ///< their part in a pass of so many tokens, s
    std::optional<double> moePrefill;      ///< expertEra()
    double servers() const { return traffic.replicas; }
};
/// What an engine's KV pool holds: verdict, simulator and flags ask this alone.
struct EnginePool {
    double share = 1;        ///< of the GPU's memory that the engine takes, the pool included
    double bytes = 0;        ///< of a GPU, that weights, activations and buffers leave to the pool
    double perToken = 0;     ///< bytes of a GPU; 0 where layers keep no keys
    int blockSize = 1;       ///< tokens
    std::int64_t blocks = 0; ///< of a rank
    std::int64_t blocksOf(double tokens) const {
        return (static_cast<std::int64_t>(tokens) + blockSize - 1) / blockSize;
    }
};
/// Needs scenario.serve.
EnginePool enginePool(const Scenario& scenario, const Catalog& catalog);
/// Of the engine a scenario names, vLLM's where it names none, with those that it gives itself.
EngineOverheads servedOverheads(const ServeSpec& serve);
/// Gives the load an engine's time beside its kernels.
void setOverheads(ServedLoad& load, const EngineOverheads& overheads);
/// Needs scenario.serve. `trace`: requests instead of those the scenario draws. Problems where it cannot run:
/// a pool smaller than a request, weights that do not fit, context parallelism.
Result<ServedLoad> servedLoad(const Scenario& scenario, const Catalog& catalog,
                              const std::vector<TrafficRequest>* trace = nullptr);

/// One number of a run; see loadMetrics().
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
/// Requests/s that can be answered, however many arrive.
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
/// A server's run with this rate of arrivals, requests/s on all of them, as goodputRate() tries it: a minute
/// of requests, 200 at least and 20,000 at most.
TrafficReport reportAtRate(const ServedLoad& load, double rate);
/// Highest rate of arrivals, requests/s, at which the wanted percentile of requests meets the
/// limits, with a pass's time `scale` times as long; 0 where none does.
double goodputRate(const ServedLoad& load, double scale = 1);

} // namespace moe
