#include "models/engine/loss_interval.h"

#include "models/engine/loss_fit.h"

#include <algorithm>
#include <cmath>

namespace moe {

Range lossInterval(double loss, double best, double sd) {
    const double excess = std::min(loss / best - 1, kDivergedExcess); // noise is known up to there
    const double reach = kLossNinety * std::hypot(sd, runNoise(excess));
    return {loss * std::exp(-reach), loss * std::exp(reach)};
}

} // namespace moe
