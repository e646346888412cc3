// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one fit: a person's own files, of whatever kinds, tell what they can of their machine, and nothing else
// of the prediction moves.
//   start-up log of a server     what its KV pool holds: serve.kv_blocks
//   nccl-tests, operator tables  start times and rates of operators: a GPU preset
//   training logs                efficiency of products and time of the host: the same preset
//   benchmark results            what the server takes beside its kernels: serve.pass_scale and others
//   runs of a recipe             loss.recipe
//   memory in training logs      train.memory_reserve, train.context_gib
//   memory of nvidia-smi         nothing that is predicted; both say how far off memory is:
//   train.memory_error,
//                                serve.memory_error, by which the odds of a verdict go
// In this order, so that each is fitted beside what the ones before it moved.

#include "data/recipe_runs.h"
#include "models/engine/calibration/bench_file.h"
#include "models/engine/calibration/calibrate.h"
#include "models/engine/calibration/gpu_memory.h"
#include "models/engine/calibration/refit.h"
#include "models/engine/calibration/server_log.h"
#include "models/engine/operators/own_gpu.h"

#include <optional>
#include <string>
#include <vector>

namespace moe {

/// What was read.
struct OwnPool {
    std::string source;
    ServerPool pool;
};
struct OwnStep {
    std::string source;
    TimedScenario run; ///< valid, measured
    /// What the last lines of the log printed, nats per token; empty: it printed no loss.
    std::vector<double> lastLosses = {};
    bool finished = false;                                           ///< the log ends where the run was to
    std::optional<Bytes> allocated = {}, reserved = {}, device = {}; ///< the most that a GPU had
};
struct OwnMemory {
    std::string source;
    GpuMemoryUse use;
};
struct OwnRuns {
    std::vector<OwnPool> pools;
    std::vector<OwnPoints> points;
    std::vector<OwnStep> steps;
    std::vector<BenchRun> benchmarks;
    std::vector<RecipeTable> recipes;
    std::vector<OwnMemory> memory;
};

enum class FitKind { Pool, Operators, Step, Server, Loss, Memory };

/// One measured number and what it is predicted as, in its base unit (fitUnit()).
struct FitRow {
    std::string source, figure; ///< file; "ttft_mean", "allreduce", "step_seconds", "kv_tokens", "loss"
    double at = 0;              ///< requests in flight, bytes; 0: nothing that tells rows of a figure apart
    double measured = 0, before = 0, after = 0;
    std::optional<double> leftOut =
        {}; ///< by a fit that did not see this row; absent where it was the only one
};
/// Medians of |predicted/measured − 1| over the rows of a figure.
struct FitError {
    std::string figure;
    std::size_t rows = 0;
    double before = 0, after = 0;
    std::optional<double> leftOut;
};
struct FitConstant {
    std::string key;              ///< of a scenario or a GPU preset
    std::optional<double> before; ///< absent: nothing was known of it
    double after = 0;
    bool onBound = false; ///< of what is physical: the files may be of another machine
};

/// What one kind of file told.
struct FitPart {
    FitKind kind = FitKind::Server;
    Message told = {}; ///< "3 benchmarks of 3 loads tell 6 of 6 constants"
    std::vector<FitConstant> constants = {};
    std::vector<FitRow> rows = {};
    std::vector<Message> remarks = {};    ///< what the files cannot tell, what to read them with
    std::vector<FitError> errors() const; ///< in the order of the rows' figures
};
/// "Time of a server's pass", in the words of a list.
const char* fitTitle(FitKind kind);
/// "TTFT, mean"; the figure itself where it has no other name.
std::string fitFigureName(const std::string& figure);
/// "s", "tokens", …, as metrics() have them.
const char* fitUnit(const std::string& figure);

struct MachineFit {
    Scenario scenario;               ///< with what was fitted; its GPU is `gpu` where there is one
    bool moved = false;              ///< something of the scenario is another than before, its GPU apart
    std::optional<GpuSpec> gpu = {}; ///< the scenario's GPU, under the key "my-" and its own
    std::vector<FitPart> parts = {};
    Problems leftOut = {}; ///< files and rows that told nothing, and why
};

/// `scenario` is valid and whose files they are. Problems where nothing could be fitted, and where a file is
/// of another model, engine or layout than the scenario: a fit to somebody else's machine is none.
Result<MachineFit> fitMachine(const Scenario& scenario, const OwnRuns& runs, const Catalog& catalog,
                              const ForEach& forEach = inTurn);

} // namespace moe
