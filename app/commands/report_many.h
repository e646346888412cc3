// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// report --many: a scenario a line in, a report a line out, in one process.

#include "app/commands/command.h"

namespace moe::app {

/// Each line is a scenario as a file holds it, as JSON; `preset` names one to start from. Each answer is a
/// report in JSON, on one line, or {"problems": […]} where the line is none; the number of the line goes with
/// it.
int reportMany(const CommandLine& line);

} // namespace moe::app
