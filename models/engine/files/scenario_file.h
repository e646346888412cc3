// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios as text: YAML nested by section, keys as in fields(), stable order, versioned.

#include "data/document.h"
#include "data/problem.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"

#include <string>
#include <string_view>

namespace moe {

inline constexpr std::string_view kScenarioSchema = "moe-explorer/scenario/1";

/// Reads a scenario. Missing keys take the defaults of scenario.h (never those of a preset). Every unknown
/// key, wrong type, value out of range or newer schema is located; any problem fails the whole read. Rules
/// between keys are validate()'s. A config.json (model_config.h) is read as a scenario of its model alone.
Result<Scenario> readScenario(std::string_view text, const std::string& source);
Result<Scenario> scenarioFrom(const Document& document, const std::string& source);

/// A scenario of a file with the rules between its keys checked too: problems of validate() stand at the line
/// of their key where the file has it.
Result<Scenario> readValidScenario(std::string_view text, const std::string& source, const Catalog& catalog);

/// The text readScenario() reads back to an equal scenario. Keys at their default are left out.
std::string scenarioText(const Scenario& scenario);
Document scenarioDocument(const Scenario& scenario);

} // namespace moe
