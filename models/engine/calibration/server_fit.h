// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One server's constants beside its kernels, fitted to result files of benchmarks that were run on it.

#include "models/engine/calibration/bench_file.h"
#include "models/engine/calibration/refit.h"
#include "models/engine/traffic/serve_load.h"

#include <vector>

namespace moe {

/// What a benchmark prints of a run; s, tokens/s.
struct BenchFigures {
    double ttftMean = 0, ttftMedian = 0, ttft99 = 0, tpotMean = 0, outputTokensPerSecond = 0;
};
/// One of them, beside what a file measured of it.
struct BenchFigure {
    const char *key, *label; ///< "ttft_mean", "TTFT, mean"
    double BenchFigures::*simulated;
    std::optional<double> (*measured)(const BenchRun&);
    double spread; ///< of its logarithm: what repeated runs differ by, and the simulator's own share
};
const std::vector<BenchFigure>& benchFigures();

/// How far a constant is from an engine's own, one standard deviation, and what is physical: no time is
/// negative, kernels are within a factor of two or three of the modelled ones.
struct ServerConstant {
    const char* key;
    double EngineOverheads::*member;
    std::optional<double> ServeSpec::*field;
    double spread, least, most;
};
/// The first are fitted first.
const std::vector<ServerConstant>& serverConstants();

struct FittedRun {
    BenchRun run;
    BenchFigures before, after;          ///< with the engine's own constants, and with the fitted ones
    std::optional<BenchFigures> leftOut; ///< with those of the other runs
};
struct ServerFit {
    /// The benchmark's, with serve.pass_scale, request_seconds, pass_seconds, row_seconds,
    /// prompt_token_seconds and stream_seconds, or as many of them as the runs tell.
    Scenario scenario;
    EngineOverheads start; ///< what the constants were before
    std::vector<FittedRun> runs;
    int constants = 0;               ///< that were fitted
    std::vector<std::string> bounds; ///< keys of those that are on a bound of what is physical
};
/// Whose file it is: its model must be the scenario's (model_match.h). Other models of the same shape pass,
/// names that say nothing too: takenModels() tells of those.
std::optional<Problem> ofAnotherModel(const BenchRun& run, const Scenario& scenario, const Catalog& catalog);
/// The scenario of a run: its client instead of the scenario's.
Scenario benchScenario(const Scenario& scenario, const BenchRun& run);
/// What a simulation of the run prints.
Result<BenchFigures> simulateBench(const Scenario& scenario, const BenchRun& run, const Catalog& catalog);

/// The constants, two of them where all runs are of one load, that bring the logarithms of TTFT, TPOT and
/// throughput nearest to all runs and are no further from those of the scenario's engine than servers differ:
/// what the runs do not tell stays the engine's.
/// Needs scenario.serve and a run. Problems where a file names another model than the scenario's. Runs that
/// are left out one by one are predicted by a fit of the others, which begins at that of all where they tell
/// as many constants.
enum class LeftOut { No, Too };
Result<ServerFit> fitServer(const Scenario& scenario, const std::vector<BenchRun>& runs,
                            const Catalog& catalog, LeftOut leftOut = LeftOut::No,
                            const ForEach& forEach = inTurn);

/// The constants alone, of loads that are simulated already: loads[i] is that of runs[i].
EngineOverheads fitLoads(const Scenario& scenario, const std::vector<BenchRun>& runs,
                         std::vector<ServedLoad> loads);

} // namespace moe
