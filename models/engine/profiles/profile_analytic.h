// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the analytic models say about a profiled operator when no row does.

#include "models/engine/profiles/profile_work.h"

#include <string>

namespace moe {

struct AnalyticTime {
    Seconds seconds;
    std::string model; ///< in words
};
/// Products and elementwise operators by the step-time model's roofline, attention by serving's, all-reduce
/// by the ring model; none for the other collectives, which have no latency model.
std::optional<AnalyticTime> analyticTime(const ProfileOperatorRow& op, const ProfileShape& shape,
                                         const GpuSpec& gpu);

} // namespace moe
