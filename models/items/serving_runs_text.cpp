// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/serving_runs_text.h"

#include "models/items/aligned.h"

#include <QJsonArray>

#include <map>

namespace moe::items {
namespace {

QString percent(double share) {
    return QString::number(100 * share, 'f', 1);
}
QString text(const std::string& value) {
    return QString::fromStdString(value);
}

} // namespace

QString servingRunsText(const ServingValidation& validation) {
    std::vector<QStringList> rows{
        {QStringLiteral("engine, model"), QStringLiteral("runs"), QStringLiteral("raw median %"),
         QStringLiteral("p90"), QStringLiteral("bias"), QStringLiteral("with constant %"),
         QStringLiteral("p90"), QStringLiteral("bias"), QStringLiteral("in band %")}};
    for (const ServingSummary& one : validation.summaries)
        rows.push_back({text(one.part), QString::number(one.count), percent(one.rawMedian),
                        percent(one.rawNinety), percent(one.rawBias), percent(one.median),
                        percent(one.ninety), percent(one.bias), percent(one.inside)});
    QString result =
        QStringLiteral(
            "Time per token of closed-loop runs with up to 8 requests, less the prefills of others\n") +
        alignedRows(rows, QStringLiteral("  "), {1, 2, 3, 4, 5, 6, 7, 8});
    std::map<QString, int> left;
    for (const auto& [run, why] : validation.left)
        ++left[QStringLiteral("%1 %2 %3, %4: %5")
                   .arg(text(run->engine), text(run->version), text(run->model), text(run->gpu),
                        text(toString(why)))];
    if (!left.empty()) result += QStringLiteral("\nNot scored\n");
    for (const auto& [what, count] : left) result += QStringLiteral("  %1 × %2\n").arg(count).arg(what);
    return result;
}

QJsonObject servingRunsJson(const ServingValidation& validation) {
    QJsonArray summaries, rows, left;
    for (const ServingSummary& one : validation.summaries)
        summaries.append(QJsonObject{{"part", text(one.part)},
                                     {"count", double(one.count)},
                                     {"raw_median", one.rawMedian},
                                     {"raw_p90", one.rawNinety},
                                     {"raw_bias", one.rawBias},
                                     {"median", one.median},
                                     {"p90", one.ninety},
                                     {"bias", one.bias},
                                     {"inside_band", one.inside}});
    for (const ServingScore& one : validation.scores)
        rows.append(QJsonObject{{"id", text(one.run->id)},
                                {"engine", text(one.run->engine)},
                                {"model", text(one.run->model)},
                                {"gpu", text(one.run->gpu)},
                                {"concurrency", one.run->concurrency},
                                {"measured_seconds", one.measured},
                                {"raw_seconds", one.raw},
                                {"predicted_seconds", one.predicted},
                                {"low_seconds", one.low},
                                {"high_seconds", one.high}});
    for (const auto& [run, why] : validation.left)
        left.append(QJsonObject{{"id", text(run->id)}, {"why", text(toString(why))}});
    return {{"summaries", summaries}, {"rows", rows}, {"left", left}};
}

} // namespace moe::items
