// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lower bounds for many recompute choices of one layout: what a choice changes is known by layer, so that a
// stage's memory and time are sums of a few products.

#include "models/engine/memory/memory_saved.h"
#include "models/engine/search/search_bound.h"

#include <map>

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

/// The layers' costs of every choice, by the layers' shape.
class RecomputeCosts {
public:
    struct Table {
        std::vector<LayerCosts> of; ///< by choice
        LayerCosts least;           ///< of all
    };
    /// Of the model's layout; `scenario` is its own and is left without recompute. Good until the next call.
    const Table& of(StepModel& model, Scenario& scenario, const std::vector<Recompute>& choices);

private:
    void unpack(const std::vector<LayerCost>& packed, std::size_t types);
    std::map<LayerShape, std::vector<LayerCost>> m_known; ///< choice by choice, type by type
    Table m_table;                                        ///< the one asked for last
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
    Bytes peak(const LayerCosts& costs) const;
    Bytes leastFixed() const;

private:
    std::vector<LeastStageMemory> m_stages;
};

/// What bounds the time of a step.
struct LeastTime {
    struct Stage {
        std::array<double, kMostLayerTypes> of{};
        Seconds gpu, fsdp; ///< beside the layers
    };
    std::array<Stage, kLeastStages> stages;
    std::size_t count = 0;
    double paired = 0, syncShare = 1, fsdpOverlap = 0;
    double microBatches = 1;
    double bubble = 0; ///< in times of the last of `stages`
    Seconds tail;      ///< gradients, optimizer and what every step takes

    Seconds step(const LayerCosts& costs) const;
};
/// May passes that run in pairs hide something?
bool pairsHide(const Setup& setup);
/// Below stepTime() for every VPP up to `mostVirtual`; `paired`: the passes may all run in pairs, and what
/// they wait for has no closed form. The model's layers are not read.
LeastTime leastTime(const StepModel& model, const LeastStages& stages, Count mostVirtual, bool paired);
/// Likewise for LeastOthers.
LeastTime leastTime(const StepModel& model, const LeastOthers& others, bool paired);

} // namespace moe
