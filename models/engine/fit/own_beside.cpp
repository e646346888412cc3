// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/fit/own_beside.h"

#include "models/engine/calibration/model_match.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/evaluate.h"
#include "models/engine/fit/fit_parts.h"
#include "models/engine/math/median.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

FitPart stepsBeside(const OwnRuns& runs, const Catalog& catalog) {
    FitPart part{.kind = FitKind::Step};
    for (const OwnStep& one : runs.steps) {
        const Report report = evaluate(one.run.scenario, catalog, Detail::Numbers);
        if (!report.train) continue;
        const double predicted = report.train->step.base;
        part.rows.push_back({one.source, "step_seconds", 0, one.run.step.base, predicted, predicted});
    }
    return part;
}

FitPart serversBeside(const FitState& state, Problems& leftOut) {
    FitPart part{.kind = FitKind::Server};
    const std::vector<BenchRun>& runs = state.runs.benchmarks;
    if (runs.empty()) return part;
    if (!state.asItIs.serve) {
        leftOut.push_back({.source = runs.front().source,
                           .key = "serve",
                           .rule = say("is required: the benchmark is of a server")});
        return part;
    }
    Scenario server = state.asItIs;
    server.train.reset();
    std::vector<std::optional<Result<BenchFigures>>> found(runs.size());
    state.forEach(runs.size(), [&](std::size_t i) {
        if (std::optional<Problem> other = ofAnotherModel(runs[i], server, state.shipped))
            found[i].emplace(std::move(*other));
        else
            found[i].emplace(simulateBench(server, runs[i], state.shipped));
    });
    part.remarks = takenModels(runs, server, state.shipped);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!*found[i]) {
            append(leftOut, found[i]->error());
            continue;
        }
        for (const BenchFigure& figure : benchFigures()) {
            const std::optional<double> measured = figure.measured(runs[i]);
            const double predicted = (**found[i]).*figure.simulated;
            if (measured && *measured > 0)
                part.rows.push_back(
                    {runs[i].source, figure.key, runs[i].concurrency, *measured, predicted, predicted});
        }
    }
    return part;
}

} // namespace

std::size_t OwnBeside::rows() const {
    std::size_t count = 0;
    for (const FitPart& part : parts) count += part.rows.size();
    return count;
}

std::optional<double> OwnBeside::off() const {
    std::vector<double> all;
    for (const FitPart& part : parts)
        for (const FitRow& row : part.rows) all.push_back(std::abs(row.before / row.measured - 1));
    if (all.empty()) return std::nullopt;
    return median(std::move(all));
}

OwnBeside besideOwn(const Scenario& scenario, const OwnRuns& runs, const Catalog& catalog,
                    const ForEach& forEach) {
    FitState state{scenario, catalog, runs, forEach, {.scenario = scenario}, catalog};
    fitPools(state);
    for (FitPart& part : state.fit.parts)
        for (FitRow& row : part.rows) row.after = row.before;
    OwnBeside beside;
    append(beside.leftOut, std::exchange(state.refused, {}));
    FitPart steps = stepsBeside(runs, catalog), servers = serversBeside(state, beside.leftOut);
    for (FitPart* part : {&steps, &servers})
        if (!part->rows.empty()) state.fit.parts.push_back(std::move(*part));
    fitMemory(state);
    append(beside.leftOut, state.refused);
    append(beside.leftOut, state.fit.leftOut);
    const auto fitOnly = [&](const std::string& source, Message rule) {
        beside.leftOut.push_back({.source = source, .rule = std::move(rule)});
    };
    for (const OwnPoints& points : runs.points)
        fitOnly(points.source,
                say("tells operators and links, which no single result stands beside: fit to it"));
    for (const RecipeTable& table : runs.recipes)
        fitOnly(table.source, say("is of runs of other sizes: see *My recipe*"));
    beside.parts = std::move(state.fit.parts);
    return beside;
}

std::optional<std::size_t> nearestOf(const std::vector<OwnBeside>& beside) {
    std::optional<std::size_t> nearest;
    std::size_t most = 0, candidates = 0;
    for (const OwnBeside& one : beside) most = std::max(most, one.rows());
    bool tied = false;
    for (std::size_t i = 0; most > 0 && i < beside.size(); ++i) {
        if (beside[i].rows() < most) continue;
        ++candidates;
        const double off = *beside[i].off();
        if (!nearest || off < *beside[*nearest].off())
            nearest = i, tied = false;
        else if (off == *beside[*nearest].off())
            tied = true;
    }
    return candidates < 2 || tied ? std::nullopt : nearest;
}

} // namespace moe
