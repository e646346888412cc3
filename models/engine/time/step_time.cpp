// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/step_time.h"

#include "models/engine/cost/fabric.h"
#include "models/engine/cost/network.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/shape/params.h"
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

/// Elementwise kernels slow down without compilation; casts are fused into their own kernels either way.
Passes elementwisePasses(const Rates& rates, Bytes elementwise, Bytes casts) {
    return memoryPasses(rates, rates.eager * elementwise + casts);
}

bool mixes(const Setup& s) {
    return s.mixer != LayerKind::Ffn && s.mixer != LayerKind::None;
}

/// `s` speaks of the layer's mixer.
LayerOperators layerOperators(const Setup& s, const Rates& rates, FeedForward feed) {
    LayerOperators layer;
    const AttentionLinears linears = attentionLinears(s, rates);
    layer.attentionLinears = linears.all;
    layer.upForward = linears.upForward;
    layer.core = attentionCore(s, rates);
    layer.context = contextParallel(s, rates, layer.core);
    Bytes elementwise = elementwiseBytes(s, feed), casts, permute;
    double pairs = mixes(s) ? 1 : 0, extra = pairs / 2;
    if (feed == FeedForward::Dense) {
        layer.mlp = denseMlp(s, rates, s.f);
        elementwise += activationBytes(s, s.f);
        casts = castBytes(s, s.f);
        pairs += 1, extra += 0.5;
    }
    if (feed == FeedForward::Moe) {
        const RoutedRows routed = routedRows(s);
        layer.mlp =
            gemmPasses(rates, {routed.tokens, s.E, s.h}, GemmType::Bf16) + latentProjections(s, rates, s.T);
        if (s.fs > 0) {
            layer.mlp += denseMlp(s, rates, s.fs);
            elementwise += activationBytes(s, s.fs);
            pairs += 1;
        }
        permute = permuteBytes(s, routed);
        casts = castBytes(s, routed);
        layer.routed = groupedGemm(s, rates, routed);
        layer.permuteForward = memoryPasses(rates, rates.eager * permute).forward;
        // The gradients go back the same ways: those of the combine as the dispatch does, in FP8 where that
        // is (DeepSeek-V3, arXiv 2412.19437, section 3.3.3).
        const PrecisionSpec& precision = s.scenario->precision;
        const Cost both =
            trainingAllToAll(s, rates, routed, dispatchTokenBytes(s.latent, precision.dispatch)) +
            trainingAllToAll(s, rates, routed, combineTokenBytes(s.latent, precision.combine));
        layer.allToAll = {both, both};
    }
    layer.elementwise = elementwisePasses(rates, elementwise + permute, rates.fp8 ? casts : Bytes{});
    const Cost pair = tensorPair(s, rates);
    layer.tensor = {pairs * pair, pairs * pair + extra * sequenceParallelExtra(s, rates)};
    return layer;
}

/// What the backward pass computes again, and the host time for it as a share of forward + backward.
struct Recomputed {
    Cost cost;
    double hostShare = 0;
};

Recomputed recomputed(const Setup& s, const Rates& rates, const LayerOperators& layer, FeedForward feed) {
    const Recompute& recompute = s.scenario->train->recompute;
    switch (recompute.mode) {
    case Recompute::Mode::None: return {};
    case Recompute::Mode::Full: return {layer.forward(), constantsOf(s).hostFull};
    case Recompute::Mode::OpLevel:
        return {0.5 * (layer.attentionLinears.forward + layer.mlp.forward + layer.routed.forward) +
                    layer.elementwise.forward,
                constantsOf(s).hostOpLevel};
    case Recompute::Mode::Selective: break;
    }
    Recomputed sum;
    for (RecomputePart part : recompute.parts) {
        switch (part) {
        case RecomputePart::CoreAttn:
            sum.cost += layer.core.forward;
            sum.hostShare += constantsOf(s).hostCoreAttention;
            break;
        case RecomputePart::LayerNorm:
            sum.cost += memoryPasses(rates, {8 * s.h * s.T / s.sp}).forward;
            sum.hostShare += constantsOf(s).hostLayerNorm;
            break;
        case RecomputePart::MlaUpProj:
            sum.cost += layer.upForward;
            sum.hostShare += constantsOf(s).hostUpProjection;
            break;
        case RecomputePart::Mlp:
            if (feed != FeedForward::Dense) break;
            sum.cost += layer.mlp.forward;
            sum.hostShare += constantsOf(s).hostMlp;
            break;
        case RecomputePart::MoeAct:
            if (feed != FeedForward::Moe) break;
            sum.cost += memoryPasses(rates, {6 * s.fe * routedRows(s).rows}).forward;
            sum.hostShare += constantsOf(s).hostMoeActivation;
            break;
        case RecomputePart::Moe:
            if (feed != FeedForward::Moe) break;
            sum.cost +=
                layer.mlp.forward + layer.routed.forward + layer.permuteForward + layer.allToAll.forward;
            sum.hostShare += constantsOf(s).hostMoe;
            break;
        }
    }
    return sum;
}

/// Without recompute.
LayerTime layerTime(const LayerOperators& layer) {
    LayerTime time;
    at(time.parts, StepPart::Gemm) = layer.attentionLinears.both() + layer.mlp.both();
    at(time.parts, StepPart::Attention) = layer.core.both();
    at(time.parts, StepPart::Elementwise) = layer.elementwise.both();
    at(time.parts, StepPart::ExpertGemm) = layer.routed.both();
    at(time.parts, StepPart::Tensor) = layer.tensor.both();
    at(time.parts, StepPart::Context) = layer.context.both();
    at(time.parts, StepPart::AllToAll) = layer.allToAll.both();
    for (const Cost& part : time.parts) time.all += part;
    return time;
}

/// The fitted time of a whole layer; of a layer with one block that block's part, half of a dense layer each.
Seconds layerHost(const Setup& s, FeedForward feed) {
    const Seconds half = 0.5 * constantsOf(s).denseLayerHost, mixer = mixes(s) ? half : Seconds{};
    switch (feed) {
    case FeedForward::None: return mixer;
    case FeedForward::Dense: return mixer + half;
    case FeedForward::Moe: break;
    }
    return constantsOf(s).moeLayerHost - half + mixer;
}

void addRecompute(LayerTime& time, const Setup& s, const Rates& rates, const LayerOperators& layer,
                  FeedForward feed) {
    const TrainSpec& train = *s.scenario->train;
    const Recomputed again = recomputed(s, rates, layer, feed);
    at(time.parts, StepPart::Recompute) = again.cost;
    time.all = {};
    for (const Cost& part : time.parts) time.all += part;
    time.host = train.hostFactor * s.gpu.hostFactor * (train.cudaGraphs ? constantsOf(s).graphs : 1) *
                (1 + again.hostShare) * layerHost(s, feed);
    if (feed == FeedForward::Moe) {
        time.sync = (train.cudaGraphs || train.epOverlap ? 0.5 : 1) *
                    (train.recompute.mode == Recompute::Mode::Full ? 1.5 : 1) * constantsOf(s).dispatcherSync;
    }
}

void addLayers(StageTime& stage, const LayerTime& layer, double count) {
    if (count <= 0) return;
    stage.all += count * layer.all;
    stage.host += count * layer.host;
    stage.sync += count * layer.sync;
}

/// Seconds to reduce or gather one byte per parameter over the replicas of each, ring within and across
/// nodes.
Seconds replicaTraffic(const StepModel& model, const StageTime& stage) {
    const Setup& s = *model.setup;
    const auto traffic = [&](double params, double replicas, double stride) -> Seconds {
        if (replicas <= 1 || params <= 0) return {};
        const double inNode = std::max(1.0, std::min(replicas, s.domain / stride));
        const double slowdown = ringSlowdown(s, stride * replicas / s.domain, stride / s.domain);
        const Bandwidth link = stride * replicas <= s.domain
                                   ? model.rates.nvlink
                                   : std::min(model.rates.nvlink, inNode * model.rates.nic / slowdown);
        return Bytes{params * (replicas - 1) / replicas} / link;
    };
    return traffic(stage.denseParams, s.dp * s.cp, s.tp) +
           traffic(stage.expertParams, std::max(1.0, s.edp), s.ep * s.etp);
}

/// Latency of one collective for each layer of a stage and for its embeddings, of dense parameters and of
/// experts apart: their replicas are other ranks.
Seconds layerLatencies(const StepModel& model, const StageTime& stage) {
    const Setup& s = *model.setup;
    const StageShape& shape = stage.shape;
    const double dense = s.dp * s.cp, expert = std::max(1.0, s.edp);
    double all = 0, moe = 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        all += shape.of[i];
        if (s.plan->types[i].feed == FeedForward::Moe) moe += shape.of[i];
    }
    const double units = all + (shape.first ? 1 : 0) + (shape.last ? 1 : 0);
    const StepConstants& constants = constantsOf(s);
    return units * ringLatency(constants, dense, s.domain / s.tp) +
           moe * ringLatency(constants, expert, s.domain / (s.ep * s.etp));
}

} // namespace

double bubbleShare(const Setup& setup, double vpp) {
    if (setup.pp <= 1) return 1;
    const double filled = std::clamp(setup.microBatches, 1.0, setup.pp);
    return ((setup.pp - filled) + (filled - 1) / vpp) / (setup.pp - 1);
}

Seconds ringLatency(const StepConstants& constants, double replicas, double perNode) {
    if (replicas <= std::max(1.0, perNode)) return {};
    const double nodes = replicas / std::clamp(perNode, 1.0, replicas);
    return constants.ringStart + (replicas - nodes) * constants.ringNvlinkHop +
           (nodes - 1) * constants.ringNetworkHop;
}

Bytes optimizerTraffic(const StepModel& model, const StageTime& stage) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    const bool sharded = train.zero > 0;
    const double copies = parameterCopies(s); // they share the states too
    const double dense = sharded ? s.dp * s.cp * copies : 1,
                 expert = sharded ? std::max(1.0, s.edp) * copies : 1;
    return {30 * (stage.denseParams / dense + stage.expertParams / expert) +
            0.5 * (number(train.gradBytes) + 2) * (stage.denseParams + stage.expertParams)};
}

double gradientRounds(const Setup& setup) {
    const TrainSpec& train = *setup.scenario->train;
    return train.zero == 2 && !train.unshardedGrads ? std::max(1.0, setup.microBatches) : 1;
}

Seconds gradientTraffic(const StepModel& model, const StageTime& stage) {
    const TrainSpec& train = *model.setup->scenario->train;
    if (train.zero == 3) return {};
    return (gradientRounds(*model.setup) * number(train.gradBytes) + 2) * replicaTraffic(model, stage);
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

void readOperators(StepModel& model) {
    const Setup& s = *model.setup;
    model.types.resize(s.plan->types.size());
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const LayerType& type = s.plan->types[i];
        const MixerView view(s, type);
        TypeTime& made = model.types[i];
        made.operators = layerOperators(*view, model.rates, type.feed);
        made.time = layerTime(made.operators);
        // The fit counted matrices alone: norms, biases and the router leave gradient traffic as it is.
        const LayerParams layer = layerParams(*view);
        const bool moe = type.feed == FeedForward::Moe;
        const double network = moe ? layer.shared : type.feed == FeedForward::Dense ? layer.denseMlp : 0;
        made.denseParams = (layer.attention + network) / s.tp;
        made.expertParams = moe ? s.expertSlots / s.ep * layer.expert / s.etp : 0;
    }

    const Passes head = gemmPasses(model.rates, {s.T, s.V / s.tp, s.h}, GemmType::Bf16);
    const Bytes logits{constantsOf(s).lossBytes(s.loss) * s.T * s.V / s.lossTp};
    const Seconds loss = logits / model.rates.memory;
    model.head = head.both() + gatheredLogits(s, model.rates) + Cost{loss, loss, {}, logits};
    if (s.mtpLayers > 0) model.mtpProjection = gemmPasses(model.rates, {s.T, s.h / s.tp, 2 * s.h}).both();

    model.embeddingParams = embeddingParams(s) / s.tp;
}

void readRecompute(StepModel& model) {
    const Setup& s = *model.setup;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const MixerView view(s, s.plan->types[i]);
        addRecompute(model.types[i].time, *view, model.rates, model.types[i].operators,
                     s.plan->types[i].feed);
    }
}

void readPipeline(StepModel& model) {
    const Setup& s = *model.setup;
    model.sendReceive = {};
    if (s.pp <= 1) return;
    const double slowdown = ringSlowdown(s, s.gpus / s.domain, s.gpus / s.pp / s.domain);
    const Bandwidth link = s.gpus <= s.domain ? model.rates.nvlink : model.rates.nic / slowdown;
    model.sendReceive = (s.vpp > 1 ? s.vpp / 2 : 1) *
                        (Bytes{4 * s.T * s.h / s.sp} / link + 2 * constantsOf(s).collectiveLatency);
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
    const Seconds time = bytes / model.rates.memory;
    return {time, time, {}, bytes};
}

static Cost sendReceive(const StepModel& model) {
    return {model.sendReceive, model.sendReceive, {}, {}};
}

PartCosts stageParts(const StepModel& model, const StageTime& stage) {
    PartCosts parts;
    for (std::size_t type = 0; type < model.types.size(); ++type)
        if (stage.shape.of[type] > 0)
            for (std::size_t i = 0; i < kStageParts; ++i)
                parts[i] += stage.shape.of[type] * model.types[type].time.parts[i];
    if (stage.shape.last) at(parts, StepPart::Head) = headCost(model, stage.shape);
    at(parts, StepPart::Accumulation) = accumulation(model, stage);
    at(parts, StepPart::SendReceive) = sendReceive(model);
    return parts;
}

StageTime stageTime(const StepModel& model, const StageShape& shape) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    StageTime stage;
    stage.shape = shape;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const TypeTime& type = model.types[i];
        addLayers(stage, type.time, shape.of[i]);
        stage.denseParams += shape.of[i] * type.denseParams;
        stage.expertParams += expertLayersHeld(s, shape.of[i]) * type.expertParams;
    }
    if (shape.first) stage.denseParams += model.embeddingParams;
    if (shape.last) {
        if (!s.scenario->model.tiedEmbeddings || s.pp > 1) stage.denseParams += model.embeddingParams;
        stage.denseParams += shape.mtp * 2 * s.h * s.h / s.tp;
        stage.all += headCost(model, shape);
    }
    stage.all += accumulation(model, stage) + sendReceive(model);
    stage.gpu = stage.all.counted;
    stage.busy = stage.gpu;
    if (train.zero == 3) {
        // Two gathers of bf16 parameters per micro-batch, layer by layer; gradients each time, or once when
        // accumulated locally.
        const double reductions = 1 / (train.unshardedGrads ? s.microBatches : 1);
        stage.fsdp = (4 + reductions * number(train.gradBytes)) * replicaTraffic(model, stage) +
                     (2 + reductions) * layerLatencies(model, stage);
        stage.busy = std::max(stage.gpu, stage.fsdp) +
                     (1 - constantsOf(s).fsdpOverlap) * std::min(stage.gpu, stage.fsdp);
    }
    stage.total = Seconds{std::sqrt(stage.busy.base * stage.busy.base + stage.host.base * stage.host.base)} +
                  stage.sync;
    return stage;
}

StepTime stepTime(const StepModel& model, std::vector<Seconds>* stages) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    if (isSimulated(s)) return simulatedStep(model, stages);
    StepTime time;
    Bytes optimizer;
    StageTime stage;
    StageShape known;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const StageShape shape = stageShape(model, static_cast<int>(i));
        const bool another = i == 0 || !(shape == known); // neighbours mostly run the same layers
        if (another) stage = stageTime(model, shape);
        known = shape;
        if (stages) stages->push_back(stage.total);
        time.sum += stage.total;
        time.math += s.microBatches / s.pp * stage.all.math;
        time.bytes += s.microBatches / s.pp * stage.all.bytes;
        if (!another) continue;
        time.dp = std::max(time.dp, gradientTraffic(model, stage));
        optimizer = std::max(optimizer, optimizerTraffic(model, stage));
        if (i == 0 || stage.total > time.worst.total) time.worst = stage;
    }
    time.bytes += optimizer;
    time.bubble = bubbleShare(s, s.vpp) * (time.sum - time.worst.total);
    time.pipeline = s.microBatches * time.worst.total + time.bubble;
    time.dpExposed =
        train.dpOverlap ? std::max(constantsOf(s).dataOverlap * time.dp,
                                   time.dp - constantsOf(s).dataHidden * gradientRounds(s) * time.worst.total)
                        : time.dp;
    time.optimizer = optimizer / model.rates.memory;
    time.step = time.pipeline + time.dpExposed + time.optimizer + constantsOf(s).perIteration;
    return time;
}

} // namespace moe
