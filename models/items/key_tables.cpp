// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/key_tables.h"

#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"

#include <QJsonObject>

#include <algorithm>

namespace moe::items {
namespace {

QString betterText(Better better) {
    switch (better) {
    case Better::Lower: return QStringLiteral("lower");
    case Better::Higher: return QStringLiteral("higher");
    case Better::Neither: break;
    }
    return QStringLiteral("neither");
}

QString kindText(FieldKind kind) {
    switch (kind) {
    case FieldKind::Integer: return QStringLiteral("integer");
    case FieldKind::Real: return QStringLiteral("real");
    case FieldKind::Flag: return QStringLiteral("flag");
    case FieldKind::Choice: return QStringLiteral("choice");
    case FieldKind::Text: break;
    }
    return QStringLiteral("text");
}

template <class Row> qsizetype keyWidth(const std::vector<Row>& rows) {
    qsizetype width = 0;
    for (const Row& row : rows) width = std::max(width, QString::fromUtf8(row.key).size());
    return width + 2;
}

QString headingBefore(const char* group, QString& last) {
    const QString name = QString::fromUtf8(group);
    if (name == last) return {};
    const QString gap = last.isEmpty() ? QString() : QStringLiteral("\n");
    last = name;
    return gap + name + QLatin1Char('\n');
}

} // namespace

QString metricListText() {
    QString text, group;
    const qsizetype width = keyWidth(metrics());
    for (const Metric& metric : metrics()) {
        text += headingBefore(metric.group, group);
        text += QStringLiteral("  ") + QString::fromUtf8(metric.key).leftJustified(width) +
                QString::fromUtf8(metric.unit).leftJustified(12) +
                betterText(metric.better).leftJustified(9) + QString::fromUtf8(metric.label) +
                QLatin1Char('\n');
    }
    return text;
}

QJsonArray metricListJson() {
    QJsonArray list;
    for (const Metric& metric : metrics()) {
        list.append(QJsonObject{{"key", QString::fromUtf8(metric.key)},
                                {"group", QString::fromUtf8(metric.group)},
                                {"label", QString::fromUtf8(metric.label)},
                                {"unit", QString::fromUtf8(metric.unit)},
                                {"better", betterText(metric.better)}});
    }
    return list;
}

QString fieldListText() {
    QString text, group;
    const qsizetype width = keyWidth(fields());
    for (const Field& field : fields()) {
        text += headingBefore(field.group, group);
        text += QStringLiteral("  ") + QString::fromUtf8(field.key).leftJustified(width) +
                QString::fromStdString(toString(rangeText(field)));
        if (*field.unit) text += QStringLiteral(" (") + QString::fromUtf8(field.unit) + QLatin1Char(')');
        text += QLatin1Char('\n') + QString(width + 2, QLatin1Char(' ')) + QString::fromUtf8(field.label) +
                QStringLiteral(": ") + QString::fromUtf8(field.help) + QLatin1Char('\n');
    }
    return text;
}

QJsonArray fieldListJson() {
    QJsonArray list;
    for (const Field& field : fields()) {
        const bool isNumber = field.kind == FieldKind::Integer || field.kind == FieldKind::Real;
        QJsonArray choices;
        for (const std::string& choice : field.choices) choices.append(QString::fromStdString(choice));
        list.append(QJsonObject{{"key", QString::fromUtf8(field.key)},
                                {"group", QString::fromUtf8(field.group)},
                                {"label", QString::fromUtf8(field.label)},
                                {"symbol", QString::fromUtf8(field.symbol)},
                                {"unit", QString::fromUtf8(field.unit)},
                                {"kind", kindText(field.kind)},
                                {"min", isNumber ? QJsonValue(field.min) : QJsonValue::Null},
                                {"max", isNumber ? QJsonValue(field.max) : QJsonValue::Null},
                                {"choices", choices},
                                {"optional", field.optional},
                                {"range", QString::fromStdString(toString(rangeText(field)))},
                                {"help", QString::fromUtf8(field.help)}});
    }
    return list;
}

} // namespace moe::items
