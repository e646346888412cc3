// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scenario options that several commands share: --preset, --scenario, --set, --data.

#include "app/commands/command.h"
#include "models/engine/scenario/catalog.h"

#include <memory>

namespace moe::app {

/// The scenario of the first start, shown as a full example.
inline constexpr const char* kStartPreset = "step-law-2in88";

void addScenarioOptions(CommandLine& line);

struct Input {
    Scenario scenario;
    Scenario opened; ///< before --set; may break rules on its own
    std::shared_ptr<const Catalog> catalog;
};
/// key=value each, as --set takes them.
Problems setKeys(Scenario& scenario, const QStringList& assignments);

enum class KeyRules { Hold, MayBreak }; ///< rules between keys: a sweep replaces some of the values

/// Valid and ready for evaluate() unless rules may break, or every problem.
Result<Input> scenarioInput(const CommandLine& line, KeyRules rules = KeyRules::Hold);

} // namespace moe::app
