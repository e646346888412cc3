// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/typed_number.h"

#include "models/items/words.h"

#include <algorithm>
#include <vector>

namespace moe::items {
namespace {

/// Groups of a whole number: 1 to 3 digits that do not start with 0, then exactly three each.
bool wellGrouped(const QStringList& groups) {
    for (int i = 0; i < groups.size(); ++i) {
        const int digits = static_cast<int>(groups[i].size());
        if (i == 0 ? digits < 1 || digits > 3 || groups[0].startsWith(QLatin1Char('0')) : digits != 3)
            return false;
    }
    return true;
}

/// `text` without blanks and group separators and with a decimal point; empty when it is not written so.
QString plainNumber(const QString& text, const QString& group, const QString& decimal) {
    QString sign, head;
    int at = 0;
    if (text.startsWith(QLatin1Char('-')) || text.startsWith(QLatin1Char('+'))) sign = text.at(at++);
    const auto isNumeral = [&](QChar c) {
        return (c >= QLatin1Char('0') && c <= QLatin1Char('9')) || c == group || c == decimal;
    };
    while (at < text.size() && isNumeral(text.at(at))) head += text.at(at++);
    const auto point = head.indexOf(decimal);
    const QString whole = point < 0 ? head : head.left(point);
    const QString rest = point < 0 ? QString() : head.mid(point + decimal.size());
    if (rest.contains(decimal) || (!group.isEmpty() && rest.contains(group))) return {};
    const QStringList groups = group.isEmpty() ? QStringList{whole} : whole.split(group);
    if (groups.size() > 1 && !wellGrouped(groups)) return {};
    return sign + groups.join(QString()) + (point < 0 ? QString() : QLatin1Char('.') + rest) + text.mid(at);
}

/// ASCII digits and signs, no blanks of any width.
QString narrowed(const QString& text) {
    QString out;
    for (const QChar c : text) {
        if (c.isSpace()) continue;
        if (c.digitValue() >= 0) {
            out += QString::number(c.digitValue());
        } else {
            out += c == QChar(0x2212) ? QLatin1Char('-') : c;
        }
    }
    return out;
}

struct Spelled {
    QString words; ///< separated by blanks, longer ones first
    const char* meaning;
};

/// `tail` with the first of its words that `rows` know, at its beginning or, `whole`, alone, put as it is
/// meant.
QString respelled(const QString& tail, const std::vector<Spelled>& rows, bool whole) {
    for (const Spelled& row : rows)
        for (const QString& word : row.words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            if (!tail.startsWith(word, Qt::CaseInsensitive)) continue;
            if (whole && tail.size() != word.size()) continue;
            return QLatin1String(row.meaning) + tail.mid(word.size());
        }
    return tail;
}

/// Words of the window's language behind a number, as suffix and unit.
QString inSymbols(const QString& tail, std::string_view unit) {
    if (tail.isEmpty()) return tail;
    const std::vector<Spelled> counts{
        {Words::tr("trillions trillion", "words for 10^12 behind a number, longer ones first"), "T"},
        {Words::tr("billions billion", "words for 10^9 behind a number, longer ones first"), "B"},
        {Words::tr("millions million", "words for 10^6 behind a number, longer ones first"), "M"},
        {Words::tr("thousands thousand", "words for 10^3 behind a number, longer ones first"), "k"}};
    const std::vector<Spelled> units{{Words::tr("days day", "words behind a number"), "d"},
                                     {Words::tr("hours hour", "words behind a number"), "h"},
                                     {Words::tr("minutes minute", "words behind a number"), "min"},
                                     {Words::tr("seconds second", "words behind a number"), "s"},
                                     {Words::tr("percent", "words behind a number"), "%"}};
    const QString counted = respelled(tail, counts, false);
    const qsizetype suffix = counted == tail ? 0 : 1;
    const QString rest = counted.mid(suffix), own = QString::fromUtf8(unit.data(), qsizetype(unit.size()));
    if (!own.isEmpty() && rest.compare(narrowed(tableText(own.toStdString())), Qt::CaseInsensitive) == 0)
        return counted.left(suffix) + own;
    return counted.left(suffix) + respelled(rest, units, true);
}

} // namespace

QStringList plainReadings(const QString& text, std::string_view unit, const QLocale& locale) {
    const QString number = narrowed(text), group = narrowed(locale.groupSeparator());
    const auto isTail = [](QChar c) { return c.isLetter() || c == QLatin1Char('%'); };
    QStringList found;
    for (const QString& plain : {plainNumber(number, group, locale.decimalPoint()),
                                 plainNumber(number, QStringLiteral(","), QStringLiteral("."))}) {
        if (plain.isEmpty() && !number.isEmpty()) continue;
        const auto tail = std::find_if(plain.begin(), plain.end(), isTail) - plain.begin();
        found << plain.left(tail) + inSymbols(plain.mid(tail), unit);
    }
    return found;
}

TypedQuantity typedQuantity(const QString& text, std::string_view unit, const QLocale& locale) {
    TypedQuantity first;
    for (const QString& plain : plainReadings(text.trimmed(), unit, locale)) {
        TypedQuantity read = readQuantity(plain.toStdString(), unit);
        if (read.value) return read;
        if (first.foreign.empty()) first = std::move(read);
    }
    return first;
}

bool isUnitWord(const QString& word, const QLocale& locale) {
    const QStringList readings = plainReadings(QLatin1Char('1') + word, {}, locale);
    return std::any_of(readings.begin(), readings.end(),
                       [](const QString& plain) { return isUnitName(plain.mid(1).toStdString()); });
}

ParsedField typedField(const Field& field, const QString& text, const QLocale& locale) {
    const QString trimmed = text.trimmed();
    if (field.kind != FieldKind::Integer && field.kind != FieldKind::Real)
        return parseField(field, trimmed.toStdString());
    if (field.optional && trimmed.startsWith(QLatin1String("auto"))) return {};
    ParsedField first;
    for (const QString& plain : plainReadings(trimmed, field.unit, locale)) {
        ParsedField parsed = parseField(field, plain.toStdString());
        if (parsed.rule.empty()) return parsed;
        if (first.rule.empty()) first = std::move(parsed);
    }
    return first.rule.empty() ? ParsedField{{}, say("must be %1", rangeText(field))} : first;
}

} // namespace moe::items
