// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What one layout of a search of servers can do: with limits its highest rate of arrivals, else closed loops
// with rising numbers of requests at once. Private to this room.

#include "models/engine/plan/serving_search.h"

namespace moe {

/// One layout with one limit on tokens of a pass: its points, rising in the requests at once.
struct Climb {
    std::vector<ServingPoint> points;
    std::optional<ServingPoint> closest;        ///< with one request per rank, where that breaks a limit
    double last = 0;                            ///< tokens/s per GPU of the last point
    ServingBound ends = ServingBound::Requests; ///< what keeps it from more
    std::size_t runs = 0;
    bool cut = false; ///< before a run that is too long
};
/// `start`: the layout, its precision and the tokens of a pass.
Climb climbed(const ServingSearch& search, const Catalog& catalog, const ServingPoint& start);

/// More requests that bring less than this more throughput bring nothing.
inline constexpr double kServingGain = 1.02;
/// Of the pool, from where on it counts as full.
inline constexpr double kFullPool = 0.97;

/// Does a point keep all conditions and the limits of the scenario?
bool allowed(const ServingSearch& search, const ServingPoint& point);
/// How many times over its limits.
double excess(const ServingSearch& search, const ServingPoint& point);

} // namespace moe
