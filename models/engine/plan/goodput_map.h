// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many requests per second the best layouts of a server answer within the limits of the scenario: the
// share of requests within serve.slo_ttft and serve.slo_tpot over the rate of arrivals, each cell a run of
// the simulator (traffic/), and the highest rate that holds with its band. No threads here.

#include "models/engine/plan/rate_within.h"

#include <memory>

namespace moe {

struct GoodputCell {
    double share = 0;                        ///< of requests within the limits
    bool saturated = false;                  ///< more requests arrive than are answered
    double ttft = 0, tpot = 0;               ///< s, at the percentile that must meet the limits
    bool ttftLate = false, tpotLate = false; ///< beyond their limits
};
struct GoodputRow : RateWithin {
    std::optional<ServingPoint> point; ///< of the search; absent: the scenario's own layout
    std::vector<GoodputCell> cells;
    Problems problems; ///< why it cannot be simulated; then there are no cells
};
struct GoodputMap {
    ServingSearch search;
    std::size_t layouts = 0;      ///< of the search
    std::vector<double> rates;    ///< requests/s, rising, evenly spaced
    std::vector<GoodputRow> rows; ///< best first, the scenario's own last
};
using GoodputMapPtr = std::shared_ptr<const GoodputMap>;

/// So many of the best layouts that `found` has, at so many rates at least. The scenario serves and has a
/// limit.
GoodputMap goodputMap(const Scenario& scenario, const Catalog& catalog, const ServingSearch& search,
                      const ServingFound& found, std::size_t layouts, std::size_t rates,
                      const ForEach& forEach);
/// The search whose best the map shows: throughput per GPU against speed, within the limits.
Result<ServingSearch> goodputSearch(const Scenario& scenario, const Catalog& catalog);

} // namespace moe
