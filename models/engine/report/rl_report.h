// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One step of reinforcement learning: sampling, log-probabilities, training, new weights (rl/rl_step.h).

#include "data/units.h"
#include "models/engine/report/origin.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace moe {

enum class Fit;

/// Rows of rlParts().
enum class RlPart { Rollout, Reward, Logprob, Reference, Critic, Train, Transfer, Switch, Framework, Idle };
struct RlPartRow {
    RlPart part;
    const char* key;   ///< "rollout": of rl.rollout_seconds
    const char* label; ///< "Rollout"
};
const std::vector<RlPartRow>& rlParts();

struct RlPhase {
    Seconds seconds; ///< all of it
    Seconds exposed; ///< what the step waits for; these sum to the step
    Origin origin = Origin::Analytic;
};

/// Responses of one rollout, tokens.
struct RlLengths {
    double mean = 0, p50 = 0, p90 = 0, p99 = 0, max = 0;
    double cut = 0; ///< share of them that was longer
};

/// Of one engine that samples: what its degrees come to.
struct RlEngine {
    std::int64_t tp = 1, pp = 1, ep = 1, dp = 1;
};

struct RlReport {
    Seconds step;
    double ninetyError = 0;      ///< share within which nine of ten published steps lie
    std::vector<RlPhase> phases; ///< phases[i] belongs to rlParts()[i]
    double gpus = 0, rolloutGpus = 0, engines = 0, gpusPerEngine = 0;
    RlEngine engine;
    double sequences = 0, tokens = 0; ///< trained in a step; tokens with their prompts
    double tokensPerSecondPerGpu = 0, samplesPerSecond = 0, stepsPerDay = 0;
    std::optional<double> usd; ///< of a step; needs a price
    RlLengths lengths;
    Seconds tail;              ///< of the rollout, until the last tenth of the sequences has ended
    double idleShare = 0;      ///< of all GPUs' time in a step
    double rolloutIdle = 0;    ///< of the engines' time in a rollout, against the rate of a full batch
    double staleness = 0;      ///< batches between sampling and training, mean
    double trainImbalance = 1; ///< slowest rank's work over the mean
    Bytes rolloutMemory, trainMemory, capacity; ///< per GPU at both moments
    Bytes host;                                 ///< of a node: what is offloaded there
    Fit fits;
    /// Sequences that are sampled over the time of the rollout, s, all engines.
    std::vector<std::pair<double, double>> running;

    Bytes device() const { return std::max(rolloutMemory, trainMemory); } ///< of the fuller moment
};

} // namespace moe
