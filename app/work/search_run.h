// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A search over all cores. The answer does not depend on their number.

#include "models/engine/search/search.h"

#include <functional>
#include <stop_token>

namespace moe::app {

/// Parts done of `total`; called from any of the threads, one at a time.
using Progress = std::function<void(double done, double total)>;

inline constexpr double kNearFamilies = 1.5;

struct SearchOutcome {
    Found found;
    std::vector<FoundLayout> families; ///< within kNearFamilies of the best, when asked for
    double layouts = 0;                ///< valid ones in all
    bool cancelled = false;            ///< then `found` is what was found so far
};
/// `jobs` threads; 0 = one per core.
SearchOutcome runSearch(const SearchRequest& request, const Catalog& catalog, unsigned jobs,
                        const std::stop_token& stop = {}, const Progress& progress = {},
                        bool withFamilies = false);

} // namespace moe::app
