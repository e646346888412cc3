// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which quantities there are, and who prints each: one scenario, one set of numbers.

#include <span>
#include <string_view>

namespace moe::test {

/// Who prints a row of metrics() beside report, JSON, CSV and sweep, which print all.
enum Printer : unsigned {
    Search = 1,       ///< `search`, *Layouts*, studies: estimate()
    Simulate = 2,     ///< `simulate`, *Under load*, where an engine is named
    Servers = 4,      ///< `search --serve`, *Layouts* of a server, goodput, where an engine is named
    TrainingPlan = 8, ///< `plan`, the sheet
    ServingPlan = 16,
    Sentence = 32, ///< `answer`
    Card = 64,
    Days = 128, ///< `day`, *A day*, where the scenario has one
};
struct PrintedRow {
    const char* key;
    unsigned printers = 0;
    const char* simulated = ""; ///< path in `simulate --format json`
};
std::span<const PrintedRow> printedRows();
const PrintedRow* printedRow(std::string_view key); ///< nullptr: nobody prints it
/// Quantities of searches of servers alone.
bool isOfServersAlone(std::string_view key);

} // namespace moe::test
