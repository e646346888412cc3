// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A change of some knobs together with what has to follow them.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"

#include <vector>

namespace moe {

/// The wanted changes, and after them the nearest cures of the rules they break, until none is broken. Knobs
/// that were asked for stay. Empty when that does not end well.
std::vector<Cure> withWhatFollows(const Scenario& scenario, const Catalog& catalog,
                                  const std::vector<Cure>& wanted);

} // namespace moe
