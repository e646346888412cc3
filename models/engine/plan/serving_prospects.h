// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which layouts of a search of servers are worth simulating, by the steady formulas. Private to this room.

#include "models/engine/plan/served_layouts.h"
#include "models/engine/plan/serving_search.h"

#include <limits>

namespace moe {

/// A split of the GPUs and how far behind the best it is by the steady formulas, at the speed that suits it.
struct Prospect {
    ServingPoint start;
    std::vector<std::pair<double, double>> steady; ///< tokens/s per user, per GPU
    double behind = std::numeric_limits<double>::infinity();
};
Prospect prospectOf(const ServingSearch& search, const Candidate& candidate,
                    const std::optional<DataType>& precision, const Catalog& catalog);
/// Those to simulate, as many of each precision: who names two wants to see both.
std::vector<Prospect> promising(const ServingSearch& search, const std::vector<Prospect>& prospects);

} // namespace moe
