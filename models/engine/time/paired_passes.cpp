// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/paired_passes.h"

#include "models/engine/cost/step_time_constants.h"

#include <algorithm>

namespace moe {

double dispatcherShare(const Setup& setup) {
    return dispatcherMultiprocessors(setup.scenario->train->dispatcher) / multiprocessors(setup.gpu);
}

double edgeShare(const Setup& setup) {
    const TrainSpec& train = *setup.scenario->train;
    const StepConstants& constants = constantsOf(setup);
    return (train.delayWgrad ? constants.delayedWeights : 1) * constants.edge(train.dispatcher);
}

Seconds hiddenExchange(const Setup& setup, Seconds computation, Seconds exchange) {
    const double edge = edgeShare(setup);
    const Seconds pair =
        std::max(computation + dispatcherShare(setup) * exchange, exchange) + edge * exchange;
    return std::max(Seconds{}, computation + exchange - pair);
}

} // namespace moe
