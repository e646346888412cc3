// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/overview/overview_serving.h"

#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moe {
namespace {

/// The curve ends so far beyond the highest rate, where it leaves the limit behind.
constexpr double kBeyond = 1.25;
constexpr int kArrivals = 10;
/// Relative standard deviation of the rate found, times the root of the requests that a rate is judged by:
/// over 6 seeds 2.5 % with some 1,500 requests (Llama 3 70B on 4 H100) and 1.6 % with some 9,000
/// (Qwen3-30B-A3B on 8), both on vLLM within 1 s and 30 ms: 1.0 and 1.6, of which the larger.
constexpr double kScatter = 1.6;

ServedLoad withTime(const ServedLoad& load, double scale) {
    ServedLoad changed = load;
    changed.traffic.time = [time = load.traffic.time, scale](const PassLoad& pass) {
        return scale * time(pass);
    };
    return changed;
}

/// TPOT of requests with one token is −1.
double tpotAt(const ServedLoad& load, double rate, Count requests) {
    std::vector<float> sorted;
    for (const float tpot : reportAtRate(load, rate, requests).tpot)
        if (tpot >= 0) sorted.push_back(tpot);
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : percentileOfSorted(sorted, load.serve.sloPercentile / 100);
}

/// Which limit the requests break just beyond the highest rate.
std::optional<ServingBound> boundBeyond(const ServedLoad& load, double rate, Count requests) {
    if (!load.serve.sloTtft && !load.serve.sloTpot) return std::nullopt;
    constexpr double kJust = 1.02;
    const TrafficReport report = reportAtRate(load, kJust * rate, requests);
    const double none = std::numeric_limits<double>::infinity();
    const double wanted = load.serve.sloPercentile / 100;
    const bool ttft = shareWithin(report, load.serve.sloTtft.value_or(none), none) < wanted;
    const bool tpot = shareWithin(report, none, load.serve.sloTpot.value_or(none)) < wanted;
    if (ttft == tpot) return ttft ? std::optional(ServingBound::Slo) : std::nullopt;
    return ttft ? ServingBound::Ttft : ServingBound::Tpot;
}

} // namespace

bool hasArrivals(const Scenario& scenario) {
    if (!scenario.serve || scenario.serve->phase == Phase::Prefill) return false;
    const ServeSpec& serve = *scenario.serve;
    return serve.sloTtft || serve.sloTpot || (serve.engine && *serve.engine != ServeEngine::Steady);
}

ServedRate servedRate(const Scenario& scenario, const Catalog& catalog, bool arrivals,
                      const ForEach& forEach) {
    ServedRate found;
    Scenario own = scenario;
    own.train.reset(); // a server asks nothing of how its model is trained
    if (own.serve->arrival == ServeArrival::Trace) closeLoop(*own.serve); // rates are drawn, not read
    Result<ServedLoad> made = openLoad(own, catalog);
    if (!made) {
        found.problems = made.error();
        return found;
    }
    ServedLoad load = std::move(made).value();
    Count requests = 0;
    forEach(3, [&](std::size_t i) {
        switch (i) {
        case 0: {
            const Goodput best = goodput(load);
            found.highest = best.rate;
            requests = best.requests;
            break;
        }
        case 1: found.low = goodput(load, load.timeHigh).rate; break;
        default: found.high = goodput(load, load.timeLow).rate;
        }
    });
    // Bisections of runs that scatter: their order is that of the times they are of.
    found.low = std::min(found.low, found.highest);
    found.high = std::max(found.high, found.highest);
    const double each = static_cast<double>(requests) / load.servers();
    found.scatter = kScatter / std::sqrt(std::max(1.0, each));
    if (!(found.highest > 0)) {
        found.bound = load.serve.sloTtft ? ServingBound::Slo : ServingBound::Tpot;
        return found;
    }
    if (!arrivals) return found;
    const double most = kBeyond * std::max(found.highest, found.high);
    found.arrivals.resize(kArrivals);
    const ServedLoad fast = withTime(load, load.timeLow), slow = withTime(load, load.timeHigh);
    forEach(3 * kArrivals + 1, [&](std::size_t i) {
        if (i == 3 * kArrivals) {
            found.bound = boundBeyond(load, found.highest, requests);
            return;
        }
        ArrivalPoint& point = found.arrivals[i / 3];
        const double rate = most * static_cast<double>(i / 3 + 1) / kArrivals;
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
    return found;
}

} // namespace moe
