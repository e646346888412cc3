// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Constants of the step-time model from measured steps: robust least squares of ln(predicted/measured), with
// the plausible range of each constant as its prior, so that what the runs do not decide stays where it was.

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/measured/cases.h"
#include "models/engine/shape/setup.h"

#include <functional>
#include <string>
#include <vector>

namespace moe {

/// Calls work(i) for i = 0 … count − 1, in any order and at once; the engine has no threads of its own.
using ForEach = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
/// One after the other.
void inTurn(std::size_t count, const std::function<void(std::size_t)>& work);

/// Measured training steps that constants can be fitted to. Cases and catalogue outlive it.
class StepRuns {
public:
    /// Takes what has a measured step; the scenarios are valid.
    StepRuns(const std::vector<const MeasuredCase*>& cases, const Catalog& catalog);

    std::size_t size() const { return m_runs.size(); }
    const MeasuredCase& of(std::size_t run) const { return *m_runs[run].of; }
    /// ln(predicted/measured).
    double residual(std::size_t run, const StepConstants& constants) const;
    std::vector<double> residuals(const StepConstants& constants) const;
    /// Runs of one source, model, GPU and format repeat each other: together they weigh as the root of their
    /// number.
    double weight(std::size_t run) const { return m_runs[run].weight; }

private:
    struct Run {
        const MeasuredCase* of = nullptr;
        Setup setup;
        double measured = 0; ///< ln s
        double weight = 1;
    };
    std::vector<Run> m_runs;
};

struct Refit {
    StepConstants constants;
    /// Rows of stepConstantRows() that a run depends on, in their order.
    std::vector<std::size_t> moved;
    /// Of the logarithms of `moved`: row i holds those up to the diagonal.
    std::vector<std::vector<double>> covariance;
    std::vector<double> residuals; ///< of every run, also of those not fitted to
    std::size_t runs = 0;          ///< fitted to
    int rounds = 0;
    bool converged = false;
};

/// Slopes of all residuals by the logarithms of all constants, at kStepConstants: what every fit starts with.
struct RefitStart {
    std::vector<double> residuals;
    std::vector<std::vector<double>> slopes; ///< by constant, of every run
};
RefitStart refitStart(const StepRuns& runs, const ForEach& forEach = inTurn);

/// Levenberg–Marquardt from kStepConstants. `used`: which runs count; empty: all.
Refit refit(const StepRuns& runs, const RefitStart& start, const std::vector<bool>& used = {});

/// One family, predicted by constants that no run of it had a part in: the honest error.
struct LeftOutFamily {
    std::string name;
    std::vector<std::size_t> runs;
    StepConstants constants;
    std::vector<double> inSample, leftOut; ///< predicted/measured − 1 of each of `runs`
};
std::vector<LeftOutFamily> leaveOut(const StepRuns& runs, const RefitStart& start, const Refit& all,
                                    RunFamily family, const ForEach& forEach = inTurn);

} // namespace moe
