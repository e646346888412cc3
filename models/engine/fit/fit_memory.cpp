// SPDX-License-Identifier: GPL-3.0-or-later
// What GPUs held, beside what is predicted. Logs that print what was allocated, reserved and held say what
// the allocator takes and what lies beside it; nvidia-smi alone cannot tell which part is off, and says how
// far off all of it is: by that the odds of a verdict go.

#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/fit/fit_parts.h"
#include "models/engine/math/median.h"
#include "models/engine/report/odds.h"
#include "models/engine/scenario/fields.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// One scenario that logs ran, however many logs are of it; base units.
struct LoggedRun {
    Scenario scenario;                         ///< nameless, with the constants of the fitted one
    std::vector<const OwnStep*> steps;         ///< each says some number
    double peak = 0, reserved = 0, device = 0; ///< predicted
    std::optional<double> ratio, beside;       ///< reserved over allocated, held beside reserved: medians
};

Scenario nameless(Scenario scenario) {
    scenario.name.clear();
    scenario.note.clear();
    return scenario;
}

std::optional<double> medianOf(const std::vector<const OwnStep*>& steps,
                               std::optional<double> (*value)(const OwnStep&)) {
    std::vector<double> known;
    for (const OwnStep* step : steps)
        if (const std::optional<double> one = value(*step)) known.push_back(*one);
    return known.empty() ? std::nullopt : std::optional(median(known));
}
std::optional<double> ratioOf(const OwnStep& step) {
    return step.reserved && step.allocated && step.allocated->base > 0
               ? std::optional(*step.reserved / *step.allocated)
               : std::nullopt;
}
std::optional<double> besideOf(const OwnStep& step) {
    return step.device && step.reserved ? std::optional((*step.device - *step.reserved).base) : std::nullopt;
}

std::vector<LoggedRun> loggedRuns(const FitState& state) {
    std::vector<LoggedRun> runs;
    for (const OwnStep& step : state.runs.steps) {
        if (!step.allocated && !step.reserved && !step.device) continue;
        Scenario scenario = nameless(step.run.scenario);
        if (scenario.train && state.asItIs.train) {
            scenario.train->memoryReserve = state.asItIs.train->memoryReserve;
            scenario.train->contextGib = state.asItIs.train->contextGib;
        }
        auto known = std::find_if(runs.begin(), runs.end(),
                                  [&](const LoggedRun& run) { return run.scenario == scenario; });
        if (known == runs.end()) {
            const Report report = evaluate(scenario, state.shipped, Detail::Numbers);
            if (!report.memory) continue;
            runs.push_back({std::move(scenario),
                            {},
                            report.memory->heaviest().peak.base,
                            report.memory->reserved.base,
                            report.memory->device.base,
                            {},
                            {}});
            known = runs.end() - 1;
        }
        known->steps.push_back(&step);
    }
    for (LoggedRun& run : runs) {
        run.ratio = medianOf(run.steps, ratioOf);
        run.beside = medianOf(run.steps, besideOf);
    }
    return runs;
}

using Told = std::optional<double> LoggedRun::*;

/// Of all runs but one; nullopt: the others say nothing.
std::optional<double> medianWithout(const std::vector<LoggedRun>& runs, Told told,
                                    std::optional<std::size_t> without = {}) {
    std::vector<double> known;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i].*told && i != without) known.push_back(*(runs[i].*told));
    return known.empty() ? std::nullopt : std::optional(median(known));
}

/// The median, where those of the other runs meet each value no worse than what is as it is: what an
/// allocator reserves hangs on the run, and what scatters tells nothing of the next one.
std::optional<double> toldBy(const std::vector<LoggedRun>& runs, Told told, double asItIs) {
    std::vector<double> left, before;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::optional<double> others = medianWithout(runs, told, i), own = runs[i].*told;
        if (!own || !others || !(*own > 0) || !(*others > 0)) continue;
        left.push_back(std::abs(std::log(*others / *own)));
        before.push_back(std::abs(std::log(asItIs / *own)));
    }
    return left.empty() || median(left) > median(before) ? std::nullopt : medianWithout(runs, told);
}

/// Sets a field of the fitted scenario, where it may have the value; a remark where it may not.
bool taken(FitState& state, FitPart& part, const char* key, std::optional<double> before, double value) {
    Scenario next = state.fit.scenario;
    if (!setField(next, key, numberText(value)).empty()) {
        part.remarks.push_back(
            say("%1 would be %2, which no scenario may have: it is left as it is", key, rounded(value, 4)));
        return false;
    }
    state.fit.scenario = std::move(next);
    part.constants.push_back({key, before, value});
    return true;
}

/// What the logs tell moves the scenario; their rows say how far off each was, before, after and left out.
/// Returns ln(measured/predicted) of each run, of the outermost number that it says, left out where others
/// tell. A server is told nothing by logs of training: they only stand beside what is predicted of them.
std::vector<double> fitLogged(FitState& state, FitPart& part, const std::vector<LoggedRun>& runs) {
    std::vector<double> residuals;
    if (runs.empty()) return residuals;
    const double ratioAsIs = runs.front().reserved / runs.front().peak,
                 contextAsIs = runs.front().device - runs.front().reserved;
    std::optional<double> ratio, context;
    if (state.fit.scenario.train) {
        ratio = toldBy(runs, &LoggedRun::ratio, ratioAsIs);
        context = toldBy(runs, &LoggedRun::beside, contextAsIs);
        if (!ratio && medianWithout(runs, &LoggedRun::ratio))
            part.remarks.push_back(
                say("what the allocator reserves over what is allocated is left as it is: the "
                    "logs tell it no better"));
        if (ratio && !taken(state, part, "train.memory_reserve", ratioAsIs, *ratio)) ratio.reset();
        if (context && !taken(state, part, "train.context_gib", contextAsIs / GiB.base, *context / GiB.base))
            context.reset();
    }
    const auto bytes = [&](const LoggedRun& run, const std::optional<double>& by,
                           const std::optional<double>& more, bool device) {
        return by.value_or(ratioAsIs) * run.peak + (device ? more.value_or(contextAsIs) : 0);
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const LoggedRun& run = runs[i];
        const auto othersBy = ratio ? medianWithout(runs, &LoggedRun::ratio, i) : std::nullopt,
                   othersMore = context ? medianWithout(runs, &LoggedRun::beside, i) : std::nullopt;
        std::vector<double> off;
        for (const OwnStep* step : run.steps) {
            const std::size_t first = part.rows.size();
            const auto row = [&](const char* figure, const std::optional<Bytes>& measured, bool device) {
                if (!measured || !(measured->base > 0)) return;
                FitRow made{.source = step->source,
                            .figure = figure,
                            .measured = measured->base,
                            .before = bytes(run, {}, {}, device),
                            .after = bytes(run, ratio, context, device)};
                if (othersBy || othersMore) made.leftOut = bytes(run, othersBy, othersMore, device);
                part.rows.push_back(made);
            };
            if (step->allocated && step->allocated->base > 0)
                part.rows.push_back({.source = step->source,
                                     .figure = "log_peak_bytes",
                                     .measured = step->allocated->base,
                                     .before = run.peak,
                                     .after = run.peak});
            row("log_reserved_bytes", step->reserved, false);
            row("log_device_bytes", step->device, true);
            if (part.rows.size() == first) continue;
            // What a fit to the run itself predicts is no residual.
            const FitRow& outermost = part.rows.back();
            off.push_back(std::log(outermost.measured / outermost.leftOut.value_or(outermost.before)));
        }
        if (!off.empty()) residuals.push_back(median(off)); // readings of one run are one residual
    }
    return residuals;
}

/// What nvidia-smi printed of the scenario's own GPUs: one run, however many files are of it. Returns
/// ln(measured/predicted), with what logs told; nothing where an engine takes its share whatever it serves,
/// or where a log is of the same run, which counts already.
std::optional<double> besideDevices(FitState& state, FitPart& part, const std::vector<LoggedRun>& runs) {
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
    const Scenario own = nameless(state.asItIs);
    if (std::any_of(runs.begin(), runs.end(), [&](const LoggedRun& run) { return run.scenario == own; }))
        return std::nullopt;
    return std::log(median(measured) / fitted.base);
}

} // namespace

void fitMemory(FitState& state) {
    if (!state.refused.empty()) return;
    FitPart part{.kind = FitKind::Memory};
    const std::vector<LoggedRun> runs = loggedRuns(state);
    std::vector<double> residuals = fitLogged(state, part, runs);
    const std::size_t logs = residuals.size();
    const bool trains = state.fit.scenario.train.has_value();
    if (!trains) residuals.clear(); // a server's memory is another
    if (!state.runs.memory.empty())
        if (const std::optional<double> off = besideDevices(state, part, runs)) residuals.push_back(*off);
    if (part.rows.empty() || !state.refused.empty()) return;
    if (trains && !residuals.empty())
        taken(state, part, "train.memory_error",
              state.asItIs.train->memoryError.value_or(publishedMemoryError()), ownMemoryError(residuals));
    else if (state.fit.scenario.serve && !residuals.empty())
        taken(state, part, "serve.memory_error", state.asItIs.serve->memoryError, ownMemoryError(residuals));
    const std::size_t devices = state.runs.memory.size();
    if (logs > 0 && !trains)
        part.told =
            say("memory in training logs (%1) stands beside what is predicted of them: a server's is another",
                logs);
    else if (logs > 0 && devices > 0)
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
