// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/serving_search.h"

#include "models/engine/day/day.h"
#include "models/engine/energy/energy.h"
#include "models/engine/shape/gpu_power.h"

#include "models/engine/plan/rate_within.h"
#include "models/engine/plan/serving_climb.h"
#include "models/engine/plan/serving_prospects.h"
#include "models/engine/report/metrics.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace moe {

static void addEnergy(ServingNumbers& n, const Scenario& scenario, const Catalog& catalog, double gpus) {
    const Setup setup = setupOf(scenario, catalog);
    const ServeSources sources = serveSources(setup, catalog);
    ServerWork work{n.requestsPerSecond, {}, setup.gpus, std::max(0.0, gpus - setup.gpus)};
    if (n.rate > 0) work.latency = n.latency;
    EnergyReport energy;
    energy.toMeter = scenario.power.nodeFactor * scenario.power.pue;
    addServer(energy, setup, &sources, work);
    n.joulesPerPrompt = energy.joulesPerPromptToken;
    n.joulesPerOutput = energy.joulesPerOutputToken;
    n.joulesPerRequest = energy.joulesPerRequest;
    n.tokensPerKwh = energy.tokensPerKwh;
    n.rackKw = energy.peakW * rackGpus(setup) * scenario.power.nodeFactor / 1000;
}

Result<ServingNumbers> servingNumbers(const Scenario& scenario, const Catalog& catalog, std::size_t enough) {
    Result<ServedLoad> made = servedLoad(scenario, catalog);
    if (!made) return made.error();
    ServedLoad load = std::move(made).value();
    load.traffic.brief = true;
    if (enough > 0) load.traffic.enough = enough;
    ServingNumbers n;
    const TrafficReport report = simulate(load.traffic);
    n.perGpu = report.outputTokensPerSecond / load.gpus;
    n.ttft = report.all.ttft.p50;
    n.ttft99 = report.all.ttft.p99;
    n.tpot = report.all.tpot.p50;
    n.tpot99 = report.all.tpot.p99;
    n.perUser = n.tpot > 0 ? 1 / n.tpot : 0;
    n.latency = report.all.e2e.p50;
    n.requestsPerSecond = report.requestsPerSecond;
    n.rate = load.rate;
    n.requests = load.rate > 0 ? report.meanInFlight : scenario.serve->inFlight();
    n.batchedTokens = load.traffic.limits.batchedTokens;
    n.kvUse = report.kvUsePeak;
    n.simulated = static_cast<double>(load.traffic.requests.size());
    n.preemptions = static_cast<double>(report.preemptions);
    n.sloShare = shareWithinLimits(report, load.serve).value_or(1);
    n.ttftAt = judgedShare(report, report.ttft, load.serve.sloPercentile / 100);
    n.tpotAt = judgedShare(report, report.tpot, load.serve.sloPercentile / 100);
    n.usdPerMillion = usdPerMillionTokens(rentPerGpuHour(scenario), n.perGpu);
    addEnergy(n, scenario, catalog, load.gpus);
    return n;
}

Result<OwnGoodput> ownGoodput(const Scenario& scenario, const Catalog& catalog) {
    constexpr double kLittle = 0.1; // of the capacity
    OwnGoodput own;
    own.scenario = scenario;
    own.scenario.train.reset();
    const Result<ServedLoad> load = rateLoad(own.scenario, catalog);
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
    return value ? (objective.maximise ? -*value : *value) : std::numeric_limits<double>::infinity();
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
    double best = std::numeric_limits<double>::infinity();
    for (ServingPoint& point : found.points) {
        const double cost = costOf(search.other, point.numbers);
        if (cost >= best) continue;
        best = cost;
        point.pareto = true;
        found.line.push_back(point);
    }
}

/// Is it worse than another in both of what the line is over, by more than runs of few servers scatter?
bool clearlyBehind(const ServingSearch& search, const ServingPoint& point, const ServingPoint& other) {
    constexpr double kScatter = 0.05;
    for (const ServingObjective* objective : {&search.objective, &search.other}) {
        const double mine = costOf(*objective, point.numbers), theirs = costOf(*objective, other.numbers);
        if (!(theirs < mine - kScatter * std::abs(mine))) return false;
    }
    return true;
}

/// Points of a climb that may be on the line or are the best of their layout (`each` climbs of one) are run
/// as the report of their scenario has them; the others are left out. Gives the runs that took.
std::size_t refine(const ServingSearch& search, const Catalog& catalog, const ForEach& forEach,
                   std::vector<Climb>& climbs, std::size_t each) {
    std::vector<const ServingPoint*> all;
    for (const Climb& climb : climbs)
        for (const ServingPoint& point : climb.points)
            if (allowed(search, point)) all.push_back(&point);
    std::vector<const ServingPoint*> best(climbs.size() / each, nullptr);
    for (std::size_t i = 0; i < climbs.size(); ++i)
        for (const ServingPoint& point : climbs[i].points)
            if (const ServingPoint*& first = best[i / each];
                allowed(search, point) && (!first || before(search.objective, search.other, point, *first)))
                first = &point;
    std::vector<std::vector<ServingPoint>> kept(climbs.size());
    for (std::size_t i = 0; i < climbs.size(); ++i)
        for (const ServingPoint& point : climbs[i].points)
            if (!point.numbers.coarse || &point == best[i / each] ||
                std::none_of(all.begin(), all.end(),
                             [&](const ServingPoint* other) { return clearlyBehind(search, point, *other); }))
                kept[i].push_back(point);
    std::vector<ServingPoint*> coarse;
    for (std::size_t i = 0; i < climbs.size(); ++i) {
        climbs[i].points = std::move(kept[i]);
        for (ServingPoint& point : climbs[i].points)
            if (point.numbers.coarse) coarse.push_back(&point);
        if (climbs[i].closest && climbs[i].closest->numbers.coarse) coarse.push_back(&*climbs[i].closest);
    }
    forEach(coarse.size(), [&](std::size_t i) {
        if (const auto numbers = servingNumbers(pointScenario(search, *coarse[i]), catalog)) {
            const auto day = coarse[i]->numbers.day;
            coarse[i]->numbers = *numbers;
            coarse[i]->numbers.day = day;
        }
    });
    return coarse.size();
}

/// The day of every layout with points that keep the other conditions, where one asks for it: a fleet's does
/// not depend on the load at which a point was measured. Layouts that have none lose their points.
void addDays(const ServingSearch& search, const Catalog& catalog, const ForEach& forEach,
             std::vector<Climb>& climbs) {
    const auto ofDay = [](const ServingMetric* metric) { return metric != nullptr && isOfDay(metric->key); };
    if (!ofDay(search.objective.metric) && !ofDay(search.other.metric) &&
        std::none_of(search.conditions.begin(), search.conditions.end(),
                     [&](const ServingCondition& c) { return ofDay(c.metric); }))
        return;
    forEach(climbs.size(), [&](std::size_t i) {
        std::vector<ServingPoint>& points = climbs[i].points;
        std::erase_if(points, [&](const ServingPoint& point) { return !allowed(search, point); });
        if (points.empty()) return;
        Report report;
        report.scenario = pointScenario(search, points.front());
        addDay(report, catalog, [&](double) { return !search.stopped || !search.stopped(); });
        if (!report.day) points.clear();
        for (ServingPoint& point : points) point.numbers.day = report.day;
    });
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
        climbs[i] = climbed(search, catalog, start);
    });
    addDays(search, catalog, forEach, climbs);
    found.runs += refine(search, catalog, forEach, climbs, batches);
    const auto better = [&](const ServingPoint& a, const ServingPoint& b) {
        return before(search.objective, search.other, a, b);
    };
    for (std::size_t first = 0; first < climbs.size(); first += batches) {
        std::optional<ServingPoint> best;
        ServingBound ends{}; // of the best one's climb
        double last = 0;
        for (std::size_t i = first; i < first + batches; ++i) {
            found.runs += climbs[i].runs;
            for (const ServingPoint& point : climbs[i].points) {
                if (!allowed(search, point)) continue;
                found.points.push_back(point);
                if (best && !better(point, *best)) continue;
                best = point;
                last = climbs[i].last;
                ends = climbs[i].ends;
            }
            const std::optional<ServingPoint>& other = climbs[i].closest;
            if (other && (!found.closest || excess(search, *other) < excess(search, *found.closest)))
                found.closest = other;
        }
        if (!best) continue;
        // Runs scatter: what ends the climb binds its best point too, unless throughput fell before the end.
        if (best->bound == ServingBound::Requests && search.objective.maximise &&
            !search.objective.metric->grows)
            best->bound = last * kServingGain >= best->numbers.perGpu ? ends : ServingBound::Compute;
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
