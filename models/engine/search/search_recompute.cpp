// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search_recompute.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/memory/memory_recipe.h"
#include "models/engine/time/host_time.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moe {
namespace {

/// Sums are taken in another order than the estimate's; a bound must not exceed it by a rounding error.
constexpr double kSumRounding = 1 - 1e-9;

/// Tables of a few kilobytes each; a search meets some ten thousand.
constexpr std::size_t kMostTables = 16384;

double termsOf(StageContext context, const SharedTerms& shared, MemoryGroup group) {
    context.shared = &shared;
    Bytes sum;
    for (const MemoryTerm& term : memoryTerms())
        if (term.group == group && !term.beyond) sum += term.bytes(context);
    return sum.base;
}

double fixedOf(StageContext context, LeastTerms& terms) {
    context.shared = &terms.without(*context.setup);
    Bytes sum;
    for (const MemoryTerm& term : memoryTerms())
        if (isStatic(term.group)) sum += term.bytes(context);
    return sum.base;
}

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

SavedLayers savedLayers(const StepModel& model, Keep keep) {
    const Setup& s = *model.setup;
    SavedLayers saved{};
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const MixerView view(s, s.plan->types[i]);
        saved[i] = savedLayer(*view, s.plan->types[i].feed, keep, s.imbalance);
    }
    return saved;
}

LayerCosts timeCosts(const StepModel& model) {
    LayerCosts costs;
    costs.types = model.types.size();
    for (std::size_t i = 0; i < costs.types; ++i) {
        const LayerTime& time = model.types[i].time;
        LayerCost& cost = costs.of[i];
        cost.counted = time.all.counted.base;
        cost.hidden = (time.hidden + time.hiddenAgain).base;
        cost.host = time.host.base;
        cost.sync = time.sync.base;
    }
    return costs;
}

LayerCosts layerCosts(const StepModel& model, const SavedLayers& whole) {
    const Setup& s = *model.setup;
    LayerCosts costs = timeCosts(model);
    const SavedLayers chosen = savedLayers(model, Keep::AsChosen);
    for (std::size_t i = 0; i < costs.types; ++i) {
        costs.of[i].kept = keptShare(s) * s.T * chosen[i];
        costs.of[i].again = s.T * (whole[i] - chosen[i]);
    }
    return costs;
}

LayerCosts leastCosts(const StepModel& model, Scenario& scenario) {
    const Setup& s = *model.setup;
    LayerCosts costs = timeCosts(model);
    scenario.train->recompute.mode = Recompute::Mode::Full;
    const SavedLayers saved = savedLayers(model, Keep::AsChosen);
    for (std::size_t i = 0; i < costs.types; ++i) costs.of[i].kept = keptShare(s) * s.T * saved[i];
    scenario.train->recompute.mode = Recompute::Mode::None;
    return costs;
}

void lower(LayerCosts& least, const LayerCosts& to) {
    for (std::size_t i = 0; i < least.types; ++i) {
        LayerCost& one = least.of[i];
        const LayerCost& other = to.of[i];
        one.kept = std::min(one.kept, other.kept);
        one.again = std::min(one.again, other.again);
        // What a pair leaves of it is to be the least as well.
        const double left = std::min(one.counted - one.hidden, other.counted - other.hidden);
        one.counted = std::min(one.counted, other.counted);
        one.hidden = one.counted - left;
        one.host = std::min(one.host, other.host);
        one.sync = std::min(one.sync, other.sync);
    }
}

void RecomputeCosts::unpack(const std::vector<LayerCost>& packed, std::size_t types) {
    m_table.of.resize(packed.size() / types);
    auto next = packed.begin();
    for (LayerCosts& costs : m_table.of) {
        costs.types = types;
        for (std::size_t i = 0; i < types; ++i) costs.of[i] = *next++;
    }
    m_table.least = m_table.of.front();
    for (const LayerCosts& costs : m_table.of) lower(m_table.least, costs);
}

const RecomputeCosts::Table& RecomputeCosts::of(StepModel& model, Scenario& scenario,
                                                const std::vector<Recompute>& choices) {
    const std::size_t types = model.types.size();
    if (m_known.size() > kMostTables) m_known.clear();
    std::vector<LayerCost>& packed = m_known[layerShape(scenario)];
    if (packed.empty()) {
        packed.reserve(choices.size() * types);
        const SavedLayers whole = savedLayers(model, Keep::Everything);
        for (const Recompute& choice : choices) {
            scenario.train->recompute = choice;
            readRecompute(model);
            const LayerCosts costs = layerCosts(model, whole);
            packed.insert(packed.end(), costs.of.begin(),
                          costs.of.begin() + static_cast<std::ptrdiff_t>(types));
        }
        scenario.train->recompute = {};
        readRecompute(model);
    }
    unpack(packed, types);
    return m_table;
}

void LeastStageMemories::add(const StageContext& context, LeastTerms& terms, Scenario& scenario) {
    LeastStageMemory stage;
    StageContext bare = context;
    bare.inFlight = 0;
    // Multi-token-prediction layers keep at least what full recompute leaves of them.
    scenario.train->recompute.mode = Recompute::Mode::Full;
    stage.rest = termsOf(bare, terms.full(), MemoryGroup::Activations);
    scenario.train->recompute.mode = Recompute::Mode::None;
    const Transients passing = transients(bare);
    bare.passing = &passing;
    stage.rest += termsOf(bare, terms.without(*context.setup), MemoryGroup::Transient);
    stage.fixed = fixedOf(context, terms);
    stage.inFlight = context.inFlight;
    stage.last = context.last;
    for (std::size_t i = 0; i < stage.of.size(); ++i) stage.of[i] = static_cast<double>(context.layers.of[i]);
    m_stages.push_back(stage);
}

void LeastStageMemories::readFixed(std::size_t stage, const StageContext& context, LeastTerms& terms) {
    m_stages[stage].fixed = fixedOf(context, terms);
}

Bytes LeastStageMemories::peak(const LayerCosts& costs) const {
    double most = 0;
    for (const LeastStageMemory& stage : m_stages) {
        double kept = 0, again = 0;
        for (std::size_t i = 0; i < costs.types; ++i) {
            kept += stage.of[i] * costs.of[i].kept;
            if (stage.of[i] > 0) again = std::max(again, costs.of[i].again);
        }
        if (stage.last) again = 0; // the loss may be what sets the peak there
        most = std::max(most, stage.fixed + stage.rest + stage.inFlight * kept + again);
    }
    return {kSumRounding * most};
}

Bytes LeastStageMemories::leastFixed() const {
    double least = std::numeric_limits<double>::infinity();
    for (const LeastStageMemory& stage : m_stages) least = std::min(least, stage.fixed);
    return {kSumRounding * least};
}

Seconds LeastTime::step(const LayerCosts& costs) const {
    Seconds worst, total;
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
        total = Seconds{std::sqrt(gpu.base * gpu.base + host.base * host.base)} + syncShare * sync;
        worst = std::max(worst, total);
    }
    return kSumRounding * (microBatches * worst + bubble * total + tail);
}

bool pairsHide(const Setup& setup) {
    return setup.isMoe && setup.ep > 1 && setup.scenario->train->epOverlap;
}

LeastTime leastTime(const StepModel& model, const LeastStages& stages, Count mostVirtual, bool paired) {
    const Setup& s = *model.setup;
    LeastTime least = emptyTime(model, paired ? 1 : model.paired);
    Seconds gradients, optimizer;
    for (std::size_t i = 0; i < stages.count; ++i) {
        const StageTime stage = stageTime(model, stages.time[i], least.paired);
        least.stages[least.count++] = leastStage(model, stage, 1, mostVirtual);
        gradients = std::max(gradients, gradientTraffic(model, stage));
        optimizer = std::max(optimizer, optimizerTraffic(model, stage) / model.rates.memory);
    }
    if (stages.count > 1 && s.layerGroups == 1 && !paired) {
        // Stages without dense layers run at least ⌊L/PP⌋ of the inner stage's; time is at least
        // proportional.
        const bool mixed = !s.plan->alike || !s.plan->denseFirst;
        const double plain =
            mixed ? 0 : s.pp - 1 - (s.isMoe ? static_cast<double>(s.layers - s.moeLayers) : 0);
        double all = 0;
        for (const double count : stages.time.back().of) all += count;
        const Count whole = s.layers / static_cast<Count>(s.pp);
        const auto fewest = static_cast<double>(whole);
        const double share = all > 0 ? std::min(1.0, fewest / all) : 0;
        least.bubble = std::max(0.0, plain) * share * bubbleShare(s, static_cast<double>(mostVirtual));
    }
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
