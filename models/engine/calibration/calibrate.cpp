// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/calibrate.h"

#include "data/document.h"
#include "data/number.h"
#include "models/engine/cost/operators.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/time/step_time.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {

namespace {

/// Logarithms of efficiency and host factor.
using Constants = std::array<double, 2>;

/// No GEMM library passes 98 % of the peak; a host 40 times slower than usual means something else is wrong.
constexpr Constants kLowest = {-4.6, -3.7}, kHighest = {-0.02, 3.7};
constexpr double kTolerance = 0.01;

struct Runs {
    std::vector<Setup> setups;
    std::vector<double> measured; ///< ln s

    double step(std::size_t run, const Constants& constants) const {
        Setup setup = setups[run];
        setup.gpu.mfu = std::exp(constants[0]);
        setup.gpu.hostFactor = std::exp(constants[1]);
        return stepTime(stepModel(setup)).step.base;
    }
    std::vector<double> residuals(const Constants& constants) const {
        std::vector<double> made;
        for (std::size_t i = 0; i < setups.size(); ++i)
            made.push_back(std::log(step(i, constants)) - measured[i]);
        return made;
    }
};

double squares(const std::vector<double>& values) {
    double sum = 0;
    for (double value : values) sum += value * value;
    return sum;
}

Constants clamped(Constants constants) {
    for (std::size_t i = 0; i < 2; ++i) constants[i] = std::clamp(constants[i], kLowest[i], kHighest[i]);
    return constants;
}

/// Residuals and their derivatives by the two constants; a frozen constant has none.
struct Slope {
    std::vector<double> residuals;
    std::array<std::vector<double>, 2> by;
};

Slope slopeAt(const Runs& runs, const Constants& constants) {
    constexpr double kStep = 1e-4;
    Slope slope;
    slope.residuals = runs.residuals(constants);
    for (std::size_t k = 0; k < 2; ++k) {
        Constants shifted = constants;
        shifted[k] += kStep;
        slope.by[k] = runs.residuals(shifted);
        for (std::size_t i = 0; i < slope.residuals.size(); ++i)
            slope.by[k][i] = (slope.by[k][i] - slope.residuals[i]) / kStep;
    }
    return slope;
}

/// Normal equations with a ridge so small that it only picks the shortest of equally good steps.
Constants directionOf(const Slope& slope, const std::array<bool, 2>& frozen) {
    constexpr double kRidge = 1e-7;
    double a = kRidge, b = 0, d = kRidge, u = 0, v = 0;
    for (std::size_t i = 0; i < slope.residuals.size(); ++i) {
        const double e = frozen[0] ? 0 : slope.by[0][i], h = frozen[1] ? 0 : slope.by[1][i];
        a += e * e;
        b += e * h;
        d += h * h;
        u += e * slope.residuals[i];
        v += h * slope.residuals[i];
    }
    const double determinant = a * d - b * b;
    return {-(d * u - b * v) / determinant, -(a * v - b * u) / determinant};
}

/// Gauss–Newton with halved steps; a constant at its limit that wants to go beyond is frozen.
Constants solved(const Runs& runs, Constants constants) {
    for (int round = 0; round < 60; ++round) {
        const Slope slope = slopeAt(runs, constants);
        const double error = squares(slope.residuals);
        if (error < 1e-16) break;
        Constants direction = directionOf(slope, {false, false});
        std::array<bool, 2> frozen{};
        for (std::size_t k = 0; k < 2; ++k)
            frozen[k] = (constants[k] >= kHighest[k] && direction[k] > 0) ||
                        (constants[k] <= kLowest[k] && direction[k] < 0);
        if (frozen[0] || frozen[1]) direction = directionOf(slope, frozen);
        Constants next = constants;
        double share = 1;
        for (; share > 1e-4; share /= 2) {
            next = clamped({constants[0] + share * direction[0], constants[1] + share * direction[1]});
            if (squares(runs.residuals(next)) < error) break;
        }
        if (share <= 1e-4) break;
        constants = next;
    }
    return constants;
}

std::string presetText(const GpuSpec& gpu, std::size_t runs) {
    Document document;
    const auto add = [&](const char* key, std::string value, bool quoted = false) {
        document.push_back({gpu.key + "." + key, {std::move(value)}, false, 0, 0, quoted});
    };
    const auto number = [&](const char* key, double value) { add(key, rounded(value, 6)); };
    add("label", gpu.label, true);
    add("generation", std::string(enumText(gpu.generation)));
    number("memory_mib", gpu.memory / MiB);
    number("bf16_tflops", gpu.bf16 / Tflops);
    number("fp8_tflops", gpu.fp8 / Tflops);
    number("bandwidth_gbps", gpu.hbm / GBps);
    number("nvlink_gbps", gpu.nvlink / GBps);
    number("nic_gbps", gpu.nic / GBps);
    add("domain", std::to_string(gpu.domain));
    number("power_w", gpu.powerW);
    number("mfu", gpu.mfu);
    number("host_factor", gpu.hostFactor);
    add("source", "calibrated to " + std::to_string(runs) + (runs == 1 ? " training log" : " training logs"),
        true);
    return documentText(document);
}

} // namespace

Result<Calibration> calibration(const std::vector<TimedScenario>& runs, const Catalog& catalog) {
    Runs measuredRuns;
    for (const TimedScenario& run : runs) {
        if (!run.scenario.train || !(run.step.base > 0))
            return Problem{.source = run.scenario.name,
                           .rule = say("has no measured training step to calibrate to")};
        if (run.scenario.gpu.preset != runs.front().scenario.gpu.preset)
            return Problem{.source = run.scenario.name,
                           .key = "gpu.preset",
                           .rule = say("must be the same in all logs of one calibration"),
                           .value = run.scenario.gpu.preset};
        measuredRuns.setups.push_back(setupOf(run.scenario, catalog));
        measuredRuns.measured.push_back(std::log(run.step.base));
    }
    if (runs.empty()) return Problem{.rule = say("a calibration needs at least one training log")};

    Calibration made;
    made.gpu = measuredRuns.setups.front().gpu;
    const Rates rates = kernelRates(measuredRuns.setups.front());
    made.fittedEfficiency = rates.linear.base / rates.linearPeak.base;
    for (const Setup& setup : measuredRuns.setups) made.before.push_back(stepTime(stepModel(setup)).step);
    made.gpu.key += "-calibrated";
    made.gpu.label += ", calibrated";
    made.gpu.clockFactor = 1;                                      // within the efficiency
    for (Setup& setup : measuredRuns.setups) setup.gpu = made.gpu; // solve for what the preset will give

    const Constants found = solved(measuredRuns, clamped({std::log(made.fittedEfficiency), 0}));
    made.efficiency = made.gpu.mfu = std::exp(found[0]);
    made.hostFactor = made.gpu.hostFactor = std::exp(found[1]);
    made.met = true;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        made.after.push_back({measuredRuns.step(i, found)});
        made.met = made.met && std::abs(made.after[i] / runs[i].step - 1) <= kTolerance;
    }
    made.preset = presetText(made.gpu, runs.size());
    return made;
}

} // namespace moe
