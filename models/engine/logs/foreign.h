// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files of other programs as scenarios: training recipes of Megatron-Bridge, NeMo and Primus (YAML), shell
// scripts with Megatron-LM's arguments. Their keys are Megatron-LM's arguments under other sections, so they
// are read as such (log_scenario.h). What names its model instead of giving its sizes, as torchtitan does
// (TOML), is recognised and says what to do.

#include "data/document.h"
#include "models/engine/files/recipe_files.h"
#include "models/engine/logs/log_scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace moe {

/// "NeMo recipe"; empty when the text is none of these.
std::string foreignKind(std::string_view text);

/// `beside` finds the files a recipe rests on. Absent when the text is of none of these programs. Never says
/// that a key is no scenario key: what no key says is in the scenario's leftOut.
std::optional<Result<LogScenario>> foreignScenario(std::string_view text, const std::string& source,
                                                   const Catalog& catalog, const FileBeside& beside = {});

} // namespace moe
