// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/rate_within.h"

#include <algorithm>
#include <limits>

namespace moe {
namespace {

/// Of arrivals that can all be answered within the limits: which of them the queue beyond that breaks first.
constexpr double kOverCapacity = 1.25;

std::optional<ServingBound> boundOf(const ServedLoad& load, const Goodput& made) {
    double ttft = made.ttftBroken, tpot = made.tpotBroken;
    if (!hasLimits(load.serve)) return std::nullopt;
    if (!(ttft > 0 || tpot > 0) && made.rate > 0) {
        const double none = std::numeric_limits<double>::infinity();
        const TrafficReport over = reportAtRate(load, kOverCapacity * made.capacity, made.requests);
        ttft = 1 - shareWithin(over, load.serve.sloTtft.value_or(none), none);
        tpot = 1 - shareWithin(over, none, load.serve.sloTpot.value_or(none));
    }
    const double allowed = 1 - load.serve.sloPercentile / 100;
    if (ttft > allowed && tpot > allowed) return ServingBound::Slo;
    if (!(ttft > 0 || tpot > 0)) return std::nullopt;
    return ttft > tpot ? ServingBound::Ttft : ServingBound::Tpot;
}

} // namespace

Result<ServedLoad> rateLoad(const Scenario& scenario, const Catalog& catalog) {
    Scenario own = scenario;
    own.train.reset(); // a server asks nothing of how its model is trained
    if (own.serve->arrival == ServeArrival::Trace) closeLoop(*own.serve); // rates are drawn, not read
    return openLoad(own, catalog);
}

ServedLoad withCapacity(ServedLoad load) {
    load.capacity = requestCapacity(load);
    return load;
}

void findRate(const ServedLoad& load, std::size_t part, RateWithin& found) {
    if (part == 1) found.low = goodput(load, load.timeHigh).rate;
    if (part == 2) found.high = goodput(load, load.timeLow).rate;
    if (part > 0) return;
    const Goodput made = goodput(load);
    found.highest = made.rate;
    found.capacity = made.capacity;
    found.requests = made.requests;
    found.bound = boundOf(load, made);
}

void orderRates(RateWithin& found) {
    // Searches over runs that scatter: their order is that of the times they are of.
    found.low = std::min(found.low, found.highest);
    found.high = std::max(found.high, found.highest);
}

RateWithin rateWithin(const ServedLoad& load, const ForEach& forEach) {
    RateWithin found;
    const ServedLoad known = withCapacity(load);
    forEach(kRateParts, [&](std::size_t part) { findRate(known, part, found); });
    orderRates(found);
    return found;
}

} // namespace moe
