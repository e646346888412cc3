// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_interval.h"

#include "models/engine/loss/model/loss_fit.h"

#include <algorithm>
#include <cmath>

namespace moe {

Range lossInterval(double loss, double sd) {
    const double reach = kLossNinety * std::hypot(sd, runNoise(0));
    return {std::max(loss * std::exp(-reach), std::min(loss, kLossFloor)),
            std::min(loss * std::exp(reach), std::max(loss, kLossGuessing))};
}

} // namespace moe
