// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/simulated_step.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/time/host_time.h"
#include "models/engine/time/recipe_traffic.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace moe {
namespace {

std::size_t index(int number) {
    return static_cast<std::size_t>(number);
}

/// What the chunks of the model run, from the embedding on.
std::vector<StageShape> chunkShapes(const Setup& s) {
    const std::vector<Count> layers = chunkLayers(s);
    const std::vector<Count>& mtp = s.scenario->parallel.layout.mtp;
    std::vector<StageShape> shapes;
    std::size_t layer = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        StageShape shape;
        shape.first = i == 0;
        shape.last = i + 1 == layers.size();
        shape.mtp = shape.last ? static_cast<double>(s.mtpLayers) : 0;
        const double deep = mtp.size() == layers.size() ? static_cast<double>(mtp[i]) : shape.mtp;
        for (Count j = 0; j < layers[i] && layer < s.plan->of.size(); ++j) ++shape.of[s.plan->of[layer++]];
        shape.of[s.plan->mtp] += deep;
        shapes.push_back(shape);
    }
    return shapes;
}

/// Of the counted GPU time of a stage: its forward passes, and the weight half of its backward passes. Of a
/// product's three a third is each; attention, elementwise kernels and communication have no weights.
struct PassShares {
    double forward = 0, weight = 0;
};
/// The same in seconds, of one layer of each type.
struct LayerPasses {
    std::array<Seconds, kMostLayerTypes> forward{}, weight{};
};
LayerPasses layerPasses(const StepModel& model) {
    LayerPasses passes;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const LayerOperators& layer = model.types[i].operators;
        passes.forward[i] = layer.forward().counted;
        passes.weight[i] = layer.weightShare * (layer.attentionLinears.forward.counted +
                                                layer.mlp.forward.counted + layer.routed.forward.counted);
    }
    return passes;
}

PassShares passShares(const StepModel& model, const LayerPasses& layers, const StageTime& stage,
                      Seconds gpu) {
    const StageRest rest = stageRest(model, stage);
    const bool learns = trainsHead(*model.setup);
    const Seconds head = rest.head.counted / (learns ? 3 : 2);
    Seconds forward = head + rest.sendReceive.counted / 2,
            weight = (learns ? head : Seconds{}) + rest.accumulation.counted;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        forward += stage.shape.of[i] * layers.forward[i];
        weight += stage.shape.of[i] * layers.weight[i];
    }
    if (!(gpu.base > 0)) return {1.0 / 3, 1.0 / 3};
    PassShares shares{std::clamp(forward / gpu, 0.0, 1.0), std::clamp(weight / gpu, 0.0, 1.0)};
    shares.weight = std::min(shares.weight, 1 - shares.forward);
    return shares;
}

/// `stage`: with the model's pairs.
ChunkTimes chunkTimes(const StepModel& model, const LayerPasses& layers, const GradientLinks& links,
                      const StageTime& stage) {
    const StagePace alone = stagePace(model, stage, 0);
    const PassShares shares = passShares(model, layers, stage, alone.gpu);

    ChunkTimes times;
    times.forward = shares.forward * alone.total;
    times.weight = shares.weight * alone.total;
    times.input = std::max(0.0, 1 - shares.forward - shares.weight) * alone.total;
    times.pairedForward = shares.forward * stage.total;
    times.pairedBackward = (1 - shares.forward) * stage.total;
    if (model.setup->scenario->train->dpOverlap) times.reduce = gradientTraffic(model, stage, links);
    return times;
}

/// A rank whose micro-batches run one stage or the other: half of each, with the parameters of both.
StageTime mean(const StageTime& a, const StageTime& b, double fsdpOverlap) {
    StageTime both = a;
    both.all = 0.5 * (a.all + b.all);
    both.gpu = 0.5 * (a.gpu + b.gpu);
    both.hidden = 0.5 * (a.hidden + b.hidden);
    both.fsdp = 0.5 * (a.fsdp + b.fsdp);
    both.busy = std::max(both.gpu, both.fsdp) + (1 - fsdpOverlap) * std::min(both.gpu, both.fsdp);
    both.host = 0.5 * (a.host + b.host);
    both.sync = 0.5 * (a.sync + b.sync);
    both.denseParams = a.denseParams + b.denseParams;
    both.layerParams = a.layerParams + b.layerParams;
    both.expertParams = a.expertParams + b.expertParams;
    both.heldDense = a.heldDense + b.heldDense;
    both.heldExpert = a.heldExpert + b.heldExpert;
    both.total =
        Seconds{std::sqrt(both.busy.base * both.busy.base + both.host.base * both.host.base)} + both.sync;
    return both;
}

/// Where `kind` stands among `kinds`, which it joins if it is new.
template <class Kind> std::size_t kindOf(std::vector<Kind>& kinds, const Kind& kind) {
    const auto known = std::find(kinds.rbegin(), kinds.rend(), kind); // neighbours mostly run the same
    if (known != kinds.rend()) return static_cast<std::size_t>(kinds.rend() - known) - 1;
    kinds.push_back(kind);
    return kinds.size() - 1;
}

/// `known`: stageTime() of each kind of chunk, where the caller has it; `times`: room for those of a chunk.
void readWork(PipelineWork& work, std::vector<ChunkTimes>& times, const StepModel& model,
              const GradientLinks& links, const StepShapes& shapes, const std::vector<StageTime>* known) {
    const LayerPasses layers = layerPasses(model);
    times.clear();
    const auto add = [&](const StepModel& ofChunk) {
        for (std::size_t i = 0; i < shapes.chunks.size(); ++i)
            times.push_back(chunkTimes(ofChunk, layers, links,
                                       known ? (*known)[i] : stageTime(ofChunk, shapes.chunks[i])));
    };
    work.kind = shapes.work.kind;
    work.shape = shapes.work.shape;
    const bool twoWay = scheduleRow(work.kind).places == ChunkPlaces::TwoWay;
    if (twoWay || work.shape.chunks == 1) {
        add(model);
    } else {
        StepModel ofChunk = model;
        ofChunk.sendReceive = model.sendReceive / work.shape.chunks;
        add(ofChunk);
    }
    work.chunks.resize(shapes.ofWork.size());
    for (std::size_t i = 0; i < shapes.ofWork.size(); ++i) work.chunks[i] = times[shapes.ofWork[i]];
}

} // namespace

StepShapes stepShapes(const Setup& s) {
    StepShapes shapes;
    PipelineWork& work = shapes.work;
    work.kind = scheduleKind(s);
    const ScheduleRow& row = scheduleRow(work.kind);
    const int ranks = static_cast<int>(s.pp);
    constexpr double kMostBatches = 1 << 30;
    const auto batches = static_cast<int>(std::lround(std::clamp(s.microBatches, 1.0, kMostBatches)));
    work.shape = rowShape(row, {ranks, batches, static_cast<int>(s.vpp)});
    const std::vector<StageShape> chunks = chunkShapes(s);
    std::vector<std::size_t> ofChunk; // from the embedding on
    for (const StageShape& shape : chunks) ofChunk.push_back(kindOf(shapes.chunks, shape));
    shapes.ofWork.resize(index(ranks * work.shape.chunks));
    for (std::size_t i = 0; i < ofChunk.size(); ++i) {
        const int stage = static_cast<int>(i), rank = rankOfChunk(s, stage);
        shapes.ofWork[index(rank * work.shape.chunks + stage / ranks)] = ofChunk[i];
        if (row.places == ChunkPlaces::TwoWay)
            shapes.ofWork[index(twinRank(s, rank) * work.shape.chunks + 1)] = ofChunk[i];
    }
    const auto add = [&shapes](const StepShapes::Rank& rank) {
        shapes.ofRank.push_back(kindOf(shapes.ranks, rank));
    };
    if (twinRank(s, 0) >= 0) {
        for (int rank = 0; rank < ranks; ++rank)
            add({ofChunk[index(rank)], ofChunk[index(twinRank(s, rank))]});
        return shapes;
    }
    if (chunks.size() == index(ranks)) {
        for (int rank = 0; rank < ranks; ++rank) add({ofChunk[index(rank)], {}});
        return shapes;
    }
    std::vector<StageShape> held(index(ranks));
    for (int chunk = 0; chunk < static_cast<int>(chunks.size()); ++chunk) {
        StageShape& all = held[index(rankOfChunk(s, chunk))];
        const StageShape& shape = chunks[index(chunk)];
        for (std::size_t i = 0; i < shape.of.size(); ++i) all.of[i] += shape.of[i];
        all.mtp += shape.mtp;
        all.first = all.first || shape.first;
        all.last = all.last || shape.last;
    }
    for (const StageShape& shape : held) add({kindOf(shapes.held, shape), {}});
    return shapes;
}

bool isSimulated(const Setup& setup) {
    const ScheduleKind kind = scheduleKind(setup);
    const StageLayout& layout = setup.scenario->parallel.layout;
    const bool closed = kind == ScheduleKind::OneForwardOneBackward || kind == ScheduleKind::Interleaved;
    return !closed || (setup.pp > 1 && (layout.balanced || !layout.pattern.empty()));
}

PipelineWork pipelineWork(const StepModel& model) {
    PipelineWork work;
    std::vector<ChunkTimes> times;
    readWork(work, times, model, gradientLinks(model), stepShapes(*model.setup), nullptr);
    return work;
}

void readStep(UnrunStep& step, const StepModel& model, const StepShapes& shapes,
              std::vector<Seconds>* stages) {
    const Setup& s = *model.setup;
    StepTime& time = step.time;
    time = {};
    Bytes optimizer;
    const bool ownChunks = shapes.held.empty(); // a rank's are those of its chunk
    step.held.clear();
    for (const StageShape& shape : ownChunks ? shapes.chunks : shapes.held)
        step.held.push_back(stageTime(model, shape));
    step.ranks.clear();
    const GradientLinks links = gradientLinks(model);
    for (const StepShapes::Rank& kind : shapes.ranks) {
        const StageTime& own = step.held[kind.own];
        const StageTime& stage = step.ranks.emplace_back(
            kind.twin ? mean(own, step.held[*kind.twin], constantsOf(s).fsdpOverlap) : own);
        time.dp = std::max(time.dp, gradientTraffic(model, stage, links));
        time.muon = std::max(time.muon, muonTime(model, stage));
        optimizer = std::max(optimizer, optimizerTraffic(model, stage));
    }
    const double each = s.microBatches / s.pp;
    for (std::size_t rank = 0; rank < shapes.ofRank.size(); ++rank) {
        const StageTime& stage = step.ranks[shapes.ofRank[rank]];
        if (stages) stages->push_back(stage.total);
        time.sum += stage.total;
        time.math += each * stage.all.math;
        time.bytes += each * stage.all.bytes;
        if (stage.total > step.ranks[shapes.ofRank[index(time.worstRank)]].total)
            time.worstRank = static_cast<int>(rank);
    }
    time.worst = step.ranks[shapes.ofRank[index(time.worstRank)]];
    time.bytes += optimizer;
    time.optimizer = optimizer / model.rates.memory + time.muon;
    readWork(step.work, step.chunks, model, links, shapes, ownChunks ? &step.held : nullptr);
}

UnrunStep unrunStep(const StepModel& model, std::vector<Seconds>* stages) {
    UnrunStep step;
    readStep(step, model, stepShapes(*model.setup), stages);
    return step;
}

StepTime simulatedStep(const StepModel& model, const UnrunStep& step, const SchedulePlan::Ends& run) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    StepTime time = step.time;
    const Seconds busiest = s.microBatches * time.worst.total;
    time.bubble = std::max(Seconds{}, run.makespan - busiest);
    time.pipeline = busiest + time.bubble;
    time.dpExposed = time.dp;
    if (train.dpOverlap) {
        const double rounds = gradientRounds(s);
        const Seconds left =
            rounds > 1 ? time.dp - constantsOf(s).dataHidden * rounds * time.worst.total : run.exposedReduce;
        time.dpExposed = std::max(constantsOf(s).dataOverlap * time.dp, left);
    }
    time.dpExposed = constantsOf(s).dataSlower * time.dpExposed;
    time.dp = std::max(time.dp, time.dpExposed); // what is waited for was under way
    time.step = time.pipeline + time.dpExposed + time.optimizer + perIteration(s);
    return time;
}

StepTime simulatedStep(const StepModel& model, const UnrunStep& step) {
    if (model.plans) return simulatedStep(model, step, model.plans->run(step.work));
    const PipelineRun whole = simulateLong(step.work);
    return simulatedStep(model, step, {whole.makespan, whole.exposedReduce});
}

StepTime simulatedStep(const StepModel& model, std::vector<Seconds>* stages) {
    return simulatedStep(model, unrunStep(model, stages));
}

StepTime leastSimulatedStep(const StepModel& model, const UnrunStep& step) {
    StepTime time = simulatedStep(model, step, SchedulePlan::Ends{leastMakespan(step.work), {}});
    time.step = (1 - 1e-9) * time.step; // its sums are rounded in another order
    return time;
}

std::array<double, kMostLayerTypes> worstLayers(const StepModel& model, const StepTime& time) {
    const Setup& s = *model.setup;
    const int twin = twinRank(s, time.worstRank);
    if (twin < 0) return time.worst.shape.of;
    const std::vector<StageShape> shapes = chunkShapes(s);
    std::array<double, kMostLayerTypes> layers = shapes[index(time.worstRank)].of;
    for (std::size_t i = 0; i < layers.size(); ++i) layers[i] = 0.5 * (layers[i] + shapes[index(twin)].of[i]);
    return layers;
}

PartCosts worstParts(const StepModel& model, const StepTime& time) {
    const Setup& s = *model.setup;
    const int twin = twinRank(s, time.worstRank);
    if (twin < 0) return stageParts(model, time.worst);
    const std::vector<StageShape> shapes = chunkShapes(s);
    PartCosts parts = stageParts(model, stageTime(model, shapes[index(time.worstRank)]));
    const PartCosts others = stageParts(model, stageTime(model, shapes[index(twin)]));
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = 0.5 * (parts[i] + others[i]);
    return parts;
}

} // namespace moe
