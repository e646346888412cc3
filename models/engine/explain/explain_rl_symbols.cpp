// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of a step of reinforcement learning.

#include "models/engine/explain/explain_symbols.h"
#include "models/engine/rl/rl_step.h"

namespace moe {

using namespace explain;

namespace {

#define MOE_RL(expression)                                                                                   \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.report.rl) return {};                                                                         \
        const RlReport& r = *f.report.rl;                                                                    \
        static_cast<void>(r);                                                                                \
        const RlSpec& rl = *f.report.scenario.rl;                                                            \
        static_cast<void>(rl);                                                                               \
        return expression;                                                                                   \
    }

double secondsOf(const RlReport& report, RlPart part) {
    return report.phases[static_cast<std::size_t>(part)].seconds.base;
}
double exposedShare(const RlReport& report) {
    const RlPhase& rollout = report.phases[static_cast<std::size_t>(RlPart::Rollout)];
    return rollout.seconds.base > 0 ? rollout.exposed / rollout.seconds : 0;
}

} // namespace

std::vector<ExplainSymbol> rlSymbols() {
    constexpr unsigned R = kRl;
    // clang-format off
    return {
        result("t_step", R, "a step", "s", "rl.step_seconds"),
        result("t_roll", R, "sampling that the step waits for", "s", "rl.rollout_seconds"),
        result("t_rew", R, "reward that the step waits for", "s", "rl.reward_seconds"),
        result("t_old", R, "log-probabilities of the sampled tokens", "s", "rl.logprob_seconds"),
        result("t_ref", R, "the same of the reference model", "s", "rl.reference_seconds"),
        result("t_crit", R, "forward pass and training of the critic", "s", "rl.critic_seconds"),
        result("t_fit", R, "training", "s", "rl.train_seconds"),
        result("t_send", R, "new weights to the engines", "s", "rl.transfer_seconds"),
        result("t_sw", R, "GPUs change from training to sampling and back", "s", "rl.switch_seconds"),
        result("t_fw", R, "between phases, on the host", "s", "rl.framework_seconds"),
        result("t_wait", R, "training waits for a rollout that runs beside it", "s", "rl.idle_seconds"),
        derived("x_w", R, "share of the rollout that the step waits for: 1 where nothing runs beside it", "share", "", MOE_RL(exposedShare(r))),
        derived("t_sim", R, "until the last sequence of the slowest engine has ended, simulated", "s", "", MOE_RL(secondsOf(r, RlPart::Rollout))),
        derived("t_ahead", R, "what of a rollout beside training is left when training has ended", "s", "", MOE_RL(secondsOf(r, RlPart::Idle))),
        derived("t_forw", R, "forward passes over all sequences, by the forward share of the training step", "s", "", MOE_RL(std::max(secondsOf(r, RlPart::Logprob), secondsOf(r, RlPart::Reference)))),
        derived("t_opt", R, "one optimizer step with packed sequences, of the slowest rank", "s", "", MOE_RL(secondsOf(r, RlPart::Train) / static_cast<double>(rl.epochs * rl.miniBatches))),
        knob("n_ep", R, "times that a rollout is trained on", "", "rl.epochs", MOE_RL(static_cast<double>(rl.epochs))),
        knob("n_mb", R, "optimizer steps of one rollout", "", "rl.mini_batches", MOE_RL(static_cast<double>(rl.miniBatches))),
        knob("t_judge", R, "reward of the last response", "s", "rl.reward_seconds", MOE_RL(rl.rewardSeconds)),
        knob("t_host", R, "between phases, as given", "s", "rl.framework_seconds", MOE_RL(rl.frameworkSeconds)),
        knob("b_w", R, "bytes of a weight that engines hold", "B", "rollout.precision.weights", MOE_RL(bytesOf(rl.rollout.weights.value_or(f.report.scenario.precision.weights)))),
        knob("B_t", R, "all weights over the time of published transfers", "B/s", "rl.transfer_gbps", MOE_RL(1e9 * rl.transferGbps.value_or(rlTransfers()[static_cast<std::size_t>(rl.transfer)].gbps))),
        derived("t_moved", R, "training's weights, gradients and optimizer to the host and back, an engine's weights back, at the rate of copies to the host", "s", "", MOE_RL(secondsOf(r, RlPart::Switch))),
        derived("n_seq", R, "sequences that are trained", "", "", MOE_RL(r.sequences)),
        derived("n_tok", R, "their tokens, prompts included", "tokens", "", MOE_RL(r.tokens)),
        derived("n_gpu", R, "GPUs that train and that sample", "", "", MOE_RL(r.gpus)),
        knob("price", R, "price of a GPU-hour, spot counted", "USD", "price.gpu_hour_usd", MOE_GET(rentPerGpuHour(f.report.scenario))),
        derived("t_busy", R, "time in which a GPU trains, or samples at the rate of a full batch, mean over the GPUs", "s", "", MOE_RL((1 - r.idleShare) * r.step.base)),
        derived("x_full", R, "time of the rollout at the rate of a full batch over the time it takes", "share", "", MOE_RL(1 - r.rolloutIdle)),
        derived("t_90", R, "until nine tenths of the sequences have ended", "s", "", MOE_RL(secondsOf(r, RlPart::Rollout) - r.tail.base)),
        knob("P", R, "prompts of a step", "", "rl.prompts", MOE_RL(static_cast<double>(rl.prompts))),
        derived("o_mean", R, "mean length of the responses, cut at the longest", "tokens", "", MOE_RL(r.lengths.mean)),
        derived("o_99", R, "length that one in a hundred exceeds", "tokens", "", MOE_RL(r.lengths.p99)),
        derived("x_cut", R, "share of the responses that are cut", "share", "", MOE_RL(r.lengths.cut)),
        derived("η_mean", R, "batches between sampling and training: 0 in step, 1 one step off, (1 + η)/2 beyond", "", "", MOE_RL(r.staleness)),
        derived("M_roll", R, "weights, activations and KV pool of an engine, and what training leaves", "B", "", MOE_RL(r.rolloutMemory.base)),
        derived("M_fit", R, "peak of training with its reserve and context, and a sleeping engine", "B", "", MOE_RL(r.trainMemory.base)),
        derived("M_host", R, "weights, gradients, optimizer, engine and reference that are offloaded, times a node's GPUs", "B", "", MOE_RL(r.host.base)),
        derived("x_slow", R, "work of the slowest rank over the mean, sequences dealt the largest first", "", "", MOE_RL(r.trainImbalance)),
    };
    // clang-format on
}

} // namespace moe
