// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Spread of a load over experts, GPUs or nodes.

#include "models/engine/report/report.h"

#include <vector>

namespace moe {

/// Population standard deviation (the reference experiment's balance metric), cv = std/mean, max/mean, and
/// the Gini coefficient Σ(2i − n − 1)·x_i / (n·Σx) over ascending x. Equal loads give 0, 0, 1, 0; so does no
/// load at all.
LoadStatistics loadStatistics(std::vector<double> load);

} // namespace moe
