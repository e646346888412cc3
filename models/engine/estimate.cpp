#include "models/engine/estimate.h"

#include "models/engine/memory.h"
#include "models/engine/step_time.h"

#include <algorithm>

namespace moe {

Estimate estimate(const Setup& setup) {
    Estimate made;
    const MemorySummary memory = memorySummary(setup);
    made.fixed = memory.fixed;
    made.peak = memory.peak;
    made.worst = memory.worst;
    made.reserved = memory.reserved;
    made.device = memory.device;
    made.capacity = memory.capacity;
    made.fits = memory.fits;

    const TrainReport train = trainingTotals(setup);
    made.step = train.step;
    made.tokensPerSecond = train.tokensPerSecond;
    made.tokensPerSecondPerGpu = train.tokensPerSecondPerGpu;
    made.modelTflopsPerGpu = train.modelTflopsPerGpu;
    made.mfu = train.mfu;
    made.bubbleFraction = train.bubbleFraction;
    made.gpuHours = train.gpuHours;
    made.days = train.days;
    made.usd = train.usd;
    made.energyKwh = train.energyKwh;
    return made;
}

Estimate estimate(const Scenario& scenario, const Catalog& catalog) {
    return estimate(setupOf(scenario, catalog));
}

} // namespace moe
