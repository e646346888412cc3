// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/sweep_text.h"

#include "data/number.h"
#include "models/items/aligned.h"
#include "models/items/format.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace moe::items {
namespace {

QString fitText(const std::optional<Fit>& fits) {
    if (!fits) return {};
    return *fits == Fit::Yes     ? QStringLiteral("yes")
           : *fits == Fit::Tight ? QStringLiteral("tight")
                                 : QStringLiteral("no");
}

QString keyHeader(const SweepPlan& plan, std::size_t i) {
    return QString::fromStdString(plan.keys[i]);
}

} // namespace

QString sweepText(const SweepPlan& plan, const std::vector<SweepCell>& cells) {
    QStringList header;
    const bool named = !plan.labels.empty();
    if (named) header << QString();
    for (std::size_t i = 0; !named && i < plan.keys.size(); ++i)
        header << keyHeader(plan, i).section(QLatin1Char('.'), -1);
    std::vector<int> right;
    for (const Metric* metric : plan.metrics) {
        right.push_back(static_cast<int>(header.size()));
        header << QString::fromUtf8(metric->label);
    }
    header << QStringLiteral("fits");
    std::vector<QStringList> rows{header};
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const SweepCell& cell = cells[i];
        QStringList row;
        if (named) row << QString::fromStdString(toString(plan.labels[i]));
        for (std::size_t k = 0; !named && k < cell.values.size(); ++k)
            row << QString::fromStdString(cell.values[k]);
        for (std::size_t m = 0; m < plan.metrics.size(); ++m)
            row << (cell.metrics[m] ? humanValue(*cell.metrics[m], QString::fromUtf8(plan.metrics[m]->unit))
                                    : QStringLiteral("–"));
        row << (cell.rule.empty() ? fitText(cell.fits) : QString::fromStdString(toString(cell.rule)));
        rows.push_back(row);
    }
    return alignedRows(rows, {}, right);
}

QByteArray sweepCsv(const SweepPlan& plan, const std::vector<SweepCell>& cells, bool header) {
    std::vector<QStringList> rows;
    if (header) {
        QStringList names;
        for (std::size_t i = 0; i < plan.keys.size(); ++i) names << keyHeader(plan, i);
        for (const Metric* metric : plan.metrics) {
            const QString unit = QString::fromUtf8(metric->unit);
            names << QString::fromUtf8(metric->key) +
                         (unit.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(unit));
        }
        rows.push_back(names << QStringLiteral("fits") << QStringLiteral("rule"));
    }
    for (const SweepCell& cell : cells) {
        QStringList row;
        for (const std::string& value : cell.values) row << QString::fromStdString(value);
        for (const std::optional<double>& value : cell.metrics)
            row << (value ? QString::fromStdString(numberText(*value)) : QString());
        rows.push_back(row << fitText(cell.fits) << QString::fromStdString(toString(cell.rule)));
    }
    return csvRows(rows).toUtf8();
}

QByteArray sweepJsonLines(const SweepPlan& plan, const std::vector<SweepCell>& cells) {
    QByteArray lines;
    for (const SweepCell& cell : cells) {
        QJsonObject set, metrics;
        for (std::size_t i = 0; i < cell.values.size(); ++i)
            set.insert(keyHeader(plan, i), QString::fromStdString(cell.values[i]));
        for (std::size_t i = 0; i < cell.metrics.size(); ++i)
            metrics.insert(QString::fromUtf8(plan.metrics[i]->key),
                           cell.metrics[i] ? QJsonValue(*cell.metrics[i]) : QJsonValue());
        QJsonObject object{{"set", set}, {"metrics", metrics}};
        object.insert(QStringLiteral("fits"), cell.fits ? QJsonValue(fitText(cell.fits)) : QJsonValue());
        object.insert(QStringLiteral("rule"), cell.rule.empty()
                                                  ? QJsonValue()
                                                  : QJsonValue(QString::fromStdString(toString(cell.rule))));
        lines += QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
    }
    return lines;
}

} // namespace moe::items
