// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_interval.h"

#include "models/engine/loss/model/loss_fit.h"

#include <cmath>

namespace moe {

Range lossInterval(double loss, double sd) {
    const double reach = kLossNinety * std::hypot(sd, runNoise(0));
    return {loss * std::exp(-reach), loss * std::exp(reach)};
}

} // namespace moe
