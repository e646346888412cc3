// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/server_fit_text.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

/// In the order of the text's columns.
constexpr const char* kColumns[] = {"ttft_mean", "ttft_median", "ttft_p99", "tpot_mean",
                                    "output_tokens_per_second"};

const BenchFigure& figureNamed(const char* key) {
    const std::vector<BenchFigure>& all = benchFigures();
    return *std::find_if(all.begin(), all.end(),
                         [&](const BenchFigure& row) { return qstrcmp(row.key, key) == 0; });
}

std::optional<double> errorOf(const BenchFigure& row, const FittedRun& one, const BenchFigures& figures) {
    const std::optional<double> measured = row.measured(one.run);
    if (!measured || !(*measured > 0)) return std::nullopt;
    return figures.*row.simulated / *measured - 1;
}

QString errorText(const std::optional<double>& share) {
    return share ? QString::number(100 * *share, 'f', 1) : QStringLiteral("-");
}

bool isFitted(const ServerFit& fit, std::optional<double> ServeSpec::*member) {
    return ((*fit.scenario.serve).*member).has_value();
}
double fittedValue(const ServerFit& fit, std::optional<double> ServeSpec::*member) {
    return ((*fit.scenario.serve).*member).value_or(0);
}

} // namespace

QString serverFitText(const ServerFit& fit) {
    QString text;
    const auto constants = static_cast<int>(serverConstants().size());
    for (const ServerConstant& one : serverConstants())
        if (isFitted(fit, one.field))
            text += QStringLiteral("%1 %2\n")
                        .arg(QLatin1String(one.key), -28)
                        .arg(fittedValue(fit, one.field), 0, 'g', 4);
    if (fit.constants < constants)
        text += QStringLiteral("\n%1 of %2 constants: one load tells two; the others are the engine's "
                               "own\n")
                    .arg(fit.constants)
                    .arg(constants);
    for (const std::string& key : fit.bounds)
        text +=
            QStringLiteral("\nwarning: %1 is on the bound of what is physical: the runs may be of another "
                           "server\n")
                .arg(QString::fromStdString(key));
    text += QStringLiteral("\nerrors in %, with the engine's own constants and with the fitted ones\n"
                           "in flight       TTFT mean        TTFT p50        TTFT p99            TPOT"
                           "        tokens/s\n");
    for (const FittedRun& one : fit.runs) {
        // Open loops keep no number in flight.
        text += one.run.concurrency > 0 ? QStringLiteral("%1").arg(std::lround(one.run.concurrency), 9)
                                        : QStringLiteral("%1").arg(QStringLiteral("n/a"), 9);
        for (const char* column : kColumns) {
            const BenchFigure& row = figureNamed(column);
            text += QStringLiteral("%1 %2")
                        .arg(errorText(errorOf(row, one, one.before)), 9)
                        .arg(errorText(errorOf(row, one, one.after)), 6);
        }
        text += QLatin1Char('\n');
    }
    return text;
}

QJsonObject serverFitJson(const ServerFit& fit) {
    QJsonObject constants;
    for (const ServerConstant& one : serverConstants())
        if (isFitted(fit, one.field)) constants.insert(QLatin1String(one.key), fittedValue(fit, one.field));
    QJsonArray bounds;
    for (const std::string& key : fit.bounds) bounds.append(QString::fromStdString(key));
    QJsonArray runs;
    for (const FittedRun& one : fit.runs) {
        QJsonObject run{{"file", QString::fromStdString(one.run.source)},
                        {"concurrency", one.run.concurrency}};
        for (const BenchFigure& row : benchFigures()) {
            const auto before = errorOf(row, one, one.before), after = errorOf(row, one, one.after);
            if (!before || !after) continue;
            run.insert(QLatin1String(row.key) + QLatin1String("_error_before"), *before);
            run.insert(QLatin1String(row.key) + QLatin1String("_error"), *after);
        }
        runs.append(run);
    }
    return {{"fit", QJsonObject{{"constants", constants}, {"on_bounds", bounds}, {"runs", runs}}}};
}

} // namespace moe::items
