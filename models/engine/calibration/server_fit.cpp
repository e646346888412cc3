// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/server_fit.h"

#include "models/engine/calibration/model_match.h"
#include "models/engine/serve/engines/engines.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace moe {
namespace {

constexpr int kCount = 6; ///< constants

/// A deviation beyond so many of its spreads pulls no harder: a run of something else costs little.
constexpr double kLargePull = 6;
/// In the servers' standard deviations from the start: where runs do not tell, constants stay there.
using Point = Eigen::Matrix<double, kCount, 1>;

EngineOverheads overheadsAt(const EngineOverheads& start, const Point& point, int constants) {
    EngineOverheads one = start;
    for (int i = 0; i < constants; ++i) {
        const ServerConstant& constant = serverConstants()[std::size_t(i)];
        one.*constant.member =
            std::clamp(start.*constant.member + constant.spread * point[i], constant.least, constant.most);
    }
    return one;
}

/// One load tells two constants apart at most: its times to the first token and per token; the rate of tokens
/// follows from them (Little's law). Several tell as much of all as they do, the others' share stays with
/// the engine.
int constantsFor(const std::vector<BenchRun>& runs) {
    std::set<std::array<double, 4>> loads;
    for (const BenchRun& run : runs)
        loads.insert({run.concurrency, run.rate, std::round(run.input), std::round(run.output)});
    return loads.size() > 1 ? kCount : 2;
}

/// Time before the scheduler stands beside the client's own (servedOverheads()), and streams take none until
/// the runs tell.
EngineOverheads startOf(const Scenario& scenario) {
    ServeSpec serve = *scenario.serve;
    if (!serve.requestSeconds) serve.requestSeconds = servedOverheads(serve).before;
    if (!serve.streamSeconds) serve.streamSeconds = 0;
    return servedOverheads(serve);
}

BenchFigures figuresOf(const ServedLoad& load) {
    const TrafficReport report = simulate(load.traffic);
    return {report.all.ttft.mean, report.all.ttft.p50, report.all.ttft.p99, report.all.tpot.mean,
            report.outputTokensPerSecond};
}

Result<ServedLoad> benchLoad(const Scenario& scenario, const BenchRun& run, const Catalog& catalog) {
    Result<ServedLoad> served = servedLoad(benchScenario(scenario, run), catalog);
    if (!served) return served;
    ServedLoad load = std::move(served).value();
    load.traffic.brief = true; // a benchmark's figures need no gaps between tokens
    if (run.lengths.empty()) return load;
    std::vector<TrafficRequest>& requests = load.traffic.requests;
    requests.resize(std::min(requests.size(), run.lengths.size()));
    for (std::size_t i = 0; i < requests.size(); ++i)
        std::tie(requests[i].input, requests[i].output) = run.lengths[i];
    return load;
}

class ServerSolver {
public:
    ServerSolver(const Scenario& scenario, const std::vector<BenchRun>& runs, std::vector<ServedLoad> loads,
                 ForEach forEach = inTurn)
        : m_runs(runs),
          m_loads(std::move(loads)),
          m_forEach(std::move(forEach)),
          m_start(startOf(scenario)),
          m_constants(constantsFor(runs)) {}

    Point solve();
    BenchFigures figures(std::size_t run, const Point& point) {
        setOverheads(m_loads[run], at(point));
        return figuresOf(m_loads[run]);
    }
    EngineOverheads at(const Point& point) const { return overheadsAt(m_start, point, m_constants); }
    int constants() const { return m_constants; }
    const EngineOverheads& start() const { return m_start; }
    /// What a fit of the others says of a run: from `best` of all where they tell as many constants, else
    /// anew.
    BenchFigures leftOut(std::size_t run, const Point& best);

private:
    Point descend(Point best);
    Point walk(Point best);
    /// Deviations in their spreads, the constants' own last.
    Eigen::VectorXd deviations(const Point& point);

    static constexpr std::size_t kNone = ~std::size_t{0};

    const std::vector<BenchRun>& m_runs;
    std::vector<ServedLoad> m_loads; ///< each of one run, so that runs may be simulated at once
    ForEach m_forEach;
    EngineOverheads m_start;
    int m_constants;               ///< of serverConstants(), from the first
    std::size_t m_without = kNone; ///< the run that nothing is fitted to
};

Eigen::VectorXd ServerSolver::deviations(const Point& point) {
    std::vector<BenchFigures> figures(m_runs.size());
    m_forEach(m_runs.size(), [&](std::size_t i) {
        if (i != m_without) figures[i] = this->figures(i, point);
    });
    std::vector<double> all;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        if (i == m_without) continue;
        for (const BenchFigure& figure : benchFigures()) {
            const std::optional<double> measured = figure.measured(m_runs[i]);
            const double simulated = figures[i].*figure.simulated;
            if (!measured || !(*measured > 0) || !(simulated > 0)) continue;
            const double off = std::log(simulated / *measured) / figure.spread;
            // Square roots of Huber's loss.
            const double size = std::abs(off);
            const double held = size <= kLargePull ? size : std::sqrt(kLargePull * (2 * size - kLargePull));
            all.push_back(std::copysign(held, off));
        }
    }
    for (int i = 0; i < kCount; ++i) all.push_back(point[i]);
    return Eigen::Map<const Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

BenchFigures ServerSolver::leftOut(std::size_t run, const Point& best) {
    std::vector<BenchRun> others = m_runs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(run));
    const int constants = std::exchange(m_constants, constantsFor(others));
    m_without = run;
    const BenchFigures told = figures(run, m_constants < constants ? solve() : descend(walk(best)));
    m_without = kNone;
    m_constants = constants;
    return told;
}

/// Levenberg and Marquardt, with differences for slopes: medians of a simulation are smooth only so far.
Point ServerSolver::descend(Point best) {
    constexpr int kRounds = 40;
    constexpr double kStep = 0.02;
    Eigen::VectorXd off = deviations(best);
    double damping = 1e-2;
    for (int round = 0; round < kRounds; ++round) {
        Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(off.size(), kCount);
        for (int i = 0; i < m_constants; ++i) {
            Point moved = best;
            moved[i] += kStep;
            const Eigen::VectorXd there = deviations(moved);
            if (there.size() != off.size()) return best;
            slopes.col(i) = (there - off) / kStep;
        }
        const Eigen::MatrixXd normal = slopes.transpose() * slopes;
        const Eigen::VectorXd pull = slopes.transpose() * off;
        bool better = false;
        for (int attempt = 0; attempt < 6 && !better; ++attempt) {
            Eigen::MatrixXd damped = normal;
            damped.diagonal() *= 1 + damping;
            for (int i = m_constants; i < kCount; ++i) damped(i, i) = 1;
            const Point next = best - damped.ldlt().solve(pull);
            const Eigen::VectorXd there = deviations(next);
            better = there.size() == off.size() && there.squaredNorm() < off.squaredNorm();
            damping *= better ? 0.3 : 5;
            if (!better) continue;
            const double gain = 1 - there.squaredNorm() / off.squaredNorm();
            best = next;
            off = there;
            if (gain < 1e-6) return best;
        }
        if (!better) break;
    }
    return best;
}

/// One constant at a time, over the steps that medians and percentiles make.
Point ServerSolver::walk(Point best) {
    double least = deviations(best).squaredNorm();
    for (const double step : {0.6, 0.3, 0.15, 0.07, 0.03}) {
        for (int i = 0; i < m_constants; ++i) {
            for (const double move : {step, -step}) {
                Point next = best;
                next[i] += move;
                const double there = deviations(next).squaredNorm();
                if (there >= least) continue;
                least = there;
                best = next;
                break;
            }
        }
    }
    return best;
}

Point ServerSolver::solve() {
    constexpr int kTurns = 6;
    // Closed loops have several rhythms, and a descent stays in the one it begins in.
    Point best = Point::Zero();
    double least = deviations(best).squaredNorm();
    for (const Point& start : {descend(Point::Zero()), walk(Point::Zero())}) {
        Point here = start;
        double of = deviations(here).squaredNorm();
        for (int turn = 0; turn < kTurns; ++turn) {
            const Point next = descend(walk(here));
            const double there = deviations(next).squaredNorm();
            if (there >= of) break;
            here = next;
            of = there;
        }
        if (of < least) best = here, least = of;
    }
    return best;
}

} // namespace

const std::vector<BenchFigure>& benchFigures() {
    static const std::vector<BenchFigure> rows{
        {"tpot_mean", sentence("TPOT, mean"), &BenchFigures::tpotMean,
         [](const BenchRun& r) { return r.tpotMean ? r.tpotMean : r.tpotMedian; }, 0.03},
        {"ttft_mean", sentence("TTFT, mean"), &BenchFigures::ttftMean,
         [](const BenchRun& r) { return r.ttftMean; }, 0.06},
        {"ttft_median", sentence("TTFT, median"), &BenchFigures::ttftMedian,
         [](const BenchRun& r) { return r.ttftMedian; }, 0.1},
        {"ttft_p99", sentence("TTFT, 99 %"), &BenchFigures::ttft99,
         [](const BenchRun& r) { return r.ttft99; }, 0.1},
        {"output_tokens_per_second", sentence("Output tokens/s"), &BenchFigures::outputTokensPerSecond,
         [](const BenchRun& r) { return std::optional(r.outputTokensPerSecond); }, 0.03}};
    return rows;
}

const std::vector<ServerConstant>& serverConstants() {
    static const std::vector<ServerConstant> rows{
        {"serve.pass_scale", &EngineOverheads::scale, &ServeSpec::passScale, 0.15, 0.5, 3},
        {"serve.request_seconds", &EngineOverheads::before, &ServeSpec::requestSeconds, 15e-3, 0, 2},
        {"serve.pass_seconds", &EngineOverheads::pass, &ServeSpec::passSeconds, 0.8e-3, 0, 0.1},
        {"serve.row_seconds", &EngineOverheads::perRow, &ServeSpec::rowSeconds, 20e-6, 0, 2e-3},
        {"serve.prompt_token_seconds", &EngineOverheads::perPrompt, &ServeSpec::promptTokenSeconds, 10e-6, 0,
         1e-3},
        {"serve.stream_seconds", &EngineOverheads::afterPerRequest, &ServeSpec::streamSeconds, 0.2e-3, 0,
         20e-3}};
    return rows;
}

std::optional<Problem> ofAnotherModel(const BenchRun& run, const Scenario& scenario, const Catalog& catalog) {
    if (modelMatch(run.model, scenario, catalog) != ModelMatch::Other) return std::nullopt;
    return Problem{.source = run.source,
                   .line = run.line,
                   .key = "model_id",
                   .rule = say("must be the model of the scenario"),
                   .value = run.model};
}

Scenario benchScenario(const Scenario& scenario, const BenchRun& run) {
    Scenario changed = scenario;
    ServeSpec& serve = *changed.serve;
    nameEngine(serve);
    double input = run.input, output = run.output;
    if (!run.lengths.empty()) {
        int longestInput = 1, longestOutput = 1;
        for (const auto& [in, out] : run.lengths) {
            longestInput = std::max(longestInput, in);
            longestOutput = std::max(longestOutput, out);
        }
        input = longestInput;
        output = longestOutput;
        serve.lengthSpread = 0;
    } else {
        if (run.shortest) serve.lengthSpread = 1 - *run.shortest;
        input /= 1 - serve.lengthSpread / 2;
        output /= 1 - serve.lengthSpread / 2;
    }
    serve.prompt = std::max<Count>(1, std::llround(input));
    serve.output = std::max<Count>(1, std::llround(output));
    serve.numRequests = static_cast<Count>(run.requests);
    if (run.concurrency > 0) {
        serve.arrival = ServeArrival::Closed;
        serve.concurrency = serve.requests = std::max<Count>(1, std::llround(run.concurrency));
    } else {
        serve.arrival = run.burstiness == 1 ? ServeArrival::Poisson : ServeArrival::Gamma;
        serve.rate = run.rate;
        serve.burstiness = run.burstiness > 0 ? run.burstiness : 1;
    }
    return changed;
}

Result<BenchFigures> simulateBench(const Scenario& scenario, const BenchRun& run, const Catalog& catalog) {
    const Result<ServedLoad> load = benchLoad(scenario, run, catalog);
    if (!load) return load.error();
    return figuresOf(*load);
}

EngineOverheads fitLoads(const Scenario& scenario, const std::vector<BenchRun>& runs,
                         std::vector<ServedLoad> loads) {
    ServerSolver fit(scenario, runs, std::move(loads));
    return fit.at(fit.solve());
}

Result<ServerFit> fitServer(const Scenario& scenario, const std::vector<BenchRun>& runs,
                            const Catalog& catalog, LeftOut leftOut, const ForEach& forEach) {
    Scenario base = scenario;
    ServeSpec& serve = *base.serve;
    nameEngine(serve);
    ServerFit result;
    Problems others;
    for (const BenchRun& run : runs)
        if (const std::optional<Problem> other = ofAnotherModel(run, base, catalog)) others.push_back(*other);
    if (!others.empty()) return others;
    std::vector<ServedLoad> loads;
    for (const BenchRun& run : runs) {
        Result<ServedLoad> load = benchLoad(base, run, catalog);
        if (!load) {
            Problems problems = load.error();
            for (Problem& problem : problems)
                if (problem.source.empty()) problem.source = run.source;
            return problems;
        }
        loads.push_back(std::move(load).value());
        result.runs.push_back({run, figuresOf(loads.back()), {}, {}});
    }
    ServerSolver fit(base, runs, std::move(loads), forEach);
    result.start = fit.start();
    const Point found = fit.solve();
    for (std::size_t i = 0; i < runs.size(); ++i) result.runs[i].after = fit.figures(i, found);
    const EngineOverheads fitted = fit.at(found);
    // The scenario is the benchmark's: its longest queue.
    const auto fullest = std::max_element(runs.begin(), runs.end(), [](const BenchRun& a, const BenchRun& b) {
        return std::tie(a.concurrency, a.rate) < std::tie(b.concurrency, b.rate);
    });
    result.scenario = benchScenario(base, *fullest);
    ServeSpec& written = *result.scenario.serve;
    for (int i = 0; i < fit.constants(); ++i) {
        const ServerConstant& constant = serverConstants()[std::size_t(i)];
        const double value = fitted.*constant.member;
        written.*constant.field = value;
        const double width = 1e-6 * constant.spread;
        // No time at all is what most servers need of most constants.
        const bool none = constant.least == 0 && value <= width;
        if (!none && (value <= constant.least + width || value >= constant.most - width))
            result.bounds.emplace_back(constant.key);
    }
    result.constants = fit.constants();
    for (std::size_t i = 0; leftOut == LeftOut::Too && runs.size() > 1 && i < runs.size(); ++i)
        result.runs[i].leftOut = fit.leftOut(i, found);
    for (const std::string& key : result.bounds)
        result.scenario.note += (result.scenario.note.empty() ? "" : " ") + key +
                                " is on the bound of what is physical: the runs may be of another server.";
    return result;
}

} // namespace moe
