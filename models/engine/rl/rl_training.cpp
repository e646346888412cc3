// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/rl/rl_training.h"

#include "models/engine/memory/memory.h"
#include "models/engine/scenario/pipeline_rules.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/sharding.h"
#include "models/engine/time/step_time.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

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

/// Mean length of the sequence that a token is in: Σs²/Σs.
double lengthOf(const std::vector<Response>& responses) {
    double tokens = 0, squares = 0;
    for (const Response& one : responses) tokens += one.tokens(), squares += one.tokens() * one.tokens();
    return tokens > 0 ? squares / tokens : 1;
}

} // namespace

Scenario packedTraining(const Scenario& scenario, const Catalog& catalog,
                        const std::vector<Response>& responses) {
    const RlSpec& rl = *scenario.rl;
    double tokens = 0;
    for (const Response& one : responses) tokens += one.tokens();
    const double length = lengthOf(responses);
    Scenario packed = scenario;
    packed.rl.reset();
    packed.serve.reset();
    TrainSpec& train = *packed.train;
    const double budget = rl.tokenBudget ? static_cast<double>(*rl.tokenBudget)
                                         : static_cast<double>(train.microBatch * packed.model.sequence);
    // A micro-batch of as many sequences of that length as the budget has room for.
    packed.model.sequence = std::max<Count>(1, std::llround(length));
    train.microBatch = std::max<Count>(1, std::llround(budget / length));
    const double dp = setupOf(packed, catalog).dp;
    const double perPass = dp * static_cast<double>(train.microBatch) * length;
    const auto optimizerSteps = static_cast<double>(rl.miniBatches);
    fillPipeline(packed, dp, std::max(1.0, std::ceil(tokens / optimizerSteps / perPass)));
    return packed;
}

RlTraining rlTraining(const Scenario& scenario, const Catalog& catalog,
                      const std::vector<Response>& responses) {
    const RlSpec& rl = *scenario.rl;
    const Scenario packed = packedTraining(scenario, catalog, responses);
    const Setup setup = setupOf(packed, catalog);
    const StepModel model = stepModel(setup);
    const StepTime time = stepTime(model);
    const double c = attentionPerToken(model, lengthOf(responses));
    std::vector<double> costs;
    costs.reserve(responses.size());
    for (const Response& one : responses) costs.push_back(one.tokens() + c * one.tokens() * one.tokens());
    RlTraining training;
    training.gpus = setup.gpus;
    training.domain = setup.domain;
    training.imbalance = largestFirstImbalance(std::move(costs), static_cast<std::size_t>(setup.dp));
    const Seconds pipeline = training.imbalance * time.pipeline;
    training.step = pipeline + (time.step - time.pipeline);
    training.forward = static_cast<double>(rl.miniBatches) * forwardShare(model, time.worst) * pipeline;
    // The longest sequence makes the fullest micro-batch.
    Scenario longest = packed;
    Count tokens = rl.prompt + rl.responseMax;
    if (!rl.lengths.empty()) {
        tokens = 0;
        for (const Response& one : responses) tokens = std::max<Count>(tokens, std::llround(one.tokens()));
    }
    if (tokens > longest.model.sequence * longest.train->microBatch) {
        longest.model.sequence = tokens;
        longest.train->microBatch = 1;
    }
    const Setup fullest = setupOf(longest, catalog);
    const MemorySummary memory = memorySummary(fullest);
    training.fixed = memory.fixed;
    training.peak = memory.peak;
    training.device = memory.device;
    training.params = paramCounts(setup).perGpu;
    return training;
}

} // namespace moe
