// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of cells as aligned text, for a terminal.

#include <QStringList>

#include <vector>

namespace moe::items {

/// Each row on its line, columns two blanks apart; the columns in `right` (by number) are flush right.
QString alignedRows(const std::vector<QStringList>& rows, const QString& indent = {},
                    const std::vector<int>& right = {});
/// The same rows as a Markdown table; the first is its header.
QString markdownTable(const std::vector<QStringList>& rows);
/// The same rows as CSV, quoted where a cell needs it and without formulas (data/csv.h).
QString csvRows(const std::vector<QStringList>& rows);

} // namespace moe::items
