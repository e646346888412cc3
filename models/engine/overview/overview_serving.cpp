// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/overview/overview_serving.h"

#include "models/engine/serve/engines/engines.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// The curve ends so far beyond the highest rate, where it leaves the limit behind.
constexpr double kBeyond = 1.25;
constexpr std::size_t kArrivals = 10;
/// Relative standard deviation of the rate found, times the root of the requests that a rate is judged by:
/// over 6 seeds 2.5 % with some 1,500 requests (Llama 3 70B on 4 H100) and 1.6 % with some 9,000
/// (Qwen3-30B-A3B on 8), both on vLLM within 1 s and 30 ms: 1.0 and 1.6, of which the larger.
constexpr double kScatter = 1.6;

double tpotAt(const ServedLoad& load, double rate, Count requests) {
    const TrafficReport report = reportAtRate(load, rate, requests);
    return judgedShare(report, report.tpot, load.serve.sloPercentile / 100);
}

} // namespace

bool hasArrivals(const Scenario& scenario) {
    if (!scenario.serve || scenario.serve->phase == Phase::Prefill) return false;
    const ServeSpec& serve = *scenario.serve;
    return serve.sloTtft || serve.sloTpot || namesEngine(serve);
}

ServedRate servedRate(const Scenario& scenario, const Catalog& catalog, bool arrivals,
                      const ForEach& forEach) {
    ServedRate found;
    Result<ServedLoad> made = rateLoad(scenario, catalog);
    if (!made) {
        found.problems = made.error();
        return found;
    }
    static_cast<RateWithin&>(found) = rateWithin(*made, forEach);
    const double each = static_cast<double>(found.requests) / made->servers();
    found.scatter = kScatter / std::sqrt(std::max(1.0, each));
    if (arrivals) addArrivals(found, scenario, catalog, forEach);
    return found;
}

void addArrivals(ServedRate& found, const Scenario& scenario, const Catalog& catalog,
                 const ForEach& forEach) {
    if (!(found.highest > 0)) return;
    const Result<ServedLoad> made = rateLoad(scenario, catalog);
    if (!made) return;
    const ServedLoad& load = *made;
    const Count requests = found.requests;
    const double most = kBeyond * std::max(found.highest, found.high);
    found.arrivals.resize(kArrivals);
    const ServedLoad fast = withPassTimes(load, load.timeLow), slow = withPassTimes(load, load.timeHigh);
    forEach(3 * kArrivals, [&](std::size_t i) {
        const std::size_t at = i / 3;
        ArrivalPoint& point = found.arrivals[at];
        const double rate = most * static_cast<double>(at + 1) / kArrivals;
        switch (i % 3) {
        case 0: point.rate = rate, point.tpot = tpotAt(load, rate, requests); break;
        case 1: point.low = tpotAt(fast, rate, requests); break;
        default: point.high = tpotAt(slow, rate, requests);
        }
    });
    for (ArrivalPoint& point : found.arrivals) {
        point.low = std::min(point.low, point.tpot);
        point.high = std::max(point.high, point.tpot);
    }
}

} // namespace moe
