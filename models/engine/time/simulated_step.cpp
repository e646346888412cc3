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
PassShares passShares(const StepModel& model, const StageTime& stage, const PartCosts& parts) {
    const auto weights = [](const LayerOperators& layer) {
        return layer.weightShare * (layer.attentionLinears.forward.counted + layer.mlp.forward.counted +
                                    layer.routed.forward.counted);
    };
    const auto part = [&](StepPart which) { return parts[static_cast<std::size_t>(which)].counted; };
    const bool learns = trainsHead(*model.setup);
    const Seconds head = part(StepPart::Head) / (learns ? 3 : 2);
    Seconds forward = head + part(StepPart::SendReceive) / 2,
            weight = (learns ? head : Seconds{}) + part(StepPart::Accumulation);
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        forward += stage.shape.of[i] * model.types[i].operators.forward().counted;
        weight += stage.shape.of[i] * weights(model.types[i].operators);
    }
    if (!(stage.gpu.base > 0)) return {1.0 / 3, 1.0 / 3};
    PassShares shares{std::clamp(forward / stage.gpu, 0.0, 1.0), std::clamp(weight / stage.gpu, 0.0, 1.0)};
    shares.weight = std::min(shares.weight, 1 - shares.forward);
    return shares;
}

/// `paired`: of the stage, with the model's pairs.
ChunkTimes chunkTimes(const StepModel& model, const StageShape& shape, Seconds paired) {
    const TrainSpec& train = *model.setup->scenario->train;
    const StageTime stage = stageTime(model, shape, 0);
    const PassShares shares = passShares(model, stage, stageParts(model, stage));

    ChunkTimes times;
    times.forward = shares.forward * stage.total;
    times.weight = shares.weight * stage.total;
    times.input = std::max(0.0, 1 - shares.forward - shares.weight) * stage.total;
    times.pairedForward = shares.forward * paired;
    times.pairedBackward = (1 - shares.forward) * paired;
    if (train.dpOverlap) times.reduce = gradientTraffic(model, stage);
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
    both.total = Seconds{std::hypot(both.busy.base, both.host.base)} + both.sync;
    return both;
}

/// Where `shape` stands among `kinds`, which it joins if it is new.
std::size_t kindOf(std::vector<StageShape>& kinds, const StageShape& shape) {
    const auto known = std::find(kinds.rbegin(), kinds.rend(), shape); // neighbours mostly run the same
    if (known != kinds.rend()) return static_cast<std::size_t>(kinds.rend() - known) - 1;
    kinds.push_back(shape);
    return kinds.size() - 1;
}

std::vector<StageTime> timesOf(const StepModel& model, const std::vector<StageShape>& kinds) {
    std::vector<StageTime> times;
    times.reserve(kinds.size());
    for (const StageShape& shape : kinds) times.push_back(stageTime(model, shape));
    return times;
}

/// `known`: stageTime() of each kind of chunk, where the caller has it.
PipelineWork pipelineWork(const StepModel& model, const StepShapes& shapes,
                          const std::vector<StageTime>* known) {
    const Setup& s = *model.setup;
    PipelineWork work;
    work.kind = scheduleKind(s);
    const ScheduleRow& row = scheduleRow(work.kind);
    const int ranks = static_cast<int>(s.pp);
    constexpr double kMostBatches = 1 << 30;
    const auto batches = static_cast<int>(std::lround(std::clamp(s.microBatches, 1.0, kMostBatches)));
    work.shape = rowShape(row, {ranks, batches, static_cast<int>(s.vpp)});
    const bool twoWay = row.places == ChunkPlaces::TwoWay;
    std::vector<ChunkTimes> times;
    times.reserve(shapes.chunks.size());
    const auto add = [&](const StepModel& ofChunk) {
        for (std::size_t i = 0; i < shapes.chunks.size(); ++i) {
            const StageShape& shape = shapes.chunks[i];
            times.push_back(
                chunkTimes(ofChunk, shape, known ? (*known)[i].total : stageTime(ofChunk, shape).total));
        }
    };
    if (twoWay || work.shape.chunks == 1) {
        add(model);
    } else {
        StepModel ofChunk = model;
        ofChunk.sendReceive = model.sendReceive / work.shape.chunks;
        add(ofChunk);
    }
    work.chunks.resize(index(ranks * work.shape.chunks));
    for (std::size_t i = 0; i < shapes.ofChunk.size(); ++i) {
        const int stage = static_cast<int>(i), rank = rankOfChunk(s, stage);
        const auto at = index(rank * work.shape.chunks + stage / ranks);
        work.chunks[at] = times[shapes.ofChunk[i]];
        if (twoWay) work.chunks[index(twinRank(s, rank) * work.shape.chunks + 1)] = work.chunks[at];
    }
    return work;
}

} // namespace

StepShapes stepShapes(const Setup& s) {
    StepShapes shapes;
    const std::vector<StageShape> chunks = chunkShapes(s);
    for (const StageShape& shape : chunks) shapes.ofChunk.push_back(kindOf(shapes.chunks, shape));
    const int ranks = static_cast<int>(s.pp);
    if (twinRank(s, 0) >= 0) {
        for (int rank = 0; rank < ranks; ++rank)
            shapes.ofRank.push_back({shapes.ofChunk[index(rank)], shapes.ofChunk[index(twinRank(s, rank))]});
        return shapes;
    }
    if (chunks.size() == index(ranks)) {
        for (int rank = 0; rank < ranks; ++rank) shapes.ofRank.push_back({shapes.ofChunk[index(rank)], {}});
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
    for (const StageShape& shape : held) shapes.ofRank.push_back({kindOf(shapes.ranks, shape), {}});
    return shapes;
}

bool isSimulated(const Setup& setup) {
    const ScheduleKind kind = scheduleKind(setup);
    const StageLayout& layout = setup.scenario->parallel.layout;
    const bool closed = kind == ScheduleKind::OneForwardOneBackward || kind == ScheduleKind::Interleaved;
    return !closed || (setup.pp > 1 && (layout.balanced || !layout.pattern.empty()));
}

PipelineWork pipelineWork(const StepModel& model) {
    return pipelineWork(model, stepShapes(*model.setup), nullptr);
}

UnrunStep unrunStep(const StepModel& model, const StepShapes& shapes, std::vector<Seconds>* stages) {
    const Setup& s = *model.setup;
    UnrunStep step;
    StepTime& time = step.time;
    Bytes optimizer;
    const bool ownChunks = shapes.ranks.empty(); // a rank's are those of its chunk
    const std::vector<StageTime> times = timesOf(model, ownChunks ? shapes.chunks : shapes.ranks);
    StageTime stage;
    for (std::size_t rank = 0; rank < shapes.ofRank.size(); ++rank) {
        const StepShapes::Rank& kind = shapes.ofRank[rank];
        const bool another = rank == 0 || !(kind == shapes.ofRank[rank - 1]); // mostly neighbours are alike
        if (another)
            stage = kind.twin ? mean(times[kind.own], times[*kind.twin], constantsOf(s).fsdpOverlap)
                              : times[kind.own];
        if (stages) stages->push_back(stage.total);
        time.sum += stage.total;
        time.math += s.microBatches / s.pp * stage.all.math;
        time.bytes += s.microBatches / s.pp * stage.all.bytes;
        if (!another) continue;
        time.dp = std::max(time.dp, gradientTraffic(model, stage));
        time.muon = std::max(time.muon, muonTime(model, stage));
        optimizer = std::max(optimizer, optimizerTraffic(model, stage));
        if (rank > 0 && stage.total <= time.worst.total) continue;
        time.worst = stage;
        time.worstRank = static_cast<int>(rank);
    }
    time.bytes += optimizer;
    time.optimizer = optimizer / model.rates.memory + time.muon;
    step.work = pipelineWork(model, shapes, ownChunks ? &times : nullptr);
    return step;
}

UnrunStep unrunStep(const StepModel& model, std::vector<Seconds>* stages) {
    return unrunStep(model, stepShapes(*model.setup), stages);
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
