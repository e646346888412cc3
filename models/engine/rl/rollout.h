// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sampling of one batch: all sequences are sent at once to engines that are alike, groups dealt in turn, the
// prompt of a group cached after its first response. Simulated request by request (traffic/simulate.h); the
// rollout ends with the last token of the slowest engine.

#include "data/problem.h"
#include "models/engine/rl/responses.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"

#include <utility>
#include <vector>

namespace moe {

/// The scenario of one engine: a server of the rollout's layout, without training. Needs scenario.rl.
/// `takenBytes`: of a GPU, that something else holds.
Scenario engineScenario(const Scenario& scenario, const Catalog& catalog, double takenBytes);

struct Rollout {
    double seconds = 0; ///< until the last sequence has ended
    double tail = 0;    ///< of these, after nine tenths of the sequences
    double idleShare = 0; ///< 1 − (tokens of all engines over the rate of a full batch) / (engines · seconds)
    double fullSeconds = 0; ///< of as many tokens at the rate of a full batch
    double recompute = 0;   ///< s, prompt and output so far of all that run at a mean moment, prefilled again
    double poolBytes = 0, weightBytes = 0, activationBytes = 0; ///< of a GPU
    std::vector<std::pair<double, double>> running;             ///< s, sequences that run
};
/// Problems where the engine cannot hold the longest sequence. `most`: of more engines only so many are
/// simulated, those with the longest sequences and with most tokens: the slowest is of them but where queues
/// decide; what is told of all is of these.
Result<Rollout> rollout(const Scenario& scenario, const Catalog& catalog,
                        const std::vector<Response>& responses, int engines, double takenBytes,
                        int most = 1 << 30);

} // namespace moe
