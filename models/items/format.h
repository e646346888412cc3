// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers as people read them, in the application's default locale: that of the window's language in the
// window, C in commands. Files, keys and CSV are written without these. Memory is binary (GiB), rates are
// decimal.

#include <QLocale>
#include <QString>

namespace moe::items {

/// The default locale without thousands separators, which ticks and short read-outs have no room for.
QLocale numberLocale();
/// As QString::number, with numberLocale()'s decimal point.
QString number(double value, char format, int precision);
/// A number of a file ("4.883e-4") with numberLocale()'s decimal point; other text stays.
QString spelled(const QString& text);
/// "61.3 GiB", "3.42 s", "4.19 M", "38 %": `unit` is a metric's base unit; the prefix is chosen to fit.
QString humanValue(double value, const QString& unit, const QLocale& locale = QLocale());
/// The same for a difference of two values: of shares, percentage points.
QString differenceText(double value, const QString& unit, const QLocale& locale = QLocale());
/// Significant digits without an exponent, thousands grouped by the locale.
QString humanNumber(double value, int digits = 3, const QLocale& locale = QLocale());
/// 671 B, 4.19 M, 8192: a count with a decimal suffix of the window's language (671 Mrd.) from `from` on.
QString compactCount(double value, double from = 1e4, const QLocale& locale = QLocale());

} // namespace moe::items
