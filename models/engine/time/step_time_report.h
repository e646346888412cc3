// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The training step as the report holds it: its parts with their formulas, and what to be careful about.

#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_terms.h"

#include <vector>

namespace moe {

/// Needs scenario.train.
TrainReport trainingStep(const Setup& setup);

/// One forward and one backward pass of `count` layers of the commonest type, in a pair where the schedule
/// has pairs: what profiles of a part of a step hold. No head, no sends, no gradient traffic, no optimizer.
TrainReport layerPasses(const Setup& setup, double count);

/// Backward passes of attention layers in a step, of the rank whose parts trainingStep() gives.
double attentionPasses(const Setup& setup);

/// What to be careful about: models smaller than those measured, FP8 on a GPU without it, unknown generation,
/// stages that wait for the slowest.
std::vector<Warning> trainingWarnings(const Setup& setup, const TrainReport& train);

} // namespace moe
