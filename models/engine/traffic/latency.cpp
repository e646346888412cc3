// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/latency.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {
namespace {

/// Runs whose gaps differ by more are split, so that a percentile is right to half of it.
constexpr double kGapResolution = 0.01;
constexpr double kMostPieces = 32;

LatencySummary summaryOf(std::vector<float>& values) {
    if (values.empty()) return {};
    double sum = 0;
    for (const float value : values) sum += static_cast<double>(value);
    std::size_t from = 0;
    LatencySummary summary{sum / static_cast<double>(values.size()), 0, 0, 0};
    summary.p50 = percentileOf(values, 0.5, from);
    summary.p90 = percentileOf(values, 0.9, from);
    summary.p99 = percentileOf(values, 0.99, from);
    return summary;
}

LatencySummary summaryOfGaps(const std::vector<GapRun>& runs) {
    std::vector<std::pair<float, float>> points; // gap, weight
    double weight = 0, sum = 0;
    for (const GapRun& run : runs) {
        weight += run.weight;
        sum += run.weight * (run.first + run.last) / 2;
        const double spread = std::abs(run.last - run.first) / std::max(run.first, 1e-12);
        const double pieces = std::clamp(std::ceil(spread / kGapResolution), 1.0, kMostPieces);
        for (double i = 0.5; i < pieces; ++i)
            points.emplace_back(static_cast<float>(run.first + (run.last - run.first) * i / pieces),
                                static_cast<float>(run.weight / pieces));
    }
    if (!(weight > 0)) return {};
    std::sort(points.begin(), points.end());
    LatencySummary summary{sum / weight, 0, 0, 0};
    const std::pair<double, double*> wanted[] = {
        {0.5, &summary.p50}, {0.9, &summary.p90}, {0.99, &summary.p99}};
    std::size_t at = 0;
    double passed = 0;
    for (const auto& [share, value] : wanted) {
        while (at + 1 < points.size() && passed + static_cast<double>(points[at].second) < share * weight)
            passed += static_cast<double>(points[at++].second);
        *value = static_cast<double>(points[at].first);
    }
    return summary;
}

/// Nothing found, then by quarters of the prompt; classes without requests are left out.
std::vector<HitLatency> byHit(const std::vector<LiveRequest>& live) {
    constexpr std::size_t kParts = 4;
    std::array<std::vector<float>, kParts + 1> ttft;
    for (const LiveRequest& r : live) {
        const double share = r.input > 0 ? static_cast<double>(r.cached) / r.input : 0;
        const auto at = static_cast<std::size_t>(std::ceil(kParts * std::min(share, 1.0)));
        ttft[at].push_back(static_cast<float>(r.firstToken - r.arrival));
    }
    std::vector<HitLatency> classes;
    if (ttft.front().size() == live.size()) return classes;
    for (std::size_t i = 0; i < ttft.size(); ++i) {
        if (ttft[i].empty()) continue;
        const double upTo = static_cast<double>(i) / kParts;
        classes.push_back({i > 0 ? upTo - 1.0 / kParts : 0, upTo, ttft[i].size(), {}});
        classes.back().ttft = summaryOf(ttft[i]);
    }
    return classes;
}

} // namespace

double percentileOf(std::vector<float>& values, double share, std::size_t& from) {
    const double at = share * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const auto first = values.begin(), place = first + static_cast<std::ptrdiff_t>(low);
    if (low >= from) std::nth_element(first + static_cast<std::ptrdiff_t>(from), place, values.end());
    from = low + 1;
    const auto a = static_cast<double>(*place);
    if (low + 1 >= values.size()) return a;
    const auto next = std::min_element(place + 1, values.end());
    std::iter_swap(place + 1, next); // sorted up to it
    return a + (static_cast<double>(*(place + 1)) - a) * (at - static_cast<double>(low));
}

double percentileOfSorted(const std::vector<float>& sorted, double share) {
    if (sorted.empty()) return 0;
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    const auto a = static_cast<double>(sorted[low]), b = static_cast<double>(sorted[high]);
    return a + (b - a) * (at - static_cast<double>(low));
}

double judgedShare(const TrafficReport& report, std::vector<float> values, double share) {
    values.erase(values.begin(),
                 values.begin() + static_cast<std::ptrdiff_t>(std::min(report.warmUp, values.size())));
    std::erase_if(values, [](float value) { return value < 0; }); // of one token
    std::size_t from = 0;
    return values.empty() ? 0 : percentileOf(values, share, from);
}

double shareWithin(const TrafficReport& report, double ttft, double tpot) {
    if (report.ttft.size() <= report.warmUp) return 0;
    std::size_t good = 0;
    for (std::size_t i = report.warmUp; i < report.ttft.size(); ++i)
        good += static_cast<double>(report.ttft[i]) <= ttft && static_cast<double>(report.tpot[i]) <= tpot;
    return static_cast<double>(good) / static_cast<double>(report.ttft.size() - report.warmUp);
}

LatencySet latenciesOf(const std::vector<LiveRequest>& live, std::size_t from, std::size_t to,
                       std::vector<GapRun>& gaps) {
    LatencySet set;
    set.requests = to - from;
    std::vector<float> ttft, tpot, e2e;
    ttft.reserve(set.requests);
    tpot.reserve(set.requests);
    e2e.reserve(set.requests);
    for (std::size_t i = from; i < to; ++i) {
        const LiveRequest& r = live[i];
        ttft.push_back(static_cast<float>(r.firstToken - r.arrival));
        e2e.push_back(static_cast<float>(r.finished - r.arrival));
        if (r.output > 1) tpot.push_back(static_cast<float>((r.finished - r.firstToken) / (r.output - 1)));
    }
    set.ttft = summaryOf(ttft);
    set.tpot = summaryOf(tpot);
    set.e2e = summaryOf(e2e);
    set.itl = summaryOfGaps(gaps);
    return set;
}

void answerClient(const TrafficOverheads& overheads, LiveRequest& r) {
    if (overheads.firstChunk >= r.output)
        r.firstToken = r.finished;
    else
        r.firstToken += (r.finished - r.firstToken) / (r.output - 1) * (overheads.firstChunk - 1);
    r.firstToken += overheads.after;
    r.finished += overheads.after;
}

TrafficReport completeReport(const TrafficScenario& scenario, ServerRun run) {
    const std::vector<LiveRequest>& live = run.live;
    const RunTotals& totals = run.totals;
    TrafficReport report = std::move(run.report);
    report.all = latenciesOf(live, 0, live.size(), run.gaps);
    std::vector<GapRun> none;
    if (totals.burst > 0 && !scenario.brief) report.burst = latenciesOf(live, 0, totals.burst, none);
    if (!scenario.brief) report.steady = latenciesOf(live, totals.burst, live.size(), none);
    if (!scenario.brief) report.ttftByHit = byHit(live);
    double input = 0, output = 0, inFlight = 0, answered = 0;
    report.ttft.reserve(live.size());
    report.tpot.reserve(live.size());
    for (const LiveRequest& r : live) {
        input += r.input;
        output += r.output;
        inFlight += r.finished - r.arrival;
        answered += r.finished > 0 ? 1 : 0;
        report.ttft.push_back(static_cast<float>(r.firstToken - r.arrival));
        report.tpot.push_back(r.output > 1 ? static_cast<float>((r.finished - r.firstToken) / (r.output - 1))
                                           : -1.0F);
        if (scenario.recordRequests)
            report.requestRecords.push_back({r.arrival, r.queued, r.started, r.firstToken, r.finished,
                                             r.input, r.output, r.preempted, r.cached});
    }
    const std::size_t first = totals.burst > 0 ? totals.burst : live.size() / 10;
    report.warmUp = live.empty() ? 0 : std::min(first, live.size() - 1);
    const bool open = scenario.concurrency <= 0 && !scenario.requests.empty();
    report.duration = totals.lastAnswer - (open ? scenario.requests.front().arrival : 0);
    report.meanBatch = report.passes > 0 ? totals.batch / static_cast<double>(report.passes) : 0;
    if (!(report.duration > 0)) return report;
    const double perSecond = totals.all / report.duration;
    report.requestsPerSecond = answered * perSecond;
    report.outputTokensPerSecond = output * perSecond;
    report.totalTokensPerSecond = (input + output) * perSecond;
    report.meanInFlight = inFlight * perSecond;
    return report;
}

} // namespace moe
