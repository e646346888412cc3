// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/gpu_power.h"

#include <algorithm>
#include <cmath>

namespace moe {

GpuPower gpuPower(const Setup& setup) {
    const PowerSpec& own = setup.scenario->power;
    GpuPower power;
    power.full = own.limitW ? std::min(*own.limitW, setup.gpu.powerW) : setup.gpu.powerW;
    power.idle = std::min(power.full, own.idleW.value_or(kIdlePower * setup.gpu.powerW));
    power.memory = std::clamp(kMemoryPower * setup.gpu.powerW, power.idle, power.full);
    return power;
}

double wattsOf(const GpuPower& power, double compute, double bandwidth) {
    const double c = std::clamp(compute / kFullCompute, 0.0, 1.0);
    const double m = std::clamp(bandwidth / kFullBandwidth, 0.0, 1.0);
    return power.idle + std::max((power.full - power.idle) * c, (power.memory - power.idle) * m);
}

double rackGpus(const Setup& setup) {
    constexpr double kNodesPerRack = 4, kRackDomain = 32;
    const PowerSpec& power = setup.scenario->power;
    if (power.rackGpus) return static_cast<double>(*power.rackGpus);
    return setup.domain >= kRackDomain ? setup.domain : kNodesPerRack * setup.domain;
}

double clockUnderLimit(double limitW, double fullW) {
    return limitW >= fullW ? 1 : std::pow(limitW / fullW, 1 / kPowerOfClock);
}

} // namespace moe
