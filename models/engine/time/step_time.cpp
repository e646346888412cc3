// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/step_time.h"

#include "models/engine/cost/fabric.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/cost/topology.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/params.h"
#include "models/engine/time/host_time.h"
#include "models/engine/time/recipe_traffic.h"
#include "models/engine/time/simulated_step.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

Cost& at(PartCosts& parts, StepPart part) {
    return parts[static_cast<std::size_t>(part)];
}
double number(Count count) {
    return static_cast<double>(count);
}

void addLayers(StageTime& stage, const LayerTime& layer, double count) {
    if (count <= 0) return;
    stage.all += count * layer.all;
    stage.host += count * layer.host;
    stage.layerSync += count * layer.sync;
    stage.hidden += count * (layer.hidden + layer.hiddenAgain);
}

} // namespace

double bubbleShare(const Setup& setup, double vpp) {
    if (setup.pp <= 1) return 1;
    const double filled = std::clamp(setup.microBatches, 1.0, setup.pp);
    return ((setup.pp - filled) + (filled - 1) / vpp) / (setup.pp - 1);
}

StepModel stepModel(const Setup& s) {
    StepModel model;
    model.setup = &s;
    model.rates = ratesOf(s);
    model.flops = stepFlops(s);
    readOperators(model);
    readRecompute(model);
    readPipeline(model);
    model.layers = stageLayers(s);
    return model;
}

void readPipeline(StepModel& model) {
    const Setup& s = *model.setup;
    model.sendReceive = {};
    model.paired = pairedShare(s);
    if (s.pp <= 1) return;
    const double slowdown = ringSlowdown(s, s.gpus / s.domain, s.gpus / s.pp / s.domain);
    const Bandwidth link = s.gpus <= s.domain || s.gpus / s.pp < s.domain ? pairShare(s) * model.rates.nvlink
                                                                          : model.rates.nic / slowdown;
    const double ways = s.scenario->train->trainable == Trainable::None ? 0.5 : 1; // forward alone, or back
    // The widest, before the last stage, sets the pace of all.
    model.sendReceive = ways * (s.vpp > 1 ? s.vpp / 2 : 1) *
                        (Bytes{4 * s.T * handedWidth(s, s.L * (1 - 1 / s.pp)) / s.sp} / link +
                         2 * constantsOf(s).collectiveLatency);
}

StageShape stageShape(const StepModel& model, int index) {
    const Setup& s = *model.setup;
    const auto stage = static_cast<std::size_t>(index);
    StageShape shape;
    shape.first = stage == 0;
    shape.last = stage + 1 == model.layers.size();
    shape.mtp = shape.last ? number(s.mtpLayers) : 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) shape.of[i] = number(model.layers[stage].of[i]);
    shape.of[s.plan->mtp] += shape.mtp;
    return shape;
}

StageTime stageTime(const StepModel& model, int stage) {
    return stageTime(model, stageShape(model, stage));
}

static Cost headCost(const StepModel& model, const StageShape& shape) {
    return (1 + shape.mtp) * model.head + shape.mtp * model.mtpProjection;
}

/// FSDP reduces each micro-batch's gradients; with one of them nothing is added up.
static Cost accumulation(const StepModel& model, const StageTime& stage) {
    const TrainSpec& train = *model.setup->scenario->train;
    if (train.zero == 3 && model.setup->microBatches <= 1) return {};
    const double perParam = 2 * number(train.gradBytes) + (train.fusedGradAccumulation ? 0 : 6);
    const Bytes bytes{perParam * (stage.denseParams + stage.expertParams)};
    const double waits = train.fusedGradAccumulation ? constantsOf(*model.setup).fusedAccumulation : 1;
    const Seconds time = waits * bytes / model.rates.memory;
    return {time, time, {}, bytes};
}

static Cost sendReceive(const StepModel& model) {
    // Those of interleaved chunks run beside the next chunk.
    const double exposed = model.setup->vpp > 1 ? constantsOf(*model.setup).sendOverlap : 1;
    return {model.sendReceive, exposed * model.sendReceive, {}, {}};
}

StageRest stageRest(const StepModel& model, const StageTime& stage) {
    return {stage.shape.last ? headCost(model, stage.shape) : Cost{}, accumulation(model, stage),
            sendReceive(model)};
}

PartCosts stageParts(const StepModel& model, const StageTime& stage) {
    PartCosts parts;
    for (std::size_t type = 0; type < model.types.size(); ++type) {
        if (stage.shape.of[type] <= 0) continue;
        const LayerTime& layer = model.types[type].time;
        const double count = stage.shape.of[type];
        for (std::size_t i = 0; i < kStageParts; ++i) parts[i] += count * layer.parts[i];
        at(parts, StepPart::AllToAll).counted += -stage.paired * count * layer.hidden;
        at(parts, StepPart::Recompute).counted += -stage.paired * count * layer.hiddenAgain;
    }
    const StageRest rest = stageRest(model, stage);
    at(parts, StepPart::Head) = rest.head;
    at(parts, StepPart::Accumulation) = rest.accumulation;
    at(parts, StepPart::SendReceive) = rest.sendReceive;
    return parts;
}

StageTime stageTime(const StepModel& model, const StageShape& shape) {
    return stageTime(model, shape, model.paired);
}

StagePace stagePace(const StepModel& model, const StageTime& stage, double paired) {
    const Setup& s = *model.setup;
    const bool graphs = s.scenario->train->cudaGraphs != CudaGraphs::None;
    StagePace pace;
    // Graphs have half of it already; a pair waits for the tokens of one pass while it runs the other.
    pace.sync = (graphs ? 1 : 1 - 0.5 * paired) * stage.layerSync;
    pace.gpu = stage.all.counted - paired * stage.hidden;
    pace.busy = pace.gpu;
    if (stage.fsdp.base > 0)
        pace.busy = std::max(pace.gpu, stage.fsdp) +
                    (1 - constantsOf(s).fsdpOverlap) * std::min(pace.gpu, stage.fsdp);
    pace.total =
        Seconds{std::sqrt(pace.busy.base * pace.busy.base + stage.host.base * stage.host.base)} + pace.sync;
    return pace;
}

StageTime stageTime(const StepModel& model, const StageShape& shape, double paired) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    StageTime stage;
    stage.shape = shape;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const TypeTime& type = model.types[i];
        const double expertLayers = expertLayersHeld(s, shape.of[i]);
        addLayers(stage, type.time, shape.of[i]);
        stage.layerParams += shape.of[i] * type.denseParams;
        stage.expertParams += expertLayers * type.expertParams;
        stage.heldDense += shape.of[i] * type.heldDense;
        stage.heldExpert += expertLayers * type.heldExpert;
    }
    stage.denseParams = stage.layerParams;
    const auto hold = [&stage](double params, bool learn) {
        stage.heldDense += params;
        if (learn) stage.denseParams += params;
    };
    if (shape.first) hold(model.embeddingParams, trainsEmbedding(s));
    if (shape.last) {
        if (!s.scenario->model.tiedEmbeddings || s.pp > 1) hold(model.embeddingParams, trainsHead(s));
        hold(shape.mtp * 2 * s.h * s.h / s.tp, train.trainable == Trainable::All);
    }
    const StageRest rest = stageRest(model, stage);
    stage.all += rest.head;
    stage.all += rest.accumulation + rest.sendReceive;
    if (train.zero == 3) stage.fsdp = shardedTraffic(model, stage);
    if (train.activationOffload > 0) stage.fsdp = std::max(stage.fsdp, offloadTime(model, stage));
    const StagePace pace = stagePace(model, stage, paired);
    stage.paired = paired;
    stage.sync = pace.sync;
    stage.gpu = pace.gpu;
    stage.busy = pace.busy;
    stage.total = pace.total;
    return stage;
}

StepTime stepTime(const StepModel& model, std::vector<Seconds>* stages) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    if (isSimulated(s)) return simulatedStep(model, stages);
    StepTime time;
    Bytes optimizer;
    StageTime stage;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        // Neighbours between the ends mostly run the same layers.
        const bool end = i < 2 || i + 1 == model.layers.size();
        const bool another = end || !(model.layers[i] == model.layers[i - 1]);
        if (another) stage = stageTime(model, static_cast<int>(i));
        if (stages) stages->push_back(stage.total);
        time.sum += stage.total;
        time.math += s.microBatches / s.pp * stage.all.math;
        time.bytes += s.microBatches / s.pp * stage.all.bytes;
        if (!another) continue;
        time.dp = std::max(time.dp, gradientTraffic(model, stage));
        time.muon = std::max(time.muon, muonTime(model, stage));
        optimizer = std::max(optimizer, optimizerTraffic(model, stage));
        if (i == 0 || stage.total > time.worst.total) time.worst = stage;
    }
    time.bytes += optimizer;
    time.bubble = bubbleShare(s, s.vpp) * (time.sum - time.worst.total);
    time.pipeline = s.microBatches * time.worst.total + time.bubble;
    time.dpExposed =
        constantsOf(s).dataSlower *
        (train.dpOverlap
             ? std::max(constantsOf(s).dataOverlap * time.dp,
                        time.dp - constantsOf(s).dataHidden * gradientRounds(s) * time.worst.total)
             : time.dp);
    time.dp = std::max(time.dp, time.dpExposed); // what is waited for was under way
    time.optimizer = optimizer / model.rates.memory + time.muon;
    time.step = time.pipeline + time.dpExposed + time.optimizer + perIteration(s);
    return time;
}

} // namespace moe
