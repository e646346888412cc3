#pragma once
// Numbers as people read them, in the user's locale where asked. Memory is binary (GiB), rates are decimal.

#include <QLocale>
#include <QString>

namespace moe::items {

/// "61.3 GiB", "3.42 s", "4.19 M", "38 %": `unit` is a metric's base unit; the prefix is chosen to fit.
QString humanValue(double value, const QString& unit, const QLocale& locale = QLocale::c());
/// The same for a difference of two values: of shares, percentage points.
QString differenceText(double value, const QString& unit, const QLocale& locale = QLocale::c());
/// Significant digits without an exponent, thousands grouped by the locale.
QString humanNumber(double value, int digits = 3, const QLocale& locale = QLocale::c());
/// 671 B, 4.19 M, 8192: a count with a decimal suffix from `from` on.
QString compactCount(double value, double from = 1e4, const QLocale& locale = QLocale::c());

} // namespace moe::items
