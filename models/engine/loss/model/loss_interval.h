// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The interval of a predicted loss, for the cells of a map as for a single prediction.

#include "models/engine/loss/model/loss_model.h"

namespace moe {

/// Central 90 %, between the irreducible loss and what guessing costs, for one measured run with predicted
/// `loss` where the model's relative sd is `sd`: the model's variance plus the noise of the basin, whatever
/// the excess. With it the study's interval holds 87 to 93 % of held-out runs; growing the noise with the
/// excess, as the fit's weights do, would hold 91 to 98 %.
Range lossInterval(double loss, double sd);

} // namespace moe
