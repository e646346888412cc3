// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Constants of the user's own machine from measured steps: GEMM efficiency and launch time of the host.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <string>
#include <vector>

namespace moe {

struct TimedScenario {
    Scenario scenario; ///< valid, with a train section
    Seconds step;      ///< measured
};

struct Calibration {
    GpuSpec gpu;                        ///< the runs' GPU with mfu and hostFactor
    double efficiency = 0;              ///< share of the dense peak that large GEMMs reach
    double hostFactor = 1;              ///< launch time over the fitted constants
    double fittedEfficiency = 0;        ///< before
    std::vector<Seconds> before, after; ///< predicted steps
    bool met = false;                   ///< every step within 1 %
    std::string preset;                 ///< an entry for a list of GPUs (catalog_file.h reads it)
};

/// Least squares of ln(predicted/measured). One run leaves a line of solutions: the one nearest to the fitted
/// constants (in logarithms) is taken. All runs must be on one GPU type.
Result<Calibration> calibration(const std::vector<TimedScenario>& runs, const Catalog& catalog);

} // namespace moe
