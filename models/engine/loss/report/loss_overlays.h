// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What other people's laws say about a scenario: their best learning rate and batch, and how well the Step
// Law's is known. Drawn over the fitted map.

#include "models/engine/loss/laws/laws.h"
#include "models/engine/loss/laws/laws_ellipse.h"
#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"

#include <optional>
#include <vector>

namespace moe {

struct LossOverlays {
    std::vector<LawAnswer> laws;         ///< one per row of laws()
    std::optional<StepLawRegion> region; ///< absent without the table of bootstrap fits
};

/// Inputs as a law wants them: N, Na and FLOP per token without the vocabulary, the head matrix apart.
LawInputs lawInputs(const Setup& setup, const ParamCounts& params);

LossOverlays lossOverlays(const LawInputs& inputs, const StepLawFits* fits);

} // namespace moe
