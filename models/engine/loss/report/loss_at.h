// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the fitted loss model says of one run, whoever asks: a scenario's report or lossAnswer().

#include "models/engine/loss/model/loss_slice.h"
#include "models/engine/report/report.h"

#include <optional>
#include <vector>

namespace moe {

struct LossModel; // loss/model/loss_model.h

struct LossRunChoice {
    bool moe = false;
    std::optional<double> lr, batchTokens; ///< absent: the optimum's
    double shared = 0;                     ///< A, parameters outside the experts; 0 when dense or not known
    bool regions = true;                   ///< LossReport::nearOptimal, a third of the work, is wanted
};

/// Optimum, loss with its interval and origin, slopes: all of a LossReport but its laws, runs, map and
/// curves. `slice` is of the model, at the run's parameters and tokens.
LossReport lossAt(const LossModel& model, const LossSlice& slice, const LossOptimum& optimum,
                  const LossRunChoice& run, std::vector<Warning>& warnings);

} // namespace moe
