// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/serving_prospects.h"

#include "models/engine/scenario/validate.h"
#include "models/engine/serve/serve.h"

#include <algorithm>

namespace moe {
namespace {

/// Layouts that are simulated, of those whose steady throughput is nearest to the best at some speed.
constexpr std::size_t kSimulated = 24;
constexpr std::size_t kWithinLimits = 12; ///< whose highest rate within limits takes a dozen runs each
constexpr double kFarBehind = 1.6;        ///< times less throughput than the best at every speed: left out
constexpr double kNever = std::numeric_limits<double>::infinity();

void sortByPromise(std::vector<Prospect>& prospects) {
    std::vector<std::pair<double, double>> all;
    for (const Prospect& one : prospects) all.insert(all.end(), one.steady.begin(), one.steady.end());
    std::sort(all.rbegin(), all.rend()); // fastest first
    double most = 0;
    for (auto& [speed, perGpu] : all) perGpu = most = std::max(most, perGpu);
    for (Prospect& one : prospects)
        for (const auto& [speed, perGpu] : one.steady) {
            // The best throughput at this speed or a higher one.
            const auto last = std::upper_bound(all.begin(), all.end(), speed,
                                               [](double s, const auto& point) { return s > point.first; });
            if (last != all.begin()) one.behind = std::min(one.behind, std::prev(last)->second / perGpu);
        }
    std::stable_sort(prospects.begin(), prospects.end(),
                     [](const Prospect& a, const Prospect& b) { return a.behind < b.behind; });
}

/// Steady throughput per GPU of a layout at a speed for each user, between those it was asked at; 0 where it
/// is never as fast.
double steadyAt(const Prospect& one, double speed) {
    double perGpu = 0;
    for (std::size_t i = 0; i < one.steady.size() && one.steady[i].first >= speed; ++i) {
        perGpu = one.steady[i].second;
        if (i + 1 == one.steady.size() || one.steady[i + 1].first >= speed) continue;
        const auto& [fast, few] = one.steady[i];
        const auto& [slow, many] = one.steady[i + 1];
        perGpu = few + (many - few) * (fast - speed) / (fast - slow);
    }
    return perGpu;
}

/// With limits on latencies, by the steady throughput within them. Latencies under load are longer, by how
/// much no steady formula tells: what comes near is simulated.
void sortWithinLimits(const ServingSearch& search, std::vector<Prospect>& prospects) {
    constexpr double kNear = 1.3;
    const ServeSpec& serve = *search.base.serve;
    const double speed = serve.sloTpot ? 1 / (kNear * *serve.sloTpot) : 0;
    double most = 0;
    for (const Prospect& one : prospects) most = std::max(most, steadyAt(one, speed));
    for (Prospect& one : prospects) {
        const double perGpu = most > 0 ? steadyAt(one, speed) : one.steady.front().first;
        one.behind = perGpu > 0 ? (most > 0 ? most : 1) / perGpu : kNever;
        const double answered = perGpu * one.start.layout.gpus / static_cast<double>(serve.output);
        if (search.rate && kFarBehind * answered < *search.rate) one.behind = kNever;
    }
    // None is as fast as the limit: the fastest are nearest to it.
    if (!(most > 0))
        for (Prospect& one : prospects) one.behind = std::min(one.behind, kFarBehind);
    std::stable_sort(prospects.begin(), prospects.end(),
                     [](const Prospect& a, const Prospect& b) { return a.behind < b.behind; });
}

} // namespace

Prospect prospectOf(const ServingSearch& search, const Candidate& candidate,
                    const std::optional<DataType>& precision, const Catalog& catalog) {
    Prospect prospect{{candidate.layout, precision, {}, ServingBound::Requests, false}, {}};
    if (!brokenRules(candidate.scenario, catalog).empty()) return prospect;
    Server server(candidate.scenario, catalog, search.headroom);
    for (double each = 1; each <= 1024; each *= 4) {
        const ServeReport report = server.with(each * server.ranks());
        if (!report.tpot || !report.tokensPerSecondPerGpu || each * server.ranks() > report.largestRequests)
            break;
        prospect.steady.emplace_back(1 / report.tpot->base, *report.tokensPerSecondPerGpu);
    }
    return prospect;
}

std::vector<Prospect> promising(const ServingSearch& search, const std::vector<Prospect>& prospects) {
    const std::vector<std::optional<DataType>>& precisions = search.precisions;
    const std::size_t wanted = searchesRates(search) ? kWithinLimits : kSimulated;
    std::vector<Prospect> chosen;
    for (const std::optional<DataType>& precision : precisions) {
        std::vector<Prospect> own;
        for (const Prospect& one : prospects)
            if (one.start.precision == precision) own.push_back(one);
        if (searchesRates(search))
            sortWithinLimits(search, own);
        else
            sortByPromise(own);
        const std::size_t most = std::max<std::size_t>(1, wanted / precisions.size());
        for (std::size_t i = 0; i < std::min(most, own.size()) && own[i].behind <= kFarBehind; ++i)
            chosen.push_back(own[i]);
    }
    return chosen;
}

} // namespace moe
