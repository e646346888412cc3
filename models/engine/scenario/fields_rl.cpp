// SPDX-License-Identifier: GPL-3.0-or-later
// RL post-training, and the layout that samples in it: rows of fields().

#include "models/engine/scenario/field_rows.h"

namespace moe {
namespace {

using S = Scale;
constexpr Heading<&Scenario::rl> kRlRows{"RL"};

template <auto Member> Field rollout(const char* key, const char* label, Takes takes, const char* help) {
    Field made = fieldRow(key, "RL rollout", label, std::move(takes), {}, help);
    made.optional = true;
    made.get = [](const Scenario& scenario) {
        return scenario.rl ? access::read(scenario.rl->rollout.*Member) : FieldValue{};
    };
    made.set = [](Scenario& scenario, const FieldValue& value) {
        RlSpec rl = scenario.rl.value_or(RlSpec{});
        if (!access::write(rl.rollout.*Member, value)) return false;
        scenario.rl = rl;
        return true;
    };
    return made;
}

} // namespace

std::vector<Field> rlFields() {
    return {
        kRlRows.row<&RlSpec::prompts>("rl.prompts", "Prompts", integer(1, 1e6, S::Log),
                                      {.symbol = "P", .everyday = true},
                                      "Prompts of a step of reinforcement learning."),
        kRlRows.row<&RlSpec::group>("rl.group", "Responses per prompt", integer(1, 4096, S::Log),
                                    {.symbol = "G", .everyday = true},
                                    "Sampled to each prompt (GRPO's group)."),
        kRlRows.row<&RlSpec::prompt>("rl.prompt", "Prompt", integer(1, 1e7, S::Log),
                                     {.unit = "tokens", .everyday = true},
                                     "Tokens of a prompt; the responses of a group share it."),
        kRlRows.row<&RlSpec::responseMean>(
            "rl.response_mean", "Mean response", real(1, 1e7, S::Log), {.unit = "tokens", .everyday = true},
            "After the cut at the longest; decides the median. auto = from rl.response_median."),
        kRlRows.row<&RlSpec::responseMedian>(
            "rl.response_median", "Median response", real(1, 1e7, S::Log), {.unit = "tokens"},
            "Of the log-normal lengths; unused where rl.response_mean is given."),
        kRlRows.row<&RlSpec::responseSigma>("rl.response_sigma", "Spread of responses", real(0, 4),
                                            {.symbol = "σ", .everyday = true},
                                            "Of the logarithm of lengths: the long tail. 0.8 is assumed."),
        kRlRows.row<&RlSpec::responseMax>("rl.response_max", "Longest response", integer(1, 1e7, S::Log),
                                          {.unit = "tokens", .everyday = true}, "Longer ones are cut there."),
        kRlRows.row<&RlSpec::groupCorrelation>(
            "rl.group_correlation", "Likeness within a group", real(0, 1), {},
            "Correlation of the logarithms of a group's lengths. 0.5 is assumed."),
        kRlRows.row<&RlSpec::lengths>(
            "rl.lengths", "File of lengths", text(), {},
            "Measured lengths of responses: one a line, or a table with a column "
            "length and optionally prompt, group and prompt_tokens; empty = drawn."),
        kRlRows.row<&RlSpec::oversample>(
            "rl.oversample", "Sampled over trained", real(1, 100, S::Log), {},
            "Groups that are sampled for each that is trained (dynamic sampling of DAPO)."),
        kRlRows.row<&RlSpec::mode>(
            "rl.mode", "Mode", oneOf<RlMode>(), {.everyday = true},
            "Sampling and training one after the other, one batch apart, or side by side."),
        kRlRows.row<&RlSpec::staleness>("rl.staleness", "Staleness", real(0, 64), {.symbol = "η"},
                                        "Batches that sampling may be ahead of training (async); 0 = sync."),
        kRlRows.row<&RlSpec::partial>(
            "rl.partial", "Partial rollouts", flag(), {},
            "Sequences that run go on with new weights (async), so that nobody waits for the longest."),
        kRlRows.row<&RlSpec::recomputeKv>(
            "rl.recompute_kv", "Keys anew", flag(), {},
            "Keys of partial rollouts are computed again with the new weights; false = stale keys are kept."),
        kRlRows.row<&RlSpec::placement>(
            "rl.placement", "GPUs of sampling", oneOf<RlPlacement>(), {.everyday = true},
            "The same GPUs as training (colocated), or others beside them (separate)."),
        kRlRows.row<&RlSpec::rolloutGpus>(
            "rl.rollout_gpus", "Rollout GPUs", integer(1, 1e6, S::Log), {.everyday = true},
            "GPUs that only sample, where placement is separate; auto = as many as train."),
        kRlRows.row<&RlSpec::miniBatches>("rl.mini_batches", "Mini-batches", integer(1, 4096, S::Log), {},
                                          "Optimizer steps of one rollout."),
        kRlRows.row<&RlSpec::epochs>("rl.epochs", "Epochs", integer(1, 64, S::Log), {},
                                     "Times that a rollout is trained on."),
        kRlRows.row<&RlSpec::tokenBudget>("rl.token_budget", "Tokens of a micro-batch",
                                          integer(1, 1e8, S::Log), {.unit = "tokens"},
                                          "Of packed sequences; auto = micro-batch × sequence."),
        kRlRows.row<&RlSpec::reference>("rl.reference", "Reference model", flag(), {},
                                        "A frozen copy gives log-probabilities for the KL term."),
        kRlRows.row<&RlSpec::critic>("rl.critic", "Critic", flag(), {},
                                     "A critic of the same size is trained too (PPO)."),
        kRlRows.row<&RlSpec::oldLogprobs>(
            "rl.old_logprobs", "Old log-probabilities", oneOf<RlLogprobs>(), {},
            "Computed by the trainer in a forward pass, or taken from the engine."),
        kRlRows.row<&RlSpec::rewardSeconds>(
            "rl.reward_seconds", "Reward", real(0, 1e6), {.unit = "s"},
            "Of the last response: those before are judged while others are sampled."),
        kRlRows.row<&RlSpec::frameworkSeconds>(
            "rl.framework_seconds", "Between phases", real(0, 1e6), {.unit = "s"},
            "What a framework's host takes between the phases of a step; 0 unless measured."),
        kRlRows.row<&RlSpec::sleepLevel>(
            "rl.sleep_level", "Sleep level", integer(0, 2), {},
            "Of colocated engines while training runs: 0 they stay, 1 weights go to "
            "the host, 2 they are dropped."),
        kRlRows.row<&RlSpec::residueGib>(
            "rl.residue_gib", "Residue of training", real(0, 1000), {.unit = "GiB"},
            "What training leaves on a GPU while engines sample: 3 to 5 with its "
            "process groups destroyed, 15 to 18 without (slime 0.1)."),
        kRlRows.row<&RlSpec::reserve>(
            "rl.reserve", "Reserved over allocated", real(1, 4), {},
            "Of colocated training, which cannot use expandable segments. 1.18 is assumed, the larger of two "
            "measured (1.03 and 1.18, NVIDIA-NeMo/RL#2471)."),
        kRlRows.row<&RlSpec::transfer>(
            "rl.transfer", "Weight transfer", oneOf<RlTransfer>(), {},
            "How new weights reach the engines: gather 6, bucket 15, broadcast 65, "
            "p2p 150 GB/s as published runs show."),
        kRlRows.row<&RlSpec::transferGbps>("rl.transfer_gbps", "Rate of the transfer",
                                           real(1e-3, 1e6, S::Log), {.unit = "GB/s"},
                                           "All weights over the time of the transfer; auto = the way's."),
        kRlRows.row<&RlSpec::seed>("rl.seed", "Seed of lengths", integer(0, 1e9), {},
                                   "Same seed, same lengths."),
    };
}

std::vector<Field> rolloutFields() {
    return {
        rollout<&RolloutSpec::tp>("rollout.tp", "TP of sampling", integer(1, 1024, S::Log),
                                  "Tensor parallelism of an engine; auto = the fewest GPUs of a node of "
                                  "which weights take less than 45 %."),
        rollout<&RolloutSpec::pp>("rollout.pp", "PP of sampling", integer(1, 1024, S::Log),
                                  "Pipeline stages of an engine; auto = 1."),
        rollout<&RolloutSpec::ep>("rollout.ep", "EP of sampling", integer(1, 4096, S::Log),
                                  "Expert parallelism of an engine; auto = 1."),
        rollout<&RolloutSpec::etp>("rollout.etp", "Expert TP of sampling", integer(1, 1024, S::Log),
                                   "auto = TP without expert parallelism, else 1."),
        rollout<&RolloutSpec::dp>("rollout.dp", "Attention DP of sampling", integer(1, 4096, S::Log),
                                  "Ranks of attention data parallelism of one engine; auto = EP / TP."),
        rollout<&RolloutSpec::engine>("rollout.engine", "Engine of sampling", oneOf<ServeEngine>(),
                                      "auto = vLLM."),
        rollout<&RolloutSpec::weights>("rollout.precision.weights", "Weights of sampling", oneOf<DataType>(),
                                       "auto = precision.weights."),
        rollout<&RolloutSpec::kvCache>("rollout.precision.kv_cache", "KV cache of sampling",
                                       oneOf<DataType>(), "auto = precision.kv_cache."),
    };
}

} // namespace moe
