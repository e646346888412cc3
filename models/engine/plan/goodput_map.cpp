// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/goodput_map.h"

#include "models/engine/plan/serving_choices.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
    Count requests = 0;             ///< of a run
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
    scenarios.back().train.reset();
    forEach(servers.size(), [&](std::size_t i) {
        Result<ServedLoad> load = openLoad(scenarios[i], catalog);
        if (load)
            servers[i].load = std::move(load).value();
        else
            servers[i].row.problems = load.error();
    });

    // Three bisections of each server: as it is, and as slow and as fast as four in five are measured.
    forEach(3 * servers.size(), [&](std::size_t i) {
        Loaded& server = servers[i / 3];
        if (!server.load) return;
        const ServedLoad& load = *server.load;
        if (i % 3 == 1) server.row.low = goodput(load, load.timeHigh).rate;
        if (i % 3 == 2) server.row.high = goodput(load, load.timeLow).rate;
        if (i % 3 > 0) return;
        const Goodput made = goodput(load);
        server.row.highest = made.rate;
        server.row.capacity = made.capacity;
        server.requests = made.requests;
        double ttft = made.ttftBroken, tpot = made.tpotBroken;
        if (!(ttft > 0 || tpot > 0) && made.rate > 0) {
            // Up to what it can answer nothing breaks them: what does beyond it, where the queue grows?
            const double none = std::numeric_limits<double>::infinity();
            const TrafficReport over = reportAtRate(load, kBeyond * made.capacity, made.requests);
            ttft = 1 - shareWithin(over, load.serve.sloTtft.value_or(none), none);
            tpot = 1 - shareWithin(over, none, load.serve.sloTpot.value_or(none));
        }
        if (ttft > 0 || tpot > 0) server.row.bound = ttft > tpot ? ServingBound::Ttft : ServingBound::Tpot;
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
        const TrafficReport report = reportAtRate(*server.load, rate, server.requests);
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
