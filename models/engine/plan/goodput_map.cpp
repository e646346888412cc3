// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/goodput_map.h"

#include "models/engine/plan/serving_choices.h"

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

struct Loaded {
    std::optional<ServedLoad> load; ///< with arrivals
    GoodputRow row;
};

} // namespace

Result<ServingSearch> goodputSearch(const Scenario& scenario, const Catalog& catalog) {
    if (!scenario.serve || !hasLimits(*scenario.serve))
        return Problem{.key = "serve.slo_ttft",
                       .rule = say("or serve.slo_tpot is needed: requests within limits are counted")};
    return choicesSearch(scenario, catalog, "serve.tokens_per_second_per_user",
                         "serve.tokens_per_second_per_gpu");
}

GoodputMap goodputMap(const Scenario& scenario, const Catalog& catalog, const ServingSearch& search,
                      const ServingFound& found, std::size_t layouts, std::size_t rates,
                      const ForEach& forEach) {
    GoodputMap map{search, found.layouts, {}, {}};
    std::vector<Scenario> scenarios;
    std::vector<Loaded> servers;
    for (std::size_t i = 0; i < std::min(layouts, found.best.size()); ++i) {
        servers.emplace_back().row.point = found.best[i];
        scenarios.push_back(pointScenario(search, found.best[i]));
        scenarios.back().serve->numRequests = search.base.serve->numRequests;
    }
    servers.emplace_back();
    scenarios.push_back(scenario);
    forEach(servers.size(), [&](std::size_t i) {
        Result<ServedLoad> load = rateLoad(scenarios[i], catalog);
        if (load)
            servers[i].load = withCapacity(std::move(load).value());
        else
            servers[i].row.problems = load.error();
    });

    forEach(kRateParts * servers.size(), [&](std::size_t i) {
        Loaded& server = servers[i / kRateParts];
        if (server.load) findRate(*server.load, i % kRateParts, server.row);
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
        orderRates(server.row);
        if (server.load) server.row.cells.resize(map.rates.size());
    }
    const std::size_t columns = map.rates.size();
    forEach(columns * servers.size(), [&](std::size_t i) {
        Loaded& server = servers[i / columns];
        if (!server.load) return;
        const double rate = map.rates[i % columns];
        const TrafficReport report = reportAtRate(*server.load, rate, server.row.requests);
        const ServeSpec& serve = server.load->serve;
        GoodputCell& cell = server.row.cells[i % columns];
        cell.share = shareWithinLimits(report, serve).value_or(1);
        cell.saturated = rate >= server.row.capacity;
        cell.ttft = judgedShare(report, report.ttft, serve.sloPercentile / 100);
        cell.tpot = judgedShare(report, report.tpot, serve.sloPercentile / 100);
        cell.ttftLate = serve.sloTtft && cell.ttft > *serve.sloTtft;
        cell.tpotLate = serve.sloTpot && cell.tpot > *serve.sloTpot;
    });
    for (Loaded& server : servers) map.rows.push_back(std::move(server.row));
    std::stable_sort(map.rows.begin(), map.rows.end() - 1,
                     [](const GoodputRow& a, const GoodputRow& b) { return a.highest > b.highest; });
    return map;
}

} // namespace moe
