// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/bound/search_time.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/time/host_time.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// `mostVirtual`: VPP goes up to it. The model's sends are those of VPP 1, which run beside nothing.
LeastTime::Stage leastStage(const StepModel& model, const StageTime& time, double share, Count mostVirtual) {
    LeastTime::Stage stage;
    stage.gpu = share * time.all.counted;
    if (mostVirtual > 1 && model.setup->vpp <= 1)
        stage.gpu += -share * (1 - constantsOf(*model.setup).sendOverlap) * model.sendReceive;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        stage.of[i] = share * time.shape.of[i];
        stage.gpu += -stage.of[i] * model.types[i].time.all.counted;
    }
    if (model.setup->scenario->train->zero == 3) stage.fsdp = share * shardedTraffic(model, time);
    return stage;
}

LeastTime emptyTime(const StepModel& model, double paired) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    LeastTime least;
    least.paired = paired;
    least.syncShare = train.cudaGraphs != CudaGraphs::None ? 1 : 1 - 0.5 * paired;
    least.fsdpOverlap = constantsOf(s).fsdpOverlap;
    least.microBatches = s.microBatches;
    return least;
}

Seconds tailOf(const Setup& s, Seconds gradients, Seconds optimizer) {
    const double exposed = s.scenario->train->dpOverlap ? constantsOf(s).dataOverlap : 1;
    return exposed * gradients + optimizer + perIteration(s);
}

} // namespace

Seconds LeastTime::step(const LayerCosts& costs) const {
    std::array<Seconds, kLeastStages> totals;
    for (std::size_t i = 0; i < count; ++i) {
        const Stage& stage = stages[i];
        Seconds gpu = stage.gpu, host, sync;
        for (std::size_t type = 0; type < costs.types; ++type) {
            const double layers = stage.of[type];
            const LayerCost& cost = costs.of[type];
            gpu += Seconds{layers * (cost.counted - paired * cost.hidden)};
            host += Seconds{layers * cost.host};
            sync += Seconds{layers * cost.sync};
        }
        if (stage.fsdp.base > 0)
            gpu = std::max(gpu, stage.fsdp) + (1 - fsdpOverlap) * std::min(gpu, stage.fsdp);
        totals[i] = Seconds{std::sqrt(gpu.base * gpu.base + host.base * host.base)} + syncShare * sync;
    }
    const auto late = [&](const Stage& stage) {
        if (stage.late <= 0) return Seconds{};
        // What more a layer takes outside a pair; beside others and FSDP's traffic it is no less of it.
        const LayerCost& cost = costs.of[usual];
        const double hidden = (stage.fsdp.base > 0 ? 1 - fsdpOverlap : 1) * paired * cost.hidden;
        const double alone = std::hypot(cost.counted, cost.host),
                     inPair = std::hypot(cost.counted - hidden, cost.host);
        return Seconds{stage.late * std::max(0.0, alone - inPair + (1 - syncShare) * cost.sync)};
    };
    Seconds worst;
    for (std::size_t i = 0; i < count; ++i)
        worst = std::max(worst,
                         microBatches * totals[i] + stages[i].bubble * totals[count - 1] + late(stages[i]));
    return kBoundRounding * (worst + tail);
}

bool pairsHide(const Setup& setup) {
    return setup.isMoe && setup.ep > 1 && setup.scenario->train->epOverlap;
}

namespace {

/// In layers behind the dense ones: what the last rank and the last one with `all` of them wait for on the
/// way of a micro-batch to them, and what of theirs runs outside of pairs.
struct PairedWaits {
    double last = 0, inner = 0, late = 0;
};
PairedWaits pairedWaits(const Setup& s, Count vpp, double denseFirst, double all) {
    const auto pp = static_cast<Count>(s.pp), chunks = pp * vpp;
    const Count each = s.layers / chunks, rest = s.layers % chunks, begin = (chunks - rest) / 2;
    PairedWaits waits;
    const double passes = s.microBatches * static_cast<double>(vpp);
    waits.late = static_cast<double>(each) * std::min(static_cast<double>((vpp - 1) * pp + 1), passes);
    double way = -denseFirst; // of the first chunks
    for (Count rank = 0; rank < pp; ++rank) {
        Count held = vpp * each;
        for (Count chunk = rank; chunk < chunks; chunk += pp) held += chunk >= begin && chunk < begin + rest;
        if (static_cast<double>(held) >= all) waits.inner = std::max(0.0, way);
        if (rank + 1 == pp) waits.last = std::max(0.0, way);
        // Sends of a chunk are half a stage's of VPP 1.
        way += std::min(all / 2, static_cast<double>(each + (rank >= begin && rank < begin + rest)));
    }
    return waits;
}

/// Below those of every VPP up to `most`, and below what VPP 1 takes more.
PairedWaits leastWaits(const Setup& s, Count most, double plain, double all) {
    const auto pp = static_cast<Count>(s.pp);
    const Count fewest = s.layers / (pp * most);
    PairedWaits waits{plain * static_cast<double>(fewest), 0, s.microBatches * all};
    for (Count vpp = 2; vpp <= most; ++vpp) {
        const Count each = s.layers / (pp * vpp), ahead = (vpp - 1) * pp + 1;
        const double passes = s.microBatches * static_cast<double>(vpp);
        waits.late =
            std::min(waits.late, static_cast<double>(each) * std::min(static_cast<double>(ahead), passes));
    }
    return waits;
}

/// What the stages wait for at least, and what of pairs is not hidden ahead of the steady part and behind it.
/// Stages without dense layers run at least ⌊L/PP⌋ of the inner stage's; time is at least proportional.
void readWaits(const Setup& s, const LeastStages& stages, VirtualSpan vpp, bool paired, LeastTime& least) {
    const LayerPlan& plan = *s.plan;
    if (stages.count == 1 || s.layerGroups > 1 || !plan.alike || !plan.denseFirst) return;
    const double denseStages = s.isMoe ? static_cast<double>(s.layers - s.moeLayers) : 0;
    if (s.pp <= denseStages) return;
    const double plain = s.pp - 1 - denseStages;
    double all = 0;
    for (const double count : stages.time.back().of) all += count;
    if (!(all > 0)) return;
    const Count whole = s.layers / static_cast<Count>(s.pp);
    const auto fewest = static_cast<double>(whole);
    if (!paired) {
        const double bubble =
            plain * std::min(1.0, fewest / all) * bubbleShare(s, static_cast<double>(vpp.most));
        for (LeastTime::Stage& stage : least.stages) stage.bubble = bubble;
        return;
    }
    // Passes that run in pairs: a rank waits for the first micro-batch to reach it and for the last one to
    // return, and its own passes before all that is its own is in flight have nothing beside them. The first
    // stages may hold what no pair hides.
    const PairedWaits waits = vpp.fewest == vpp.most ? pairedWaits(s, vpp.most, denseStages, all)
                                                     : leastWaits(s, vpp.most, plain, all);
    least.stages[0].bubble = waits.last / all;
    least.stages[2].bubble = waits.inner / all;
    least.usual = usualType(plan, s.isMoe);
    least.stages[0].late = least.stages[2].late = waits.late;
}

} // namespace

LeastTime leastTime(const StepModel& model, const LeastStages& stages, VirtualSpan vpp, bool paired) {
    const Setup& s = *model.setup;
    LeastTime least = emptyTime(model, paired ? 1 : model.paired);
    Seconds gradients, optimizer;
    for (std::size_t i = 0; i < stages.count; ++i) {
        const StageTime stage = stageTime(model, stages.time[i], least.paired);
        least.stages[least.count++] = leastStage(model, stage, 1, vpp.most);
        gradients = std::max(gradients, gradientTraffic(model, stage));
        optimizer = std::max(optimizer, optimizerTraffic(model, stage) / model.rates.memory);
    }
    readWaits(s, stages, vpp, paired, least);
    least.tail = tailOf(s, gradients, optimizer);
    return least;
}

/// Some rank has at least the mean of all work: what a stage takes, moves and updates grows at most in
/// proportion with its layers.
LeastTime leastTime(const StepModel& model, const LeastOthers& others, bool paired) {
    const Setup& s = *model.setup;
    LeastTime least = emptyTime(model, paired ? 1 : 0);
    const StageTime all = stageTime(model, others.all, least.paired);
    least.stages[least.count++] = leastStage(model, all, 1 / s.pp, 2);
    least.tail = tailOf(s, gradientTraffic(model, all) / s.pp,
                        optimizerTraffic(model, all) / model.rates.memory / s.pp);
    return least;
}

} // namespace moe
