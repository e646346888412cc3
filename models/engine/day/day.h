// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario's day: what its fleet is given, and what the day comes to in latencies, replicas, money and
// energy. Every request is simulated (fleet.h). A replica's money counts from the wish for it to its last
// answer or the end of the day; its energy is that of its prompts, its tokens and the time it waits.

#include "data/problem.h"
#include "models/engine/day/fleet.h"
#include "models/engine/report/day_report.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/traffic/serve_load.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
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
    TrafficTrace trace;     ///< requests that were given; empty: drawn
    StartParts start;       ///< where day.start_seconds is not given
    double weightBytes = 0; ///< of a replica, all its GPUs
    double gpus = 1;        ///< of a replica
    bool counted = false;   ///< the rate of a replica was found by simulation
    std::vector<Warning> warnings;
};
/// Gives a scenario that serves and has no day that of the defaults and says so among what it assumes;
/// `traced`: where requests and hours are those of a trace.
void assumeDay(Scenario& scenario, bool traced = false);

/// Needs scenario.serve and scenario.day, both valid. `trace`: requests in place of drawn ones. `stop`: what
/// comes after is of no use.
Result<DayLoad> dayLoad(const Scenario& scenario, const Catalog& catalog, TrafficTrace trace = {},
                        const std::stop_token& stop = {});

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

/// Gives the report the bands of its numbers: with the time of a pass at both ends of its own band, and drawn
/// anew `seeds` − 1 times. False where it was cancelled.
bool addBands(DayReport& report, const DayLoad& load, const Catalog& catalog, int seeds,
              const std::function<bool(double)>& goOn = {});

/// Days of more requests have no band unless somebody asks for one.
inline constexpr Count kBandedRequests = 1'000'000;

/// Gives a report the day of its scenario, without bands; of one that has none, nothing. What is in the way
/// is a warning.
void addDay(Report& report, const Catalog& catalog, const std::function<bool(double)>& goOn = {});

/// Rows of metrics() that are of a day.
const std::vector<const Metric*>& dayMetrics();
bool isOfDay(std::string_view key);
std::optional<double> valueOf(const Metric& metric, const DayReport& day);

} // namespace moe
