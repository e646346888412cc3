// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the validation as cells of text: the command's tables and the documentation's are the same.

#include "models/engine/measured/formula_checks.h"
#include "models/engine/measured/validation.h"

#include <QString>
#include <QStringList>

namespace moe::items {

/// "4.2 %".
QString shareText(double value);
/// "+4.2 %", "−4.2 %"; "–" when there is none.
QString signedShareText(const std::optional<double>& error);

/// case, quality, quantity, measured, predicted, error
QStringList validationHeader();
QStringList validationCells(const ValidationRow& row);
/// quantity, cases, rows, median, 90 %, worst
QStringList summaryHeader();
QStringList summaryCells(const ErrorSummary& summary);
/// formula, computed, published, error, limit, "misses" or nothing, source
QStringList formulaCheckHeader();
QStringList formulaCheckCells(const FormulaCheck& row);
/// "All-to-all …: 18 rows, mean error 2.5 % (limit 5.0 %), largest 6.5 %"
QString formulaGroupText(const FormulaCheckGroup& group);

} // namespace moe::items
