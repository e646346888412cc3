// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/traffic_runs.h"

#include "models/engine/calibration/run_recipes.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/measured/validation.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace moe {
namespace {

/// Requests of an open loop beyond which more would not move a mean.
constexpr double kMostRequests = 4000;
/// Of a closed loop, whose first burst has its share in the mean: all of those published. And of those that
/// are all there at once, which fill and leave a server slowly.
constexpr double kMostClosed = 40000, kMostOffline = 20000;
/// Shape of gaps between arrivals that are as good as equal.
constexpr double kEven = 10000;
/// Time to the first token is noisier than time per token (repeated runs: 3.6 against 0.8 %), and counts
/// less.
constexpr double kTtftWeight = 0.5;
/// Of every pass, s: what no run tells from the layers' part of it.
constexpr double kPassSeconds = 0.2e-3;

/// One run, or why there is none.
Message makePoint(const ServingRun& run, const Catalog& catalog, TrafficPoint& point) {
    const std::optional<Scenario> scenario = trafficScenario(run, catalog);
    if (!scenario) return say("no preset of this model, GPU or layout");
    const Setup setup = setupOf(*scenario, catalog);
    const ServeSources sources = serveSources(setup, catalog);
    if (!sources.operators) return say("no measured operators of this GPU");
    Result<ServedLoad> load = servedLoad(*scenario, catalog);
    if (!load) return say("its cache does not fit into memory");
    point.run = &run;
    point.load = std::move(load).value();
    std::vector<Warning> unused;
    Scenario mean = *scenario;
    mean.serve->prompt = std::llround(run.prompt);
    mean.serve->output = std::llround(run.output);
    const ServeReport steady = serving(setupOf(mean, catalog), &sources, unused);
    point.steadyTtft = steady.ttft ? steady.ttft->base : 0;
    point.steadyTpot = steady.tpot ? steady.tpot->base : 0;
    return {};
}

/// A constant that is fitted, from what to what, its first step; and what it is of an engine that nothing is
/// known of, with one standard deviation.
struct Knob {
    double EngineOverheads::*member;
    double least, most, step, typical, spread;
};
constexpr Knob kKnobs[] = {{&EngineOverheads::scale, 0.6, 1.8, 0.04, 1, 0.05},
                           {&EngineOverheads::moePrefill, 0, 3, 0.1, 0.4, 0.2},
                           {&EngineOverheads::perRow, 0, 1e-4, 5e-6, 3e-6, 10e-6},
                           {&EngineOverheads::perInput, 0, 1e-4, 2e-6, 3.6e-6, 3e-6},
                           {&EngineOverheads::prefillLayer, 0, 0.004, 0.1e-3, 0.15e-3, 0.4e-3},
                           {&EngineOverheads::passLayer, 0, 5e-5, 2e-6, 3e-6, 2e-6},
                           {&EngineOverheads::before, 0, 0.2, 5e-3, 10e-3, 20e-3}};
/// So heavy a standard deviation is, for each run: few models must not bend what is known of engines.
constexpr double kKeep = 0.004;

void oneByOne(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

double lossOf(const std::vector<const TrafficPoint*>& points, const EachOf& forEach,
              const EngineOverheads& one) {
    double loss = 0;
    for (const TrafficScore& score : scoreTraffic(points, forEach, &one)) {
        if (score.has(RunFigure::Tpot)) loss += std::abs(std::log1p(score.error(RunFigure::Tpot)));
        if (score.has(RunFigure::Ttft))
            loss += kTtftWeight * std::min(2.0, std::abs(std::log1p(score.error(RunFigure::Ttft))));
    }
    for (const Knob& knob : kKnobs)
        loss += kKeep * static_cast<double>(points.size()) *
                std::pow((one.*knob.member - knob.typical) / knob.spread, 2);
    return loss;
}

} // namespace

std::optional<Scenario> trafficScenario(const ServingRun& run, const Catalog& catalog) {
    std::optional<Scenario> scenario = servingScenario(run, catalog);
    if (!scenario) return scenario;
    ServeSpec& serve = *scenario->serve;
    const double longest = 1 / (1 - run.spread / 2);
    serve.prompt = std::llround(run.prompt * longest);
    serve.output = std::llround(run.output * longest);
    serve.lengthSpread = run.spread;
    const auto count = [](double value) { return std::max<Count>(1, static_cast<Count>(value)); };
    const double all = run.requests > 0 ? run.requests : 10 * run.concurrency;
    serve.numRequests = count(std::min(all, kMostClosed));
    switch (run.kind) {
    case RunKind::Closed: serve.concurrency = count(run.concurrency); break;
    case RunKind::Open:
        serve.arrival = ServeArrival::Gamma;
        serve.burstiness = kEven;
        serve.rate = run.rate;
        serve.numRequests = count(std::min(std::max(all, 200.0), kMostRequests));
        break;
    case RunKind::Offline: serve.numRequests = serve.concurrency = count(std::min(all, kMostOffline)); break;
    case RunKind::Static:
        serve.numRequests = serve.concurrency = count(run.concurrency);
        if (!serve.maxBatchedTokens) serve.maxBatchedTokens = count(run.concurrency * run.prompt);
        if (!serve.maxSeqs) serve.maxSeqs = serve.numRequests;
        break;
    }
    serve.prefixCaching = run.distinct > 0;
    if (run.distinct > 0) serve.distinctPrompts = static_cast<Count>(run.distinct);
    launchedIntervals(run, serve);
    return scenario;
}

TrafficPoints trafficPoints(const ServingRuns& read, const Catalog& catalog, const EachOf& forEach) {
    const std::vector<ServingRun>& runs = read.runs;
    TrafficPoints result;
    result.unread = read.left;
    std::vector<TrafficPoint> made(runs.size());
    std::vector<Message> why(runs.size());
    forEach(runs.size(), [&](std::size_t i) {
        why[i] = runs[i].spread > 0 || runs[i].kind != RunKind::Closed
                     ? unlikely(runs[i], runs)
                     : say("its client is not known: lengths, requests in all");
        if (why[i].empty()) why[i] = makePoint(runs[i], catalog, made[i]);
    });
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (why[i].empty())
            result.points.push_back(std::move(made[i]));
        else
            result.left.emplace_back(&runs[i], std::move(why[i]));
    }
    return result;
}

std::vector<TrafficScore> scoreTraffic(const std::vector<const TrafficPoint*>& points, const EachOf& forEach,
                                       const EngineOverheads* overheads) {
    std::vector<TrafficScore> scores(points.size());
    forEach(points.size(), [&](std::size_t i) {
        scores[i].point = points[i];
        TrafficReport report;
        if (overheads != nullptr) {
            ServedLoad load = points[i]->load;
            setOverheads(load, *overheads);
            report = simulate(load.traffic);
        } else {
            report = simulate(points[i]->load.traffic);
        }
        scores[i].simulated = {report.all.ttft.mean, report.all.tpot.mean, report.all.e2e.mean,
                               report.outputTokensPerSecond};
    });
    return scores;
}

EngineOverheads fitOverheads(const std::vector<const TrafficPoint*>& points, const EachOf& forEach) {
    EngineOverheads best;
    if (!points.empty()) best.holdsFirst = servedOverheads(points.front()->load.serve).holdsFirst;
    for (const Knob& knob : kKnobs) best.*knob.member = knob.typical;
    best.pass = kPassSeconds;
    double loss = lossOf(points, forEach, best);
    std::vector<double> steps;
    for (const Knob& knob : kKnobs) steps.push_back(knob.step);
    constexpr int kRounds = 7;
    for (int round = 0; round < kRounds; ++round) {
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const Knob& knob = kKnobs[k];
            bool moved = false;
            for (const double step : {steps[k], -steps[k]}) {
                EngineOverheads other = best;
                other.*knob.member = std::clamp(best.*knob.member + step, knob.least, knob.most);
                if (other.*knob.member == best.*knob.member) continue;
                const double now = lossOf(points, forEach, other);
                if (now >= loss) continue;
                loss = now;
                best = other;
                moved = true;
                break;
            }
            steps[k] *= moved ? 1.5 : 0.5;
        }
    }
    return best;
}

std::vector<FittedEngine> fitEngines(const std::vector<const TrafficPoint*>& points, const EachOf& forEach) {
    std::map<std::string, std::vector<const TrafficPoint*>> engines;
    for (const TrafficPoint* point : points) engines[point->run->engine].push_back(point);
    std::vector<FittedEngine> fitted;
    for (const auto& [engine, those] : engines) {
        const EngineOverheads found = fitOverheads(those, forEach);
        fitted.push_back({engine, found, scoreTraffic(those, forEach, &found)});
    }
    return fitted;
}

std::vector<TrafficScore> leaveOut(const std::vector<const TrafficPoint*>& points, const EachOf& forEach,
                                   const std::function<std::string(const ServingRun&)>& group) {
    std::map<std::string, std::vector<const TrafficPoint*>> groups;
    for (const TrafficPoint* point : points) groups[group(*point->run)].push_back(point);
    std::vector<TrafficScore> scores;
    for (const auto& [name, held] : groups) {
        std::vector<const TrafficPoint*> others;
        for (const TrafficPoint* point : points)
            if (group(*point->run) != name) others.push_back(point);
        const EngineOverheads fitted = others.empty() ? EngineOverheads{} : fitOverheads(others, forEach);
        for (const TrafficScore& score : scoreTraffic(held, forEach, &fitted)) scores.push_back(score);
    }
    return scores;
}

const std::vector<RunFigureRow>& runFigures() {
    static const std::vector<RunFigureRow> rows{
        {RunFigure::Ttft, "ttft", "TTFT", "seconds", &ServingRun::ttft},
        {RunFigure::Tpot, "tpot", "TPOT", "seconds", &ServingRun::tpot},
        {RunFigure::E2e, "e2e", "latency", "seconds", &ServingRun::e2e},
        {RunFigure::OutputRate, "output_rate", "tokens/s", "tokens_per_second", &ServingRun::outputRate}};
    return rows;
}

bool TrafficScore::has(RunFigure figure) const {
    return of(figure) > 0 && point->run->*runFigures()[static_cast<std::size_t>(figure)].measured > 0;
}

double TrafficScore::error(RunFigure figure) const {
    return of(figure) / (point->run->*runFigures()[static_cast<std::size_t>(figure)].measured) - 1;
}

bool TrafficScore::within(RunFigure figure) const {
    const double width = figure == RunFigure::Ttft ? point->load.ttftWidth : point->load.tpotWidth;
    return std::abs(std::log1p(error(figure))) <= width;
}

TrafficSummary summaryOf(std::string part, const std::vector<TrafficScore>& scores) {
    TrafficSummary summary;
    summary.part = std::move(part);
    summary.count = scores.size();
    for (const RunFigureRow& row : runFigures()) {
        std::vector<double> signedErrors, sizes, logs;
        double inside = 0;
        for (const TrafficScore& score : scores) {
            if (!score.has(row.figure)) continue;
            signedErrors.push_back(score.error(row.figure));
            sizes.push_back(std::abs(signedErrors.back()));
            logs.push_back(std::abs(std::log1p(signedErrors.back())));
            inside += score.within(row.figure) ? 1 : 0;
        }
        if (sizes.empty()) continue;
        summary.errors[static_cast<std::size_t>(row.figure)] = {
            sizes.size(),           quantileOf(sizes, 0.5),
            quantileOf(sizes, 0.9), quantileOf(signedErrors, 0.5),
            quantileOf(logs, 0.8),  inside / static_cast<double>(sizes.size())};
    }
    return summary;
}

std::vector<TrafficSummary> summariesOf(const std::vector<TrafficScore>& scores) {
    using Groups = std::map<std::string, std::vector<TrafficScore>>;
    std::map<std::string, Groups> engines;
    for (const TrafficScore& score : scores) {
        const ServingRun& run = *score.point->run;
        std::string flight = std::to_string(std::llround(run.concurrency));
        flight.insert(0, flight.size() < 4 ? 4 - flight.size() : 0, ' '); // in the order of their size
        flight = run.kind == RunKind::Open      ? " in open loops"
                 : run.kind == RunKind::Offline ? " offline"
                 : run.kind == RunKind::Static  ? " in static batches"
                                                : " with " + flight + " in flight";
        Groups& groups = engines[run.engine];
        groups[run.engine].push_back(score);
        groups[run.engine + " " + run.model].push_back(score);
        groups[run.engine + " on " + run.gpu].push_back(score);
        groups[run.engine + flight].push_back(score);
        if (!run.weights.empty())
            groups[run.engine + " in " + (run.experts.empty() ? run.weights : run.experts)].push_back(score);
    }
    std::vector<TrafficSummary> summaries{summaryOf("all", scores)};
    for (const auto& [engine, groups] : engines)
        for (const auto& [part, those] : groups) summaries.push_back(summaryOf(part, those));
    return summaries;
}

ServerFits fitEachServer(const std::vector<const TrafficPoint*>& points, const Catalog& catalog,
                         const EachOf& forEach) {
    std::map<std::string, std::vector<const TrafficPoint*>> servers;
    for (const TrafficPoint* point : points) {
        const ServingRun& run = *point->run;
        if (run.kind != RunKind::Closed || !(run.ttft > 0) || !(run.tpot > 0)) continue;
        std::string name = run.engine + " " + run.version + " " + run.model + " " + run.gpu + " " +
                           run.precision + " " + run.kvCache;
        for (const double degree : {run.tp, run.pp, run.dp, run.ep, run.moeTp})
            name += " " + std::to_string(std::llround(degree));
        servers[name].push_back(point);
    }
    std::vector<std::vector<const TrafficPoint*>> each;
    for (auto& [name, those] : servers)
        if (those.size() >= 3) each.push_back(std::move(those));
    std::vector<ServerFits> found(each.size());
    forEach(each.size(), [&](std::size_t i) {
        std::vector<const TrafficPoint*>& those = each[i];
        std::stable_sort(those.begin(), those.end(), [](const TrafficPoint* a, const TrafficPoint* b) {
            return std::tie(a->run->concurrency, a->run->prompt) <
                   std::tie(b->run->concurrency, b->run->prompt);
        });
        std::vector<BenchRun> results;
        std::vector<ServedLoad> loads;
        for (const TrafficPoint* point : {those.front(), those.back()}) {
            BenchRun result;
            result.concurrency = point->run->concurrency;
            result.input = point->run->prompt;
            result.output = point->run->output;
            result.ttftMean = point->run->ttft;
            result.tpotMean = point->run->tpot;
            results.push_back(result);
            loads.push_back(point->load);
        }
        const std::optional<Scenario> scenario = trafficScenario(*those.front()->run, catalog);
        const EngineOverheads fitted = fitLoads(*scenario, results, std::move(loads));
        const std::vector<const TrafficPoint*> others(those.begin() + 1, those.end() - 1);
        found[i].before = scoreTraffic(others, oneByOne);
        found[i].after = scoreTraffic(others, oneByOne, &fitted);
    });
    ServerFits all;
    all.servers = found.size();
    for (const ServerFits& one : found) {
        all.before.insert(all.before.end(), one.before.begin(), one.before.end());
        all.after.insert(all.after.end(), one.after.begin(), one.after.end());
    }
    return all;
}

std::vector<TrafficScore> steadyScores(const std::vector<const TrafficPoint*>& points) {
    std::vector<TrafficScore> scores;
    for (const TrafficPoint* point : points)
        scores.push_back({point, {point->steadyTtft, point->steadyTpot, 0, 0}});
    return scores;
}

} // namespace moe
