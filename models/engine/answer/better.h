// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What would be better than an answer: single changes, each evaluated whole. Those of a scenario that does
// not fit are changes with which it does. No threads here: whoever asks gives the loop.

#include "models/engine/answer/answer.h"
#include "models/engine/plan/plan.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

inline constexpr std::size_t kMostChanges = 3;

/// Fills changes and their sentence. `report`: that the answer is of. Nothing is changed where the models
/// gave no number.
void addChanges(Answer& answer, const Report& report, const Catalog& catalog, const ForEach& forEach);

} // namespace moe
