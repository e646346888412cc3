// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/field_text.h"

#include "models/items/words.h"
#include "ui/form/field_editor.h"
#include "ui/form/value_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace moe::ui {
namespace {

/// Rules that speak of the field itself ("must divide …") need its name in front; others are whole sentences.
bool needsSubject(const Message& rule) {
    const std::string text = toString(rule); // a rule with its cures holds the rule
    return text.starts_with("must ") || text.starts_with("is ");
}

QChar freeLetter(const QString& label, const QString& taken) {
    const auto isFree = [&](QChar c) {
        return c.toLower() >= QLatin1Char('a') && c.toLower() <= QLatin1Char('z') &&
               !taken.contains(c, Qt::CaseInsensitive);
    };
    // Initials are easiest to find.
    for (int i = 0; i < label.size(); ++i) {
        const bool initial = i == 0 || !label.at(i - 1).isLetterOrNumber();
        if (initial && isFree(label.at(i))) return label.at(i);
    }
    for (const QChar c : label) {
        if (isFree(c)) return c;
    }
    return {};
}

} // namespace

QString fieldToolTip(const Field& field, const QLocale& locale) {
    QStringList facts{QString::fromUtf8(field.key)};
    if (*field.symbol) facts << items::Words::tr("symbol %1").arg(QString::fromUtf8(field.symbol));
    if (*field.unit) facts << items::Words::tr("unit %1").arg(items::tableText(field.unit));
    if (field.kind == FieldKind::Integer || field.kind == FieldKind::Real) {
        facts << items::Words::tr("%1 to %2").arg(shortText(field.min, locale), shortText(field.max, locale));
    } else if (!field.choices.empty()) {
        facts << items::sentenceText(rangeText(field));
    }
    return QStringLiteral("<b>%1</b><br>%2<br><small>%3</small>")
        .arg(fieldLabel(field).toHtmlEscaped(), items::tableText(field.help).toHtmlEscaped(),
             facts.join(QStringLiteral(" · ")).toHtmlEscaped());
}

QString problemSentence(const Problem& problem, const QLocale& locale) {
    QString rule = items::sentenceText(problem.rule);
    const Field* field = findField(problem.key);
    if (field && needsSubject(problem.rule)) {
        QString subject = fieldLabel(*field);
        const ParsedField value = parseField(*field, problem.value);
        const bool number = std::holds_alternative<double>(value.value);
        if (number && value.rule.empty()) subject += QLatin1Char(' ') + shortText(value.value, locale);
        rule = subject + QLatin1Char(' ') + rule;
    }
    return rule.endsWith(QLatin1Char('.')) ? rule : rule + QLatin1Char('.');
}

QString problemHtml(const Problem& problem, const QLocale& locale, const QColor& link) {
    QString html = problemSentence(problem, locale).toHtmlEscaped();
    // Cures stand in the last brackets of their sentence, limits in the sentence itself.
    qsizetype end = html.size();
    const qsizetype from = std::max<qsizetype>(0, html.lastIndexOf(QLatin1Char('(')));
    for (auto cure = problem.cures.rbegin(); cure != problem.cures.rend(); ++cure) {
        const QString value = QString::fromStdString(cure->value);
        const auto anchor = [&](const QString& text) {
            return QStringLiteral("<a href=\"set:%1=%2\" style=\"color:%3\">%4</a>")
                .arg(QString::fromStdString(cure->key), value, link.name(), text.toHtmlEscaped());
        };
        const QRegularExpression number(
            QStringLiteral("(?<![\\w.,])%1(?![\\w]|[.,]\\d)").arg(QRegularExpression::escape(value)));
        const qsizetype at = html.left(end).lastIndexOf(number);
        if (at >= from) {
            html.replace(at, value.size(), anchor(value));
            end = at;
        } else {
            const Field* field = findField(cure->key);
            html += QLatin1Char(' ') + anchor(field ? fieldLabel(*field) + QLatin1Char(' ') + value : value);
        }
    }
    return html;
}

bool matchesFilter(const Field& field, const QString& filter) {
    const QString text = fieldLabel(field) + QLatin1Char(' ') + QString::fromUtf8(field.key) +
                         QLatin1Char(' ') + QString::fromUtf8(field.symbol) + QLatin1Char(' ') +
                         items::tableText(field.group);
    for (const QString& word : filter.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!text.contains(word, Qt::CaseInsensitive)) return false;
    }
    return true;
}

int filterRank(const Field& field, const QString& filter) {
    const QString wanted = filter.simplified();
    if (wanted.isEmpty()) return 0;
    const QString key = QString::fromUtf8(field.key), last = key.section(QLatin1Char('.'), -1);
    const QStringList names{fieldLabel(field), key, last, QString::fromUtf8(field.symbol)};
    const auto any = [&names](const auto& fits) { return std::any_of(names.begin(), names.end(), fits); };
    const auto is = [&](const QString& name) { return name.compare(wanted, Qt::CaseInsensitive) == 0; };
    const auto begins = [&](const QString& name) { return name.startsWith(wanted, Qt::CaseInsensitive); };
    const auto hasWord = [&](const QString& name) {
        static const QRegularExpression kBetween(QStringLiteral("[^\\w]+|_"),
                                                 QRegularExpression::UseUnicodePropertiesOption);
        const QStringList words = name.split(kBetween);
        return std::any_of(words.begin(), words.end(), begins);
    };
    const auto holds = [&](const QString& name) { return name.contains(wanted, Qt::CaseInsensitive); };
    if (any(is)) return 0;
    if (any(begins)) return 1;
    if (any(hasWord)) return 2;
    return any(holds) ? 3 : 4;
}

std::vector<QChar> mnemonics(const std::vector<Field>& all, const QString& taken) {
    std::vector<QChar> letters(all.size());
    QString used = taken;
    for (bool everyday : {true, false}) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].everyday != everyday) continue;
            letters[i] = freeLetter(fieldLabel(all[i]), used);
            if (!letters[i].isNull()) used += letters[i];
        }
    }
    return letters;
}

} // namespace moe::ui
