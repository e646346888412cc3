// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What validate() asks of a pipeline: its layout and its schedule.

#include "data/message.h"
#include "data/problem.h"
#include "models/engine/scenario/scenario.h"

#include <string_view>
#include <vector>

namespace moe {

/// What is wrong with parallel.layout; none when it is even or balanced.
std::vector<Message> layoutRules(const Scenario& scenario);

/// Why train.schedule cannot run this pipeline; empty when it can or is not given. `dp`: data-parallel
/// degree; the batch splits evenly.
Message scheduleRule(const Scenario& scenario, Count dp);

/// The scenario under another schedule, with as many chunks per rank as it takes: two where it takes any
/// number and there was one. Layers placed chunk by chunk are spread evenly where their chunks are others.
Scenario withSchedule(Scenario scenario, ScheduleKind kind);

/// Changes that may mend what is wrong with train.schedule or the rate of failures.
std::vector<Cure> pipelineCures(const Scenario& scenario, std::string_view key);

} // namespace moe
