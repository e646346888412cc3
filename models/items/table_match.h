// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One condition of a table filter, bound to a table's columns.

#include "data/message.h"
#include "models/items/table_filter.h"

#include <functional>

namespace moe::items {

/// True when a row fulfils the condition. The table must outlive it.
using RowTest = std::function<bool(std::uint32_t row)>;

/// Appends the test of `condition`. Returns what is wrong with it (no such column, text where a number must
/// stand), then nothing is appended; empty = done.
Message addTest(std::vector<RowTest>& tests, const CsvTable& table, const TableCondition& condition);

} // namespace moe::items
