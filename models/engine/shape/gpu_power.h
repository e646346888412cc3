// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Watts of a GPU by what it does: P = P_idle + max((P_c − P_idle)·u_c, (P_m − P_idle)·u_m), u the share of
// what compute and memory can be used at, each with its own ceiling, P_c the power limit. A lower limit slows
// the clock: power ∝ f^1.8, of two H100 (700 and 500 W) whose clocks differ by 0.83 under load; what computes
// takes 1/f as long, what waits for memory as long as before.

#include "models/engine/shape/setup.h"

namespace moe {

// Assumed, but for the first.
inline constexpr double kIdlePower =
    0.23; ///< of the full power: 84 to 98 of 400 W (boettiger-lab/nrp-carbon-api#3)
inline constexpr double kMemoryPower = 0.7;   ///< … of a GPU that only waits for its memory
inline constexpr double kFullCompute = 0.45;  ///< share of the dense peak at which compute takes full power
inline constexpr double kFullBandwidth = 0.8; ///< … of the nominal bandwidth
inline constexpr double kPowerOfClock = 1.8;

struct GpuPower {
    double idle = 0, memory = 0, full = 0; ///< W
};
GpuPower gpuPower(const Setup& setup);

/// W at so much of the dense peak and of the nominal bandwidth.
double wattsOf(const GpuPower& power, double compute, double bandwidth);

/// GPUs of a rack: the NVLink domain where that is one, else four nodes (assumed), unless told.
double rackGpus(const Setup& setup);

/// Clock under a limit over the clock without.
double clockUnderLimit(double limitW, double fullW);

} // namespace moe
