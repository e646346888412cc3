// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A grid of reports over up to three knobs, small enough to travel inside a page that is explored without the
// program: of each point the verdict, the metrics and the parts that pictures stack.

#include "models/engine/search/sweep.h"

#include <string>
#include <vector>

namespace moe {

inline constexpr std::size_t kMostExploredKnobs = 3, kMostExplored = 4096;

/// "parallel.ep", with values of its own that lie around the base's, or "parallel.ep=1,2,4" and
/// "parallel.ep=1:64:7" as parseAxis() reads them. The base's value is among them. Problems are all told.
Result<std::vector<SweepAxis>> exploreAxes(const std::vector<std::string>& asked, const Scenario& base);

/// The grid without values that no valid point has. Problems where too many points are asked for, or none is
/// valid.
Result<SweepPlan> explorePlan(const Scenario& base, std::vector<SweepAxis> axes, const Catalog& catalog);
/// The row of the base's own values.
std::size_t exploreStart(const SweepPlan& plan);

/// A part of a stack: "expert_mlp", "Expert MLP", B or s.
struct ExploredPart {
    std::string key, label;
    double value = 0;
};
struct ExploredPoint {
    Message rule; ///< first broken rule, with its key; nothing else is there then
    std::optional<Fit> fits;
    std::vector<std::optional<double>> metrics; ///< by plan.metrics
    std::vector<ExploredPart> memory;           ///< of the fullest GPU; with what the allocator and the
                                                ///< context take they sum to what the verdict is of
    std::vector<ExploredPart> time;             ///< exposed: of a training step, else of a decode step
    double capacity = 0;                        ///< B
};
ExploredPoint explorePoint(const SweepPlan& plan, const Catalog& catalog, std::size_t index);

} // namespace moe
