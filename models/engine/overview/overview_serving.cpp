// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/overview/overview_serving.h"

#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// The curve ends so far beyond the highest rate, where it leaves the limit behind.
constexpr double kBeyond = 1.25;
constexpr int kArrivals = 10;
/// Relative standard deviation of the rate found, times the root of the requests that a rate is judged by:
/// over 8 seeds, 9 % with 200 requests (Llama 3 70B), 3.2 % with 1,440 (Qwen3-30B-A3B), 0.2 % with 20,000
/// (gpt-oss-120b), the shipped presets on vLLM.
constexpr double kScatter = 1.3;

ServedLoad withTime(const ServedLoad& load, double scale) {
    ServedLoad changed = load;
    changed.traffic.time = [time = load.traffic.time, scale](const PassLoad& pass) {
        return scale * time(pass);
    };
    return changed;
}

/// TPOT that the wanted share of requests keeps, s.
double tpotAt(const ServedLoad& open, double rate, Count requests) {
    const TrafficReport run = reportAtRate(open, rate, requests);
    return judgedShare(run, run.tpot, open.serve.sloPercentile / 100);
}

/// The limit that more requests break; absent where the server answers no more than keep them.
std::optional<ServingBound> boundOf(const Goodput& made) {
    if (!(made.ttftBroken > 0 || made.tpotBroken > 0)) return std::nullopt;
    return made.ttftBroken > made.tpotBroken ? ServingBound::Ttft : ServingBound::Tpot;
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
    Result<ServedLoad> made = openLoad(own, catalog);
    if (!made) {
        found.problems = made.error();
        return found;
    }
    const ServedLoad load = std::move(made).value();
    Goodput usual;
    forEach(3, [&](std::size_t i) {
        switch (i) {
        case 0: usual = goodput(load); break;
        case 1: found.low = goodput(load, load.timeHigh).rate; break;
        default: found.high = goodput(load, load.timeLow).rate;
        }
    });
    found.highest = usual.rate;
    // Bisections of runs that scatter: their order is that of the times they are of.
    found.low = std::min(found.low, found.highest);
    found.high = std::max(found.high, found.highest);
    found.scatter = kScatter / std::sqrt(std::max(1.0, static_cast<double>(usual.requests)));
    found.bound = boundOf(usual);
    if (!arrivals || !(found.highest > 0)) return found;
    const double most = kBeyond * std::max(found.highest, found.high);
    found.arrivals.resize(kArrivals);
    const ServedLoad fast = withTime(load, load.timeLow), slow = withTime(load, load.timeHigh);
    forEach(3 * kArrivals, [&](std::size_t i) {
        ArrivalPoint& point = found.arrivals[i / 3];
        const double rate = most * static_cast<double>(i / 3 + 1) / kArrivals;
        switch (i % 3) {
        case 0: point.rate = rate, point.tpot = tpotAt(load, rate, usual.requests); break;
        case 1: point.low = tpotAt(fast, rate, usual.requests); break;
        default: point.high = tpotAt(slow, rate, usual.requests);
        }
    });
    for (ArrivalPoint& point : found.arrivals) {
        point.low = std::min(point.low, point.tpot);
        point.high = std::max(point.high, point.tpot);
    }
    return found;
}

} // namespace moe
