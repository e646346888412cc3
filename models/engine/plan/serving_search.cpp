// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/serving_search.h"

#include "data/number.h"
#include "models/engine/plan/served_layouts.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace moe {
namespace {

/// Layouts that are simulated, of those whose steady throughput is nearest to the best at some speed.
constexpr std::size_t kSimulated = 24;
constexpr std::size_t kWithinLimits = 12; ///< whose highest rate within limits takes a dozen runs each
constexpr double kFarBehind = 1.6;        ///< times less throughput than the best at every speed: left out
/// More requests that bring less than this more throughput bring nothing.
constexpr double kGain = 1.02;
constexpr double kFullPool = 0.97;
constexpr double kNever = std::numeric_limits<double>::infinity();

void setPrecision(Scenario& scenario, const std::optional<DataType>& precision) {
    if (!precision) return;
    PrecisionSpec& p = scenario.precision;
    p.weights = p.compute = *precision;
    p.experts.reset();
    p.attention.reset();
    p.head.reset();
}

double costOf(const ServingObjective& objective, const ServingNumbers& numbers) {
    const std::optional<double> value = objective.metric->value(numbers);
    return value ? (objective.maximise ? -*value : *value) : kNever;
}

std::optional<double> valueOf(const ServingCondition& condition, const ServingPoint& point) {
    if (condition.metric) return condition.metric->value(point.numbers);
    return static_cast<double>(point.layout.*condition.member);
}

/// Do more requests at once only ever break it?
bool endsSearch(const ServingCondition& c) {
    if (!c.metric || !c.metric->grows) return false;
    return c.metric->better == Better::Lower
               ? c.relation == Relation::AtMost || c.relation == Relation::Below
               : c.relation == Relation::AtLeast || c.relation == Relation::Above;
}

ServingBound boundOf(const ServingCondition& c) {
    const std::string_view key = c.metric->key;
    if (key.substr(0, 10) == "serve.ttft") return ServingBound::Ttft;
    return key.substr(0, 10) == "serve.tpot" ? ServingBound::Tpot : ServingBound::Condition;
}

/// The limit that a point breaks and that more requests only break more.
std::optional<ServingBound> brokenLimit(const ServingSearch& search, const ServingPoint& point) {
    const ServeSpec& serve = *search.base.serve;
    for (const ServingCondition& c : search.conditions) {
        if (!endsSearch(c)) continue;
        const std::optional<double> value = valueOf(c, point);
        if (!value || !holds(*value, c.relation, c.limit)) return boundOf(c);
    }
    if (hasLimits(serve) && point.numbers.sloShare < serve.sloPercentile / 100) return ServingBound::Slo;
    return std::nullopt;
}

bool allowed(const ServingSearch& search, const ServingPoint& point) {
    return !brokenLimit(search, point) &&
           std::all_of(search.conditions.begin(), search.conditions.end(), [&](const ServingCondition& c) {
               const std::optional<double> value = valueOf(c, point);
               return value && holds(*value, c.relation, c.limit);
           });
}

/// How many times over its limits.
double excess(const ServingSearch& search, const ServingPoint& point) {
    double most = 1;
    for (const ServingCondition& c : search.conditions) {
        const std::optional<double> value = valueOf(c, point);
        if (!endsSearch(c) || !value || !(*value > 0) || !(c.limit > 0)) continue;
        most = std::max(most, std::max(*value / c.limit, c.limit / *value) *
                                  (holds(*value, c.relation, c.limit) ? 0 : 1));
    }
    return most + (1 - point.numbers.sloShare);
}

} // namespace

Result<ServingNumbers> servingNumbers(const Scenario& scenario, const Catalog& catalog) {
    const Result<ServedLoad> load = servedLoad(scenario, catalog);
    if (!load) return load.error();
    const TrafficReport report = simulate(load->traffic);
    ServingNumbers n;
    n.perGpu = report.outputTokensPerSecond / load->gpus;
    n.ttft = report.all.ttft.p50;
    n.ttft99 = report.all.ttft.p99;
    n.tpot = report.all.tpot.p50;
    n.tpot99 = report.all.tpot.p99;
    n.perUser = n.tpot > 0 ? 1 / n.tpot : 0;
    n.latency = report.all.e2e.p50;
    n.requestsPerSecond = report.requestsPerSecond;
    n.rate = load->rate;
    n.requests = load->rate > 0 ? report.meanInFlight : scenario.serve->inFlight();
    n.batchedTokens = load->traffic.limits.batchedTokens;
    n.kvUse = report.kvUsePeak;
    n.simulated = static_cast<double>(load->traffic.requests.size());
    n.preemptions = static_cast<double>(report.preemptions);
    n.sloShare = shareWithinLimits(report, load->serve).value_or(1);
    n.ttftAt = judgedShare(report, report.ttft, load->serve.sloPercentile / 100);
    n.tpotAt = judgedShare(report, report.tpot, load->serve.sloPercentile / 100);
    n.usdPerMillion = usdPerMillionTokens(scenario.price.gpuHourUsd, n.perGpu);
    return n;
}

Result<OwnGoodput> ownGoodput(const Scenario& scenario, const Catalog& catalog) {
    constexpr double kLittle = 0.1; // of the capacity
    OwnGoodput own;
    own.scenario = scenario;
    own.scenario.train.reset();
    const Result<ServedLoad> load = openLoad(own.scenario, catalog);
    if (!load) return load.error();
    const Goodput found = goodput(*load);
    if (!(found.capacity > 0)) return Problem{.key = "serve", .rule = say("answers no requests at all")};
    own.rate = found.rate;
    own.capacity = found.capacity;
    own.requests = found.requests;
    ServeSpec& serve = *own.scenario.serve;
    arriveAt(serve, found.rate > 0 ? found.rate : kLittle * found.capacity, found.requests);
    const Result<ServingNumbers> numbers = servingNumbers(own.scenario, catalog);
    if (!numbers) return numbers.error();
    own.numbers = *numbers;
    own.runs = static_cast<std::size_t>(found.runs) + 1;
    serve.requests = static_cast<Count>(std::max(1.0, std::round(own.numbers.requests)));
    own.bound = found.ttftBroken > found.tpotBroken                             ? ServingBound::Ttft
                : found.tpotBroken > 0                                          ? ServingBound::Tpot
                : own.numbers.kvUse >= kFullPool || own.numbers.preemptions > 0 ? ServingBound::Memory
                                                                                : ServingBound::Compute;
    return own;
}

namespace {

/// One layout with one limit on tokens of a pass: its points, rising in the requests at once.
struct Climb {
    std::vector<ServingPoint> points;
    std::optional<ServingPoint> closest; ///< with one request per rank, where that breaks a limit
    std::size_t runs = 0;
    bool cut = false; ///< before a run that is too long
};

class Climber {
public:
    Climber(const ServingSearch& search, const Catalog& catalog, const ServingPoint& start)
        : m_search(search), m_catalog(catalog), m_start(start) {}

    Climb climbed() {
        if (searchesRates(m_search)) return byRate();
        for (const ServingCondition& c : m_search.conditions)
            if (c.metric && c.relation == Relation::Equal &&
                std::string_view(c.metric->key) == "serve.requests") {
                const double each = c.limit / m_start.layout.dp;
                if (each >= 1 && each == std::floor(each))
                    if (const auto point = at(each)) keep(*point);
                return std::move(m_climb);
            }
        const auto cap = static_cast<double>(m_search.sequences);
        std::optional<ServingPoint> before;
        for (double each = 1;; each = std::min(2 * each, cap)) {
            m_climb.cut = before && 2 * before->numbers.simulated > m_search.longest;
            if (m_climb.cut) break;
            if (m_search.stopped && m_search.stopped()) break;
            const std::optional<ServingPoint> here = at(each);
            const std::optional<ServingBound> broken =
                here ? brokenLimit(m_search, *here) : ServingBound::Memory;
            if (broken) {
                if (before)
                    narrow(before->numbers.requests / m_start.layout.dp, each, *broken);
                else if (here)
                    m_climb.closest = here;
                break;
            }
            keep(*here);
            if (before && here->numbers.perGpu < kGain * before->numbers.perGpu) {
                end(here->numbers.kvUse >= kFullPool || here->numbers.preemptions > 0
                        ? ServingBound::Memory
                        : ServingBound::Compute);
                break;
            }
            if (each >= cap) {
                end(ServingBound::BatchLimit);
                break;
            }
            before = here;
        }
        return std::move(m_climb);
    }

private:
    /// With limits: the highest rate that keeps them, and quarters of it.
    Climb byRate() {
        ServingPoint start = m_start;
        start.numbers.rate = start.numbers.simulated = 1;
        Scenario layout = pointScenario(m_search, start);
        layout.serve->numRequests = m_search.base.serve->numRequests;
        if (m_search.rate) return atAskedRate(layout);
        const Result<OwnGoodput> own = ownGoodput(layout, m_catalog);
        if (!own) return std::move(m_climb);
        m_climb.runs += own->runs;
        ServingPoint best = m_start;
        best.numbers = own->numbers;
        best.bound = own->bound;
        const auto keepsAll = [&](const ServingPoint& point) { return !brokenLimit(m_search, point); };
        if (own->rate > 0)
            for (const double share : {0.25, 0.5, 0.75})
                if (const auto point = atRate(share * own->rate, own->requests); point && keepsAll(*point))
                    keep(*point);
        if (own->rate > 0 && keepsAll(best)) {
            keep(best);
            return std::move(m_climb);
        }
        if (m_climb.points.empty()) m_climb.closest = best;
        // Of the limits only: conditions beside them hold up to some rate below.
        double low = m_climb.points.empty() ? 0 : m_climb.points.back().numbers.rate, high = own->rate;
        for (int i = 0; i < 6 && own->rate > 0; ++i) {
            const auto point = atRate((low + high) / 2, own->requests);
            if (point && keepsAll(*point)) {
                low = point->numbers.rate;
                keep(*point);
            } else {
                high = (low + high) / 2;
            }
        }
        if (!m_climb.points.empty()) m_climb.closest.reset();
        end(ServingBound::Condition);
        return std::move(m_climb);
    }
    Climb atAskedRate(const Scenario& layout) {
        const Result<ServedLoad> load = openLoad(layout, m_catalog);
        if (!load) return std::move(m_climb);
        const double capacity = requestCapacity(*load);
        ++m_climb.runs;
        if (*m_search.rate >= capacity) return std::move(m_climb);
        const auto point = atRate(*m_search.rate, judgedRequests(*load, capacity));
        if (!point) return std::move(m_climb);
        if (brokenLimit(m_search, *point))
            m_climb.closest = point;
        else
            keep(*point);
        return std::move(m_climb);
    }
    std::optional<ServingPoint> atRate(double rate, Count requests) {
        ServingPoint point = m_start;
        point.numbers.rate = rate;
        point.numbers.simulated = static_cast<double>(requests);
        return told(point);
    }
    std::optional<ServingPoint> at(double each) {
        ServingPoint point = m_start;
        point.numbers.requests = each * m_start.layout.dp;
        return told(point);
    }
    std::optional<ServingPoint> told(ServingPoint point) {
        ++m_climb.runs;
        const Result<ServingNumbers> numbers = servingNumbers(pointScenario(m_search, point), m_catalog);
        if (!numbers) return std::nullopt;
        point.numbers = *numbers;
        return point;
    }
    void keep(const ServingPoint& point) { m_climb.points.push_back(point); }
    void end(ServingBound bound) {
        if (!m_climb.points.empty()) m_climb.points.back().bound = bound;
    }
    /// Between requests that keep the limits and requests that break one, to a thirty-second.
    void narrow(double low, double high, ServingBound bound) {
        while (high - low > std::max(1.0, low / 32)) {
            if (m_search.stopped && m_search.stopped()) break;
            const double middle = std::floor((low + high) / 2);
            const std::optional<ServingPoint> here = at(middle);
            const std::optional<ServingBound> broken =
                here ? brokenLimit(m_search, *here) : ServingBound::Memory;
            if (broken) {
                high = middle;
                bound = *broken;
            } else {
                low = middle;
                keep(*here);
            }
        }
        end(bound);
    }

    const ServingSearch& m_search;
    const Catalog& m_catalog;
    ServingPoint m_start;
    Climb m_climb;
};

/// A split of the GPUs and how far behind the best it is by the steady formulas, at the speed that suits it.
struct Prospect {
    ServingPoint start;
    std::vector<std::pair<double, double>> steady; ///< tokens/s per user, per GPU
    double behind = kNever;
};

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

/// Those to simulate, as many of each precision: who names two wants to see both.
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

bool before(const ServingObjective& first, const ServingObjective& second, const ServingPoint& a,
            const ServingPoint& b) {
    const auto key = [&](const ServingPoint& p) {
        return std::make_tuple(costOf(first, p.numbers), costOf(second, p.numbers), p.layout,
                               p.numbers.batchedTokens, p.numbers.requests, p.numbers.rate);
    };
    return key(a) < key(b);
}

void findLine(const ServingSearch& search, ServingFound& found) {
    std::sort(found.points.begin(), found.points.end(), [&](const ServingPoint& a, const ServingPoint& b) {
        return before(search.objective, search.other, a, b);
    });
    double best = kNever;
    for (ServingPoint& point : found.points) {
        const double cost = costOf(search.other, point.numbers);
        if (cost >= best) continue;
        best = cost;
        point.pareto = true;
        found.line.push_back(point);
    }
}

} // namespace

ServingFound searchedServing(const ServingSearch& search, const Catalog& catalog, const ForEach& forEach) {
    ServingFound found;
    const auto domain = static_cast<Count>(setupOf(search.base, catalog).domain);
    PlanGoal goal;
    for (const ServingCondition& c : search.conditions) {
        if (!c.member) continue;
        Condition condition;
        condition.member = c.member;
        condition.relation = c.relation;
        condition.limit = c.limit;
        goal.conditions.push_back(std::move(condition));
    }
    std::vector<std::pair<Candidate, std::optional<DataType>>> candidates;
    for (const std::optional<DataType>& precision : search.precisions) {
        Scenario base = search.base;
        setPrecision(base, precision);
        for (const Count gpus : gpuCounts(search.fewest, search.most, domain))
            for (Candidate& one : candidatesOf(base, catalog, goal, gpus))
                candidates.emplace_back(std::move(one), precision);
    }
    std::vector<Prospect> prospects(candidates.size());
    forEach(candidates.size(), [&](std::size_t i) {
        prospects[i] = prospectOf(search, candidates[i].first, candidates[i].second, catalog);
    });
    std::erase_if(prospects, [](const Prospect& one) { return one.steady.empty(); });
    found.layouts = prospects.size();
    prospects = promising(search, prospects);
    found.simulated = prospects.size();

    const std::size_t batches = search.batches.size();
    std::vector<Climb> climbs(prospects.size() * batches);
    forEach(climbs.size(), [&](std::size_t i) {
        ServingPoint start = prospects[i / batches].start;
        start.numbers.batchedTokens = static_cast<double>(search.batches[i % batches]);
        climbs[i] = Climber(search, catalog, start).climbed();
    });
    const auto better = [&](const ServingPoint& a, const ServingPoint& b) {
        return before(search.objective, search.other, a, b);
    };
    for (std::size_t first = 0; first < climbs.size(); first += batches) {
        std::optional<ServingPoint> best;
        ServingPoint last; // of the best one's climb
        for (std::size_t i = first; i < first + batches; ++i) {
            found.runs += climbs[i].runs;
            for (const ServingPoint& point : climbs[i].points) {
                if (!allowed(search, point)) continue;
                found.points.push_back(point);
                if (best && !better(point, *best)) continue;
                best = point;
                last = climbs[i].points.back();
            }
            const std::optional<ServingPoint>& other = climbs[i].closest;
            if (other && (!found.closest || excess(search, *other) < excess(search, *found.closest)))
                found.closest = other;
        }
        if (!best) continue;
        // Runs scatter: what ends the climb binds its best point too, unless throughput fell before the end.
        if (best->bound == ServingBound::Requests && search.objective.maximise &&
            !search.objective.metric->grows)
            best->bound =
                last.numbers.perGpu * kGain >= best->numbers.perGpu ? last.bound : ServingBound::Compute;
        found.best.push_back(*best);
    }
    findLine(search, found);
    for (ServingPoint& point : found.best)
        point.pareto = std::any_of(found.line.begin(), found.line.end(), [&](const ServingPoint& other) {
            return !better(point, other) && !better(other, point);
        });
    std::sort(found.best.begin(), found.best.end(), better);
    if (found.best.size() > search.top) found.best.resize(search.top);
    if (!found.points.empty()) found.closest.reset();
    const ServeSpec& serve = *search.base.serve;
    found.origin = say(
        searchesRates(search)
            ? sentence("Simulated request by request, at rates of arrivals with the scheduler of %1; %2 of "
                       "%3 layouts, those with the highest steady throughput within the limits, in %4 runs.")
            : sentence("Simulated request by request, in a closed loop with the scheduler of %1; %2 of %3 "
                       "layouts, those near the Pareto line of the steady formulas, in %4 runs."),
        servedEngine(serve).label, static_cast<Count>(found.simulated), static_cast<Count>(found.layouts),
        static_cast<Count>(found.runs));
    if (serve.lengthSpread == 0 && !searchesRates(search))
        found.note =
            say("All requests have the same length, so they start and end together and wait for each "
                "other; serve.length_spread=0.2 is what benchmarks send.");
    if (std::any_of(climbs.begin(), climbs.end(), [](const Climb& climb) { return climb.cut; }))
        found.note =
            say("Runs of more than %1 requests, which take long, were left out: layouts that end before "
                "them may serve more.",
                static_cast<Count>(search.longest));
    return found;
}

} // namespace moe
