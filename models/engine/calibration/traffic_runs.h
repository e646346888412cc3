// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published closed-loop serving runs simulated with their benchmark's client, against what was measured; and
// the few constants of an engine beside its kernels (serve/engines/engines.h) fitted to them.
//
// Client of a closed loop: so many requests in flight, ten times as many in all, all of the first at once,
// lengths as the run says; requests that run at once are not limited below those in flight (InferenceX
// recipes). Offline runs send all at once, static batches begin and end together.

#include "models/engine/calibration/serving_runs.h"
#include "models/engine/traffic/serve_load.h"

#include <array>
#include <functional>
#include <optional>
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
    std::vector<std::pair<std::string, Message>> unread; ///< ServingRuns::left
};
/// What can be simulated: runs whose client is known; `forEach` runs work for 0 … count − 1, in any order.
using EachOf = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
TrafficPoints trafficPoints(const ServingRuns& read, const Catalog& catalog, const EachOf& forEach);

/// The scenario that is simulated: `simulate` prints the same of it. Nothing where no preset is this model,
/// GPU or layout.
std::optional<Scenario> trafficScenario(const ServingRun& run, const Catalog& catalog);

/// What tables measure of a run.
enum class RunFigure : std::size_t { Ttft, Tpot, E2e, OutputRate };
inline constexpr std::size_t kRunFigures = static_cast<std::size_t>(RunFigure::OutputRate) + 1;
struct RunFigureRow {
    RunFigure figure;
    const char* key;              ///< "ttft"
    const char* label;            ///< "TTFT"
    const char* unit;             ///< of its JSON key: "seconds"
    double ServingRun::*measured; ///< s, tokens/s; 0: not given
};
const std::vector<RunFigureRow>& runFigures();

struct TrafficScore {
    const TrafficPoint* point = nullptr;
    std::array<double, kRunFigures> simulated{}; ///< means, as the tables have them; tokens/s
    double of(RunFigure figure) const { return simulated[static_cast<std::size_t>(figure)]; }
    bool has(RunFigure figure) const;
    /// Relative; has(figure).
    double error(RunFigure figure) const;
    /// The measured value lies within the band of the simulated one; of times.
    bool within(RunFigure figure) const;
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

struct FigureErrors {
    std::size_t count = 0;
    double median = 0, ninety = 0; ///< of |error|
    double bias = 0;               ///< signed median
    double width = 0;              ///< |ln(predicted/measured)| that four in five keep
    double within = 0;             ///< share of measured values within the bands that simulations print
};
struct TrafficSummary {
    std::string part;
    std::size_t count = 0;
    std::array<FigureErrors, kRunFigures> errors{};
    const FigureErrors& of(RunFigure figure) const { return errors[static_cast<std::size_t>(figure)]; }
};
TrafficSummary summaryOf(std::string part, const std::vector<TrafficScore>& scores);
/// Of each engine, then of its models, GPUs, precisions and numbers in flight.
std::vector<TrafficSummary> summariesOf(const std::vector<TrafficScore>& scores);
/// One server is what a table calls the same: engine, version, model, GPU, layout and types. Its constants
/// are fitted to two of its results, those with the fewest and with the most requests in flight, as `simulate
/// --fit` does; scores of its others, of every server with three results or more.
struct ServerFits {
    std::size_t servers = 0;
    std::vector<TrafficScore> before, after; ///< with the engine's constants, and with the server's
};
ServerFits fitEachServer(const std::vector<const TrafficPoint*>& points, const Catalog& catalog,
                         const EachOf& forEach);

/// The same points by the formulas of a steady batch.
std::vector<TrafficScore> steadyScores(const std::vector<const TrafficPoint*>& points);

} // namespace moe
