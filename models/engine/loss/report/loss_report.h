// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the loss model says of a scenario: the loss, its interval and origin, the optimum, maps and curves.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/shape/setup.h"

#include <optional>
#include <vector>

namespace moe {

/// Nullopt without a loss model or without a training section; a warning says why.
std::optional<LossReport> lossReport(const Setup& setup, const ParamCounts& params, const Catalog& catalog,
                                     Detail detail, std::vector<Warning>& warnings);

} // namespace moe
