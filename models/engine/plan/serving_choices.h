// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layouts of a server's GPUs as a picture has them: every simulated point with what binds it, and the
// scenario's own server simulated in the same way.

#include "models/engine/plan/serving_search.h"

#include <memory>

namespace moe {

struct ServingChoices {
    ServingSearch search;
    ServingFound found;
    /// Of `found`: the best of each layout, best first, then the other points. Each with what binds it.
    std::vector<ServingPoint> points;
    std::vector<Message> reasons;
    std::size_t best = 0; ///< so many of the points
    /// The scenario's own layout under its own load, a closed loop where the others are in one; why not,
    /// where it cannot.
    std::optional<ServingNumbers> own;
    Problems ownProblems;
};
using ServingChoicesPtr = std::shared_ptr<const ServingChoices>;

/// A search over the GPUs that the scenario has, with the metrics of these keys on the Pareto line. The
/// scenario's tokens of a pass are one way beside the engine's: whoever opens a point goes on seeing the
/// same points.
Result<ServingSearch> choicesSearch(const Scenario& scenario, const Catalog& catalog, std::string_view x,
                                    std::string_view y);
/// `found` is what the search came to.
ServingChoices servingChoices(const ServingSearch& search, ServingFound found, const Scenario& scenario,
                              const Catalog& catalog);

} // namespace moe
