// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// search --serve: the rest of the command once its common options are read.

#include "app/commands/command.h"
#include "models/engine/scenario/scenario.h"

namespace moe::app {

struct SearchOptions {
    Count fewest = 0, most = 0; ///< GPUs; 0 = the scenario's
    unsigned jobs = 0, top = 10;
};
/// Fails with every problem of the goal; --format is one that `search` knows.
int searchServers(const CommandLine& line, const SearchOptions& options);

} // namespace moe::app
