// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published figures that single formulas have to reproduce: each row puts its inputs into the engine's own
// function.

#include "models/engine/scenario/catalog.h"

#include <string>
#include <vector>

namespace moe {

struct FormulaCheck {
    std::string group; ///< "All-to-all, low-latency kernels"
    std::string text;  ///< inputs in words
    const char* unit = "";
    double computed = 0, published = 0; ///< base units
    double tolerance = 0;               ///< share; 0 = exact
    const char* source = "";

    double error() const { return computed / published - 1; } ///< signed share
    bool holds() const;
};

/// A promise over a whole group of rows.
struct FormulaCheckGroup {
    std::string group;
    std::size_t count = 0;
    double mean = 0, worst = 0; ///< absolute errors
    double meanLimit = 0;       ///< 0: only single rows have limits
    bool holds = false;         ///< every row and the mean
};

struct FormulaChecks {
    std::vector<FormulaCheck> rows; ///< group by group
    std::vector<FormulaCheckGroup> groups;
};

/// Needs the shipped presets deepseek-v3 and reference; rows of a preset that the catalogue lacks are left
/// out.
FormulaChecks formulaChecks(const Catalog& catalog);

} // namespace moe
