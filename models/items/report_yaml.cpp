// SPDX-License-Identifier: GPL-3.0-or-later
// JSON tree to YAML 1.2, which also reads the same under YAML 1.1 rules ("no", "on", 012 and dates quoted).

#include "data/number.h"
#include "models/items/report_text.h"

#include <QJsonArray>
#include <QRegularExpression>

namespace moe::items {
namespace {

bool readsAsSomethingElse(const QString& text) {
    static const QRegularExpression kWords(
        QStringLiteral("^(~|null|true|false|yes|no|on|off|y|n|[-+]?\\.?(inf|nan))$"),
        QRegularExpression::CaseInsensitiveOption);
    // Anything that starts like a number: plain, hexadecimal, with underscores, times and dates.
    static const QRegularExpression kNumber(QStringLiteral("^[-+.]?[0-9][-+0-9a-fA-FxXoO_.:eE]*$"));
    return kWords.match(text).hasMatch() || kNumber.match(text).hasMatch();
}

bool needsQuotes(const QString& text) {
    if (text.isEmpty() || text.front().isSpace() || text.back().isSpace()) return true;
    static const QString kIndicators = QStringLiteral("-?:,[]{}#&*!|>'\"%@`=<");
    if (kIndicators.contains(text.front())) return true;
    if (text.contains(QStringLiteral(": ")) || text.endsWith(QLatin1Char(':')) ||
        text.contains(QStringLiteral(" #")))
        return true;
    for (const QChar c : text) {
        if (c.unicode() < 0x20 || c.unicode() == 0x7f) return true;
    }
    return readsAsSomethingElse(text);
}

QString scalar(const QString& text) {
    if (!needsQuotes(text)) return text;
    QString quoted = QStringLiteral("\"");
    for (const QChar c : text) {
        if (c == QLatin1Char('"') || c == QLatin1Char('\\'))
            quoted += QLatin1Char('\\') + QString(c);
        else if (c == QLatin1Char('\n'))
            quoted += QStringLiteral("\\n");
        else if (c == QLatin1Char('\t'))
            quoted += QStringLiteral("\\t");
        else if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            quoted += QStringLiteral("\\x%1").arg(c.unicode(), 2, 16, QLatin1Char('0'));
        else
            quoted += c;
    }
    return quoted + QLatin1Char('"');
}

QString number(double value) {
    QString text = QString::fromStdString(numberText(value));
    // YAML 1.1 reads 1e-05 as text, 1.0e-05 as a number.
    if (!text.contains(QLatin1Char('.'))) text.replace(QLatin1Char('e'), QStringLiteral(".0e"));
    return text;
}

QString scalar(const QJsonValue& value) {
    if (value.isBool()) return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    if (value.isDouble()) return number(value.toDouble());
    if (value.isString()) return scalar(value.toString());
    return QStringLiteral("null");
}

bool isNested(const QJsonValue& value) {
    return value.isObject() || value.isArray();
}

/// [1, 2, 3], continued on the next line past 100 characters (a placement may hold hundreds of slots).
QString flowList(const QJsonArray& list, const QString& indent) {
    QString text = QStringLiteral("[");
    qsizetype width = indent.size();
    for (qsizetype i = 0; i < list.size(); ++i) {
        QString item = scalar(list[i]);
        // A comma or bracket inside a plain scalar would end it here.
        if (list[i].isString() && !item.startsWith(QLatin1Char('"')) &&
            item.contains(QRegularExpression(QStringLiteral("[,\\[\\]{}]"))))
            item = QLatin1Char('"') + item + QLatin1Char('"');
        if (i > 0) text += QLatin1Char(',');
        if (i > 0 && width + item.size() > 98) {
            text += QLatin1Char('\n') + indent + QStringLiteral("  ");
            width = indent.size() + 2;
        } else if (i > 0) {
            text += QLatin1Char(' ');
        }
        text += item;
        width += item.size() + 2;
    }
    return text + QLatin1Char(']');
}

QString block(const QJsonValue& value, const QString& indent);

QString members(const QJsonObject& object, const QString& indent) {
    QString text;
    for (auto it = object.begin(); it != object.end(); ++it)
        text += indent + scalar(it.key()) + QLatin1Char(':') + block(it.value(), indent);
    return text;
}

QString items(const QJsonArray& list, const QString& indent) {
    QString text;
    for (const QJsonValue item : list) {
        if (item.isObject() && !item.toObject().isEmpty()) {
            QString inner = members(item.toObject(), indent + QStringLiteral("  "));
            text += inner.replace(indent.size(), 2, QStringLiteral("- "));
        } else {
            text += indent + QLatin1Char('-') + block(item, indent);
        }
    }
    return text;
}

/// What follows "key:" or "-", with its line end.
QString block(const QJsonValue& value, const QString& indent) {
    const QString inner = indent + QStringLiteral("  ");
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        return object.isEmpty() ? QStringLiteral(" {}\n") : QLatin1Char('\n') + members(object, inner);
    }
    if (value.isArray()) {
        const QJsonArray list = value.toArray();
        for (const QJsonValue item : list) {
            if (isNested(item)) return QLatin1Char('\n') + items(list, inner);
        }
        return QLatin1Char(' ') + flowList(list, indent) + QLatin1Char('\n');
    }
    return QLatin1Char(' ') + scalar(value) + QLatin1Char('\n');
}

} // namespace

QString yamlOf(const QJsonObject& object) {
    return object.isEmpty() ? QStringLiteral("{}\n") : members(object, QString());
}

} // namespace moe::items
