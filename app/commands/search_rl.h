// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// search --rl: the rest of the command once its common options are read.

#include "app/commands/search_serve.h"

namespace moe::app {

/// Fails with every problem of the goal; --format is one that `search` knows.
int searchReinforcement(const CommandLine& line, const SearchOptions& options);

} // namespace moe::app
