// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules between the keys of a scenario (ranges of single keys are fields()'s).

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

/// Every broken rule, each at the key a person would change, with the nearest cures where there are any: a
/// cure mends its problem and breaks no rule that holds. Empty = evaluate() may be called.
Problems validate(const Scenario& scenario, const Catalog& catalog);

/// The same without looking for cures, for many scenarios at once.
Problems brokenRules(const Scenario& scenario, const Catalog& catalog);

/// The value of an integer field nearest to `wanted`, by ratio, that breaks no rule which holds now; nullopt
/// when none is found.
std::optional<double> nearestValid(const Scenario& scenario, const Catalog& catalog, std::string_view key,
                                   double wanted);

/// Values of a Divisor field that break no rule of that field, ascending: where its slider may stop.
std::vector<double> validNotches(const Scenario& scenario, const Catalog& catalog, std::string_view key);

} // namespace moe
