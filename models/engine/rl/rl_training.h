// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The training side of a step of reinforcement learning: what a layout takes for the sequences of a rollout,
// whatever sampled them. Sequences are packed into micro-batches of rl.token_budget; attention goes by
// Σs²/Σs; ranks get sequences the largest first and the slowest decides. A forward pass takes the forward
// share of the step's computation and exchange, pipeline included.

#include "models/engine/rl/responses.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

struct RlTraining {
    double gpus = 0;
    double domain = 1;    ///< GPUs that share a host
    Seconds step;         ///< of one optimizer step, the slowest rank's
    Seconds forward;      ///< of all sequences once
    double imbalance = 1; ///< slowest rank's work over the mean
    // Of a GPU of the heaviest stage, while the longest sequence is trained.
    Bytes fixed;       ///< weights, gradients and optimizer
    Bytes peak;        ///< allocated
    Bytes device;      ///< with reserve and context of plain training
    double params = 0; ///< of the heaviest stage's GPU
};
/// Needs scenario.train and scenario.rl.
RlTraining rlTraining(const Scenario& scenario, const Catalog& catalog,
                      const std::vector<Response>& responses);

/// The plain training scenario of one optimizer step with packed sequences.
Scenario packedTraining(const Scenario& scenario, const Catalog& catalog,
                        const std::vector<Response>& responses);

} // namespace moe
