// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The parts of fitMachine(), each of one kind of files. Private to this room.

#include "models/engine/fit/machine_fit.h"

namespace moe {

/// What the parts before have moved: the scenario, and the catalogue with its own GPU.
struct FitState {
    const Scenario& asItIs;
    const Catalog& shipped;
    const OwnRuns& runs;
    const ForEach& forEach;
    MachineFit fit;
    Catalog catalog;
    Problems refused = {}; ///< of another machine: nothing is fitted

    /// The own GPU takes the place of the scenario's.
    void take(GpuSpec gpu);
    GpuSpec sheet() const; ///< of the scenario's GPU, as it is by now
};

void fitPools(FitState& state);
void fitOperators(FitState& state);
void fitSteps(FitState& state);
void fitServers(FitState& state);
void fitLosses(FitState& state);
void fitMemory(FitState& state);

} // namespace moe
