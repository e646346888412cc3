// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Requests per second of a scenario's own server, simulated (traffic/).

#include "data/problem.h"
#include "models/engine/plan/plan.h"
#include "models/engine/plan/rate_within.h"
#include "models/engine/scenario/catalog.h"

#include <functional>
#include <optional>
#include <vector>

namespace moe {

/// TPOT at the percentile that must meet the limits, s, with passes as long and as short as the central 80 %
/// of measured servers have them.
struct ArrivalPoint {
    double rate = 0; ///< requests/s
    double tpot = 0, low = 0, high = 0;
};

/// The highest rate of arrivals within the limits; without limits, that can be answered.
struct ServedRate : RateWithin {
    double scatter = 0;                 ///< relative standard deviation of `highest` between seeds
    std::vector<ArrivalPoint> arrivals; ///< rates rising; empty where nobody asked
    Problems problems;                  ///< why it cannot be simulated; then nothing else is known
};

/// Whether requests arrive one by one: an engine is named, or a limit given. Else the formulas of a steady
/// batch say all.
bool hasArrivals(const Scenario& scenario);

/// Adds the curve over arrivals to a rate of this scenario's.
void addArrivals(ServedRate& found, const Scenario& scenario, const Catalog& catalog, const ForEach& forEach);
/// Needs hasArrivals(). With rateWithin().
ServedRate servedRate(const Scenario& scenario, const Catalog& catalog, bool arrivals,
                      const ForEach& forEach);

} // namespace moe
