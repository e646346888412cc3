// SPDX-License-Identifier: GPL-3.0-or-later
// What GPUs held, beside what is predicted. Logs that print what was allocated, reserved and held say what
// the allocator takes and what lies beside it; nvidia-smi alone cannot tell which part is off, and says how
// far off all of it is: by that the odds of a verdict go.

#include "models/engine/evaluate.h"
#include "models/engine/fit/fit_parts.h"
#include "models/engine/math/median.h"
#include "models/engine/report/odds.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// What a log says of its run, and what is predicted for it; base units.
struct LoggedRun {
    const OwnStep* step = nullptr;
    double peak = 0, reserved = 0, device = 0; ///< predicted
};

std::vector<LoggedRun> loggedRuns(const FitState& state) {
    std::vector<LoggedRun> runs;
    for (const OwnStep& step : state.runs.steps) {
        if (!step.allocated && !step.reserved && !step.device) continue;
        const Report report = evaluate(step.run.scenario, state.shipped, Detail::Numbers);
        if (report.memory)
            runs.push_back({&step, report.memory->heaviest().peak.base, report.memory->reserved.base,
                            report.memory->device.base});
    }
    return runs;
}

/// One value a run that says both numbers.
template <class Value>
std::vector<std::optional<double>> eachOf(const std::vector<LoggedRun>& runs, Value value) {
    std::vector<std::optional<double>> values;
    for (const LoggedRun& run : runs) values.push_back(value(*run.step));
    return values;
}
std::optional<double> ratioOf(const OwnStep& step) {
    return step.reserved && step.allocated ? std::optional(*step.reserved / *step.allocated) : std::nullopt;
}
std::optional<double> besideOf(const OwnStep& step) {
    return step.device && step.reserved ? std::optional((*step.device - *step.reserved).base) : std::nullopt;
}
/// Of all of them but one; nullopt: the others say nothing.
std::optional<double> medianWithout(const std::vector<std::optional<double>>& values,
                                    std::optional<std::size_t> without = {}) {
    std::vector<double> known;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] && i != without) known.push_back(*values[i]);
    return known.empty() ? std::nullopt : std::optional(median(known));
}

/// What the logs tell moves the scenario; their rows say how far off each was, before, after and left out.
/// Returns ln(measured/predicted) of each, the outermost number that it says, left out where others know.
std::vector<double> fitLogged(FitState& state, FitPart& part) {
    const std::vector<LoggedRun> runs = loggedRuns(state);
    const auto ratios = eachOf(runs, ratioOf), beside = eachOf(runs, besideOf);
    const std::optional<double> ratio = medianWithout(ratios), context = medianWithout(beside);
    std::vector<double> residuals;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const LoggedRun& run = runs[i];
        const double ratioAsIs = run.reserved / run.peak, contextAsIs = run.device - run.reserved;
        const auto row = [&](const char* figure, const std::optional<Bytes>& measured, auto predicted) {
            if (!measured || !(measured->base > 0)) return;
            FitRow made{.source = run.step->source,
                        .figure = figure,
                        .measured = measured->base,
                        .before = predicted(ratioAsIs, contextAsIs),
                        .after = predicted(ratio.value_or(ratioAsIs), context.value_or(contextAsIs))};
            const auto others = medianWithout(ratios, i), othersBeside = medianWithout(beside, i);
            if (others || othersBeside)
                made.leftOut = predicted(others.value_or(ratioAsIs), othersBeside.value_or(contextAsIs));
            part.rows.push_back(made);
        };
        const std::size_t first = part.rows.size();
        row("log_peak_bytes", run.step->allocated, [&](double, double) { return run.peak; });
        row("log_reserved_bytes", run.step->reserved, [&](double by, double) { return by * run.peak; });
        row("log_device_bytes", run.step->device,
            [&](double by, double more) { return by * run.peak + more; });
        if (part.rows.size() == first) continue;
        // What a fit to the run itself predicts is no residual.
        const FitRow& outermost = part.rows.back();
        residuals.push_back(std::log(outermost.measured / outermost.leftOut.value_or(outermost.before)));
    }
    if (state.fit.scenario.train && ratio) {
        TrainSpec& train = *state.fit.scenario.train;
        part.constants.push_back(
            {"train.memory_reserve", runs.front().reserved / runs.front().peak, std::max(1.0, *ratio)});
        train.memoryReserve = part.constants.back().after;
    }
    if (state.fit.scenario.train && context) {
        TrainSpec& train = *state.fit.scenario.train;
        part.constants.push_back({"train.context_gib",
                                  (runs.front().device - runs.front().reserved) / GiB.base,
                                  std::max(0.0, *context / GiB.base)});
        train.contextGib = part.constants.back().after;
    }
    return residuals;
}

/// What nvidia-smi printed of the scenario's own GPUs: one run, however many files are of it. Returns
/// ln(measured/predicted), with what logs told; nothing where an engine takes its share whatever it serves.
std::optional<double> besideDevices(FitState& state, FitPart& part) {
    const Report asItIs = evaluate(state.asItIs, state.shipped, Detail::Numbers);
    const bool trains = asItIs.memory.has_value();
    if (!trains && !asItIs.serve) return std::nullopt;
    const bool shares = !trains && asItIs.serve->memoryShare && asItIs.serve->kvPool;
    const Bytes capacity = trains ? asItIs.memory->capacity : asItIs.serve->capacity;
    const Bytes predicted = trains   ? asItIs.memory->device
                            : shares ? *asItIs.serve->memoryShare * capacity
                                     : asItIs.serve->device;
    Bytes fitted = predicted;
    if (trains && !part.constants.empty())
        fitted = evaluate(state.fit.scenario, state.catalog, Detail::Numbers).memory->device;
    std::vector<double> measured;
    for (const OwnMemory& one : state.runs.memory) {
        // Another card: what the driver keeps is a few per cent.
        constexpr double kSameCard = 0.05;
        if (one.use.total.base > 0 && std::abs(one.use.total / capacity - 1) > kSameCard) {
            state.refused.push_back({.source = one.source,
                                     .key = "gpu.preset",
                                     .rule = say("must be a GPU with the memory of the output, %1 MiB",
                                                 static_cast<long long>(one.use.total / MiB)),
                                     .value = state.asItIs.gpu.preset});
            continue;
        }
        measured.push_back(one.use.used.base);
        part.rows.push_back({.source = one.source,
                             .figure = trains ? "device_bytes" : "server_bytes",
                             .measured = one.use.used.base,
                             .before = predicted.base,
                             .after = fitted.base});
    }
    if (measured.empty()) return std::nullopt;
    if (shares) {
        part.remarks.push_back(say("an engine takes its share of the memory whatever it serves: its start-up "
                                   "log tells what that holds"));
        return std::nullopt;
    }
    return std::log(median(measured) / fitted.base);
}

} // namespace

void fitMemory(FitState& state) {
    if (!state.refused.empty()) return;
    FitPart part{.kind = FitKind::Memory};
    std::vector<double> residuals = fitLogged(state, part);
    const std::size_t logs = residuals.size();
    if (!state.runs.memory.empty())
        if (const std::optional<double> off = besideDevices(state, part)) residuals.push_back(*off);
    if (part.rows.empty() || !state.refused.empty()) return;
    Scenario& scenario = state.fit.scenario;
    std::optional<double>* error = scenario.train   ? &scenario.train->memoryError
                                   : scenario.serve ? &scenario.serve->memoryError
                                                    : nullptr;
    if (error && !residuals.empty()) {
        *error = ownMemoryError(residuals);
        part.constants.push_back(
            {scenario.train ? "train.memory_error" : "serve.memory_error", publishedMemoryError(), **error});
    }
    const std::size_t devices = state.runs.memory.size();
    if (logs > 0 && devices > 0)
        part.told = say(
            "memory of %1 training logs and nvidia-smi: the odds of a verdict go by how far off it is", logs);
    else if (logs > 0)
        part.told = say("memory of %1 training logs: the odds of a verdict go by how far off it is", logs);
    else
        part.told =
            say("nvidia-smi: the fullest GPU; it moves the odds of a verdict and no prediction, as one "
                "number cannot tell which part of the memory is off");
    state.fit.parts.push_back(std::move(part));
}

} // namespace moe
