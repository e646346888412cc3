// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lower bounds for many recompute choices of one layout: what a choice changes is known by layer, so that a
// stage's memory and time are sums of a few products.

#include "models/engine/memory/memory_saved.h"
#include "models/engine/search/bound/search_bound.h"

#include <vector>

namespace moe {

/// Of one layer and micro-batch.
struct LayerCost {
    double kept = 0, again = 0;     ///< bytes saved, and recomputed for a moment
    double counted = 0, hidden = 0; ///< GPU seconds alone, and of them hidden in a pair
    double host = 0, sync = 0;      ///< s
};
/// By layer type.
struct LayerCosts {
    std::array<LayerCost, kMostLayerTypes> of{};
    std::size_t types = 0;
};
/// To the least of both, figure by figure.
void lower(LayerCosts& least, const LayerCosts& to);
/// With the recompute choice of the model's scenario, which readRecompute() has read; `timeCosts` has no
/// bytes.
LayerCosts timeCosts(const StepModel& model);
/// Bytes that a layer keeps of a token, by type.
using SavedLayers = std::array<double, kMostLayerTypes>;
SavedLayers savedLayers(const StepModel& model, Keep keep);
/// `whole`: what is kept without recompute, which is the same for every choice.
LayerCosts layerCosts(const StepModel& model, const SavedLayers& whole);
/// Below the costs of every choice: times without recompute, bytes that full recompute keeps. `scenario` is
/// the model's own and without recompute.
LayerCosts leastCosts(const StepModel& model, Scenario& scenario);

/// The layers' costs of recompute choices, in bunches that recompute the same of what weighs most. What a
/// choice recomputes more costs no less time and keeps no more: of a bunch, what all recompute and what some
/// do bound the rest, which is read where a bunch has hopes.
class RecomputeCosts {
public:
    struct Bunch {
        std::vector<std::size_t> choices;
        Recompute fewest, most;        ///< parts of every choice, and of any
        LayerCosts least;              ///< of all choices
        std::vector<LayerCosts> costs; ///< of `choices`, once read
    };
    explicit RecomputeCosts(const std::vector<Recompute>& choices);

    /// Of the model's layout: bounds alone. `scenario` is the model's own and is left without recompute.
    void readBounds(StepModel& model, Scenario& scenario);
    /// Likewise, all of a bunch.
    void read(std::size_t bunch, StepModel& model, Scenario& scenario);
    const std::vector<Bunch>& bunches() const { return m_bunches; }
    const LayerCosts& least() const { return m_least; } ///< of all choices

private:
    std::vector<Recompute> m_choices;
    std::vector<Bunch> m_bunches;
    LayerCosts m_least;
    SavedLayers m_whole{};
};

/// What bounds a stage's memory.
struct LeastStageMemory {
    double fixed = 0, rest = 0; ///< bytes: static, and others that no choice changes
    double inFlight = 1;        ///< micro-batches
    std::array<double, kMostLayerTypes> of{};
    bool last = false;
};
/// Bounds of some stages, of which the heaviest counts.
class LeastStageMemories {
public:
    /// Leaves the setup's scenario, which is `scenario`, without recompute.
    void add(const StageContext& context, LeastTerms& terms, Scenario& scenario);
    /// What is static of a stage that was added: all that the ZeRO stage changes.
    void readFixed(std::size_t stage, const StageContext& context, LeastTerms& terms);
    /// Of contexts with a setup: adds them, or reads those that were added again.
    template <class Contexts> void read(const Contexts& contexts, LeastTerms& terms, Scenario& scenario) {
        const bool known = !m_stages.empty();
        std::size_t stage = 0;
        for (const StageContext& context : contexts) {
            if (!context.setup) continue;
            if (known)
                readFixed(stage++, context, terms);
            else
                add(context, terms, scenario);
        }
    }
    /// Micro-batches in flight of a stage that was added.
    void setInFlight(std::size_t stage, double microBatches) { m_stages[stage].inFlight = microBatches; }
    Bytes peak(const LayerCosts& costs) const;
    Bytes leastFixed() const;

private:
    std::vector<LeastStageMemory> m_stages;
};

} // namespace moe
