// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a metric of two reports is measured alike, so that their difference says something.

#include "models/engine/report/report.h"

#include <string_view>

namespace moe {

/// False for losses and their slopes where the two are of different recipes: data, tokenizer and schedule
/// made that difference, no knob of the scenario. Rates and batches do not hang on the recipe.
bool hasOneRuler(std::string_view metric, const Report& a, const Report& b);

} // namespace moe
