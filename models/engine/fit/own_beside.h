// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A person's own files beside what a scenario predicts for each run of theirs, with nothing fitted: how far
// off it is as it stands, and which of several is nearest to what was measured.

#include "models/engine/fit/machine_fit.h"

#include <optional>

namespace moe {

struct OwnBeside {
    std::vector<FitPart> parts; ///< `after` is `before`
    Problems leftOut;           ///< files of another machine or model, and those that only a fit can use
    std::size_t rows() const;
    /// Median of |predicted/measured − 1| over all rows; absent without any.
    std::optional<double> off() const;
};

/// `scenario` is valid. Benchmarks are simulated with their own clients, a training log is beside what is
/// predicted for the log itself.
OwnBeside besideOwn(const Scenario& scenario, const OwnRuns& runs, const Catalog& catalog,
                    const ForEach& forEach = inTurn);

/// Of several that met as many figures: the one that is off least. Absent with fewer than two of them, and
/// where the least two are equal.
std::optional<std::size_t> nearestOf(const std::vector<OwnBeside>& beside);

} // namespace moe
