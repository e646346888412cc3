// SPDX-License-Identifier: GPL-3.0-or-later
// What measured operators and training logs tell of a GPU.

#include "data/number.h"
#include "models/engine/fit/fit_parts.h"
#include "models/engine/fit/own_gpu_choice.h"
#include "models/engine/fit/own_points.h"
#include "models/engine/operators/operator_tables.h"
#include "models/engine/operators/own_check.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time.h"

#include <algorithm>

namespace moe {
namespace {

std::string ownKey(const GpuSpec& gpu) {
    return gpu.key.starts_with("my-") ? gpu.key : "my-" + gpu.key;
}
std::string ownLabel(const GpuSpec& gpu) {
    return gpu.key.starts_with("my-") ? gpu.label : "My " + gpu.label;
}

double stepOf(Scenario scenario, const GpuSpec& gpu, const Catalog& catalog) {
    Catalog with = catalog;
    std::erase_if(with.gpus, [&](const GpuSpec& one) { return one.key == gpu.key; });
    with.gpus.push_back(gpu);
    scenario.gpu.preset = gpu.key;
    return stepTime(stepModel(setupOf(scenario, with))).step.base;
}

} // namespace

void fitOperators(FitState& state) {
    if (state.runs.points.empty()) return;
    OwnPoints all;
    for (const OwnPoints& some : state.runs.points) {
        if (all.source.empty()) all.source = some.source;
        for (OwnPoint point : some.points) {
            point.source = some.source;
            all.points.push_back(std::move(point));
        }
        append(all.problems, some.problems);
    }
    for (const OwnPoints& some : state.runs.points)
        if (!isOfGpu(some, state.asItIs, state.shipped))
            state.refused.push_back({.source = some.source,
                                     .key = "gpu.preset",
                                     .rule = say("must be the GPU of the file, %1", some.gpu),
                                     .value = state.asItIs.gpu.preset});
    if (!state.refused.empty()) return;
    OwnGpuWish wish;
    wish.sheet = state.sheet();
    wish.key = ownKey(*wish.sheet);
    wish.label = ownLabel(*wish.sheet);
    Result<OwnGpuFit> made = ownGpuFit(all, wish, state.catalog);
    if (!made) return append(state.fit.leftOut, made.error());
    append(state.fit.leftOut, made->problems);
    FitPart part{.kind = FitKind::Operators};
    for (const OwnPointError& one :
         ownPointErrors(*state.catalog.operators->machine(made->fit.like), operatorRates(*wish.sheet), all)) {
        const OwnPoint& point = all.points[one.point];
        constexpr double kMicro = 1e-6;
        part.rows.push_back({point.source,
                             std::string(operatorRow(point.op).name),
                             point.shape.bytes,
                             kMicro * point.us,
                             kMicro * one.before,
                             kMicro * one.after,
                             {}});
        if (one.leftOut) part.rows.back().leftOut = kMicro * *one.leftOut;
    }
    std::size_t points = 0;
    for (const OwnFactors& one : made->fit.factors) {
        const std::string name(operatorRow(one.op).name);
        points += one.points;
        part.constants.push_back({name + ", start in µs", one.startUs, one.startUs * one.start});
        if (one.computeShare > 0 && operatorRow(one.op).columns.front().option != "ranks")
            part.constants.push_back(
                {name + ", share of peak", one.computeShare, one.computeShare * one.compute});
        part.constants.push_back(
            {name + ", share of bandwidth", one.memoryShare, one.memoryShare * one.memory});
    }
    part.told = say("%1 measured points beside the surfaces of %2", points, made->fit.like);
    part.remarks.push_back(say(
        "they move the operators that serving is composed of; links of training keep their fitted rates"));
    state.take(made->gpu);
    state.fit.parts.push_back(std::move(part));
}

void fitSteps(FitState& state) {
    if (state.runs.steps.empty()) return;
    const GpuSpec sheet = state.sheet();
    std::vector<TimedScenario> runs;
    for (const OwnStep& one : state.runs.steps) {
        TimedScenario run = one.run;
        if (run.scenario.gpu.preset != state.asItIs.gpu.preset) {
            state.refused.push_back(
                {.source = one.source,
                 .key = "gpu.preset",
                 .rule = say("must be the GPU of the scenario, %1", state.asItIs.gpu.preset),
                 .value = run.scenario.gpu.preset});
            continue;
        }
        run.scenario.gpu.preset = sheet.key;
        runs.push_back(std::move(run));
    }
    if (!state.refused.empty()) return;
    const Result<Calibration> found = calibration(runs, state.catalog);
    if (!found) return append(state.fit.leftOut, found.error());
    FitPart part{.kind = FitKind::Step};
    std::vector<std::optional<double>> leftOut(runs.size());
    if (runs.size() > 1)
        state.forEach(runs.size(), [&](std::size_t i) {
            std::vector<TimedScenario> others = runs;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            if (const Result<Calibration> without = calibration(others, state.catalog))
                leftOut[i] = stepOf(runs[i].scenario, without->gpu, state.catalog);
        });
    for (std::size_t i = 0; i < runs.size(); ++i)
        part.rows.push_back({state.runs.steps[i].source, "step_seconds", 0, runs[i].step.base,
                             found->before[i].base, found->after[i].base, leftOut[i]});
    part.told =
        say(runs.size() == 1 ? sentence("%1 training log tells efficiency of products and time of the host")
                             : sentence("%1 training logs tell efficiency of products and time of the host"),
            runs.size());
    part.constants = {{"mfu", found->fittedEfficiency, found->efficiency},
                      {"host_factor", 1, found->hostFactor}};
    if (std::any_of(state.runs.steps.begin(), state.runs.steps.end(),
                    [](const OwnStep& one) { return !one.lastLosses.empty() && !one.finished; }))
        part.remarks.push_back(
            say("the last loss of a log that ends before its run does is no point beside predictions"));
    if (runs.size() == 1)
        part.remarks.push_back(
            say("one log leaves a line of solutions: the nearest to what it was is taken"));
    GpuSpec gpu = found->gpu;
    gpu.key = ownKey(sheet);
    gpu.label = ownLabel(sheet);
    gpu.operatorsLike = sheet.operatorsLike;
    gpu.operatorFactors = sheet.operatorFactors;
    gpu.source = sheet.source + "; step time fitted to " + std::to_string(runs.size()) +
                 (runs.size() == 1 ? " training log" : " training logs");
    state.take(std::move(gpu));
    state.fit.parts.push_back(std::move(part));
}

} // namespace moe
