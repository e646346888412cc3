// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/rl/rl_step.h"

#include "models/engine/memory/memory.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/sharding.h"

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

/// Both moments of a GPU, and what a node's host holds meanwhile.
struct Moments {
    Bytes rollout, train, host;
};
Moments momentsOf(const RlSpec& rl, Bytes context, const RlTraining& training, const Rollout& sampled) {
    const bool shares = rl.placement == RlPlacement::Colocated;
    Moments moments;
    const Bytes engine{sampled.weightBytes + sampled.activationBytes + sampled.poolBytes};
    const Bytes asleep = rl.sleepLevel == 0 ? engine : kSleepingEngine;
    moments.train = shares ? rl.reserve * training.peak + context + asleep : training.device;
    const Bytes residue = rl.sleepLevel == 0 ? training.fixed : rl.residueGib * GiB;
    moments.rollout = shares ? engine + residue : engine;
    if (rl.critic) moments.train += training.fixed;
    // The frozen copy waits on the host too.
    const double reference = rl.reference ? 2 * training.params : 0;
    if (shares && rl.sleepLevel > 0) {
        const double onHost =
            training.fixed.base + (rl.sleepLevel == 1 ? sampled.weightBytes : 0) + reference;
        moments.host = Bytes{onHost * training.domain};
    }
    return moments;
}

Seconds switchTime(const RlSpec& rl, const GpuSpec& gpu, const RlTraining& training, const Rollout& sampled) {
    if (rl.placement != RlPlacement::Colocated || rl.sleepLevel == 0) return {};
    // Training's state out and back; an engine's weights back where they went to the host.
    const Bytes woken{rl.sleepLevel == 1 ? sampled.weightBytes : 0};
    return (2 * training.fixed + woken) / hostLink(gpu);
}

/// What a step waits for the rollout that runs beside training, by how far ahead it may be.
Seconds rolloutBeside(const RlSpec& rl, const Rollout& sampled) {
    const double ahead = rl.mode == RlMode::OneStepOff ? 1 : rl.staleness;
    const double full = sampled.fullSeconds + (rl.partial && rl.recomputeKv ? sampled.recompute : 0);
    if (rl.mode == RlMode::Async && rl.partial) return {std::min(full, sampled.seconds)};
    return {sampled.fullSeconds + (sampled.seconds - sampled.fullSeconds) / std::max(1.0, ahead)};
}

} // namespace

double rolloutGpusOf(const RlSpec& rl, double trainGpus) {
    if (rl.placement == RlPlacement::Colocated) return trainGpus;
    return static_cast<double>(rl.rolloutGpus.value_or(std::llround(trainGpus)));
}

double takenWhileSampling(const RlSpec& rl, const RlTraining& training) {
    if (rl.placement != RlPlacement::Colocated) return 0;
    return rl.sleepLevel == 0 ? training.fixed.base : (rl.residueGib * GiB).base;
}

std::size_t sampledGroups(const RlSpec& rl) {
    const auto prompts = static_cast<double>(rl.prompts);
    return static_cast<std::size_t>(std::llround(std::max(1.0, rl.oversample) * prompts));
}

RlReport joinedStep(const Scenario& scenario, const Catalog& catalog, const RlResponses& responses,
                    const RlTraining& training, const Rollout& sampled, double engines) {
    const RlSpec& rl = *scenario.rl;
    const Setup setup = setupOf(scenario, catalog);
    const bool shares = rl.placement == RlPlacement::Colocated;
    RlReport report;
    report.ninetyError = kRlNinety;
    report.rolloutGpus = rolloutGpusOf(rl, training.gpus);
    report.gpus = shares ? training.gpus : training.gpus + report.rolloutGpus;
    const Scenario engine = engineScenario(scenario, catalog, 0);
    report.engine = {engine.parallel.tp, engine.parallel.pp, engine.parallel.ep, *engine.parallel.dp};
    report.gpusPerEngine = static_cast<double>(*engine.cluster.gpus);
    report.engines = engines;

    report.phases.resize(rlParts().size());
    const auto phase = [&](RlPart part) -> RlPhase& { return report.phases[static_cast<std::size_t>(part)]; };
    const auto add = [&](RlPart part, Seconds seconds, Origin origin = Origin::Analytic) {
        phase(part) = {seconds, seconds, origin};
    };
    const auto epochs = static_cast<double>(rl.epochs);
    add(RlPart::Rollout, {sampled.seconds}, Origin::Simulated);
    add(RlPart::Reward, {rl.rewardSeconds});
    if (rl.oldLogprobs == RlLogprobs::Trainer) add(RlPart::Logprob, training.forward);
    if (rl.reference) add(RlPart::Reference, training.forward);
    const Seconds trained = epochs * static_cast<double>(rl.miniBatches) * training.step;
    add(RlPart::Train, trained);
    if (rl.critic) add(RlPart::Critic, training.forward + trained);
    const double gbps = rl.transferGbps.value_or(rlTransfers()[static_cast<std::size_t>(rl.transfer)].gbps);
    add(RlPart::Transfer,
        Bytes{paramCounts(setup).total * bytesOf(engine.precision.weights)} / (gbps * GBps));
    add(RlPart::Switch, switchTime(rl, setup.gpu, training, sampled));
    add(RlPart::Framework, {rl.frameworkSeconds});

    Seconds learning; // while the next batch may be sampled
    for (const RlPart part : {RlPart::Logprob, RlPart::Reference, RlPart::Critic, RlPart::Train})
        learning += phase(part).seconds;
    const Seconds beside = rolloutBeside(rl, sampled) + phase(RlPart::Reward).seconds;
    const double ahead = rl.mode == RlMode::Sync         ? 0
                         : rl.mode == RlMode::OneStepOff ? 1
                                                         : std::min(1.0, rl.staleness);
    if (ahead > 0) {
        // Of the step that waits for everything and the one that waits for the longer side.
        phase(RlPart::Rollout).exposed = (1 - ahead) * phase(RlPart::Rollout).seconds;
        phase(RlPart::Reward).exposed = (1 - ahead) * phase(RlPart::Reward).seconds;
        const Seconds waits = std::max(Seconds{}, beside - learning);
        phase(RlPart::Idle) = {ahead * waits, ahead * waits, Origin::Simulated};
    }
    for (const RlPhase& one : report.phases) report.step += one.exposed;

    const auto sequences = static_cast<double>(responses.trained.size());
    report.sequences = sequences;
    for (const Response& one : responses.trained) report.tokens += one.tokens();
    report.samplesPerSecond = sequences / report.step.base;
    report.tokensPerSecondPerGpu = report.tokens / report.step.base / report.gpus;
    report.stepsPerDay = 86400 / report.step.base;
    if (scenario.price.gpuHourUsd > 0)
        report.usd = rentPerGpuHour(scenario) * report.gpus * report.step.base / 3600;
    report.lengths = summary(responses.sampled, rl);
    report.tail = {sampled.tail};
    report.rolloutIdle = sampled.idleShare;
    const double trainBusy = learning / report.step * training.gpus / training.imbalance;
    const double sampleBusy = sampled.fullSeconds / report.step.base * engines * report.gpusPerEngine;
    report.idleShare = std::max(0.0, 1 - (trainBusy + sampleBusy) / report.gpus);
    report.staleness = ahead < 1 ? ahead : rl.mode == RlMode::OneStepOff ? 1 : (1 + rl.staleness) / 2;
    report.trainImbalance = training.imbalance;
    const Moments moments = momentsOf(rl, contextOf(*scenario.train), training, sampled);
    report.rolloutMemory = moments.rollout;
    report.trainMemory = moments.train;
    report.host = moments.host;
    report.capacity = setup.gpu.memory;
    const Bytes most = report.device();
    report.fits = most > report.capacity ? Fit::No : most > 0.95 * report.capacity ? Fit::Tight : Fit::Yes;
    report.running = sampled.running;
    return report;
}

std::optional<RlResponses> rlResponses(const RlSpec& rl, const Catalog& catalog,
                                       std::vector<Warning>& warnings) {
    const auto groups = static_cast<std::size_t>(rl.prompts);
    std::vector<Warning> once;
    std::optional<std::vector<Response>> trained = responsesOf(rl, catalog, groups, warnings);
    if (!trained) return std::nullopt;
    if (sampledGroups(rl) == groups) return RlResponses{*trained, *trained};
    std::optional<std::vector<Response>> sampled = responsesOf(rl, catalog, sampledGroups(rl), once);
    return RlResponses{*std::move(trained), *std::move(sampled)};
}

std::optional<RlReport> rlStep(const Scenario& scenario, const Catalog& catalog,
                               std::vector<Warning>& warnings) {
    const RlSpec& rl = *scenario.rl;
    const std::optional<RlResponses> responses = rlResponses(rl, catalog, warnings);
    if (!responses) return std::nullopt;
    const RlTraining training = rlTraining(scenario, catalog, responses->trained);
    const double rolloutGpus = rolloutGpusOf(rl, training.gpus);
    const double perEngine = static_cast<double>(*engineScenario(scenario, catalog, 0).cluster.gpus);
    const double engines = std::floor(rolloutGpus / perEngine);
    if (engines < 1) {
        warnings.push_back({"rl-engine", say("No engine fits: one takes %1 GPUs, sampling has %2.",
                                             std::llround(perEngine), std::llround(rolloutGpus))});
        return std::nullopt;
    }
    const Result<Rollout> sampled = rollout(scenario, catalog, responses->sampled, static_cast<int>(engines),
                                            takenWhileSampling(rl, training));
    if (!sampled) {
        warnings.push_back({"rl-engine", say("No step: the engine cannot sample, %1 %2.",
                                             sampled.error().front().key, sampled.error().front().rule)});
        return std::nullopt;
    }
    RlReport report = joinedStep(scenario, catalog, *responses, training, *sampled, engines);
    if (report.fits == Fit::No)
        warnings.push_back(
            {"rl-memory",
             say("Does not fit: a GPU needs %1 GiB while it samples and %2 GiB while it trains.",
                 std::llround(report.rolloutMemory / GiB), std::llround(report.trainMemory / GiB))});
    return report;
}

} // namespace moe
