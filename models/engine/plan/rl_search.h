// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Layouts of a step of reinforcement learning: training layout × layout of the engines × split of the GPUs.
// Both sides are evaluated by themselves and every pair is joined (rl/rl_step.h). Of training, every valid
// layout is ranked by the step of a packed micro-batch and the best of each way to split the GPUs are
// evaluated whole; of engines a few are simulated, those with the longest sequences and with most tokens.
// What is found is then evaluated as a report is, and ranked by that. Mode, mini-batches, the budget of a
// micro-batch and what is sampled stay the scenario's. No threads here: whoever asks gives the loop.

#include "models/engine/plan/plan.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"

namespace moe {

/// `metric` is a row of metrics() whose key begins with "rl."; else `field` is a whole number of a layout.
struct RlCondition {
    const Metric* metric = nullptr;
    const Field* field = nullptr;
    Relation relation = Relation::AtMost;
    double limit = 0;
};
/// 'rl.train_memory_bytes<=70GiB', 'rollout.tp<=4', 'parallel.pp=1'.
Result<RlCondition> parseRlCondition(std::string_view text);

struct RlObjective {
    const Metric* metric = nullptr;
    bool maximise = false;
};
Result<RlObjective> parseRlObjective(std::string_view text, bool maximise);

struct RlSearch {
    Scenario base;
    Count gpus = 1; ///< of both sides together
    RlObjective objective;
    std::vector<RlCondition> conditions;
    std::size_t top = 10;
    std::function<bool()> stopped = {}; ///< asked between parts; then what is found has gaps
};
/// The step time is what ranks where nothing else is asked. `gpus`: 0 = as many as the scenario has. Every
/// problem where nothing can be found.
Result<RlSearch> rlSearch(const Scenario& base, const Catalog& catalog, Count gpus,
                          std::vector<RlCondition> conditions, std::vector<RlObjective> objectives);

struct RlPoint {
    std::vector<std::pair<std::string, std::string>> set; ///< of the base, as --set takes it
    Scenario scenario;
    RlReport report;
    std::optional<double> value; ///< of the objective
};
struct RlFound {
    std::vector<RlPoint> best;      ///< best first; all fit and keep the conditions
    std::optional<RlPoint> closest; ///< where none does: the least memory
    std::optional<RlPoint> own;     ///< the scenario itself, where it has so many GPUs and can run
    double trainings = 0;           ///< layouts of training that were considered, of all splits
    std::size_t engines = 0;        ///< ways to sample that were simulated
    std::size_t joined = 0;         ///< pairs
    Problems problems;              ///< why nothing could be sampled
};
RlFound searchedRl(const RlSearch& search, const Catalog& catalog, const ForEach& forEach);

} // namespace moe
