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
// Training and forward passes are the training layout's own step with packed sequences (rl_training.h).
// Not in it: convergence, failures of environments, several turns, host work unless rl.framework_seconds.

#include "models/engine/report/report.h"
#include "models/engine/rl/rl_training.h"
#include "models/engine/rl/rollout.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

/// Needs scenario.train and scenario.rl; the scenario is valid. Nothing, and a warning, where an engine
/// cannot hold the longest sequence or the lengths cannot be used.
std::optional<RlReport> rlStep(const Scenario& scenario, const Catalog& catalog,
                               std::vector<Warning>& warnings);

// Its parts, for searches that join many of each.

/// Sequences of one step: those that are trained, and all that are sampled for them.
struct RlResponses {
    std::vector<Response> trained, sampled;
};
std::optional<RlResponses> rlResponses(const RlSpec& rl, const Catalog& catalog,
                                       std::vector<Warning>& warnings);
/// GPUs that sample, of so many that train.
double rolloutGpusOf(const RlSpec& rl, double trainGpus);
/// Bytes of a GPU that training holds while engines sample.
double takenWhileSampling(const RlSpec& rl, const RlTraining& training);
/// The step of both sides; no warnings.
RlReport joinedStep(const Scenario& scenario, const Catalog& catalog, const RlResponses& responses,
                    const RlTraining& training, const Rollout& sampled, double engines);

/// All weights over the seconds of published transfers, GB/s.
struct RlTransferRow {
    RlTransfer way;
    double gbps;
    const char* source;
};
const std::vector<RlTransferRow>& rlTransfers();

/// What an engine leaves on a GPU while it sleeps beside the device's context: graphs (assumed). Together
/// 5 GiB; vLLM told of 4.11 GiB in use after its first sleep (NVIDIA-NeMo/RL#2619).
inline constexpr Bytes kSleepingEngine = 2 * GiB;

/// Nine of ten published steps lie within this share of what is computed (`validate`, rows of rl-nemo): renew
/// it after a change.
inline constexpr double kRlNinety = 0.319;

} // namespace moe
