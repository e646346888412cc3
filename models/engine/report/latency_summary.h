// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace moe {

struct LatencySummary {
    double mean = 0, p50 = 0, p90 = 0, p99 = 0; ///< s
};

} // namespace moe
