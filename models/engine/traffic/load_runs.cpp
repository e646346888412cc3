// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moe {
namespace {

double ratioAt(const std::vector<double>& values, double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// Requests/s of a server that always has more to do: of the middle half of those that finish.
double capacityOf(const ServedLoad& load) {
    TrafficScenario full = load.traffic;
    full.replicas = 1;
    auto inFlight = static_cast<std::size_t>(full.limits.maxSeqs);
    const auto servers = static_cast<std::size_t>(std::max({full.ranks, full.pools.decode, 1}));
    if (full.limits.blocks > 0 && load.smallest > 0)
        inFlight = std::min(inFlight, static_cast<std::size_t>(full.limits.blocks / load.smallest) + 1);
    inFlight = servers * std::max<std::size_t>(1, inFlight + inFlight / 4);
    const std::vector<TrafficRequest> drawn = full.requests;
    const std::size_t wanted = std::max<std::size_t>(64, 6 * inFlight);
    full.requests.clear();
    while (full.requests.size() < wanted)
        full.requests.insert(full.requests.end(), drawn.begin(), drawn.end());
    full.requests.resize(wanted);
    full.concurrency = static_cast<int>(inFlight);
    full.recordRequests = true;
    full.recordPasses = full.recordPaths = false;
    const TrafficReport report = simulate(full);
    std::vector<double> finished;
    for (const RequestRecord& one : report.requestRecords) finished.push_back(one.finished);
    std::sort(finished.begin(), finished.end());
    const double span = ratioAt(finished, 0.75) - ratioAt(finished, 0.25);
    return span > 0 ? 0.5 * static_cast<double>(finished.size()) / span : 0;
}

TrafficScenario scaled(const TrafficScenario& scenario, double factor) {
    TrafficScenario changed = scenario;
    changed.recordPasses = changed.recordRequests = changed.recordPaths = false;
    changed.time = [time = scenario.time, factor](const PassLoad& pass) { return factor * time(pass); };
    return changed;
}

TrafficScenario withSeed(const ServedLoad& load, std::uint64_t seed) {
    TrafficScenario changed = load.traffic;
    changed.recordPasses = changed.recordRequests = changed.recordPaths = false;
    changed.seed = seed;
    if (load.serve.arrival == ServeArrival::Trace) return changed;
    TrafficClient client = load.client;
    client.seed = seed;
    changed.requests = clientRequests(client);
    return changed;
}

/// The 10th and 90th percentile of a normal distribution lie so many standard deviations from its mean.
constexpr double kCentral = 1.2816;

/// `width`: what published runs are off by, in logarithms; a band is no narrower.
LoadBand bandOf(double value, double low, double high, const std::vector<double>& seeds, double width) {
    if (!(value > 0)) return {value, value};
    double mean = 0, squares = 0;
    for (const double one : seeds) mean += std::log(std::max(one, 1e-12)) / static_cast<double>(seeds.size());
    for (const double one : seeds) squares += std::pow(std::log(std::max(one, 1e-12)) - mean, 2);
    const double spread =
        seeds.size() > 1 ? kCentral * std::sqrt(squares / static_cast<double>(seeds.size() - 1)) : 0;
    const double below = std::min({0.0, std::log(low / value), std::log(high / value)});
    const double above = std::max({0.0, std::log(low / value), std::log(high / value)});
    return {value * std::exp(-std::max(width, std::hypot(below, spread))),
            value * std::exp(std::max(width, std::hypot(above, spread)))};
}

} // namespace

double requestCapacity(const ServedLoad& load) {
    return capacityOf(load) * load.servers();
}

LoadReport simulateLoad(const ServedLoad& load, int seeds) {
    LoadReport result;
    result.report = simulate(load.traffic);
    if (load.rate > 0) {
        result.capacity = requestCapacity(load);
        result.saturated = load.rate >= result.capacity;
        result.nearSaturation = load.rate * load.timeHigh >= result.capacity;
    }
    const TrafficReport low = simulate(scaled(load.traffic, load.timeLow));
    const TrafficReport high = simulate(scaled(load.traffic, load.timeHigh));
    std::vector<TrafficReport> others;
    for (int i = 1; i < seeds; ++i)
        others.push_back(simulate(withSeed(load, load.traffic.seed + static_cast<std::uint64_t>(i))));
    for (const LoadMetric& metric : loadMetrics()) {
        std::vector<double> values{metric.of(result.report, load)};
        for (const TrafficReport& other : others) values.push_back(metric.of(other, load));
        LoadBand band = bandOf(values.front(), metric.of(low, load), metric.of(high, load), values,
                               metric.key.starts_with("ttft") ? load.ttftWidth : load.tpotWidth);
        if (result.nearSaturation && metric.latency) band.high.reset();
        if (result.saturated) band.low.reset();
        result.bands.push_back(band);
    }
    return result;
}

LoadBand bandOf(const LoadReport& report, std::string_view key) {
    for (std::size_t i = 0; i < report.bands.size(); ++i)
        if (loadMetrics()[i].key == key) return report.bands[i];
    return {};
}

std::optional<double> shareWithinLimits(const TrafficReport& report, const ServeSpec& serve) {
    if (!serve.sloTtft && !serve.sloTpot) return std::nullopt;
    const double none = std::numeric_limits<double>::infinity();
    return shareWithin(report, serve.sloTtft.value_or(none), serve.sloTpot.value_or(none));
}

/// One server with arrivals at this rate, as long as a rate is looked at. Of arrivals that are dealt to n
/// servers in turn, each one's gaps are sums of n: gamma of n times the shape.
static TrafficScenario arriving(const ServedLoad& load, double rate) {
    TrafficScenario traffic = load.traffic;
    TrafficClient client = load.client;
    const double shape = client.arrival == ServeArrival::Gamma ? client.burstiness : 1;
    client.burstiness = shape * load.servers();
    client.arrival = client.burstiness == 1 ? ServeArrival::Poisson : ServeArrival::Gamma;
    client.rate = rate;
    client.count = static_cast<std::size_t>(std::clamp(60 * rate, 200.0, 20000.0));
    traffic.requests = clientRequests(client);
    traffic.concurrency = 0;
    traffic.replicas = 1;
    return traffic;
}

TrafficReport reportAtRate(const ServedLoad& load, double rate) {
    return simulate(arriving(load, rate / load.servers()));
}

double goodputRate(const ServedLoad& load, double scale) {
    ServedLoad open = load;
    open.traffic = scaled(load.traffic, scale);
    const double capacity = capacityOf(open);
    const double wanted = load.serve.sloPercentile / 100;
    const auto good = [&](double rate) {
        return shareWithinLimits(simulate(arriving(open, rate)), load.serve).value_or(1) >= wanted;
    };
    double low = 0, high = capacity;
    if (good(high)) return load.servers() * high;
    constexpr int kHalvings = 12;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (good(middle) ? low : high) = middle;
    }
    return load.servers() * low;
}

} // namespace moe
