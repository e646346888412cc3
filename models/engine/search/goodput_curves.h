// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Progress of a run with failures against the time between checkpoints, and against the number of GPUs.

#include "models/engine/reliability/goodput.h"

#include <vector>

namespace moe {

/// A rule for the time between checkpoints and what it leaves of the time.
struct IntervalMark {
    const char* label;
    Seconds interval;
    double efficiency = 0;
};
struct IntervalPoint {
    Seconds interval;
    double efficiency = 0;
};
/// A job of so many GPUs that writes its checkpoints at the best moments.
struct JobSizePoint {
    double gpus = 1;
    Seconds between, interval;
    double efficiency = 0;
};
struct JobSizeLine {
    const char* label; ///< whose rate it is; empty: the scenario's
    double failuresPer1000NodeDays = 0;
    std::vector<JobSizePoint> points; ///< GPUs rising
};

struct GoodputCurves {
    bool assumed = false; ///< the scenario has no rate of failures: that of Llama 3 stands in
    double failuresPer1000NodeDays = 0;
    double gpus = 1;
    FailureTimes times;
    GoodputReport goodput;
    std::optional<double> idealDays, idealUsd; ///< without failures
    std::vector<IntervalPoint> intervals;      ///< rising, round the best one
    /// Best, Young, Daly, availability-optimal, and last the scenario's where it is another than the best.
    std::vector<IntervalMark> marks;
    std::vector<JobSizeLine> sizes; ///< the scenario's first, then published rates
};

/// Failures per 1000 nodes and day of Llama 3 405B: 419 unexpected interruptions of 2048 nodes in 54 days
/// (arXiv 2407.21783, section 3.3.4).
inline constexpr double kLlama3Failures = 3.79;

/// `scenario` is valid and trains.
GoodputCurves goodputCurves(Scenario scenario, const Catalog& catalog);

} // namespace moe
