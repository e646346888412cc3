// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the launch scripts of InferenceX (SemiAnalysisAI/InferenceX, benchmarks/single_node and
// .github/configs/nvidia-master.yaml) give a server where tables of its runs have no column for it, or state
// the sweep's value that the script does not hand on.

#include "models/engine/calibration/serving_runs.h"
#include "models/engine/scenario/scenario.h"

#include <vector>

namespace moe {

/// The degrees that a run was started with, where its table says others: GPUs counted twice, experts that
/// were not spread.
void launchedDegrees(ServingRun& run);
/// The types and limits that runs of a table were started with, where it has those of an earlier script, or
/// says bf16 where no type of keys was asked for.
void launchedConditions(std::vector<ServingRun>& runs);
/// How often its server looks for requests, how many tokens it sends together.
void launchedIntervals(const ServingRun& run, ServeSpec& serve);

} // namespace moe
