// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report made by hand, so that texts and panels are tested apart from the models. Numbers are invented but
// of a real size.

#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/report.h"
#include "models/engine/time/step_time_report.h"

#include <string_view>

namespace moe::test {

/// The row of timeTerms() whose key has this word in it.
inline std::size_t timeTerm(std::string_view word) {
    for (std::size_t i = 0; i < timeTerms().size(); ++i) {
        if (std::string_view(timeTerms()[i].key).find(word) != std::string_view::npos) return i;
    }
    return 0;
}

inline Report sampleReport() {
    Report report;
    Scenario& s = report.scenario;
    s.name = "Coarse MoE 64×top-8";
    s.note = "a: note";
    s.model.layers = 48;
    s.model.hidden = 4096;
    s.model.vocab = 128256;
    s.model.sequence = 4096;
    s.model.heads = 32;
    s.moe.emplace();
    s.moe->experts = 64;
    s.moe->topK = 8;
    s.moe->expertFfn = 1536;
    s.train.emplace();
    s.train->tokens = 1.5e12;
    s.train->globalBatch = 1024;
    s.train->lr = 1.2e-3;
    s.serve.emplace();
    s.gpu.preset = "h100-sxm";
    s.cluster.gpus = 64;
    s.price.gpuHourUsd = 2.1;
    report.params = {30.5e9, 3.2e9, 29.9e9, 1.6e9, 28.9e9, 4.1e9, 2.7e9, 1.2e9};

    MemoryReport memory;
    StageMemory stage;
    stage.layers = 48;
    stage.terms.assign(memoryTerms().size(), Bytes{0});
    stage.terms[0] = 20.5 * GiB;
    stage.terms[1] = 35 * GiB;
    stage.fixed = 40 * GiB;
    stage.peak = 55.5 * GiB;
    stage.peakLow = 53 * GiB;
    stage.peakHigh = 58 * GiB;
    stage.peakPhase = "loss forward";
    memory.stages = {stage};
    memory.reserved = 58.2 * GiB;
    memory.device = 61.3 * GiB;
    memory.capacity = 81559 * MiB;
    memory.suggestions = {{{{"train.recompute", "full"}}, 41 * GiB}};
    report.memory = memory;

    TrainReport train;
    train.step = 3.42 * second;
    train.terms.assign(timeTerms().size(), TimeTerm{});
    train.terms[timeTerm("attention")] = {2.4 * second, 2.4 * second, Origin::Fitted};
    train.terms[timeTerm("alltoall")] = {0.9 * second, 0.6 * second, Origin::Interpolated};
    train.terms[timeTerm("optimizer")] = {0.42 * second, 0.42 * second, Origin::Analytic};
    train.tokensPerSecond = 1.226e6;
    train.tokensPerSecondPerGpu = 19163;
    train.modelTflopsPerGpu = 378;
    train.modelTflopsPerGpuFullAttention = 391;
    train.mfu = 0.382;
    train.gpuUtilisation = 0.55;
    train.bandwidthUtilisation = 0.21;
    train.gpuHours = 196e3;
    train.days = 127.6;
    train.usd = 412e3;
    train.energyKwh = 121e3;
    report.train = train;

    GoodputReport goodput;
    goodput.efficiency = 0.95;
    goodput.interval = 640 * second;
    goodput.between = 11000 * second;
    goodput.checkpoint = Bytes{427e9};
    goodput.tokensPerSecond = 1.165e6;
    goodput.gpuHours = 206e3;
    goodput.days = 134.3;
    goodput.usd = 434e3;
    goodput.spareNodes = 2;
    report.goodput = goodput;

    NetworkReport network;
    network.dispatch = 128 * MiB;
    network.combine = 256 * MiB;
    network.dispatchTime = 1.1 * millisecond;
    network.combineTime = 2.1 * millisecond;
    network.crossNode = 64 * MiB;
    report.network = network;

    ServeReport serve;
    serve.weights = 57 * GiB;
    serve.kvPerToken = 96 * KiB;
    serve.ttft = 120 * millisecond;
    serve.tpot = 14 * millisecond;
    serve.latency = 3.7 * second;
    serve.tokensPerSecondPerGpu = 1450;
    serve.tokensPerSecondPerUser = 71;
    report.serve = serve;

    LossReport loss;
    loss.value = 2.214;
    loss.low = 2.19;
    loss.high = 2.238;
    loss.origin = Origin::Extrapolated;
    loss.optimalLr = 1.0e-3;
    loss.optimalBatchTokens = 5.2e6;
    loss.optimalLoss = 2.21;
    loss.slopeParams = 0.031;
    loss.slopeTokens = 0.052;
    loss.dataBound = true;
    report.loss = loss;

    PlacementReport placement;
    placement.experts = {1, 0.1, 0.1, 1.3, 0.05};
    placement.gpus = placement.nodes = {8, 0.2, 0.025, 1.04, 0.01};
    for (Count expert = 0; expert < 64; ++expert) placement.slotExperts.push_back(expert);
    placement.lowerBound = 1.01;
    report.placement = placement;

    report.warnings = {{"loss-extrapolated", "Active parameters 3.2 B lie outside the data this fit was made "
                                             "from (0.1 – 2.0 B). The loss is an extrapolation."}};
    return report;
}

/// The same with what a smaller, serving-only dense model lacks.
inline Report servingReport() {
    Report report = sampleReport();
    report.scenario.train.reset();
    report.scenario.moe.reset();
    report.memory.reset();
    report.train.reset();
    report.loss.reset();
    report.network.reset();
    report.placement.reset();
    report.warnings.clear();
    return report;
}

} // namespace moe::test
