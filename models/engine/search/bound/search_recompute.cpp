// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/bound/search_recompute.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/memory/memory_recipe.h"
#include "models/engine/time/host_time.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace moe {
namespace {

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

RecomputeCosts::RecomputeCosts(const std::vector<Recompute>& choices) : m_choices(choices) {
    using Mode = Recompute::Mode;
    using Key = std::tuple<Mode, bool, bool, bool>;
    std::map<Key, Bunch> bunches;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Recompute& choice = choices[i];
        const Mode mode = choice.mode == Mode::None ? Mode::Selective : choice.mode;
        Bunch& bunch = bunches[{mode, choice.has(RecomputePart::CoreAttn), choice.has(RecomputePart::MoeAct),
                                choice.has(RecomputePart::Moe)}];
        if (bunch.choices.empty()) bunch.fewest = bunch.most = {mode, choice.parts};
        bunch.choices.push_back(i);
        std::erase_if(bunch.fewest.parts, [&](RecomputePart part) { return !choice.has(part); });
        for (const RecomputePart part : choice.parts)
            if (!bunch.most.has(part)) bunch.most.parts.push_back(part);
    }
    for (auto& [key, bunch] : bunches) {
        for (Recompute* choice : {&bunch.fewest, &bunch.most})
            if (choice->mode == Mode::Selective && choice->parts.empty()) choice->mode = Mode::None;
        m_bunches.push_back(std::move(bunch));
    }
}

void RecomputeCosts::readBounds(StepModel& model, Scenario& scenario) {
    m_whole = savedLayers(model, Keep::Everything);
    const auto costsOf = [&](const Recompute& choice) {
        scenario.train->recompute = choice;
        readRecompute(model);
        return layerCosts(model, m_whole);
    };
    for (Bunch& bunch : m_bunches) {
        bunch.costs.clear();
        bunch.least = costsOf(bunch.fewest);
        if (bunch.choices.size() > 1) lower(bunch.least, costsOf(bunch.most));
    }
    scenario.train->recompute = {};
    readRecompute(model);
    m_least = m_bunches.front().least;
    for (const Bunch& bunch : m_bunches) lower(m_least, bunch.least);
}

void RecomputeCosts::read(std::size_t bunch, StepModel& model, Scenario& scenario) {
    Bunch& of = m_bunches[bunch];
    if (!of.costs.empty()) return;
    for (const std::size_t choice : of.choices) {
        scenario.train->recompute = m_choices[choice];
        readRecompute(model);
        of.costs.push_back(layerCosts(model, m_whole));
    }
    scenario.train->recompute = {};
    readRecompute(model);
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
    return {kBoundRounding * most};
}

Bytes LeastStageMemories::leastFixed() const {
    double least = std::numeric_limits<double>::infinity();
    for (const LeastStageMemory& stage : m_stages) least = std::min(least, stage.fixed);
    return {kBoundRounding * least};
}

} // namespace moe
