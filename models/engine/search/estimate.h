// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The arithmetic core of an evaluation: memory, step time and cost at balanced placement; no text, warnings,
// loss, placement or suggestions. For searches over many layouts: one setup, small changes, many estimates.

#include "models/engine/memory/memory.h"
#include "models/engine/time/step_time.h"

namespace moe {

/// Equal to the fields of the same names of the full report.
struct Estimate {
    Bytes fixed, peak, reserved, device, capacity; ///< heaviest stage
    int worst = 0;                                 ///< its index
    Fit fits = Fit::Yes;
    Seconds step;
    double tokensPerSecond = 0, tokensPerSecondPerGpu = 0, modelTflopsPerGpu = 0, mfu = 0, bubbleFraction = 0;
    std::optional<double> gpuHours, days, usd, energyKwh;
    /// Of a step of reinforcement learning the energies are absent: estimates are of its training alone.
    std::optional<double> trainW, kwhPerStep, joulesPerToken, rackKw;
};

/// The scenario must be valid and have a train section.
/// `plans`: of a caller who asks about many scenarios.
Estimate estimate(const Setup& setup, SchedulePlans* plans = nullptr);
/// Memory and the step's time alone, without what follows from them.
Estimate bareEstimate(const MemorySummary& memory, Seconds step);
/// Power and energy at so many watts of a GPU.
void setPower(Estimate& made, const Setup& setup, double watts);
/// From its two halves, computed elsewhere.
Estimate estimate(const MemorySummary& memory, const StepModel& model, const StepTime& time);
Estimate estimate(const Scenario& scenario, const Catalog& catalog);

} // namespace moe
