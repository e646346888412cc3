#pragma once
// Parts of a scenario that may be absent: experts, training, serving. Adding one gives a scenario that works.

#include "models/engine/setup.h"

#include <string_view>

namespace moe::ui {

struct OptionalSection {
    const char* group;  ///< heading in the form
    const char* prefix; ///< of its keys
    const char* absent; ///< what the scenario is without it
    const char* add;
    const char* remove;
    bool (*isPresent)(const Scenario&);
    /// `setup` of the scenario, or null when it is not valid; `base` may hold the values to return to.
    void (*create)(Scenario& scenario, const Scenario& base, const Setup* setup);
    void (*clear)(Scenario& scenario);
};

/// Null for groups that are always there.
const OptionalSection* optionalSection(std::string_view group);

} // namespace moe::ui
