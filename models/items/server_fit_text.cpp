// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/server_fit_text.h"

#include <QJsonArray>

#include <cmath>
#include <utility>

namespace moe::items {
namespace {

/// Figures of a run by their names in JSON, with what was measured of each.
struct FitFigure {
    const char* key;
    double BenchFigures::*simulated;
    std::optional<double> (*measured)(const BenchRun&);
};
constexpr FitFigure kFigures[] = {
    {"ttft_mean", &BenchFigures::ttftMean, [](const BenchRun& r) { return r.ttftMean; }},
    {"ttft_median", &BenchFigures::ttftMedian, [](const BenchRun& r) { return r.ttftMedian; }},
    {"ttft_p99", &BenchFigures::ttft99, [](const BenchRun& r) { return r.ttft99; }},
    {"tpot_mean", &BenchFigures::tpotMean, [](const BenchRun& r) { return r.tpotMean; }},
    {"output_tokens_per_second", &BenchFigures::outputTokensPerSecond,
     [](const BenchRun& r) { return std::optional(r.outputTokensPerSecond); }}};

std::optional<double> errorOf(const FitFigure& row, const FittedRun& one, const BenchFigures& figures) {
    const std::optional<double> measured = row.measured(one.run);
    if (!measured || !(*measured > 0)) return std::nullopt;
    return figures.*row.simulated / *measured - 1;
}

QString errorText(const std::optional<double>& share) {
    return share ? QString::number(100 * *share, 'f', 1) : QStringLiteral("-");
}

using FittedKey = std::pair<const char*, std::optional<double> ServeSpec::*>;
constexpr FittedKey kFitted[] = {{"serve.pass_scale", &ServeSpec::passScale},
                                 {"serve.pass_seconds", &ServeSpec::passSeconds},
                                 {"serve.row_seconds", &ServeSpec::rowSeconds},
                                 {"serve.prompt_token_seconds", &ServeSpec::promptTokenSeconds},
                                 {"serve.request_seconds", &ServeSpec::requestSeconds},
                                 {"serve.stream_seconds", &ServeSpec::streamSeconds}};

constexpr int kConstants = static_cast<int>(std::size(kFitted));

bool isFitted(const ServerFit& fit, std::optional<double> ServeSpec::*member) {
    return ((*fit.scenario.serve).*member).has_value();
}
double fittedValue(const ServerFit& fit, std::optional<double> ServeSpec::*member) {
    return ((*fit.scenario.serve).*member).value_or(0);
}

} // namespace

QString serverFitText(const ServerFit& fit) {
    QString text;
    for (const auto& [key, member] : kFitted)
        if (isFitted(fit, member))
            text += QStringLiteral("%1 %2\n")
                        .arg(QLatin1String(key), -28)
                        .arg(fittedValue(fit, member), 0, 'g', 4);
    if (fit.constants < kConstants)
        text +=
            QStringLiteral("\n%1 of %2 constants: each different load tells two; the others are the engine's "
                           "own\n")
                .arg(fit.constants)
                .arg(kConstants);
    for (const std::string& key : fit.bounds)
        text +=
            QStringLiteral("\nwarning: %1 is on the bound of what is physical: the runs may be of another "
                           "server\n")
                .arg(QString::fromStdString(key));
    text += QStringLiteral("\nerrors in %, with the engine's own constants and with the fitted ones\n"
                           "in flight       TTFT mean        TTFT p50        TTFT p99            TPOT"
                           "        tokens/s\n");
    for (const FittedRun& one : fit.runs) {
        text += QStringLiteral("%1").arg(std::lround(one.run.concurrency), 9);
        for (const FitFigure& row : kFigures)
            text += QStringLiteral("%1 %2")
                        .arg(errorText(errorOf(row, one, one.before)), 9)
                        .arg(errorText(errorOf(row, one, one.after)), 6);
        text += QLatin1Char('\n');
    }
    return text;
}

QJsonObject serverFitJson(const ServerFit& fit) {
    QJsonObject constants;
    for (const auto& [key, member] : kFitted)
        if (isFitted(fit, member)) constants.insert(QLatin1String(key), fittedValue(fit, member));
    QJsonArray bounds;
    for (const std::string& key : fit.bounds) bounds.append(QString::fromStdString(key));
    QJsonArray runs;
    for (const FittedRun& one : fit.runs) {
        QJsonObject run{{"file", QString::fromStdString(one.run.source)},
                        {"concurrency", one.run.concurrency}};
        for (const FitFigure& row : kFigures) {
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
