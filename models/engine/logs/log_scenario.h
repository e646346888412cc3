// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A training log as a scenario: what the run was told becomes keys, what it leaves open an assumption that is
// said; what it printed becomes measured values.

#include "data/megatron_log.h"
#include "data/message.h"
#include "models/engine/measured/cases.h"
#include "models/engine/measured/log_curve.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

struct LogScenario {
    Scenario scenario;
    std::vector<Message> assumptions; ///< sentences
    std::vector<Measured> measured;
    LogCurve curve = {};
};

/// Fails when the log does not say the shape of the model (layers, hidden size, heads, sequence, batch); each
/// missing argument is a problem.
Result<LogScenario> scenarioFromLog(const MegatronLog& log, const Catalog& catalog);

/// Median step once warm (after the first third of the last run), memory, throughput.
std::vector<Measured> measuredOf(const MegatronLog& log, Stack stack);

} // namespace moe
