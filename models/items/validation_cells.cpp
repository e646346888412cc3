// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/validation_cells.h"

#include "models/items/format.h"

#include <cmath>

namespace moe::items {
namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QString checkedValue(const FormulaCheck& row, double value) {
    const QString unit = QString::fromUtf8(row.unit);
    if (row.tolerance <= 0) return number(value, 'f', 0) + (unit.isEmpty() ? unit : QLatin1Char(' ') + unit);
    // Tight limits need digits that show what they hold.
    if (row.tolerance <= 0.001 && unit == QLatin1String("s"))
        return value < 1e-3 ? number(1e6 * value, 'f', 2) + QStringLiteral(" µs")
                            : number(1e3 * value, 'f', 2) + QStringLiteral(" ms");
    return humanValue(value, unit);
}

} // namespace

QString shareText(double value) {
    return number(100 * value, 'f', 1) + QStringLiteral(" %");
}

QString signedShareText(const std::optional<double>& error) {
    if (!error) return QStringLiteral("–");
    return (*error < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + shareText(std::abs(*error));
}

QStringList validationHeader() {
    return {QStringLiteral("case"),     QStringLiteral("quality"),   QStringLiteral("quantity"),
            QStringLiteral("measured"), QStringLiteral("predicted"), QStringLiteral("error")};
}

QStringList validationCells(const ValidationRow& row) {
    const MeasuredCase& one = *row.measuredCase;
    const QString unit = QString::fromUtf8(row.quantity->unit);
    return {text(one.id),
            text(one.quality),
            QString::fromUtf8(row.quantity->key),
            humanValue(row.measured, unit),
            row.predicted ? humanValue(*row.predicted, unit) : QStringLiteral("–"),
            signedShareText(row.error())};
}

QStringList summaryHeader() {
    return {QStringLiteral("quantity"), QStringLiteral("cases"), QStringLiteral("rows"),
            QStringLiteral("median"),   QStringLiteral("90 %"),  QStringLiteral("worst")};
}

QStringList summaryCells(const ErrorSummary& summary) {
    return {text(summary.family),      text(summary.part),        QString::number(summary.count),
            shareText(summary.median), shareText(summary.ninety), shareText(summary.worst)};
}

QStringList formulaCheckHeader() {
    return {QStringLiteral("formula"), QStringLiteral("computed"), QStringLiteral("published"),
            QStringLiteral("error"),   QStringLiteral("limit"),    QString(),
            QStringLiteral("source")};
}

QStringList formulaCheckCells(const FormulaCheck& row) {
    return {text(row.text),
            checkedValue(row, row.computed),
            checkedValue(row, row.published),
            signedShareText(row.error()),
            row.tolerance > 0 ? shareText(row.tolerance) : QStringLiteral("exact"),
            row.holds() ? QString() : QStringLiteral("misses"),
            QString::fromUtf8(row.source)};
}

QString formulaGroupText(const FormulaCheckGroup& group) {
    return QStringLiteral("%1: %2 rows, mean error %3%4, largest %5")
        .arg(text(group.group))
        .arg(group.count)
        .arg(shareText(group.mean),
             group.meanLimit > 0 ? QStringLiteral(" (limit %1)").arg(shareText(group.meanLimit)) : QString(),
             shareText(group.worst));
}

} // namespace moe::items
