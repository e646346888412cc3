// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// profile --derive: what is shipped, rebuilt from tables and compared with what this program holds.

#include "app/commands/command.h"
#include "models/engine/profiles/profile.h"

namespace moe::app {

void addDeriveOptions(CommandLine& line);
int runDerive(const CommandLine& line, ProfileTimes times);

} // namespace moe::app
