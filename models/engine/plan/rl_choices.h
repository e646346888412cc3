// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a search over steps of reinforcement learning chooses from (rl_search.h): splits of the GPUs, layouts
// of training on one side of a split, engines on the other.

#include "models/engine/plan/rl_search.h"
#include "models/engine/rl/rl_step.h"

#include <compare>

namespace moe {

struct GpuSplit {
    RlPlacement placement = RlPlacement::Colocated;
    Count train = 1, sample = 1;
    auto operator<=>(const GpuSplit&) const = default;
};

/// Both on all GPUs where sampling and training take turns; else eighths of them, whole nodes of `domain`
/// GPUs.
std::vector<GpuSplit> splitsOf(const RlSearch& search, Count domain);

struct TrainingChoice {
    Scenario scenario; ///< the base's, with another layout
    RlTraining training;
};

/// The best of every way to split the training side, evaluated whole, and the scenario's own; adds to
/// `layouts` how many were considered.
std::vector<TrainingChoice> trainingsOf(const RlSearch& search, const Catalog& catalog,
                                        const RlResponses& responses, const GpuSplit& split, double& layouts);

/// Tensor parallelism within a node, with experts split like everything else or whole on their GPUs; more
/// nodes and stages only where the weights need them; attention on ranks of its own where experts are whole.
std::vector<RolloutSpec> enginesOf(const Scenario& base, const Catalog& catalog, Count gpus);

} // namespace moe
