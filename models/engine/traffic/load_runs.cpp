// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/serve_load.h"

#include "models/engine/report/odds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace moe {
namespace {

double ratioAt(const std::vector<double>& values, double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// So many requests at once show what a server can answer: with more a pass takes longer in proportion. No
/// engine runs as many, but a scenario may name any number.
constexpr std::size_t kMostAtOnce = 16384;
/// Answers after which more rounds of them tell nothing new.
constexpr std::size_t kEnoughAnswers = 200000;

/// On all ranks or workers, twice as many where they are too many for it: a part of them is looked at. 2,048
/// on each answer what 16,384 do to 0.2 %.
constexpr std::size_t kMostOfAll = 65536;
/// Ranks that are looked at: the slowest of a pass sets its pace. Of 256 sequences on each a rank among 204
/// answers half of what one alone does, as one among 256 does; of 2,048 the same as alone to 2 %.
/// DeepSeek-V3 on SGLang with 200 to 800 sequences each: between 64, 128 and 256 ranks a rank's answers move
/// by up to a tenth either way, which the warning of report_load.cpp says.
constexpr int kFewestRanks = 64;

std::size_t serversOf(int ranks, const TrafficPools& pools) {
    return static_cast<std::size_t>(std::max({ranks, pools.decode, 1}));
}

/// Who answers at the most, with `inFlight` requests on each. Ranks go through passes together, each with
/// requests of its own, and so do pools with all their workers: what a part of them answers, all answer so
/// many times.
struct Crowd {
    std::size_t inFlight = 1;
    int ranks = 0;
    TrafficPools pools;
};
Crowd crowdOf(const ServedLoad& load) {
    const TrafficScenario& traffic = load.traffic;
    auto inFlight = static_cast<std::size_t>(traffic.limits.maxSeqs);
    if (traffic.limits.blocks > 0 && load.smallest > 0)
        inFlight = std::min(inFlight, static_cast<std::size_t>(traffic.limits.blocks / load.smallest) + 1);
    inFlight = std::min(inFlight, kMostAtOnce);
    Crowd crowd{std::max<std::size_t>(1, inFlight + inFlight / 4), traffic.ranks, traffic.pools};
    const int most = std::max(1, static_cast<int>(kMostOfAll / crowd.inFlight));
    if (crowd.ranks > most) {
        crowd.ranks = std::min(crowd.ranks, std::max(most, kFewestRanks));
        return crowd;
    }
    int times = 1;
    for (int part = 2; crowd.pools.decode / times > most && part <= crowd.pools.prefill; ++part)
        if (crowd.pools.prefill % part == 0 && crowd.pools.decode % part == 0) times = part;
    crowd.pools.prefill /= times;
    crowd.pools.decode /= times;
    return crowd;
}

/// Requests/s of a server that always has more to do: of the middle half of those that finish.
double capacityOf(const ServedLoad& load) {
    TrafficScenario full = load.traffic;
    const Crowd crowd = crowdOf(load);
    full.replicas = 1;
    full.ranks = crowd.ranks;
    full.pools = crowd.pools;
    std::size_t inFlight = crowd.inFlight;
    const std::size_t servers = serversOf(crowd.ranks, crowd.pools);
    const double times =
        static_cast<double>(serversOf(load.traffic.ranks, load.traffic.pools)) / static_cast<double>(servers);
    // Of many ranks with many sequences each, and of workers that have no divisor with those that prefill:
    // fewer requests on each.
    inFlight = servers * std::min(inFlight, std::max<std::size_t>(1, 2 * kMostOfAll / servers));
    const std::size_t rounds = std::clamp<std::size_t>(kEnoughAnswers / inFlight, 3, 6);
    const std::size_t wanted = std::max<std::size_t>(64, rounds * inFlight);
    if (load.ofTrace) {
        // Prompts with names would find themselves in the caches the second time.
        const std::vector<TrafficRequest> given = full.requests;
        while (full.requests.size() < wanted && !full.names)
            full.requests.insert(full.requests.end(), given.begin(), given.end());
        if (full.requests.size() > wanted) full.requests.resize(wanted);
    } else {
        // Whatever the loop and the rate: what a server can answer depends on neither.
        TrafficClient client = load.client;
        client.arrival = ServeArrival::Closed;
        client.count = wanted;
        full.requests = clientRequests(client);
    }
    full.concurrency = static_cast<int>(inFlight);
    full.brief = full.recordRequests = true;
    full.recordPasses = full.recordPaths = false;
    const TrafficReport report = simulate(full);
    std::vector<double> finished;
    for (const RequestRecord& one : report.requestRecords) finished.push_back(one.finished);
    std::sort(finished.begin(), finished.end());
    const double span = ratioAt(finished, 0.75) - ratioAt(finished, 0.25);
    return span > 0 ? times * 0.5 * static_cast<double>(finished.size()) / span : 0;
}

/// Nothing but a pass's time takes time, so that all of a run that is never without work is as slow as it.
bool onlyPassesTakeTime(const ServedLoad& load) {
    return load.traffic.pools.prefill == 0 && load.traffic.limits.tiers.empty();
}

/// Closed loops fall into one of several rhythms, and a millisecond at their start decides which: so that a
/// band knows of the others, its runs begin with their first requests apart, over a share of a pass that
/// differs from run to run.
double staggerOf(const ServedLoad& load, double run) {
    constexpr double kGolden = 0.6180339887498949;
    const TrafficScenario& traffic = load.traffic;
    const double servers = std::max(1.0, load.servers() * std::max({1, traffic.ranks, traffic.pools.decode}));
    const double rows = std::max(1.0, traffic.concurrency / servers);
    PassLoad pass;
    pass.rows = std::min(rows, static_cast<double>(traffic.limits.maxSeqs));
    pass.context = pass.rows * load.client.prompt;
    const double share = std::fmod(run * kGolden, 1.0);
    return share * traffic.time(pass) / std::max(1, traffic.concurrency);
}

TrafficScenario withSeed(const ServedLoad& load, std::uint64_t seed) {
    TrafficScenario changed = load.traffic;
    changed.recordPasses = changed.recordRequests = changed.recordPaths = false;
    changed.seed = seed;
    if (load.serve.arrival == ServeArrival::Trace) return changed;
    if (load.serve.arrival == ServeArrival::Closed)
        changed.stagger = staggerOf(load, static_cast<double>(seed - load.traffic.seed));
    TrafficClient client = load.client;
    client.seed = seed;
    changed.requests = clientRequests(client);
    return changed;
}

/// The 10th and 90th percentile of a normal distribution lie so many standard deviations from its mean.
constexpr double kCentral = 1.2816, kCentralShare = 0.8;

} // namespace

LoadBand centralBand(double value, double low, double high, const std::vector<double>& seeds, double width) {
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

#define MOE_LATENCY(set, name)                                                                               \
    {name ".mean", [](const TrafficReport& r, const ServedLoad&) { return r.all.set.mean; }, true},          \
        {name ".p50", [](const TrafficReport& r, const ServedLoad&) { return r.all.set.p50; }, true},        \
        {name ".p90", [](const TrafficReport& r, const ServedLoad&) { return r.all.set.p90; }, true}, {      \
        name ".p99", [](const TrafficReport& r, const ServedLoad&) { return r.all.set.p99; }, true           \
    }

const std::vector<LoadMetric>& loadMetrics() {
    static const std::vector<LoadMetric> rows{
        MOE_LATENCY(ttft, "ttft_seconds"),
        MOE_LATENCY(tpot, "tpot_seconds"),
        MOE_LATENCY(itl, "itl_seconds"),
        MOE_LATENCY(e2e, "e2e_seconds"),
        {"requests_per_second", [](const TrafficReport& r, const ServedLoad&) { return r.requestsPerSecond; },
         false},
        {"output_tokens_per_second",
         [](const TrafficReport& r, const ServedLoad&) { return r.outputTokensPerSecond; }, false},
        {"output_tokens_per_second_per_gpu",
         [](const TrafficReport& r, const ServedLoad& l) { return r.outputTokensPerSecond / l.gpus; }, false},
        {"total_tokens_per_second",
         [](const TrafficReport& r, const ServedLoad&) { return r.totalTokensPerSecond; }, false},
        {"duration_seconds", [](const TrafficReport& r, const ServedLoad&) { return r.duration; }, true},
    };
    return rows;
}

#undef MOE_LATENCY

CapacityPart capacityPart(const ServedLoad& load) {
    const Crowd crowd = crowdOf(load);
    return {serversOf(crowd.ranks, crowd.pools), serversOf(load.traffic.ranks, load.traffic.pools)};
}

double requestCapacity(const ServedLoad& load) {
    if (load.capacity) return *load.capacity;
    return capacityOf(load) * load.servers();
}

ServedLoad withPassTimes(const ServedLoad& load, double factor) {
    ServedLoad changed = load;
    if (factor == 1) return changed;
    changed.traffic.recordPasses = changed.traffic.recordRequests = changed.traffic.recordPaths = false;
    changed.traffic.time = [time = load.traffic.time, factor](const PassLoad& pass) {
        return factor * time(pass);
    };
    changed.capacity.reset();
    if (load.capacity && onlyPassesTakeTime(load)) changed.capacity = *load.capacity / factor;
    return changed;
}

int loadRuns(const ServedLoad& load, int seeds) {
    return seeds + 2 + (load.rate > 0 ? 1 : 0);
}

LoadReport simulateLoad(const ServedLoad& load, int seeds, const std::function<void()>& ran) {
    const auto run = [&ran](const TrafficScenario& traffic) {
        TrafficReport report = simulate(traffic);
        if (ran) ran();
        return report;
    };
    LoadReport result;
    result.report = run(load.traffic);
    if (load.rate > 0) {
        result.capacity = requestCapacity(load);
        if (ran) ran();
        result.saturated = load.rate >= result.capacity;
        result.nearSaturation = load.rate * load.timeHigh >= result.capacity;
    }
    const TrafficReport low = run(withPassTimes(load, load.timeLow).traffic);
    const TrafficReport high = run(withPassTimes(load, load.timeHigh).traffic);
    std::vector<TrafficReport> others;
    for (int i = 1; i < seeds; ++i)
        others.push_back(run(withSeed(load, load.traffic.seed + static_cast<std::uint64_t>(i))));
    for (const LoadMetric& metric : loadMetrics()) {
        std::vector<double> values{metric.of(result.report, load)};
        for (const TrafficReport& other : others) values.push_back(metric.of(other, load));
        LoadBand band = centralBand(values.front(), metric.of(low, load), metric.of(high, load), values,
                                    metric.key.starts_with("ttft") ? load.ttftWidth : load.tpotWidth);
        if (result.nearSaturation && metric.latency) band.high.reset();
        if (result.saturated) band.low.reset();
        result.bands.push_back(band);
    }
    const auto chance = [&](const std::optional<double>& limit, std::vector<float> TrafficReport::*of,
                            double width) -> std::optional<double> {
        const auto at = [&](const TrafficReport& one) {
            return judgedShare(one, one.*of, load.serve.sloPercentile / 100);
        };
        if (!limit || result.nearSaturation) return std::nullopt;
        std::vector<double> values{at(result.report)};
        for (const TrafficReport& other : others) values.push_back(at(other));
        const double value = values.front();
        if (!(value > 0)) return std::nullopt;
        const LoadBand band = centralBand(value, at(low), at(high), values, width);
        return chanceInBand(value, *band.low, *band.high, kCentralShare, *limit);
    };
    result.ttftChance = chance(load.serve.sloTtft, &TrafficReport::ttft, load.ttftWidth);
    result.tpotChance = chance(load.serve.sloTpot, &TrafficReport::tpot, load.tpotWidth);
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

// Rates within limits.

namespace {

/// A queue at the capacity itself grows without end, however slowly.
constexpr double kMostOfCapacity = 0.98;
/// Parts of the highest rate that are told apart: a fifth of a per cent of the capacity.
constexpr int kParts = 512;
/// A first look is of an eighth of the requests, but not of fewer than these on a server, at parts so coarse.
constexpr Count kFirstShare = 8, kFirstEach = 250;
constexpr int kFirstStep = 8;
/// Where nothing is known: what most servers answer within their limits, and how far to look from there.
constexpr int kFirstPart = 384, kFirstJump = 16;

/// What a run tells of its rate.
struct Judged {
    bool holds = false;
    double excess = 0; ///< logarithm of what is judged over its limit, of the limit that is broken most
    double ttftBroken = 0, tpotBroken = 0; ///< shares of the requests
};

/// Between the highest rate that was seen to hold (0: nothing arrives) and the lowest that was not.
struct Bracket {
    int holds = 0, fails = 0;
    std::optional<double> held, failed; ///< excess there
    double ttftBroken = 0, tpotBroken = 0;
    double slope = 0; ///< of the excess, a part; 0: not known
};

/// Until `step` parts lie between a rate that holds and one that does not. That is what a bisection finds;
/// the excess, which is near a straight line there, says where to look, and where it misleads halves are
/// taken.
template <class Judge> Bracket closed(const Judge& judge, int step, int first, double slope) {
    Bracket at;
    at.fails = kParts + step;
    at.slope = slope;
    int part = first, jump = kFirstJump, slow = 0, last = 0;
    std::optional<double> before;
    while (true) {
        const int width = at.fails - at.holds;
        const Judged one = judge(part);
        if (one.holds) {
            at.holds = part;
            at.held = one.excess;
        } else {
            at.fails = part;
            at.failed = one.excess;
            at.ttftBroken = one.ttftBroken;
            at.tpotBroken = one.tpotBroken;
        }
        if (before && (one.excess - *before) / (part - last) > 0)
            at.slope = (one.excess - *before) / (part - last);
        before = one.excess;
        last = part;
        const int left = at.fails - at.holds;
        if (left <= step) return at;
        slow = 2 * left > width ? slow + 1 : 0;
        double aim = part;
        if (slow > 2) {
            aim = std::midpoint(at.holds, at.fails);
            slow = 0;
        } else if (at.held && at.failed && *at.held < *at.failed) {
            aim = at.holds - *at.held * left / (*at.failed - *at.held);
        } else if (at.slope > 0) {
            aim = part - one.excess / at.slope;
        } else {
            aim = part + (one.holds ? jump : -jump);
            jump *= 4;
        }
        aim = std::clamp(aim, static_cast<double>(at.holds + step), static_cast<double>(at.fails - step));
        part = step * static_cast<int>(std::floor(aim / step));
    }
}

} // namespace

void arriveAt(ServeSpec& serve, double rate, Count requests) {
    if (serve.arrival != ServeArrival::Gamma) serve.arrival = ServeArrival::Poisson;
    if (!namesEngine(serve)) serve.engine.reset();
    serve.rate = rate;
    serve.numRequests = requests;
    serve.concurrency.reset();
}

Result<ServedLoad> openLoad(const Scenario& scenario, const Catalog& catalog) {
    Scenario open = scenario;
    arriveAt(*open.serve, 1, 1);
    Result<ServedLoad> made = servedLoad(open, catalog);
    if (!made) return made;
    ServedLoad load = std::move(made).value();
    load.serve.numRequests = scenario.serve->numRequests;
    return load;
}

Count judgedRequests(const ServedLoad& open, double capacity) {
    constexpr double kSeconds = 300, kFew = 1000, kMany = 20000, kEach = 300, kMost = 1e6;
    if (open.serve.numRequests) return *open.serve.numRequests;
    const double all = std::min(kEach * open.servers(), kMost);
    return std::llround(std::clamp(kSeconds * capacity, std::max(kFew, all), std::max(kMany, all)));
}

TrafficReport reportAtRate(const ServedLoad& open, double rate, Count requests) {
    TrafficScenario traffic = open.traffic;
    traffic.brief = true;
    TrafficClient client = open.client;
    client.rate = rate;
    client.count = static_cast<std::size_t>(requests);
    traffic.requests = clientRequests(client);
    return simulate(traffic);
}

Goodput goodput(const ServedLoad& given, double scale) {
    ServedLoad own = given;
    own.capacity = requestCapacity(given);
    const ServedLoad open = withPassTimes(own, scale);
    const double wanted = open.serve.sloPercentile / 100;
    const double none = std::numeric_limits<double>::infinity();
    const double ttft = open.serve.sloTtft.value_or(none), tpot = open.serve.sloTpot.value_or(none);
    Goodput found;
    found.capacity = requestCapacity(open);
    found.requests = judgedRequests(open, found.capacity);
    const double highest = kMostOfCapacity * found.capacity;
    if (!(highest > 0)) return found;
    const auto rateOf = [highest](int part) { return highest * (static_cast<double>(part) / kParts); };
    const auto judgedBy = [&](Count requests) {
        return [&, requests](int part) {
            const TrafficReport run = reportAtRate(open, rateOf(part), requests);
            ++found.runs;
            Judged one{shareWithin(run, ttft, tpot) >= wanted, -none, 0, 0};
            for (const auto& [limit, values] : {std::pair(ttft, &run.ttft), std::pair(tpot, &run.tpot)})
                if (limit < none)
                    one.excess = std::max(
                        one.excess, std::log(std::max(judgedShare(run, *values, wanted), 1e-12) / limit));
            if (one.holds) return one;
            one.ttftBroken = 1 - shareWithin(run, ttft, none);
            one.tpotBroken = 1 - shareWithin(run, none, tpot);
            return one;
        };
    };
    int first = ttft < none || tpot < none ? kFirstPart : kParts;
    double slope = 0;
    const Count few =
        std::max<Count>(found.requests / kFirstShare, kFirstEach * std::llround(open.servers()));
    if (first < kParts && 2 * few <= found.requests) {
        const Bracket look = closed(judgedBy(few), kFirstStep, first, 0);
        first = std::clamp(look.holds + kFirstStep / 2, 1, kParts);
        slope = look.slope;
    }
    const Bracket at = closed(judgedBy(found.requests), 1, first, slope);
    found.rate = rateOf(at.holds);
    found.ttftBroken = at.ttftBroken;
    found.tpotBroken = at.tpotBroken;
    return found;
}

} // namespace moe
