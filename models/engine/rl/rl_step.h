// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One step of reinforcement learning: P prompts, G responses to each are sampled (rollout.h), judged, their
// log-probabilities computed, trained on, and the new weights brought back to the engines.
//
//   sync            switch + transfer + rollout + reward + log-probabilities + training
//   one-step-off    max(rollout, log-probabilities + training) + transfer
//   async           the same, with a rollout that approaches the rate of a full batch as staleness grows:
//                   η = 0 is sync, η = 1 one step off (with partial rollouts at the rate of a full batch);
//                   between them a straight line, beyond them fullSeconds + (rollout − fullSeconds)/η
//
// Training and forward passes are the training layout's own step with sequences packed into micro-batches of
// rl.token_budget: attention goes by Σs²/Σs, ranks get sequences the largest first and the slowest decides.
// A forward pass takes the forward share of the step's computation and exchange, pipeline included.
// Not in it: convergence, failures of environments, several turns, host work unless rl.framework_seconds.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

/// Needs scenario.train and scenario.rl; the scenario is valid. Nothing, and a warning, where an engine
/// cannot hold the longest sequence.
std::optional<RlReport> rlStep(const Scenario& scenario, const Catalog& catalog,
                               std::vector<Warning>& warnings);

/// All weights over the seconds of published transfers, GB/s.
struct RlTransferRow {
    RlTransfer way;
    double gbps;
    const char* source;
};
const std::vector<RlTransferRow>& rlTransfers();

/// What an engine leaves on a GPU while it sleeps: context, graphs (assumed).
inline constexpr Bytes kSleepingEngine = 2 * GiB;

} // namespace moe
