// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Step Law (Predictable Scale Part I, arXiv 2503.04715) as the mean of its 1000 published bootstrap fits:
//     ln lr = lrIntercept + lrParams·ln N + lrTokens·ln D;   ln B = batchIntercept + batchTokens·ln D
// N non-vocabulary parameters (MoE: total), D and B in tokens. The rounded law of the abstract
// (1.79 N^−.713 D^.307; .58 D^.571) gives other numbers and is another label.

#include "data/step_law.h"
#include "models/engine/loss/model/loss_surface.h"

namespace moe {

/// Mean of each coefficient over the bootstrap fits.
using StepLawMean = StepLawFit;

/// The mean of the published table (github.com/step-law/steplaw,
/// 1004_fitted_lr_bs_scaling_model_parameters.csv), for when the table is not loaded.
inline constexpr StepLawMean kStepLawMean{0.5863077907399267, -0.7129222911869902, 0.3074909504120696,
                                          -0.5435421736103339, 0.5709443646895044};

StepLawMean meanOf(const StepLawFits& fits);

struct StepLawOptimum {
    double lr = 0, batchTokens = 0;
};
StepLawOptimum stepLaw(const StepLawFit& fit, double params, double tokens);

struct StepLawInterval {
    Range lr, batchTokens;
};
/// Central 95 % of the bootstrap fits.
StepLawInterval stepLawInterval(const StepLawFits& fits, double params, double tokens);

} // namespace moe
