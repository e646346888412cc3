// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A change of some knobs together with what has to follow them.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"

#include <string>
#include <vector>

namespace moe {

/// The wanted changes, and after them the nearest cures of the rules they break, until none is broken. Knobs
/// that were asked for stay. Empty when that does not end well.
std::vector<Cure> withWhatFollows(const Scenario& scenario, const Catalog& catalog,
                                  const std::vector<Cure>& wanted);

/// What has to follow an edit that leads from `before`, which keeps the rules, to `after`, which breaks some:
/// the nearest cures, one after the other. Layouts and batches may move, and the number of GPUs by less than
/// a third; the model does not, nor what was edited, nor what is `locked` (keys of fields()). Empty: nothing
/// has to follow, or nothing that may move helps.
std::vector<Cure> followers(const Scenario& before, const Scenario& after, const Catalog& catalog,
                            const std::vector<std::string>& locked);

} // namespace moe
