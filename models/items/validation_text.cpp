// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/validation_text.h"

#include "models/items/aligned.h"
#include "models/items/validation_cells.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}
QString unitOf(const ValidationRow& row) {
    return QString::fromUtf8(row.quantity->unit);
}
/// Rows of a group under its name.
QString tables(const Validation& validation) {
    std::vector<QStringList> all{validationHeader()};
    for (const ValidationRow& row : validation.rows) all.push_back(validationCells(row));
    // One set of widths for all groups: lay out once, then put the group names between.
    const QStringList lines = alignedRows(all, QStringLiteral("  "), {3, 4, 5}).split(QLatin1Char('\n'));
    QString result = lines.front() + QLatin1Char('\n');
    std::string group;
    for (std::size_t i = 0; i < validation.rows.size(); ++i) {
        const std::string& now = validation.rows[i].measuredCase->group;
        if (now != group) result += text(now) + QLatin1Char('\n');
        group = now;
        result += lines[static_cast<qsizetype>(i) + 1] + QLatin1Char('\n');
    }
    return result;
}

QString largeErrors(const Validation& validation) {
    QString result;
    for (const ValidationRow& row : validation.rows) {
        const std::optional<double> error = row.error();
        if (!error || std::abs(*error) <= kLargeError) continue;
        const std::string& cause = row.measuredCase->cause;
        result +=
            QStringLiteral("  %1, %2 %3: %4\n")
                .arg(text(row.measuredCase->id), QString::fromUtf8(row.quantity->key), signedShareText(error),
                     cause.empty() ? QStringLiteral("cause unknown.") : text(cause));
    }
    return result.isEmpty() ? result : QStringLiteral("\nBeyond 25 %\n") + result;
}

QString summaries(const Validation& validation) {
    std::vector<QStringList> rows;
    std::string family;
    if (!validation.summaries.empty()) rows.push_back(summaryHeader());
    for (const ErrorSummary& summary : validation.summaries) {
        rows.push_back(summaryCells(summary));
        if (summary.family == family) rows.back()[0].clear();
        family = summary.family;
    }
    return QStringLiteral("\nAbsolute errors\n") + alignedRows(rows, QStringLiteral("  "), {2, 3, 4, 5});
}

/// Step times by what the runs are alike in, those fitted to and the others apart.
QString families(const Validation& validation) {
    QString result, causes;
    for (std::size_t kind = 0; kind < runFamilyNames().size(); ++kind) {
        const auto family = static_cast<RunFamily>(kind);
        std::vector<QStringList> rows{{QStringLiteral("step time by ") + text(runFamilyNames()[kind]),
                                       QStringLiteral("fit"), QStringLiteral("runs"),
                                       QStringLiteral("median"), QStringLiteral("90 %"),
                                       QStringLiteral("worst"), QStringLiteral("bias")}};
        for (const FamilyErrors& one : validation.families) {
            if (one.family != family) continue;
            const QString name = one.name.empty() ? QStringLiteral("all") : text(one.name);
            const QString fit = !one.modelled  ? QStringLiteral("not modelled")
                                : one.inSample ? QStringLiteral("in sample")
                                               : QStringLiteral("left out");
            rows.push_back({name, fit, QString::number(one.count), shareText(one.median),
                            shareText(one.ninety), shareText(one.worst), signedShareText(one.bias)});
            if (*one.cause) causes += QStringLiteral("  %1: %2\n").arg(name, QString::fromUtf8(one.cause));
        }
        result += QLatin1Char('\n') + alignedRows(rows, QStringLiteral("  "), {2, 3, 4, 5, 6});
    }
    return causes.isEmpty() ? result : result + QStringLiteral("\nFamilies beyond 15 %\n") + causes;
}

/// Rows apart from the headline, with what is not modelled of each.
QString unmodelled(const Validation& validation) {
    std::vector<QStringList> rows;
    for (const ValidationRow& row : validation.rows) {
        if (!row.unmodelled.empty())
            rows.push_back({text(row.measuredCase->id), QString::fromUtf8(row.quantity->key),
                            signedShareText(row.error()), text(row.unmodelled)});
    }
    if (rows.empty()) return {};
    return QStringLiteral("\nSoftware not modelled, ±30 %, in no other summary\n") +
           alignedRows(rows, QStringLiteral("  "), {2});
}

QString reaches(const Validation& validation) {
    QString result = QStringLiteral("\nReach\n");
    for (const Reach& reach : validation.reaches) {
        result +=
            QStringLiteral("  %1 %2: %3 of %4 rows beyond the limit\n")
                .arg(reach.holds ? QStringLiteral("holds ") : QStringLiteral("misses"), text(reach.text))
                .arg(reach.broken.size())
                .arg(reach.count);
        for (const std::size_t index : reach.broken) {
            const ValidationRow& row = validation.rows[index];
            const std::string& cause = row.measuredCase->cause;
            result += QStringLiteral("           %1 %2%3\n")
                          .arg(text(row.measuredCase->id), signedShareText(row.error()),
                               cause.empty() ? QString() : QStringLiteral(": ") + text(cause));
        }
    }
    return result;
}

QJsonValue number(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue();
}

QJsonObject rowJson(const ValidationRow& row) {
    const MeasuredCase& one = *row.measuredCase;
    return {{"id", text(one.id)},
            {"group", text(one.group)},
            {"quality", text(one.quality)},
            {"source", text(one.source)},
            {"publisher", text(one.publisher)},
            {"vendor", text(one.vendor)},
            {"gpu", text(one.scenario.gpu.preset)},
            {"model", text(one.model)},
            {"set", one.set == RunSet::First ? 1 : 2},
            {"used_for_fit", one.usedForFit ? QJsonValue(*one.usedForFit) : QJsonValue()},
            {"quantity", QString::fromUtf8(row.quantity->key)},
            {"family", QString::fromUtf8(row.quantity->family)},
            {"unit", unitOf(row)},
            {"measured", row.measured},
            {"predicted", number(row.predicted)},
            {"error", number(row.error())},
            {"not_modelled", row.unmodelled.empty() ? QJsonValue() : QJsonValue(text(row.unmodelled))},
            {"cause", one.cause.empty() ? QJsonValue() : QJsonValue(text(one.cause))}};
}

} // namespace

QString validationText(const Validation& validation) {
    return tables(validation) + largeErrors(validation) + summaries(validation) + families(validation) +
           unmodelled(validation) + reaches(validation);
}

QString formulaChecksText(const FormulaChecks& checks) {
    std::vector<QStringList> rows{formulaCheckHeader()};
    for (const FormulaCheck& row : checks.rows) rows.push_back(formulaCheckCells(row));
    const QStringList lines = alignedRows(rows, QStringLiteral("  "), {1, 2, 3, 4}).split(QLatin1Char('\n'));
    QString result = lines.front() + QLatin1Char('\n');
    std::string group;
    for (std::size_t i = 0; i < checks.rows.size(); ++i) {
        if (checks.rows[i].group != group) result += text(checks.rows[i].group) + QLatin1Char('\n');
        group = checks.rows[i].group;
        result += lines[static_cast<qsizetype>(i) + 1] + QLatin1Char('\n');
    }
    result += QStringLiteral("\nFormula checks\n");
    for (const FormulaCheckGroup& one : checks.groups)
        result +=
            QStringLiteral("  %1 %2\n")
                .arg(one.holds ? QStringLiteral("holds ") : QStringLiteral("misses"), formulaGroupText(one));
    return result;
}

QJsonObject formulaChecksJson(const FormulaChecks& checks) {
    QJsonArray rows, groups;
    for (const FormulaCheck& row : checks.rows)
        rows.append(QJsonObject{{"group", text(row.group)},
                                {"text", text(row.text)},
                                {"unit", QString::fromUtf8(row.unit)},
                                {"computed", row.computed},
                                {"published", row.published},
                                {"error", row.error()},
                                {"tolerance", row.tolerance},
                                {"holds", row.holds()},
                                {"source", QString::fromUtf8(row.source)}});
    for (const FormulaCheckGroup& one : checks.groups)
        groups.append(
            QJsonObject{{"group", text(one.group)},
                        {"count", static_cast<qint64>(one.count)},
                        {"mean", one.mean},
                        {"mean_limit", one.meanLimit > 0 ? QJsonValue(one.meanLimit) : QJsonValue()},
                        {"worst", one.worst},
                        {"holds", one.holds}});
    return {{"rows", rows}, {"groups", groups}};
}

QJsonObject validationJson(const Validation& validation) {
    QJsonArray rows, parts, limits, kinds;
    for (const ValidationRow& row : validation.rows) rows.append(rowJson(row));
    for (const FamilyErrors& one : validation.families)
        kinds.append(
            QJsonObject{{"by", text(runFamilyNames()[static_cast<std::size_t>(one.family)])},
                        {"name", one.name.empty() ? QJsonValue() : QJsonValue(text(one.name))},
                        {"in_sample", one.inSample},
                        {"modelled", one.modelled},
                        {"count", static_cast<qint64>(one.count)},
                        {"median", one.median},
                        {"p90", one.ninety},
                        {"worst", one.worst},
                        {"bias", one.bias},
                        {"cause", *one.cause ? QJsonValue(QString::fromUtf8(one.cause)) : QJsonValue()}});
    for (const ErrorSummary& summary : validation.summaries)
        parts.append(QJsonObject{{"family", text(summary.family)},
                                 {"cases", text(summary.part)},
                                 {"count", static_cast<qint64>(summary.count)},
                                 {"median", summary.median},
                                 {"p90", summary.ninety},
                                 {"worst", summary.worst}});
    for (const Reach& reach : validation.reaches) {
        QJsonArray broken;
        for (const std::size_t index : reach.broken)
            broken.append(text(validation.rows[index].measuredCase->id));
        limits.append(QJsonObject{{"text", text(reach.text)},
                                  {"count", static_cast<qint64>(reach.count)},
                                  {"holds", reach.holds},
                                  {"beyond", broken}});
    }
    return {{"schema", "moe-explorer/validation/1"},
            {"rows", rows},
            {"summaries", parts},
            {"families", kinds},
            {"reach", limits}};
}

} // namespace moe::items
