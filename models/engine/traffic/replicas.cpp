// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/replicas.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace moe {
namespace {

/// Evenly among those that have requests, so that fuller and emptier ones are there in proportion.
std::vector<char> chosenOf(const TrafficScenario& scenario, int withRequests) {
    std::vector<char> chosen(static_cast<std::size_t>(scenario.replicas), 0);
    const auto count = static_cast<double>(scenario.requests.size());
    const bool all = scenario.enough == 0 || scenario.requests.size() <= scenario.enough;
    const double share = all ? 1 : static_cast<double>(scenario.enough) / count;
    const int wanted = std::clamp(static_cast<int>(std::ceil(share * withRequests)), 1, withRequests);
    for (int i = 0; i < wanted; ++i) {
        const double at = (i + 0.5) * withRequests / wanted;
        chosen[wanted == withRequests ? static_cast<std::size_t>(i) : static_cast<std::size_t>(at)] = 1;
    }
    return chosen;
}

} // namespace

int inFlightOn(const TrafficScenario& scenario, int replica) {
    const int servers = std::max(1, scenario.replicas);
    return scenario.concurrency / servers + (replica < scenario.concurrency % servers ? 1 : 0);
}

std::vector<int> dealt(const TrafficScenario& scenario) {
    const int servers = std::max(1, scenario.replicas);
    std::vector<int> to(scenario.requests.size());
    if (scenario.concurrency > 0) {
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = static_cast<int>(i % static_cast<std::size_t>(scenario.concurrency)) % servers;
        return to;
    }
    std::unordered_map<int, int> homes;
    int turn = 0;
    const auto next = [&] {
        const int now = turn;
        turn = (turn + 1) % servers;
        return now;
    };
    for (std::size_t i = 0; i < to.size(); ++i) {
        const int session = scenario.requests[i].session;
        if (session < 0) {
            to[i] = next();
            continue;
        }
        const auto [home, fresh] = homes.try_emplace(session, 0);
        if (fresh) home->second = next();
        to[i] = home->second;
    }
    return to;
}

ServerRun runReplicas(const TrafficScenario& scenario) {
    const std::vector<int> to = dealt(scenario);
    std::vector<std::vector<int>> of(static_cast<std::size_t>(scenario.replicas)); // requests of each
    for (std::size_t i = 0; i < to.size(); ++i)
        of[static_cast<std::size_t>(to[i])].push_back(static_cast<int>(i));
    const auto busy = static_cast<int>(
        std::count_if(of.begin(), of.end(), [](const std::vector<int>& mine) { return !mine.empty(); }));
    const std::vector<char> chosen =
        chosenOf(scenario, std::max(1, busy)); // the first are those with requests
    TrafficScenario common = scenario;
    common.requests.clear();
    common.replicas = 1;

    ServerRun all;
    bool recorded = false; // passes of one server: the first that is run
    std::vector<std::pair<int, LiveRequest>> live;
    for (int replica = 0; replica < scenario.replicas; ++replica) {
        const std::vector<int>& mine = of[static_cast<std::size_t>(replica)];
        if (!chosen[static_cast<std::size_t>(replica)] || mine.empty()) continue;
        TrafficScenario own = common;
        own.seed += 0x9e3779b97f4a7c15U * static_cast<std::uint64_t>(replica);
        own.recordPasses = common.recordPasses && !recorded;
        if (common.concurrency > 0) own.concurrency = inFlightOn(scenario, replica);
        for (const int request : mine)
            own.requests.push_back(scenario.requests[static_cast<std::size_t>(request)]);
        ServerRun one = runServer(own);
        for (std::size_t i = 0; i < mine.size(); ++i) live.emplace_back(mine[i], one.live[i]);
        all.gaps.insert(all.gaps.end(), one.gaps.begin(), one.gaps.end());
        all.totals.batch += one.totals.batch;
        all.totals.lastAnswer = std::max(all.totals.lastAnswer, one.totals.lastAnswer);
        TrafficReport& report = all.report;
        report.passes += one.report.passes;
        report.preemptions += one.report.preemptions;
        for (std::size_t i = 0; i < report.tierTokens.size(); ++i)
            report.tierTokens[i] += one.report.tierTokens[i];
        report.loadSeconds += one.report.loadSeconds;
        report.kvUsePeak = std::max(report.kvUsePeak, one.report.kvUsePeak);
        if (!std::exchange(recorded, true)) report.passRecords = std::move(one.report.passRecords);
        for (PathEvent event : one.report.pathEvents) {
            if (event.request >= 0) event.request = mine[static_cast<std::size_t>(event.request)];
            event.rank += replica * std::max(1, scenario.ranks);
            report.pathEvents.push_back(event);
        }
    }
    std::sort(live.begin(), live.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<int> place(to.size());
    for (const auto& [index, request] : live) {
        place[static_cast<std::size_t>(index)] = static_cast<int>(all.live.size());
        if (index < scenario.concurrency) ++all.totals.burst;
        all.live.push_back(request);
    }
    for (PathEvent& event : all.report.pathEvents)
        if (event.request >= 0) event.request = place[static_cast<std::size_t>(event.request)];
    if (!live.empty()) all.totals.all = static_cast<double>(to.size()) / static_cast<double>(live.size());
    return all;
}

} // namespace moe
