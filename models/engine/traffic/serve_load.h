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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

struct ServedLoad {
    TrafficScenario traffic;
    ServeSpec serve;
    double gpus = 1, layers = 1;         ///< GPUs of all workers
    double tp = 1;                       ///< ranks of one worker that add up each layer
    double rate = 0;                     ///< requests/s; 0 where the loop is closed
    double timeLow = 1, timeHigh = 1;    ///< share of a pass's time that the central 80 % lie between
    double ttftWidth = 0, tpotWidth = 0; ///< EngineOverheads, with the requests in flight of each server
    std::int64_t smallest = 0;           ///< blocks of the longest request
    double poolBytes = 0, freeBytes = 0; ///< per GPU: KV cache that fits; what memory leaves beside weights
    TrafficClient client;
    PassTime kernels;                      ///< a pass without what the engine takes beside it
    std::function<double(double)> experts; ///< their part in a pass of so many tokens, s
    bool ofTrace = false;                  ///< requests were given, not drawn
    bool standsIn = false; ///< no engine was named: this one does, and reports are of a steady batch
    double gpuHourUsd = 0;
    std::optional<double> moePrefill; ///< expertEra()
    std::optional<double> capacity;   ///< requestCapacity(), where it was asked for already
    double servers() const { return traffic.replicas; }
};
/// What an engine's KV pool holds: verdict, simulator and flags ask this alone.
struct EnginePool {
    double share = 1;        ///< of the GPU's memory that the engine takes, the pool included
    double bytes = 0;        ///< of a GPU, that weights, activations and buffers leave to the pool
    double perToken = 0;     ///< bytes of a GPU; 0 where layers keep no keys
    int blockSize = 1;       ///< tokens
    std::int64_t blocks = 0; ///< of a rank
    double freeShare = 0;    ///< `bytes` of what weights and activations leave
    BatchLimits limits;      ///< of a rank's pass, with which the activations were counted
    std::int64_t blocksOf(double tokens) const {
        return (static_cast<std::int64_t>(tokens) + blockSize - 1) / blockSize;
    }
};
/// Needs scenario.serve.
EnginePool enginePool(const Scenario& scenario, const Catalog& catalog);
/// Whether a pool holds the longest request that may be sent.
bool holdsLongest(const EnginePool& pool, const ServeSpec& serve);
/// The smallest change of a server after which its pool holdsLongest(), as --set takes it: of a pass's
/// tokens, of the memory that the engine takes, of the weights' type, of the GPUs. Nothing where none of
/// these does.
using PoolCure = std::vector<std::pair<std::string, std::string>>;
std::optional<PoolCure> poolCure(const Scenario& scenario, const Catalog& catalog);
/// "parallel.tp=4 cluster.gpus=4".
std::string cureText(const PoolCure& cure);
/// Whether it gives constants of the engine itself, as a fit does.
bool givesConstants(const ServeSpec& serve);
/// Of the engine a scenario names, vLLM's where it names none, with those that it gives itself.
EngineOverheads servedOverheads(const ServeSpec& serve);
/// Gives the load an engine's time beside its kernels.
void setOverheads(ServedLoad& load, const EngineOverheads& overheads);
/// Needs scenario.serve. `trace`: requests instead of those the scenario draws. Problems where it cannot run:
/// a pool smaller than a request, weights that do not fit, context parallelism.
Result<ServedLoad> servedLoad(const Scenario& scenario, const Catalog& catalog,
                              const TrafficTrace* trace = nullptr);

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
/// Of a value, its runs with a pass's time at both ends of that's own band, and runs with other seeds, the
/// value's own among them. `width`: what published runs are off by, in logarithms; no band is narrower.
LoadBand centralBand(double value, double low, double high, const std::vector<double>& seeds, double width);

struct LoadReport {
    TrafficReport report;        ///< with the scenario's seed
    std::vector<LoadBand> bands; ///< of loadMetrics()
    /// Open loop: requests arrive faster than they can be answered, or may within the band of a pass's time.
    bool saturated = false, nearSaturation = false;
    double capacity = 0; ///< requests/s that can be answered, open loop; 0 where the loop is closed
    /// Chance that the wanted share of requests keeps a limit, by the band of that percentile; absent without
    /// the limit and where the band is open.
    std::optional<double> ttftChance, tpotChance;
};
/// Requests/s that can be answered, however many arrive: a run longer than others.
double requestCapacity(const ServedLoad& load);
/// Of a replica's ranks or workers those that requestCapacity() looks at: a part where all of them would have
/// too many requests at once.
struct CapacityPart {
    std::size_t looked = 1, all = 1;
};
CapacityPart capacityPart(const ServedLoad& load);
/// The load with passes that take `factor` times as long; its capacity with it, where it is known and nothing
/// but passes takes time.
ServedLoad withPassTimes(const ServedLoad& load, double factor);
/// Runs that a band is taken from where nobody says how many: the same everywhere, as one scenario has one
/// band.
constexpr int kBandRuns = 3;
/// `seeds`: runs, at least 1; the band is of their spread and of a pass's time. `ran` is told after each of
/// its loadRuns() simulations.
LoadReport simulateLoad(const ServedLoad& load, int seeds = kBandRuns, const std::function<void()>& ran = {});
int loadRuns(const ServedLoad& load, int seeds);
/// Of one of loadMetrics(); open at both ends for a key that is none.
LoadBand bandOf(const LoadReport& report, std::string_view key);

/// Share of requests within the scenario's limits; nothing without limits.
std::optional<double> shareWithinLimits(const TrafficReport& report, const ServeSpec& serve);

// Requests per second within limits: the same server, and arrivals at a rate of their own.

/// So many arrivals per second, of `requests` in all, gamma where they already are, else Poisson; an engine
/// where only the steady formulas are named.
void arriveAt(ServeSpec& serve, double rate, Count requests);
/// The load of a scenario's server with arrivals, whatever its own loop; reportAtRate() says how many.
Result<ServedLoad> openLoad(const Scenario& scenario, const Catalog& catalog);
/// Requests by which rates are judged: as many as the scenario gives, else five minutes of the server's
/// capacity, from 1,000 to 20,000 on one server, and 300 on each where there are more.
Count judgedRequests(const ServedLoad& open, double capacity);
/// A run of openLoad() with so many requests per second on all servers: what simulateLoad() makes of the same
/// scenario after arriveAt(), in brief.
TrafficReport reportAtRate(const ServedLoad& open, double rate, Count requests);
/// Highest rate of arrivals, requests/s, at which the wanted share of requests keeps the limits.
struct Goodput {
    double rate = 0;     ///< 0 where none does
    double capacity = 0; ///< requests/s that can be answered, within the limits or not
    Count requests = 0;  ///< judgedRequests()
    /// At the lowest rate that was seen to fail, so many shares of the requests break each limit; both 0
    /// where the server answers no more requests than keep the limits.
    double ttftBroken = 0, tpotBroken = 0;
    int runs = 0;
};
/// `open`: openLoad(); with a pass's time `scale` times as long.
Goodput goodput(const ServedLoad& open, double scale = 1);

} // namespace moe
