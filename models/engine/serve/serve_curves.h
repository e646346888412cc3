// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Decode seen over its two design questions: how many requests at once (latency against throughput), and over
// how many GPUs to spread the experts.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

#include <functional>

namespace moe {

/// Says of a server's report whether its requests fit, and how many do, as the engine's pool has it
/// (traffic/report_load.h).
using JudgeServer = std::function<void(const Scenario&, ServeReport&)>;

/// Decode of `scenario` (valid, with a serve section) with other numbers of requests: 1, 2, 4, … per rank up
/// to twice the largest that fits, that one, and the scenario's own; and, for an MoE without tensor
/// parallelism, with expert parallelism over every divisor of its experts, DP = EP, and the same requests per
/// GPU. Empty with context parallelism. Without `judge` all of the memory counts.
ServeCurves serveCurves(const Scenario& scenario, const Catalog& catalog, const JudgeServer& judge = {});

/// The point of a report's scenario; nullopt where the report has no decode throughput.
std::optional<ServePoint> ownServePoint(const Report& report);

} // namespace moe
