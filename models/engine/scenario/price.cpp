// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/scenario.h"

namespace moe {

double rentPerGpuHour(const Scenario& scenario) {
    const CostSpec& cost = scenario.cost;
    const double spot = (1 - cost.spotDiscount) / (1 - cost.spotLost);
    return scenario.price.gpuHourUsd * (1 + cost.spotShare * (spot - 1));
}

} // namespace moe
