// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// profile --op of a measured GPU operator: one shape, or the rows of a table.

#include "app/commands/command.h"

namespace moe::app {

/// Options of shapes that `profile` has for these operators and not for Vidur's.
void addOperatorOptions(CommandLine& line);
/// Whether --op names one of these operators.
bool asksForOperator(const CommandLine& line);
int runOperator(const CommandLine& line);
/// --fit-gpu: a GPU preset from measured points, or the script that measures them.
int runFitGpu(const CommandLine& line);

} // namespace moe::app
