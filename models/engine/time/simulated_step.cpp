// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/simulated_step.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/schedule/plan.h"
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

ChunkTimes chunkTimes(const StepModel& model, const StageShape& shape) {
    const TrainSpec& train = *model.setup->scenario->train;
    const StageTime stage = stageTime(model, shape, 0);
    const PassShares shares = passShares(model, stage, stageParts(model, stage));

    ChunkTimes times;
    times.forward = shares.forward * stage.total;
    times.weight = shares.weight * stage.total;
    times.input = std::max(0.0, 1 - shares.forward - shares.weight) * stage.total;
    const Seconds paired = model.paired > 0 ? stageTime(model, shape, model.paired).total : stage.total;
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

/// What a rank runs; `twin` beside it where micro-batches come from both ends.
struct RankShape {
    StageShape own;
    std::optional<StageShape> twin;
    bool operator==(const RankShape&) const = default;
};

std::vector<RankShape> rankShapes(const Setup& s, const std::vector<StageShape>& shapes) {
    std::vector<RankShape> ranks(index(static_cast<int>(s.pp)));
    if (twinRank(s, 0) >= 0) {
        for (std::size_t rank = 0; rank < ranks.size(); ++rank)
            ranks[rank] = {shapes[rank], shapes[index(twinRank(s, static_cast<int>(rank)))]};
        return ranks;
    }
    for (int chunk = 0; chunk < static_cast<int>(shapes.size()); ++chunk) {
        StageShape& held = ranks[index(rankOfChunk(s, chunk))].own;
        const StageShape& shape = shapes[index(chunk)];
        for (std::size_t i = 0; i < shape.of.size(); ++i) held.of[i] += shape.of[i];
        held.mtp += shape.mtp;
        held.first = held.first || shape.first;
        held.last = held.last || shape.last;
    }
    return ranks;
}

StageTime rankTime(const StepModel& model, const RankShape& rank) {
    const StageTime own = stageTime(model, rank.own);
    return rank.twin ? mean(own, stageTime(model, *rank.twin), constantsOf(*model.setup).fsdpOverlap) : own;
}

PipelineWork pipelineWork(const StepModel& model, const std::vector<StageShape>& shapes) {
    const Setup& s = *model.setup;
    PipelineWork work;
    work.kind = scheduleKind(s);
    const ScheduleRow& row = scheduleRow(work.kind);
    const int ranks = static_cast<int>(s.pp);
    constexpr double kMostBatches = 1 << 30;
    const auto batches = static_cast<int>(std::lround(std::clamp(s.microBatches, 1.0, kMostBatches)));
    work.shape = rowShape(row, {ranks, batches, static_cast<int>(s.vpp)});
    const bool twoWay = row.places == ChunkPlaces::TwoWay;
    StepModel ofChunk = model;
    if (!twoWay) ofChunk.sendReceive = model.sendReceive / work.shape.chunks;
    work.chunks.resize(index(ranks * work.shape.chunks));
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const int stage = static_cast<int>(i), rank = rankOfChunk(s, stage);
        const auto at = index(rank * work.shape.chunks + stage / ranks);
        const bool known = i > 0 && shapes[i] == shapes[i - 1]; // neighbours mostly run the same layers
        const auto last =
            known ? index(rankOfChunk(s, stage - 1) * work.shape.chunks + (stage - 1) / ranks) : at;
        work.chunks[at] = known ? work.chunks[last] : chunkTimes(ofChunk, shapes[i]);
        if (twoWay) work.chunks[index(twinRank(s, rank) * work.shape.chunks + 1)] = work.chunks[at];
    }
    return work;
}

} // namespace

bool isSimulated(const Setup& setup) {
    const ScheduleKind kind = scheduleKind(setup);
    const StageLayout& layout = setup.scenario->parallel.layout;
    const bool closed = kind == ScheduleKind::OneForwardOneBackward || kind == ScheduleKind::Interleaved;
    return !closed || (setup.pp > 1 && (layout.balanced || !layout.pattern.empty()));
}

PipelineWork pipelineWork(const StepModel& model) {
    return pipelineWork(model, chunkShapes(*model.setup));
}

UnrunStep unrunStep(const StepModel& model, std::vector<Seconds>* stages) {
    const Setup& s = *model.setup;
    const std::vector<StageShape> shapes = chunkShapes(s);
    UnrunStep step;
    StepTime& time = step.time;
    Bytes optimizer;
    const std::vector<RankShape> ranks = rankShapes(s, shapes);
    StageTime stage;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const bool another = rank == 0 || !(ranks[rank] == ranks[rank - 1]); // neighbours mostly run the same
        if (another) stage = rankTime(model, ranks[rank]);
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
    step.work = pipelineWork(model, shapes);
    return step;
}

namespace {

StepTime withRun(const StepModel& model, const UnrunStep& step, const SchedulePlan::Ends& run) {
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

} // namespace

StepTime simulatedStep(const StepModel& model, const UnrunStep& step) {
    if (model.plans) return withRun(model, step, model.plans->run(step.work));
    const PipelineRun whole = simulateLong(step.work);
    return withRun(model, step, {whole.makespan, whole.exposedReduce});
}

StepTime simulatedStep(const StepModel& model, std::vector<Seconds>* stages) {
    return simulatedStep(model, unrunStep(model, stages));
}

StepTime leastSimulatedStep(const StepModel& model, const UnrunStep& step) {
    StepTime time = withRun(model, step, {leastMakespan(step.work), {}});
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
