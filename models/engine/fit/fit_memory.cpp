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

/// The median, where those of the others meet each value no worse than what is as it is: what an allocator
/// reserves hangs on the run, and what scatters tells nothing of the next one.
std::optional<double> toldBy(const std::vector<std::optional<double>>& values, double asItIs) {
    std::vector<double> left, before;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::optional<double> others = medianWithout(values, i);
        if (!values[i] || !others || !(*values[i] > 0) || !(*others > 0)) continue;
        left.push_back(std::abs(std::log(*others / *values[i])));
        before.push_back(std::abs(std::log(asItIs / *values[i])));
    }
    return left.empty() || median(left) > median(before) ? std::nullopt : medianWithout(values);
}

/// What the logs tell moves the scenario; their rows say how far off each was, before, after and left out.
/// Returns ln(measured/predicted) of each, the outermost number that it says, left out where others tell.
std::vector<double> fitLogged(FitState& state, FitPart& part) {
    const std::vector<LoggedRun> runs = loggedRuns(state);
    std::vector<double> residuals;
    if (runs.empty()) return residuals;
    const double ratioAsIs = runs.front().reserved / runs.front().peak,
                 contextAsIs = runs.front().device - runs.front().reserved;
    const auto ratios = eachOf(runs, ratioOf), beside = eachOf(runs, besideOf);
    const std::optional<double> ratio = toldBy(ratios, ratioAsIs), context = toldBy(beside, contextAsIs);
    const auto bytes = [&](const LoggedRun& run, const std::optional<double>& by,
                           const std::optional<double>& more, bool device) {
        return by.value_or(ratioAsIs) * run.peak + (device ? more.value_or(contextAsIs) : 0);
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const LoggedRun& run = runs[i];
        const auto without = [i](const std::optional<double>& told, const auto& values) {
            return told ? medianWithout(values, i) : std::nullopt;
        };
        const auto othersBy = without(ratio, ratios), othersMore = without(context, beside);
        const std::size_t first = part.rows.size();
        const auto row = [&](const char* figure, const std::optional<Bytes>& measured, bool device) {
            if (!measured || !(measured->base > 0)) return;
            FitRow made{.source = run.step->source,
                        .figure = figure,
                        .measured = measured->base,
                        .before = bytes(run, {}, {}, device),
                        .after = bytes(run, ratio, context, device)};
            if (othersBy || othersMore) made.leftOut = bytes(run, othersBy, othersMore, device);
            part.rows.push_back(made);
        };
        if (run.step->allocated && run.step->allocated->base > 0)
            part.rows.push_back({.source = run.step->source,
                                 .figure = "log_peak_bytes",
                                 .measured = run.step->allocated->base,
                                 .before = run.peak,
                                 .after = run.peak});
        row("log_reserved_bytes", run.step->reserved, false);
        row("log_device_bytes", run.step->device, true);
        if (part.rows.size() == first) continue;
        // What a fit to the run itself predicts is no residual.
        const FitRow& outermost = part.rows.back();
        residuals.push_back(std::log(outermost.measured / outermost.leftOut.value_or(outermost.before)));
    }
    if (!ratio && medianWithout(ratios))
        part.remarks.push_back(say("what the allocator reserves over what is allocated is left as it is: the "
                                   "logs tell it no better"));
    if (!state.fit.scenario.train) return residuals;
    TrainSpec& train = *state.fit.scenario.train;
    if (ratio) {
        train.memoryReserve = std::max(1.0, *ratio);
        part.constants.push_back({"train.memory_reserve", ratioAsIs, *train.memoryReserve});
    }
    if (context) {
        train.contextGib = std::max(0.0, *context / GiB.base);
        part.constants.push_back({"train.context_gib", contextAsIs / GiB.base, *train.contextGib});
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
            "memory in training logs (%1) and of nvidia-smi: the odds of a verdict go by how far off it is",
            logs);
    else if (logs > 0)
        part.told = say("memory in training logs (%1): the odds of a verdict go by how far off it is", logs);
    else
        part.told =
            say("nvidia-smi: the fullest GPU; it moves the odds of a verdict and no prediction, as one "
                "number cannot tell which part of the memory is off");
    state.fit.parts.push_back(std::move(part));
}

} // namespace moe
