// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Requests per second that one server answers within its limits, with their band: what the sentence, the
// Overview, the map of goodput and `simulate --goodput` say of a scenario is this.

#include "models/engine/plan/plan.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/traffic/serve_load.h"

namespace moe {

struct RateWithin {
    double highest = 0; ///< rate of arrivals on all GPUs that keeps the limits, requests/s; 0: none does
    /// With passes as long and as short as the central 80 % of measured servers have them.
    double low = 0, high = 0;
    double capacity = 0; ///< requests/s that can be answered, within the limits or not
    Count requests = 0;  ///< that each rate is judged by
    /// The limit that fails beyond `highest`: Ttft, Tpot, or Slo where each fails alone. Absent: none does.
    std::optional<ServingBound> bound;
};

/// The server of a scenario with arrivals of its own, drawn even where it replays a trace.
Result<ServedLoad> rateLoad(const Scenario& scenario, const Catalog& catalog);

/// Three searches that do not know of each other: whoever has cores runs several servers' at once. Each
/// writes numbers of its own; orderRates() when all are there. All three need the capacity: whoever has it in
/// the load (withCapacity()) has it simulated once.
inline constexpr std::size_t kRateParts = 3;
ServedLoad withCapacity(ServedLoad load);
void findRate(const ServedLoad& load, std::size_t part, RateWithin& found);
void orderRates(RateWithin& found);
RateWithin rateWithin(const ServedLoad& load, const ForEach& forEach);

} // namespace moe
