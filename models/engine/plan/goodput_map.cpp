// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/goodput_map.h"

#include "models/engine/plan/serving_choices.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Columns end so far beyond the highest rate that holds anywhere.
constexpr double kBeyond = 1.25;

/// A step of 1, 2 or 5 times a power of ten, at most this.
double roundStep(double step) {
    const double power = std::pow(10, std::floor(std::log10(step)));
    for (const double factor : {5.0, 2.0})
        if (factor * power <= step) return factor * power;
    return power;
}

/// Of the floats that a run keeps; TPOT of requests with one token is -1.
double percentileOf(const std::vector<float>& values, double percent) {
    std::vector<double> sorted;
    for (const float value : values)
        if (value >= 0) sorted.push_back(value);
    if (sorted.empty()) return 0;
    std::sort(sorted.begin(), sorted.end());
    const double at = percent / 100 * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

struct Loaded {
    std::optional<ServedLoad> load;
    GoodputRow row;
};

Loaded loaded(const Scenario& given, const Scenario& scenario, const Catalog& catalog) {
    Loaded one;
    Result<ServedLoad> load = servedLoad(scenario, catalog);
    if (!load) {
        one.row.problems = load.error();
        return one;
    }
    one.load = std::move(load).value();
    if (given.serve->arrival == ServeArrival::Gamma) one.load->client.arrival = ServeArrival::Gamma;
    return one;
}

} // namespace

Result<ServingSearch> goodputSearch(const Scenario& scenario, const Catalog& catalog) {
    if (!scenario.serve || (!scenario.serve->sloTtft && !scenario.serve->sloTpot))
        return Problem{.key = "serve.slo_ttft",
                       .rule = say("or serve.slo_tpot is needed: requests within limits are counted")};
    return choicesSearch(scenario, catalog, "serve.tokens_per_second_per_user",
                         "serve.tokens_per_second_per_gpu");
}

GoodputMap goodputMap(const Scenario& scenario, const Catalog& catalog, const ServingSearch& search,
                      const ServingFound& found, std::size_t layouts, std::size_t rates,
                      const ForEach& forEach) {
    GoodputMap map{search, found.layouts, {}, {}};
    std::vector<Loaded> servers;
    for (std::size_t i = 0; i < std::min(layouts, found.best.size()); ++i) {
        servers.push_back(loaded(scenario, pointScenario(search, found.best[i]), catalog));
        servers.back().row.point = found.best[i];
    }
    Scenario own = scenario;
    own.train.reset();
    closeLoop(*own.serve);
    servers.push_back(loaded(scenario, own, catalog));

    // Three bisections and a capacity of each server.
    forEach(4 * servers.size(), [&](std::size_t i) {
        Loaded& server = servers[i / 4];
        if (!server.load) return;
        const ServedLoad& load = *server.load;
        switch (i % 4) {
        case 0: server.row.highest = goodputRate(load); break;
        case 1: server.row.low = goodputRate(load, load.timeHigh); break;
        case 2: server.row.high = goodputRate(load, load.timeLow); break;
        default: server.row.capacity = requestCapacity(load);
        }
    });
    double highest = 0, capacity = 0;
    for (const Loaded& server : servers) {
        highest = std::max({highest, server.row.highest, server.row.high});
        capacity = std::max(capacity, server.row.capacity);
    }
    const double most = kBeyond * (highest > 0 ? highest : capacity);
    const double step = most > 0 ? roundStep(most / static_cast<double>(rates)) : 0;
    for (double i = 1; step > 0 && i * step <= most; ++i) map.rates.push_back(i * step);
    for (Loaded& server : servers) {
        // Bisections of runs that scatter: their order is that of the times they are of.
        server.row.low = std::min(server.row.low, server.row.highest);
        server.row.high = std::max(server.row.high, server.row.highest);
        if (server.load) server.row.cells.resize(map.rates.size());
    }
    const std::size_t columns = map.rates.size();
    forEach(columns * servers.size(), [&](std::size_t i) {
        Loaded& server = servers[i / columns];
        if (!server.load) return;
        const double rate = map.rates[i % columns];
        const TrafficReport report = reportAtRate(*server.load, rate);
        const ServeSpec& serve = server.load->serve;
        GoodputCell& cell = server.row.cells[i % columns];
        cell.share = shareWithinLimits(report, serve).value_or(1);
        cell.saturated = rate >= server.row.capacity;
        cell.ttft = percentileOf(report.ttft, serve.sloPercentile);
        cell.tpot = percentileOf(report.tpot, serve.sloPercentile);
        cell.ttftLate = serve.sloTtft && cell.ttft > *serve.sloTtft;
        cell.tpotLate = serve.sloTpot && cell.tpot > *serve.sloTpot;
    });
    const double wanted = scenario.serve->sloPercentile / 100;
    for (Loaded& server : servers) {
        const std::vector<GoodputCell>& cells = server.row.cells;
        const auto fails = std::find_if(cells.begin(), cells.end(),
                                        [&](const GoodputCell& cell) { return cell.share < wanted; });
        if (fails != cells.end())
            server.row.bound = fails->ttftLate == fails->tpotLate ? ServingBound::Slo
                               : fails->ttftLate                  ? ServingBound::Ttft
                                                                  : ServingBound::Tpot;
    }
    for (Loaded& server : servers) map.rows.push_back(std::move(server.row));
    std::stable_sort(map.rows.begin(), map.rows.end() - 1,
                     [](const GoodputRow& a, const GoodputRow& b) { return a.highest > b.highest; });
    return map;
}

} // namespace moe
