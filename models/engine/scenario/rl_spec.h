// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reinforcement learning of a model that is trained already (GRPO, PPO, DAPO): part of a Scenario. What is
// trained, with which layout and on which GPUs, stands in the scenario's other sections; here is what a step
// samples and the layout that samples it. Defaults without a source are assumptions, and said to be.

#include <cstdint>
#include <optional>
#include <string>

namespace moe {

using Count = std::int64_t;
enum class DataType;
enum class ServeEngine;

enum class RlMode { Sync, OneStepOff, Async };
enum class RlPlacement { Colocated, Separate };
enum class RlLogprobs { Trainer, Engine };
/// How weights reach the engines; the rate of each is kRlTransfers' (rl/rl_step.cpp).
enum class RlTransfer { Gather, Bucket, Broadcast, P2p };

/// Layout of one engine that samples.
struct RolloutSpec {
    std::optional<Count> tp, pp, ep, etp;     ///< absent = one node's GPUs or what training has; 1; 1; auto
    std::optional<Count> dp;                  ///< ranks of attention data parallelism; absent = EP/TP
    std::optional<ServeEngine> engine;        ///< absent = vLLM
    std::optional<DataType> weights, kvCache; ///< absent = as precision.*
    bool operator==(const RolloutSpec&) const = default;
};

struct RlSpec {
    Count prompts = 64, group = 16; ///< P prompts of a step, G responses to each
    Count prompt = 512;             ///< p, tokens
    // Lengths of responses are log-normal and cut at the longest; a group's go together.
    std::optional<double> responseMean; ///< after the cut; decides the median where it is given
    double responseMedian = 2048;
    double responseSigma = 0.8;   ///< of the logarithm; assumed
    Count responseMax = 8192;     ///< tokens
    double groupCorrelation = .5; ///< of the logarithms of a group; assumed
    std::string lengths;          ///< file of measured lengths (data/response_table.h) in their place
    double oversample = 1;        ///< sampled over trained (DAPO's dynamic sampling)
    RlMode mode = RlMode::Sync;
    double staleness = 1;    ///< η: batches that sampling may be ahead, asynchronous
    bool partial = false;    ///< sequences go on with new weights, their keys computed anew
    bool recomputeKv = true; ///< … or keep the keys of the old ones
    RlPlacement placement = RlPlacement::Colocated;
    std::optional<Count> rolloutGpus;  ///< beside those that train; absent = as many
    Count miniBatches = 1, epochs = 1; ///< optimizer steps of one rollout; times it is gone through
    std::optional<Count> tokenBudget;  ///< of a packed micro-batch; absent = micro-batch × sequence
    bool reference = true, critic = false;
    RlLogprobs oldLogprobs = RlLogprobs::Trainer;
    double rewardSeconds = 0;    ///< of the last response; those before overlap with sampling
    double frameworkSeconds = 0; ///< between the phases, on the host
    Count sleepLevel = 1;        ///< 0: engines stay; 1: weights to the host; 2: weights dropped
    double residueGib = 4;       ///< of training, while colocated engines sample
    /// Allocated → reserved where engines share the GPU, which bars expandable segments: two runs measured
    /// 1.03 and 1.18 (NVIDIA-NeMo/RL#2471: 1.29 GB over 40.59, 7.04 over 38.65); the larger is assumed.
    double reserve = 1.18;
    RlTransfer transfer = RlTransfer::Bucket;
    std::optional<double> transferGbps; ///< absent = the way's
    Count seed = 1;
    RolloutSpec rollout;
    bool operator==(const RlSpec&) const = default;
};

} // namespace moe
