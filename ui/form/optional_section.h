// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the form says of the parts of a scenario that may be absent: experts, training, serving,
// reinforcement.

#include "models/engine/shape/section.h"

#include <string_view>

namespace moe::ui {

struct OptionalSection {
    const char* group; ///< heading in the form
    Section section;
    const char* absent; ///< what the scenario is without it
    const char* add;    ///< empty: another group adds it, and this one is away until then
    const char* remove;
    bool isPresent(const Scenario& scenario) const { return hasSection(scenario, section); }
};

/// Null for groups that are always there.
const OptionalSection* optionalSection(std::string_view group);

} // namespace moe::ui
