// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/rl/responses.h"

#include "data/response_table.h"
#include "models/engine/math/random.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

namespace moe {
namespace {

int cutLength(double median, double factor, const RlSpec& rl) {
    const double length = std::round(median * factor);
    return static_cast<int>(std::clamp(length, 1.0, static_cast<double>(rl.responseMax)));
}

double meanOf(double median, const std::vector<double>& factors, const RlSpec& rl) {
    double sum = 0;
    for (const double factor : factors) sum += cutLength(median, factor, rl);
    return sum / static_cast<double>(factors.size());
}

/// The median whose cut lengths have the mean; the longest allowed where even that is short of it.
double medianFor(double mean, const std::vector<double>& factors, const RlSpec& rl) {
    const auto longest = static_cast<double>(rl.responseMax);
    double low = 1e-3, high = longest * 1e6;
    for (int i = 0; i < 100; ++i) {
        const double middle = std::sqrt(low * high);
        (meanOf(middle, factors, rl) < mean ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

} // namespace

std::vector<int> responseLengths(const RlSpec& rl, std::size_t groups) {
    Random random(static_cast<std::uint64_t>(rl.seed));
    const double shared = std::sqrt(rl.groupCorrelation), own = std::sqrt(1 - rl.groupCorrelation);
    std::vector<double> factors;
    factors.reserve(groups * static_cast<std::size_t>(rl.group));
    for (std::size_t g = 0; g < groups; ++g) {
        const double z = random.normal();
        for (Count i = 0; i < rl.group; ++i)
            factors.push_back(std::exp(rl.responseSigma * (shared * z + own * random.normal())));
    }
    const double median = rl.responseMean ? medianFor(*rl.responseMean, factors, rl) : rl.responseMedian;
    std::vector<int> lengths;
    lengths.reserve(factors.size());
    for (const double factor : factors) lengths.push_back(cutLength(median, factor, rl));
    return lengths;
}

namespace {

std::optional<Message> unusable(const RlSpec& rl, const ResponseTable* table) {
    if (!table) return say("No step: the lengths of rl.lengths are not read.");
    if (!table->problems.empty())
        return say("No step: the lengths of rl.lengths cannot be used: %1",
                   toString(table->problems.front()));
    for (std::size_t i = 0; i < table->groups.size(); ++i)
        if (table->groups[i] != static_cast<std::size_t>(rl.group))
            return say("No step: prompt %1 of rl.lengths has %2 responses, rl.group is %3.", i + 1,
                       table->groups[i], rl.group);
    return std::nullopt;
}

} // namespace

std::optional<std::vector<Response>> responsesOf(const RlSpec& rl, const Catalog& catalog, std::size_t groups,
                                                 std::vector<Warning>& warnings) {
    std::vector<Response> all;
    const std::size_t wanted = groups * static_cast<std::size_t>(rl.group);
    all.reserve(wanted);
    const int prompt = static_cast<int>(rl.prompt);
    if (rl.lengths.empty()) {
        for (const int length : responseLengths(rl, groups)) all.push_back({prompt, length});
        return all;
    }
    const auto found = catalog.responses.find(rl.lengths);
    const ResponseTable* table = found == catalog.responses.end() ? nullptr : found->second.get();
    if (const std::optional<Message> why = unusable(rl, table)) {
        warnings.push_back({"rl-lengths", *why});
        return std::nullopt;
    }
    const std::vector<ResponseRow>& rows = table->rows;
    for (std::size_t i = 0; i < wanted; ++i) {
        const ResponseRow& row = rows[i % rows.size()];
        const int length = static_cast<int>(std::min<Count>(row.length, rl.responseMax));
        all.push_back({row.promptTokens > 0 ? row.promptTokens : prompt, length});
    }
    if (rows.size() < wanted)
        warnings.push_back(
            {"rl-lengths", say("The file has %1 lengths and a step %2 sequences: they are taken "
                               "again from the first.",
                               rows.size(), wanted)});
    else if (rows.size() > wanted)
        warnings.push_back({"rl-lengths", say("The file has %1 lengths and a step %2 sequences: the others "
                                              "are left out.",
                                              rows.size(), wanted)});
    return all;
}

RlLengths summary(const std::vector<Response>& responses, const RlSpec& rl) {
    RlLengths of;
    if (responses.empty()) return of;
    std::vector<int> sorted;
    sorted.reserve(responses.size());
    for (const Response& one : responses) sorted.push_back(one.length);
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](double share) {
        const double place = share * static_cast<double>(sorted.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, sorted.size() - 1);
        return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
    };
    const auto count = static_cast<double>(sorted.size());
    of.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / count;
    of.p50 = at(0.5), of.p90 = at(0.9), of.p99 = at(0.99), of.max = sorted.back();
    const auto cut = std::lower_bound(sorted.begin(), sorted.end(), static_cast<int>(rl.responseMax));
    of.cut = static_cast<double>(sorted.end() - cut) / count;
    return of;
}

double largestFirstImbalance(std::vector<double> costs, std::size_t ranks) {
    const double total = std::accumulate(costs.begin(), costs.end(), 0.0);
    if (ranks < 2 || !(total > 0)) return 1;
    std::sort(costs.begin(), costs.end(), std::greater<>());
    std::priority_queue<double, std::vector<double>, std::greater<>> loads(std::greater<>(),
                                                                           std::vector<double>(ranks, 0.0));
    double most = 0;
    for (const double cost : costs) {
        const double load = loads.top() + cost;
        loads.pop();
        loads.push(load);
        most = std::max(most, load);
    }
    return most * static_cast<double>(ranks) / total;
}

} // namespace moe
