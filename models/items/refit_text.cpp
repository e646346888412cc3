// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/refit_text.h"

#include "data/number.h"
#include "models/engine/measured/validation.h"
#include "models/items/aligned.h"
#include "models/items/validation_cells.h"

#include <cmath>
#include <map>

namespace moe::items {
namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

/// Median, 90 % quantile and bias.
QStringList errorCells(const std::vector<double>& signedErrors) {
    std::vector<double> absolute;
    for (const double error : signedErrors) absolute.push_back(std::abs(error));
    return {shareText(quantileOf(absolute, 0.5)), shareText(quantileOf(absolute, 0.9)),
            signedShareText(quantileOf(signedErrors, 0.5))};
}

std::vector<double> shares(const std::vector<double>& residuals) {
    std::vector<double> made;
    for (const double residual : residuals) made.push_back(std::expm1(residual));
    return made;
}

} // namespace

QString refitText(const StepRuns& runs, const RefitStart& start, const Refit& found) {
    std::vector<QStringList> rows{{QStringLiteral("constant"), QStringLiteral("unit"),
                                   QStringLiteral("before"), QStringLiteral("fitted"), QStringLiteral("± %"),
                                   QStringLiteral("from"), QStringLiteral("to")}};
    for (std::size_t i = 0; i < found.moved.size(); ++i) {
        const StepConstantRow& row = stepConstantRows()[found.moved[i]];
        rows.push_back({QString::fromUtf8(row.key), QString::fromUtf8(row.unit),
                        text(rounded(row.get(kStepConstants), 4)), text(rounded(row.get(found.constants), 4)),
                        QString::number(100 * std::sqrt(found.covariance[i].back()), 'f', 1),
                        text(rounded(row.low, 4)), text(rounded(row.high, 4))});
    }
    QString result = QStringLiteral("%1 constants fitted to %2 of %3 runs in %4 rounds%5\n")
                         .arg(found.moved.size())
                         .arg(found.runs)
                         .arg(runs.size())
                         .arg(found.rounds)
                         .arg(found.converged ? QString() : QStringLiteral(", not settled"));
    result += alignedRows(rows, QStringLiteral("  "), {2, 3, 4, 5, 6});
    std::vector<QStringList> errors{{QStringLiteral("step time"), QStringLiteral("median"),
                                     QStringLiteral("90 %"), QStringLiteral("bias")}};
    errors.push_back(QStringList{QStringLiteral("before")} + errorCells(shares(start.residuals)));
    errors.push_back(QStringList{QStringLiteral("fitted")} + errorCells(shares(found.residuals)));
    return result + QLatin1Char('\n') + alignedRows(errors, QStringLiteral("  "), {1, 2, 3});
}

QString leaveOutText(RunFamily family, const std::vector<LeftOutFamily>& families) {
    std::vector<QStringList> rows{{text(runFamilyNames()[static_cast<std::size_t>(family)]),
                                   QStringLiteral("runs"), QStringLiteral("in sample"),
                                   QStringLiteral("90 %"), QStringLiteral("bias"), QStringLiteral("left out"),
                                   QStringLiteral("90 %"), QStringLiteral("bias")}};
    std::vector<double> inSample, leftOut;
    for (const LeftOutFamily& one : families) {
        rows.push_back(QStringList{text(one.name), QString::number(one.runs.size())} +
                       errorCells(one.inSample) + errorCells(one.leftOut));
        inSample.insert(inSample.end(), one.inSample.begin(), one.inSample.end());
        leftOut.insert(leftOut.end(), one.leftOut.begin(), one.leftOut.end());
    }
    rows.push_back(QStringList{QStringLiteral("all"), QString::number(leftOut.size())} +
                   errorCells(inSample) + errorCells(leftOut));
    return QStringLiteral("Step time, each family by constants fitted without it\n") +
           alignedRows(rows, QStringLiteral("  "), {1, 2, 3, 4, 5, 6, 7});
}

QString leftOutRunsText(const std::vector<LeftOutRun>& runs) {
    std::map<std::string, QStringList> reasons;
    for (const LeftOutRun& run : runs) reasons[toString(run.reason)] << text(run.id);
    QString result;
    for (const auto& [reason, ids] : reasons)
        result += QStringLiteral("  %1: %2\n").arg(text(reason), ids.join(QStringLiteral(", ")));
    return result.isEmpty() ? result : QStringLiteral("\nRuns left out\n") + result;
}

} // namespace moe::items
