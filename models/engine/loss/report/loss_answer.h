// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loss model asked directly: parameters, tokens and, if wanted, learning rate and batch, without a whole
// scenario. Gives what a report's loss section holds, and every published law beside it.

#include "models/engine/loss/laws/laws.h"
#include "models/engine/loss/laws/laws_ellipse.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <string>
#include <vector>

namespace moe {

struct LossQuestion {
    bool moe = false;
    double params = 0;                     ///< N, non-vocabulary
    double activeParams = 0;               ///< Na; N when dense
    double tokens = 0;                     ///< D
    std::optional<double> lr, batchTokens; ///< both or neither: the optimum
    /// What only some laws need; absent = not known. Parameters and tokens in it are not read.
    LawInputs shape;
};

struct LossLawAnswer {
    LawAnswer answer;
    std::optional<LawOffset> offset; ///< where the law gives a loss and a table of this kind is loaded
};

struct LossAnswer {
    LossQuestion question;
    LossReport report;                      ///< without a map and measured runs
    std::optional<StepLawRegion> lawRegion; ///< needs the bootstrap fits
    std::vector<LossLawAnswer> laws;        ///< one per row of laws()
    std::vector<Warning> warnings;

    /// How far the loss is above the best, relative.
    double excess() const { return report.value / report.optimalLoss - 1; }
};

/// Fails when the catalogue holds no loss model.
Result<LossAnswer> lossAnswer(const LossQuestion& question, const Catalog& catalog);

} // namespace moe
