// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace moe {
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
            aim = at.holds + left / 2;
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
