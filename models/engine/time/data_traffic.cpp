// SPDX-License-Identifier: GPL-3.0-or-later
// What travels between data-parallel ranks in a step: gradients, weights, optimizer states' share of them.

#include "models/engine/cost/fabric.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/cost/topology.h"
#include "models/engine/memory/memory.h"
#include "models/engine/shape/sharding.h"
#include "models/engine/time/step_time.h"

#include <algorithm>

namespace moe {
namespace {

using Ring = GradientLinks::Ring;

/// Of so many ranks, `stride` apart, within and across nodes.
Ring ringOf(const StepModel& model, double ranks, double stride) {
    if (ranks <= 1) return {ranks, {}};
    const Setup& s = *model.setup;
    const Bandwidth inDomain = s.scenario->train->zero == 3 ? model.rates.fsdpLink : model.rates.nvlink;
    const double inNode = std::max(1.0, std::min(ranks, s.domain / stride));
    const double slowdown = ringSlowdown(s, stride * ranks / s.domain, stride / s.domain);
    const Bandwidth link = stride * ranks <= s.domain ? ringShare(s, ranks) * inDomain
                                                      : std::min(ringShare(s, inNode) * inDomain,
                                                                 inNode * model.rates.nic / slowdown);
    return {ranks, link};
}
/// Seconds to reduce or gather one byte per parameter over it.
Seconds traffic(const Ring& ring, double params) {
    if (ring.ranks <= 1 || params <= 0) return {};
    return Bytes{params * (ring.ranks - 1) / ring.ranks} / ring.link;
}
Seconds traffic(const GradientLinks& links, double denseParams, double expertParams) {
    return traffic(links.dense, denseParams) + traffic(links.expert, expertParams);
}
/// Of a weight that is gathered: in bf16 at most.
double travelBytes(const Setup& s) {
    return std::min(2.0, gatheredBytes(s));
}
/// Latency of one collective for each layer of a stage and for its embeddings, of dense parameters and of
/// experts apart: their replicas are other ranks.
Seconds layerLatencies(const StepModel& model, const StageTime& stage) {
    const Setup& s = *model.setup;
    const StageShape& shape = stage.shape;
    const double dense = denseGroup(s), expert = expertGroup(s);
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

/// All-reduce of the gradients of a shard over its copies, where a shard group leaves some.
Seconds acrossCopies(const StepModel& model, const StageTime& stage) {
    const Setup& s = *model.setup;
    if (shardCopies(s) <= 1) return {};
    const double dense = denseGroup(s), expert = expertGroup(s), replicas = std::max(1.0, s.edp);
    return 2 * reducedBytes(*s.scenario->train) *
           (traffic(ringOf(model, shardCopies(s), s.tp * dense), stage.denseParams / dense) +
            traffic(ringOf(model, replicas / expert, s.ep * s.etp * expert), stage.expertParams / expert));
}

} // namespace

Seconds ringLatency(const StepConstants& constants, double replicas, double perNode) {
    if (replicas <= std::max(1.0, perNode)) return {};
    const double nodes = replicas / std::clamp(perNode, 1.0, replicas);
    return constants.ringStart + (replicas - nodes) * constants.ringNvlinkHop +
           (nodes - 1) * constants.ringNetworkHop;
}

double adamBytes(const TrainSpec& train) {
    return train.optimizer == Optimizer::Muon ? 22 : 30;
}

Bytes optimizerTraffic(const StepModel& model, const StageTime& stage) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    const bool sharded = train.zero > 0;
    const double copies = parameterCopies(s); // they share the states too
    const double dense = sharded ? denseGroup(s) * copies : 1, expert = sharded ? expertGroup(s) * copies : 1;
    return {adamBytes(train) * (stage.denseParams / dense + stage.expertParams / expert) +
            0.5 * (static_cast<double>(train.gradBytes) + 2) * (stage.denseParams + stage.expertParams)};
}

double gradientRounds(const Setup& setup) {
    const TrainSpec& train = *setup.scenario->train;
    return train.zero == 2 && !train.unshardedGrads ? std::max(1.0, setup.microBatches) : 1;
}

GradientLinks gradientLinks(const StepModel& model) {
    const Setup& s = *model.setup;
    return {ringOf(model, denseGroup(s), s.tp), ringOf(model, expertGroup(s), s.ep * s.etp)};
}

Seconds gradientTraffic(const StepModel& model, const StageTime& stage, const GradientLinks& links) {
    const TrainSpec& train = *model.setup->scenario->train;
    if (train.zero == 3) return {};
    return (gradientRounds(*model.setup) * reducedBytes(train) + 2) *
               traffic(links, stage.denseParams, stage.expertParams) +
           acrossCopies(model, stage);
}

Seconds gradientTraffic(const StepModel& model, const StageTime& stage) {
    return gradientTraffic(model, stage, gradientLinks(model));
}

Seconds shardedTraffic(const StepModel& model, const StageTime& stage) {
    const TrainSpec& train = *model.setup->scenario->train;
    const double reductions = 1 / (train.unshardedGrads ? model.setup->microBatches : 1);
    const GradientLinks links = gradientLinks(model);
    return 2 * travelBytes(*model.setup) * traffic(links, stage.heldDense, stage.heldExpert) +
           reductions * reducedBytes(train) * traffic(links, stage.denseParams, stage.expertParams) +
           (2 + reductions) * layerLatencies(model, stage) + reductions * acrossCopies(model, stage);
}

} // namespace moe
