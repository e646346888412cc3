#include "models/items/validation_text.h"

#include "models/items/aligned.h"
#include "models/items/format.h"

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
QString share(double value) {
    return QLocale::c().toString(100 * value, 'f', 1) + QStringLiteral(" %");
}
QString signedShare(const std::optional<double>& error) {
    if (!error) return QStringLiteral("–");
    return (*error < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + share(std::abs(*error));
}

QStringList cells(const ValidationRow& row) {
    const MeasuredCase& one = *row.measuredCase;
    return {text(one.id),
            text(one.quality),
            QString::fromUtf8(row.quantity->key),
            humanValue(row.measured, unitOf(row)),
            row.predicted ? humanValue(*row.predicted, unitOf(row)) : QStringLiteral("–"),
            signedShare(row.error())};
}

/// Rows of a group under its name.
QString tables(const Validation& validation) {
    std::vector<QStringList> all{{QStringLiteral("case"), QStringLiteral("quality"),
                                  QStringLiteral("quantity"), QStringLiteral("measured"),
                                  QStringLiteral("predicted"), QStringLiteral("error")}};
    for (const ValidationRow& row : validation.rows) all.push_back(cells(row));
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
                .arg(text(row.measuredCase->id), QString::fromUtf8(row.quantity->key), signedShare(error),
                     cause.empty() ? QStringLiteral("cause unknown.") : text(cause));
    }
    return result.isEmpty() ? result : QStringLiteral("\nBeyond 25 %\n") + result;
}

QString summaries(const Validation& validation) {
    std::vector<QStringList> rows;
    std::string family;
    for (const ErrorSummary& summary : validation.summaries) {
        if (rows.empty())
            rows.push_back({QStringLiteral("quantity"), QStringLiteral("cases"), QStringLiteral("rows"),
                            QStringLiteral("median"), QStringLiteral("90 %"), QStringLiteral("worst")});
        rows.push_back({summary.family == family ? QString() : text(summary.family), text(summary.part),
                        QString::number(summary.count), share(summary.median), share(summary.ninety),
                        share(summary.worst)});
        family = summary.family;
    }
    return QStringLiteral("\nAbsolute errors\n") + alignedRows(rows, QStringLiteral("  "), {2, 3, 4, 5});
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
                          .arg(text(row.measuredCase->id), signedShare(row.error()),
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
            {"used_for_fit", one.usedForFit ? QJsonValue(*one.usedForFit) : QJsonValue()},
            {"quantity", QString::fromUtf8(row.quantity->key)},
            {"family", QString::fromUtf8(row.quantity->family)},
            {"unit", unitOf(row)},
            {"measured", row.measured},
            {"predicted", number(row.predicted)},
            {"error", number(row.error())},
            {"cause", one.cause.empty() ? QJsonValue() : QJsonValue(text(one.cause))}};
}

} // namespace

QString validationText(const Validation& validation) {
    return tables(validation) + largeErrors(validation) + summaries(validation) + reaches(validation);
}

QString formulaChecksText(const FormulaChecks& checks) {
    std::vector<QStringList> rows{{QStringLiteral("formula"), QStringLiteral("computed"),
                                   QStringLiteral("published"), QStringLiteral("error"),
                                   QStringLiteral("limit"), QString(), QStringLiteral("source")}};
    const auto limit = [](double tolerance) {
        return tolerance > 0 ? share(tolerance) : QStringLiteral("exact");
    };
    for (const FormulaCheck& row : checks.rows) {
        const QString unit = QString::fromUtf8(row.unit);
        const auto value = [&](double number) {
            const bool count = row.tolerance <= 0;
            if (row.tolerance > 0 && row.tolerance <= 0.001 && unit == QLatin1String("s"))
                return number < 1e-3 ? QLocale::c().toString(1e6 * number, 'f', 2) + QStringLiteral(" µs")
                                     : QLocale::c().toString(1e3 * number, 'f', 2) + QStringLiteral(" ms");
            return count ? QLocale::c().toString(number, 'f', 0) + (unit.isEmpty() ? unit : QChar(' ') + unit)
                         : humanValue(number, unit);
        };
        rows.push_back({text(row.text), value(row.computed), value(row.published), signedShare(row.error()),
                        limit(row.tolerance), row.holds() ? QString() : QStringLiteral("misses"),
                        QString::fromUtf8(row.source)});
    }
    const QStringList lines = alignedRows(rows, QStringLiteral("  "), {1, 2, 3, 4}).split(QLatin1Char('\n'));
    QString result = lines.front() + QLatin1Char('\n');
    std::string group;
    for (std::size_t i = 0; i < checks.rows.size(); ++i) {
        if (checks.rows[i].group != group) result += text(checks.rows[i].group) + QLatin1Char('\n');
        group = checks.rows[i].group;
        result += lines[static_cast<qsizetype>(i) + 1] + QLatin1Char('\n');
    }
    result += QStringLiteral("\nFormula checks\n");
    for (const FormulaCheckGroup& one : checks.groups) {
        result +=
            QStringLiteral("  %1 %2: %3 rows, mean error %4%5, largest %6\n")
                .arg(one.holds ? QStringLiteral("holds ") : QStringLiteral("misses"), text(one.group))
                .arg(one.count)
                .arg(share(one.mean),
                     one.meanLimit > 0 ? QStringLiteral(" (limit %1)").arg(share(one.meanLimit)) : QString(),
                     share(one.worst));
    }
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
    QJsonArray rows, parts, limits;
    for (const ValidationRow& row : validation.rows) rows.append(rowJson(row));
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
    return {{"schema", "moe-explorer/validation/1"}, {"rows", rows}, {"summaries", parts}, {"reach", limits}};
}

} // namespace moe::items
