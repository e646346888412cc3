// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far off predictions are on rows that a fit did not see.

#include "models/engine/operators/operator_model.h"

#include <utility>
#include <vector>

namespace moe {

/// Predicted and measured microseconds.
struct HeldOut {
    std::vector<std::pair<double, double>> rows;

    void add(double predicted, double measured) { rows.emplace_back(predicted, measured); }
    OperatorErrors errors() const;
    /// What candidates are compared by: the median and a part of the 90 % quantile; large without rows.
    double score() const;
    /// By quarters of the predicted time, since start times and rates scatter differently.
    std::vector<OperatorBand> bands() const;
};

} // namespace moe
