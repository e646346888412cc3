// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Layouts of a server by simulation: throughput per GPU against speed for each user. Every TP × PP × EP × ETP
// × replicas of so many GPUs is first judged by the steady formulas of serve/; those near their Pareto line
// are simulated request by request (traffic/): within the scenario's limits at the highest rate of arrivals
// that keeps them (goodput()); without limits in a closed loop with rising numbers of requests at once, until
// a condition is broken, memory is full or more requests add nothing. What is told of a point is what
// `moe-explorer simulate` tells of its scenario. No threads here: whoever asks gives the loop.

#include "models/engine/plan/plan.h"

#include <functional>
#include <limits>
#include <memory>
#include <string_view>

namespace moe {

struct DayReport; // report/day_report.h

/// Of one simulated server; times in seconds, rates per second.
struct ServingNumbers {
    double perGpu = 0, perUser = 0;                                 ///< output tokens
    double ttft = 0, ttft99 = 0, tpot = 0, tpot99 = 0, latency = 0; ///< medians, and 99th percentiles
    double requestsPerSecond = 0;
    double rate = 0;                        ///< arrivals; 0: a closed loop of `requests`
    double requests = 1, batchedTokens = 0; ///< at once on all ranks (of arrivals: on average); of a pass
    double kvUse = 0, preemptions = 0;      ///< largest share of the pool
    /// Share of the requests after the first ones within serve.slo_ttft and serve.slo_tpot; 1 without them.
    double sloShare = 1;
    double ttftAt = 0, tpotAt = 0; ///< of these requests, at serve.slo_percentile
    std::optional<double> usdPerMillion;
    /// At the meter (energy/energy.h); absent where it is not known what the GPUs do.
    std::optional<double> joulesPerPrompt, joulesPerOutput, joulesPerRequest, tokensPerKwh, rackKw;
    /// Of a fleet of such replicas; where a condition or an objective asks for it.
    std::shared_ptr<const DayReport> day;
    double simulated = 0; ///< requests of the run, of all ranks that go through a pass together
    bool coarse = false;  ///< of fewer requests than the report of the scenario follows
};

struct ServingMetric : MetricName {
    bool grows; ///< gets worse with the requests at once: a limit on it ends the search of a layout
    std::optional<double> (*value)(const ServingNumbers&);
};
const std::vector<ServingMetric>& servingMetrics();
const ServingMetric* findServingMetric(std::string_view key);

struct ServingObjective {
    const ServingMetric* metric = nullptr;
    bool maximise = false;
};
struct ServingCondition {
    const ServingMetric* metric = nullptr; ///< or
    std::int32_t Layout::*member = nullptr;
    Relation relation = Relation::AtMost;
    double limit = 0;
};
Result<ServingObjective> parseServingObjective(std::string_view text, bool maximise);
/// 'serve.ttft_seconds<=1', 'parallel.tp<=4'; relations as of parseCondition().
Result<ServingCondition> parseServingCondition(std::string_view text);

struct ServingSearch {
    Scenario base;        ///< servedBase() of what was asked
    bool trained = false; ///< what was asked trains too
    std::vector<std::optional<DataType>> precisions{
        std::nullopt};                 ///< of weights and products; absent: base's
    std::vector<Count> batches;        ///< tokens of a pass
    Count sequences = 1;               ///< of a rank at once, at most
    Count fewest = 1, most = 1;        ///< GPUs
    ServingObjective objective, other; ///< what ranks; and the other metric of the Pareto line
    std::vector<ServingCondition> conditions;
    std::optional<double> rate; ///< arrivals per second that must be answered, rather than as many as can be
    double headroom = kServingHeadroom; ///< share of the memory that stays free
    std::size_t top = 10;
    /// Requests of a run (ServingNumbers::simulated): a layout is not followed to longer ones. Of thousands
    /// of ranks that go through a pass together one run takes half a minute.
    double longest = std::numeric_limits<double>::infinity();
    std::function<bool()> stopped = {}; ///< asked between runs; then what is found has gaps
};
/// In place of a steady engine or arrivals of its own: a closed loop, ten times as many requests as are at
/// once.
void closeLoop(ServeSpec& serve);
bool hasLimits(const ServeSpec& serve);
/// Are the points at rates of arrivals, or in closed loops?
bool searchesRates(const ServingSearch& search);
/// Of one run of a scenario that serves, in the loop that its serve section gives; problems where it cannot
/// run. `enough`: of several servers that are alike, those with so many requests tell for all; 0: as reports
/// have it.
Result<ServingNumbers> servingNumbers(const Scenario& scenario, const Catalog& catalog,
                                      std::size_t enough = 0);
/// Fills what is absent: tokens of a pass, and tokens/s per GPU against tokens/s per user. `rate`: arrivals
/// per second that must be answered.
Result<ServingSearch> servingSearch(const Scenario& given, const Catalog& catalog, Count fewest, Count most,
                                    std::vector<ServingCondition> conditions,
                                    std::vector<ServingObjective> objectives = {},
                                    std::optional<double> rate = std::nullopt);

/// What keeps a layout from more requests at once.
enum class ServingBound { Requests, Ttft, Tpot, Slo, Condition, Memory, BatchLimit, Compute };
const char* servingBoundKey(ServingBound bound); ///< "ttft"; Requests: more can be had, slower for each

struct ServingPoint {
    Layout layout;
    std::optional<DataType> precision;
    ServingNumbers numbers;
    ServingBound bound = ServingBound::Requests;
    bool pareto = false;
};
/// Of the search's base.
Scenario pointScenario(const ServingSearch& search, const ServingPoint& point);
/// Highest rate of a scenario's own server within its limits, and its numbers there; where no rate keeps
/// them, those of a tenth of what it can answer.
struct OwnGoodput {
    double rate = 0; ///< 0: none
    ServingNumbers numbers;
    ServingBound bound = ServingBound::Compute;
    std::size_t runs = 0;
    double capacity = 0;
    Count requests = 0; ///< of each run
    Scenario scenario;  ///< with these arrivals
};
Result<OwnGoodput> ownGoodput(const Scenario& scenario, const Catalog& catalog);
/// What of the scenario a point sets, as --set takes it.
std::vector<std::pair<std::string, std::string>> pointSettings(const ServingSearch& search,
                                                               const ServingPoint& point);
/// What binds, and what most of a decode step is spent on.
Message boundReason(const ServingSearch& search, const ServingPoint& point, const Catalog& catalog);

struct ServingFound {
    std::vector<ServingPoint> best;   ///< of each layout and precision, best first
    std::vector<ServingPoint> line;   ///< Pareto line of all points, by the other metric's rising values
    std::vector<ServingPoint> points; ///< all that keep the conditions
    std::size_t layouts = 0, simulated = 0, runs = 0;
    std::optional<ServingPoint> closest; ///< where none does: the point of least excess over the limits
    Message origin;
    std::optional<Message> note; ///< what to know of requests that are all alike
};
ServingFound searchedServing(const ServingSearch& search, const Catalog& catalog, const ForEach& forEach);

} // namespace moe
