// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What failures leave of a long run: when to write a checkpoint, and which share of the time is progress.

#include "data/units.h"

namespace moe {

struct FailureTimes {
    Seconds between;  ///< M: mean time between failures of the whole job, exponential
    Seconds restart;  ///< R: detection, restart and load
    Seconds blocking; ///< w: what a checkpoint keeps the step waiting
};

/// M = 24 h/(nodes·λ); `perNodeDay`: λ, failures of a node and day.
Seconds timeBetweenFailures(double nodes, double perNodeDay);

/// Share of the time that is progress, with work τ between checkpoints: τ/((M + R)·(e^((τ + w)/M) − 1)).
/// Exact for exponential failures, none of them during a restart.
double efficiency(const FailureTimes& times, Seconds interval);
/// (1 − (R + τ/2)/M)/(1 + w/τ): within half a point of it while (R + τ)/M < 0.1.
double firstOrderEfficiency(const FailureTimes& times, Seconds interval);

/// The interval of the largest efficiency(): 1 − τ/M = e^(−(τ + w)/M). R does not move it.
Seconds bestInterval(const FailureTimes& times);
/// √(2wM), Young 1974; Daly 2006 takes w off; √ with R in it: w + √(2(M + R)w + w²), arXiv 2410.18124.
Seconds youngInterval(const FailureTimes& times);
Seconds dalyInterval(const FailureTimes& times);
Seconds availabilityInterval(const FailureTimes& times);

/// Fewest spares that `underRepair` nodes on average exceed with a chance below 5 % (Poisson).
double spareNodes(double underRepair);

} // namespace moe
