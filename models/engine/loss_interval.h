#pragma once
// The interval of a predicted loss, for the cells of a map as for a single prediction.

#include "models/engine/loss_model.h"

namespace moe {

/// Central 90 % for one measured run with predicted `loss` where the model's relative sd is `sd` and the best
/// loss of the slice is `best`: the model's variance plus a run's own noise, which grows with loss/best − 1.
Range lossInterval(double loss, double best, double sd);

} // namespace moe
