// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/estimate.h"

#include "models/engine/shape/gpu_power.h"

#include <algorithm>

namespace moe {

Estimate estimate(const Setup& setup, SchedulePlans* plans) {
    StepModel model = stepModel(setup);
    model.plans = plans;
    return estimate(memorySummary(setup, model.layers), model, stepTime(model));
}

Estimate bareEstimate(const MemorySummary& memory, Seconds step) {
    Estimate made;
    made.fixed = memory.fixed;
    made.peak = memory.peak;
    made.worst = memory.worst;
    made.reserved = memory.reserved;
    made.device = memory.device;
    made.capacity = memory.capacity;
    made.fits = memory.fits;
    made.step = step;
    return made;
}

Estimate estimate(const MemorySummary& memory, const StepModel& model, const StepTime& time) {
    Estimate made = bareEstimate(memory, time.step);
    const StepTotals train = stepTotals(model, time);
    made.tokensPerSecond = train.tokensPerSecond;
    made.tokensPerSecondPerGpu = train.tokensPerSecondPerGpu;
    made.modelTflopsPerGpu = train.modelTflopsPerGpu;
    made.mfu = train.mfu;
    made.bubbleFraction = train.bubbleFraction;
    made.gpuHours = train.gpuHours;
    made.days = train.days;
    made.usd = train.usd;
    made.energyKwh = train.energyKwh;
    const Setup& setup = *model.setup;
    setPower(made, setup,
             wattsOf(gpuPower(setup), time.math / time.step, time.bytes / time.step / setup.gpu.hbm));
    return made;
}

void setPower(Estimate& made, const Setup& setup, double watts) {
    const PowerSpec& power = setup.scenario->power;
    const bool samples = setup.scenario->rl.has_value();
    const double most = samples ? std::max(watts, gpuPower(setup).memory) : watts;
    made.trainW = watts;
    made.rackKw = most * rackGpus(setup) * power.nodeFactor / 1000;
    if (samples) return;
    const double joules = setup.gpus * made.step.base * watts * (power.nodeFactor * power.pue);
    made.kwhPerStep = joules / 3.6e6;
    made.joulesPerToken = joules / (made.tokensPerSecond * made.step.base);
}

Estimate estimate(const Scenario& scenario, const Catalog& catalog) {
    return estimate(setupOf(scenario, catalog));
}

} // namespace moe
