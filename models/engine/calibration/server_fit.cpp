// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/server_fit.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace moe {
namespace {

/// How far a constant is from an engine's own, one standard deviation, and what it keeps within.
struct Constant {
    double EngineOverheads::*member;
    std::optional<double> ServeSpec::*field;
    double spread, least, most;
};
constexpr Constant kConstants[] = {
    {&EngineOverheads::scale, &ServeSpec::passScale, 0.3, 0.1, 10},
    {&EngineOverheads::pass, &ServeSpec::passSeconds, 2e-3, -0.05, 0.5},
    {&EngineOverheads::perRow, &ServeSpec::rowSeconds, 50e-6, -1e-3, 1e-2},
    {&EngineOverheads::perPrompt, &ServeSpec::promptTokenSeconds, 20e-6, -1e-4, 1e-2},
    {&EngineOverheads::before, &ServeSpec::requestSeconds, 30e-3, 0, 10},
    {&EngineOverheads::afterPerRequest, &ServeSpec::streamSeconds, 0.5e-3, 0, 0.1}};
constexpr int kCount = static_cast<int>(std::size(kConstants));

/// Of the logarithm of a figure: what repeated runs differ by, and the simulator's own share.
struct Figure {
    double BenchFigures::*simulated;
    std::optional<double> (*measured)(const BenchRun&);
    double spread;
};
constexpr Figure kFigures[] = {
    {&BenchFigures::tpotMean, [](const BenchRun& r) { return r.tpotMean ? r.tpotMean : r.tpotMedian; },
     0.015},
    {&BenchFigures::ttftMean, [](const BenchRun& r) { return r.ttftMean; }, 0.02},
    {&BenchFigures::ttftMedian, [](const BenchRun& r) { return r.ttftMedian; }, 0.04},
    {&BenchFigures::ttft99, [](const BenchRun& r) { return r.ttft99; }, 0.04},
    {&BenchFigures::outputTokensPerSecond,
     [](const BenchRun& r) { return std::optional(r.outputTokensPerSecond); }, 0.015}};
/// A deviation beyond so many of its spreads pulls no harder: a run of something else costs little.
constexpr double kLargePull = 6;
/// Where runs do not tell, constants stay at what they are: so many of their standard deviations weigh as
/// much as a figure's one.
constexpr double kHold = 20;

/// In the engines' standard deviations from the start.
using Point = Eigen::Matrix<double, kCount, 1>;

EngineOverheads overheadsAt(const EngineOverheads& start, const Point& point) {
    EngineOverheads one = start;
    for (int i = 0; i < kCount; ++i) {
        const Constant& constant = kConstants[i];
        one.*constant.member =
            std::clamp(start.*constant.member + constant.spread * point[i], constant.least, constant.most);
    }
    return one;
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
    if (!served || run.lengths.empty()) return served;
    ServedLoad load = std::move(served).value();
    std::vector<TrafficRequest>& requests = load.traffic.requests;
    requests.resize(std::min(requests.size(), run.lengths.size()));
    for (std::size_t i = 0; i < requests.size(); ++i)
        std::tie(requests[i].input, requests[i].output) = run.lengths[i];
    return load;
}

class ServerSolver {
public:
    ServerSolver(const Scenario& scenario, const std::vector<BenchRun>& runs, std::vector<ServedLoad> loads)
        : m_runs(runs), m_loads(std::move(loads)), m_start(startOf(scenario)) {}

    Point solve();
    BenchFigures figures(std::size_t run, const Point& point) {
        setOverheads(m_loads[run], overheadsAt(m_start, point));
        return figuresOf(m_loads[run]);
    }
    const EngineOverheads& start() const { return m_start; }

private:
    Point descend(Point best);
    Point walk(Point best);
    /// Deviations in their spreads, the constants' own last.
    Eigen::VectorXd deviations(const Point& point);

    const std::vector<BenchRun>& m_runs;
    std::vector<ServedLoad> m_loads;
    EngineOverheads m_start;
};

Eigen::VectorXd ServerSolver::deviations(const Point& point) {
    std::vector<double> all;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const BenchFigures figures = this->figures(i, point);
        for (const Figure& figure : kFigures) {
            const std::optional<double> measured = figure.measured(m_runs[i]);
            const double simulated = figures.*figure.simulated;
            if (!measured || !(*measured > 0) || !(simulated > 0)) continue;
            const double off = std::log(simulated / *measured) / figure.spread;
            // Square roots of Huber's loss.
            const double size = std::abs(off);
            const double held = size <= kLargePull ? size : std::sqrt(kLargePull * (2 * size - kLargePull));
            all.push_back(std::copysign(held, off));
        }
    }
    for (int i = 0; i < kCount; ++i) all.push_back(point[i] / kHold);
    return Eigen::Map<const Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

/// Levenberg and Marquardt, with differences for slopes: medians of a simulation are smooth only so far.
Point ServerSolver::descend(Point best) {
    constexpr int kRounds = 40;
    constexpr double kStep = 0.02;
    Eigen::VectorXd off = deviations(best);
    double damping = 1e-2;
    for (int round = 0; round < kRounds; ++round) {
        Eigen::MatrixXd slopes(off.size(), kCount);
        for (int i = 0; i < kCount; ++i) {
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
        for (int i = 0; i < kCount; ++i) {
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
    Point best = descend(Point::Zero());
    double least = deviations(best).squaredNorm();
    for (int turn = 0; turn < kTurns; ++turn) {
        const Point next = descend(walk(best));
        const double there = deviations(next).squaredNorm();
        if (there >= least) break;
        best = next;
        least = there;
    }
    return best;
}

} // namespace

Scenario benchScenario(const Scenario& scenario, const BenchRun& run) {
    Scenario changed = scenario;
    ServeSpec& serve = *changed.serve;
    if (!serve.engine || *serve.engine == ServeEngine::Steady) serve.engine = ServeEngine::Vllm;
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

Result<ServerFit> fitServer(const Scenario& scenario, const std::vector<BenchRun>& runs,
                            const Catalog& catalog) {
    Scenario base = scenario;
    ServeSpec& serve = *base.serve;
    if (!serve.engine || *serve.engine == ServeEngine::Steady) serve.engine = ServeEngine::Vllm;
    ServerFit result;
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
        result.runs.push_back({run, figuresOf(loads.back()), {}});
    }
    ServerSolver fit(base, runs, std::move(loads));
    const Point found = fit.solve();
    for (std::size_t i = 0; i < runs.size(); ++i) result.runs[i].after = fit.figures(i, found);
    const EngineOverheads fitted = overheadsAt(fit.start(), found);
    for (const Constant& constant : kConstants) serve.*constant.field = fitted.*constant.member;
    result.scenario = std::move(base);
    return result;
}

} // namespace moe
