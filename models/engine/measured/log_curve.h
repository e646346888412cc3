// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a training log printed of its losses, iteration by iteration.

#include "data/megatron_log.h"

#include <optional>
#include <vector>

namespace moe {

/// The last run of a log; the three columns are equally long.
struct LogCurve {
    std::vector<double> iteration;
    std::vector<double> loss;    ///< language-model loss, nats/token; NaN where a line has none
    std::vector<double> balance; ///< load-balancing loss, 1 = balanced; NaN where a line has none
    double planned = 0;          ///< iterations the run was to take; 0 = the log does not say

    bool hasBalance() const;
    std::optional<double> firstLoss() const, lastLoss() const, firstBalance() const, lastBalance() const;
    /// Part of the planned run that the last line stands at.
    std::optional<double> share() const;
    /// Near enough to its end that the last loss may be held against the predicted one.
    bool finished() const;
};
LogCurve logCurve(const MegatronLog& log);

} // namespace moe
