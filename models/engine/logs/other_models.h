// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What arguments, recipes and scripts train that is no language model read from left to right, and is refused
// by its name.

#include "data/megatron_log.h"
#include "data/message.h"

#include <string>
#include <string_view>

namespace moe {

/// A type of model that brings layers of its own: Primus dispatches on it. Empty: none does.
std::string ownLayers(const MegatronLog& log);
/// Empty where nothing says so. A dump of every argument holds those of all models, at their defaults.
Message otherModel(const MegatronLog& log);
/// By the name of a NeMo recipe.
Message nemoModel(std::string_view name);
/// By the program that a script starts.
Message programsModel(std::string_view text);

} // namespace moe
