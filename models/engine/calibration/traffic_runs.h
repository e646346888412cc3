// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published closed-loop serving runs simulated with their benchmark's client, against what was measured; and
// the few constants of an engine beside its kernels (serve/engines/engines.h) fitted to them.
//
// Client: so many requests in flight, ten times as many in all, all of the first at once, lengths as the run
// says; requests that run at once are not limited below those in flight (InferenceX recipes).

#include "models/engine/calibration/serving_runs.h"
#include "models/engine/traffic/serve_load.h"

#include <functional>
#include <string>
#include <vector>

namespace moe {

struct TrafficPoint {
    const ServingRun* run = nullptr; ///< outlives the point
    ServedLoad load;
    double steadyTtft = 0, steadyTpot = 0; ///< s, of the formulas of one steady batch
};
struct TrafficPoints {
    std::vector<TrafficPoint> points;
    std::vector<std::pair<const ServingRun*, Message>> left;
};
/// What can be simulated: runs whose client is known; `forEach` runs work for 0 … count − 1, in any order.
using EachOf = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
TrafficPoints trafficPoints(const std::vector<ServingRun>& runs, const Catalog& catalog,
                            const EachOf& forEach);

struct TrafficScore {
    const TrafficPoint* point = nullptr;
    double ttft = 0, tpot = 0; ///< s, simulated means, as the tables have them
    double ttftError() const { return point->run->ttft > 0 ? ttft / point->run->ttft - 1 : 0; }
    double tpotError() const { return tpot / point->run->tpot - 1; }
};
/// Each with its engine's constants as they are shipped, or with others.
std::vector<TrafficScore> scoreTraffic(const std::vector<const TrafficPoint*>& points, const EachOf& forEach,
                                       const EngineOverheads* overheads = nullptr);

/// The constants of one engine that bring the logarithms of both means nearest to the measured ones
/// (absolute deviations, so that a run of something else costs little).
EngineOverheads fitOverheads(const std::vector<const TrafficPoint*>& points, const EachOf& forEach);

/// One engine's constants, and its runs, as fitOverheads() leaves them.
struct FittedEngine {
    std::string engine;
    EngineOverheads overheads;
    std::vector<TrafficScore> scores;
};
std::vector<FittedEngine> fitEngines(const std::vector<const TrafficPoint*>& points, const EachOf& forEach);

/// Scores with constants fitted to the runs of all other groups.
std::vector<TrafficScore> leaveOut(const std::vector<const TrafficPoint*>& points, const EachOf& forEach,
                                   const std::function<std::string(const ServingRun&)>& group);

struct TrafficSummary {
    std::string part;
    std::size_t count = 0;
    double ttftMedian = 0, ttftNinety = 0, tpotMedian = 0, tpotNinety = 0; ///< of |error|
    double ttftBias = 0, tpotBias = 0;                                     ///< signed medians
    double ttftWidth = 0, tpotWidth = 0; ///< |ln(predicted/measured)| that four in five keep
};
TrafficSummary summaryOf(std::string part, const std::vector<TrafficScore>& scores);
/// Of each engine, then of its models, GPUs and numbers in flight.
std::vector<TrafficSummary> summariesOf(const std::vector<TrafficScore>& scores);
/// The same points by the formulas of a steady batch.
std::vector<TrafficScore> steadyScores(const std::vector<const TrafficPoint*>& points);

} // namespace moe
