// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parts of a scenario that may be absent. Adding one gives a scenario that works.

#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"

namespace moe {

enum class Section { Experts, Training, Serving, Reinforcement, Day };

bool hasSection(const Scenario& scenario, Section section);
/// As `base` has it, else with plain defaults.
void addSection(Scenario& scenario, Section section, const Scenario& base, const Catalog& catalog);
/// Nothing happens when it is not there. A dense model gets the width that was active per token.
void removeSection(Scenario& scenario, Section section);

} // namespace moe
