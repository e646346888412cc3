#pragma once
// Rules between the keys of a scenario (ranges of single keys are fields()'s).

#include "data/problem.h"
#include "models/engine/catalog.h"
#include "models/engine/scenario.h"

#include <string_view>
#include <vector>

namespace moe {

/// Every broken rule, each at the key a person would change, with the nearest cure where there is one.
/// Empty = evaluate() may be called.
Problems validate(const Scenario& scenario, const Catalog& catalog);

/// Values of a Divisor field that break no rule of that field, ascending: where its slider may stop.
std::vector<double> validNotches(const Scenario& scenario, const Catalog& catalog, std::string_view key);

} // namespace moe
