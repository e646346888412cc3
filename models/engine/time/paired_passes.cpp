// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/paired_passes.h"

#include "models/engine/cost/step_time_constants.h"

#include <algorithm>

namespace moe {

double dispatcherShare(const Setup& setup) {
    return dispatcherMultiprocessors(setup.scenario->train->dispatcher) /
           multiprocessors(setup.gpu.generation);
}

Seconds hiddenExchange(const Setup& setup, Seconds computation, Seconds exchange) {
    const double edge = constantsOf(setup).edge(setup.scenario->train->dispatcher);
    const Seconds pair =
        std::max(computation + dispatcherShare(setup) * exchange, exchange) + edge * exchange;
    return std::max(Seconds{}, computation + exchange - pair);
}

} // namespace moe
