// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/rl/rl_step.h"

#include "models/engine/memory/memory.h"
#include "models/engine/rl/responses.h"
#include "models/engine/rl/rollout.h"
#include "models/engine/scenario/pipeline_rules.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/sharding.h"
#include "models/engine/time/step_time.h"

#include <algorithm>
#include <cmath>

namespace moe {

const std::vector<RlTransferRow>& rlTransfers() {
    static const std::vector<RlTransferRow> rows = {
        {RlTransfer::Gather, 6,
         "verl docs/advance/fully_async.md, without its checkpoint engine: 61 GB in 15.8 s, 470 GB in 58.6 s "
         "(3.9, 8.0)"},
        {RlTransfer::Bucket, 15,
         "verl docs/advance/fully_async.md, checkpoint engine: 61 GB in 4.38 s, 470 GB in 23.7 s (14, 20); "
         "slime v0.1: GLM-4.5-355B in 48 s (15)"},
        {RlTransfer::Broadcast, 65,
         "MoonshotAI/checkpoint-engine README: 212 to 1,030 GB on 8 to 256 GPUs, 61 to 76"},
        {RlTransfer::P2p, 150,
         "Unleashed RDMA transfer: Kimi 1T fp8 in 7 s, GLM-5 744B bf16 in 8.5 s (147, 175)"},
    };
    return rows;
}

namespace {

/// What all phases on the training side share.
struct Trainer {
    Scenario scenario; ///< one optimizer step, sequences packed
    Seconds step;      ///< of one optimizer step, the slowest rank's
    Seconds forward;   ///< of all sequences once
    double imbalance = 1;
};

/// Share of forward passes in the time of forward and backward of the slowest stage; what is recomputed
/// belongs to the backward.
double forwardShare(const StepModel& model, const StageTime& worst) {
    double forward = 0, all = 0;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const double count = worst.shape.of[i];
        forward += count * model.types[i].operators.forward().counted.base;
        all += count * model.types[i].time.all.counted.base;
    }
    // The head's products run once forward and twice backward.
    if (worst.shape.last) forward += model.head.counted.base / 3, all += model.head.counted.base;
    return all > 0 ? std::min(1.0, forward / all) : 0;
}

/// Sequences of s tokens cost s + c·s²: c from the share of attention in the step at their own mean length.
double attentionPerToken(const StepModel& model, double length) {
    double core = 0, all = 0;
    for (const TypeTime& type : model.types) {
        core += (type.operators.core.forward + type.operators.core.backward).counted.base;
        all += type.time.all.counted.base;
    }
    return all > core && length > 0 ? core / (all - core) / length : 0;
}

/// As many micro-batches as are needed, a quarter more where the schedule takes only certain numbers of them;
/// plain 1F1B, which takes any, where even that is none of them.
void fillPipeline(Scenario& packed, double dp, double micros) {
    const auto filled = [&](Scenario scenario, double count) {
        scenario.train->globalBatch = std::llround(count * dp) * scenario.train->microBatch;
        return scenario;
    };
    for (double count = micros; count <= std::ceil(1.25 * micros); ++count) {
        Scenario tried = filled(packed, count);
        if (!scheduleRule(tried, std::llround(dp)).empty()) continue;
        packed = std::move(tried);
        return;
    }
    packed = filled(withSchedule(std::move(packed), ScheduleKind::OneForwardOneBackward), micros);
}

Trainer trainerOf(const Scenario& scenario, const Catalog& catalog, const std::vector<int>& lengths) {
    const RlSpec& rl = *scenario.rl;
    double tokens = 0, squares = 0;
    for (const int length : lengths) {
        const double s = static_cast<double>(rl.prompt) + length;
        tokens += s, squares += s * s;
    }
    Trainer trainer;
    trainer.scenario = scenario;
    Scenario& packed = trainer.scenario;
    packed.rl.reset();
    packed.serve.reset();
    TrainSpec& train = *packed.train;
    const double length = squares / tokens; // of a token's own sequence, on average
    const double budget = rl.tokenBudget ? static_cast<double>(*rl.tokenBudget)
                                         : static_cast<double>(train.microBatch * packed.model.sequence);
    // A micro-batch of as many sequences of that length as the budget has room for.
    packed.model.sequence = std::max<Count>(1, std::llround(length));
    train.microBatch = std::max<Count>(1, std::llround(budget / length));
    const double optimizerSteps = static_cast<double>(rl.miniBatches);
    const double dp = setupOf(packed, catalog).dp;
    const double perPass = dp * static_cast<double>(train.microBatch) * length;
    fillPipeline(packed, dp, std::max(1.0, std::ceil(tokens / optimizerSteps / perPass)));
    const Setup setup = setupOf(packed, catalog);
    const StepModel model = stepModel(setup);
    const StepTime time = stepTime(model);
    const double c = attentionPerToken(model, length);
    std::vector<double> costs;
    costs.reserve(lengths.size());
    for (const int one : lengths) {
        const double s = static_cast<double>(rl.prompt) + one;
        costs.push_back(s + c * s * s);
    }
    trainer.imbalance = largestFirstImbalance(std::move(costs), static_cast<std::size_t>(setup.dp));
    const Seconds pipeline = trainer.imbalance * time.pipeline;
    trainer.step = pipeline + (time.step - time.pipeline);
    trainer.forward = optimizerSteps * forwardShare(model, time.worst) * pipeline;
    return trainer;
}

double gpusOf(const Scenario& scenario, const Catalog& catalog) {
    return setupOf(scenario, catalog).gpus;
}

/// Both moments of a GPU, and what a node's host holds meanwhile.
struct Moments {
    Bytes rollout, train, host;
    Bytes training; ///< weights, gradients and optimizer of a GPU, which move while engines sample
};
Moments momentsOf(const Scenario& scenario, const Catalog& catalog, const Trainer& trainer,
                  const Rollout& sampled) {
    const RlSpec& rl = *scenario.rl;
    const Setup setup = setupOf(trainer.scenario, catalog);
    // The longest sequence makes the fullest micro-batch.
    Scenario longest = trainer.scenario;
    const Count tokens = rl.prompt + rl.responseMax;
    if (tokens > longest.model.sequence * longest.train->microBatch) {
        longest.model.sequence = tokens;
        longest.train->microBatch = 1;
    }
    const Setup fullest = setupOf(longest, catalog);
    const MemorySummary training = memorySummary(fullest);
    const bool shares = rl.placement == RlPlacement::Colocated;
    Moments moments;
    moments.training = training.fixed;
    const Bytes engine{sampled.weightBytes + sampled.activationBytes + sampled.poolBytes};
    const Bytes asleep = rl.sleepLevel == 0 ? engine : kSleepingEngine;
    moments.train = shares ? rl.reserve * training.peak + kDeviceContext + asleep : training.device;
    const Bytes residue = rl.sleepLevel == 0 ? training.fixed : rl.residueGib * GiB;
    moments.rollout = shares ? engine + residue : engine;
    if (rl.critic) moments.train += training.fixed;
    // The frozen copy waits on the host too.
    const double reference = rl.reference ? 2 * paramCounts(setup).perGpu : 0;
    if (shares && rl.sleepLevel > 0) {
        const double onHost =
            training.fixed.base + (rl.sleepLevel == 1 ? sampled.weightBytes : 0) + reference;
        moments.host = Bytes{onHost * setup.domain};
    }
    return moments;
}

Seconds switchTime(const Scenario& scenario, const Catalog& catalog, const Moments& moments,
                   const Rollout& sampled) {
    const RlSpec& rl = *scenario.rl;
    if (rl.placement != RlPlacement::Colocated || rl.sleepLevel == 0) return {};
    // Training's state out and back; an engine's weights back where they went to the host.
    const Bytes woken{rl.sleepLevel == 1 ? sampled.weightBytes : 0};
    return (2 * moments.training + woken) / hostLink(setupOf(scenario, catalog).gpu);
}

/// What a step waits for the rollout that runs beside training, by how far ahead it may be.
Seconds rolloutBeside(const RlSpec& rl, const Rollout& sampled) {
    const double ahead = rl.mode == RlMode::OneStepOff ? 1 : rl.staleness;
    const double full = sampled.fullSeconds + (rl.partial && rl.recomputeKv ? sampled.recompute : 0);
    if (rl.mode == RlMode::Async && rl.partial) return {std::min(full, sampled.seconds)};
    return {sampled.fullSeconds + (sampled.seconds - sampled.fullSeconds) / std::max(1.0, ahead)};
}

} // namespace

std::optional<RlReport> rlStep(const Scenario& scenario, const Catalog& catalog,
                               std::vector<Warning>& warnings) {
    const RlSpec& rl = *scenario.rl;
    const auto groups = static_cast<std::size_t>(rl.prompts);
    const std::vector<int> lengths = responseLengths(rl, groups);
    const std::vector<int> sampledLengths =
        rl.oversample > 1
            ? responseLengths(
                  rl, static_cast<std::size_t>(std::llround(rl.oversample * static_cast<double>(rl.prompts))))
            : lengths;
    const bool shares = rl.placement == RlPlacement::Colocated;
    const double trainGpus = gpusOf(scenario, catalog);
    RlReport report;
    report.rolloutGpus =
        shares ? trainGpus : static_cast<double>(rl.rolloutGpus.value_or(std::llround(trainGpus)));
    report.gpus = shares ? trainGpus : trainGpus + report.rolloutGpus;
    const Trainer trainer = trainerOf(scenario, catalog, lengths);

    const double taken = !shares              ? 0
                         : rl.sleepLevel == 0 ? memorySummary(setupOf(trainer.scenario, catalog)).fixed.base
                                              : (rl.residueGib * GiB).base;
    report.gpusPerEngine = gpusOf(engineScenario(scenario, catalog, 0), catalog);
    report.engines = std::floor(report.rolloutGpus / report.gpusPerEngine);
    if (report.engines < 1) {
        warnings.push_back(
            {"rl-engine", say("No engine fits: one takes %1 GPUs, sampling has %2.",
                              std::llround(report.gpusPerEngine), std::llround(report.rolloutGpus))});
        return std::nullopt;
    }
    const Result<Rollout> sampled =
        rollout(scenario, catalog, sampledLengths, static_cast<int>(report.engines), taken);
    if (!sampled) {
        warnings.push_back({"rl-engine", say("No step: the engine cannot sample, %1 %2.",
                                             sampled.error().front().key, sampled.error().front().rule)});
        return std::nullopt;
    }

    report.phases.resize(rlParts().size());
    const auto phase = [&](RlPart part) -> RlPhase& { return report.phases[static_cast<std::size_t>(part)]; };
    const auto add = [&](RlPart part, Seconds seconds, Origin origin = Origin::Analytic) {
        phase(part) = {seconds, seconds, origin};
    };
    const double epochs = static_cast<double>(rl.epochs);
    add(RlPart::Rollout, {sampled->seconds}, Origin::Simulated);
    add(RlPart::Reward, {rl.rewardSeconds});
    if (rl.oldLogprobs == RlLogprobs::Trainer) add(RlPart::Logprob, trainer.forward);
    if (rl.reference) add(RlPart::Reference, trainer.forward);
    const Seconds training = epochs * static_cast<double>(rl.miniBatches) * trainer.step;
    add(RlPart::Train, training);
    if (rl.critic) add(RlPart::Critic, trainer.forward + training);
    const Moments moments = momentsOf(scenario, catalog, trainer, *sampled);
    const ParamCounts params = paramCounts(setupOf(scenario, catalog));
    const Scenario engine = engineScenario(scenario, catalog, 0);
    const double gbps = rl.transferGbps.value_or(rlTransfers()[static_cast<std::size_t>(rl.transfer)].gbps);
    add(RlPart::Transfer, Bytes{params.total * bytesOf(engine.precision.weights)} / (gbps * GBps));
    add(RlPart::Switch, switchTime(scenario, catalog, moments, *sampled));
    add(RlPart::Framework, {rl.frameworkSeconds});

    Seconds trained; // while the next batch may be sampled
    for (const RlPart part : {RlPart::Logprob, RlPart::Reference, RlPart::Critic, RlPart::Train})
        trained += phase(part).seconds;
    const Seconds beside = rolloutBeside(rl, *sampled) + phase(RlPart::Reward).seconds;
    const double ahead = rl.mode == RlMode::Sync         ? 0
                         : rl.mode == RlMode::OneStepOff ? 1
                                                         : std::min(1.0, rl.staleness);
    if (ahead > 0) {
        // Of the step that waits for everything and the one that waits for the longer side.
        phase(RlPart::Rollout).exposed = (1 - ahead) * phase(RlPart::Rollout).seconds;
        phase(RlPart::Reward).exposed = (1 - ahead) * phase(RlPart::Reward).seconds;
        const Seconds waits = std::max(Seconds{}, beside - trained);
        phase(RlPart::Idle) = {ahead * waits, ahead * waits, Origin::Simulated};
    }
    for (const RlPhase& one : report.phases) report.step += one.exposed;

    const double sequences = static_cast<double>(lengths.size());
    report.sequences = sequences;
    for (const int length : lengths) report.tokens += static_cast<double>(rl.prompt) + length;
    report.samplesPerSecond = sequences / report.step.base;
    report.tokensPerSecondPerGpu = report.tokens / report.step.base / report.gpus;
    report.stepsPerDay = 86400 / report.step.base;
    if (scenario.price.gpuHourUsd > 0)
        report.usd = scenario.price.gpuHourUsd * report.gpus * report.step.base / 3600;
    report.lengths = summary(sampledLengths, rl);
    report.tail = {sampled->tail};
    report.rolloutIdle = sampled->idleShare;
    const double trainBusy = trained / report.step * trainGpus / trainer.imbalance;
    const double sampleBusy = sampled->fullSeconds / report.step.base * report.engines * report.gpusPerEngine;
    report.idleShare = std::max(0.0, 1 - (trainBusy + sampleBusy) / report.gpus);
    report.staleness = ahead < 1 ? ahead : rl.mode == RlMode::OneStepOff ? 1 : (1 + rl.staleness) / 2;
    report.trainImbalance = trainer.imbalance;
    report.rolloutMemory = moments.rollout;
    report.trainMemory = moments.train;
    report.host = moments.host;
    report.capacity = setupOf(scenario, catalog).gpu.memory;
    const Bytes most = std::max(moments.rollout, moments.train);
    report.fits = most > report.capacity ? Fit::No : most > 0.95 * report.capacity ? Fit::Tight : Fit::Yes;
    report.running = sampled->running;
    if (report.fits == Fit::No)
        warnings.push_back(
            {"rl-memory", say("Does not fit: a GPU needs %1 GiB while it samples and %2 GiB while it trains.",
                              std::llround(moments.rollout / GiB), std::llround(moments.train / GiB))});
    return report;
}

} // namespace moe
