// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/words.h"

#include "data/text.h"
#include "models/items/sentence_parts.h"

#include <QLocale>
#include <QRegularExpression>

#include <utility>

namespace moe::items {
namespace {

/// "1.07B" with the window's decimal point and abbreviation; other text stays.
QString numberText(QString text) {
    static const QRegularExpression kNumber(QStringLiteral("^[-+−]?\\d[\\d.eE+kMBT–-]*( %)?$"));
    if (!kNumber.match(text).hasMatch()) return text;
    static const QRegularExpression kPoint(QStringLiteral("(?<=\\d)\\.(?=\\d)"));
    text.replace(kPoint, QString(QLocale().decimalPoint()));
    for (const auto& [suffix, word] : {std::pair{'M', Words::tr("M", "10^6")},
                                       {'B', Words::tr("B", "10^9")},
                                       {'T', Words::tr("T", "10^12")}})
        if (word.size() > 1) text.replace(QLatin1Char(suffix), QLatin1Char(' ') + word);
    return text;
}

/// A name, a number, or a text of a table.
QString plainText(const std::string& plain) {
    const QString text = tableText(plain);
    return text == QString::fromStdString(plain) ? numberText(text) : text;
}

QString patternText(const std::string& pattern) {
    return QCoreApplication::translate("Sentence", pattern.c_str());
}

thread_local bool silent = false;

} // namespace

QString WindowTranslator::translate(const char* context, const char* source, const char* disambiguation,
                                    int n) const {
    return silent ? QString() : QTranslator::translate(context, source, disambiguation, n);
}

InEnglish::InEnglish() : m_silentBefore(std::exchange(silent, true)) {
    QLocale::setDefault(QLocale::c());
}

InEnglish::~InEnglish() {
    silent = m_silentBefore;
    QLocale::setDefault(m_before);
}

QString tableText(const char* text) {
    return text && *text ? QCoreApplication::translate("Table", text) : QString();
}

QString tableText(const std::string& text) {
    return tableText(text.c_str());
}

QString midSentence(const QString& label) {
    return QLocale().language() == QLocale::German ? label : label.toLower();
}

static void addParts(const Message& message, std::vector<std::size_t>& at, std::vector<SentencePart>& parts) {
    const auto add = [&](const QString& text) {
        if (!text.isEmpty()) parts.push_back({text, at});
    };
    const auto addArgument = [&](std::size_t place) {
        at.push_back(place);
        addParts(message.arguments()[place], at, parts);
        at.pop_back();
    };
    const std::size_t count = message.arguments().size();
    if (message.kind() == Message::Kind::Plain) return add(plainText(message.text()));
    if (message.kind() == Message::Kind::List) {
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0) add(QString::fromStdString(message.text()));
            addArgument(i);
        }
        return;
    }
    // One place after another in the pattern: a '%1' inside an argument is not replaced again.
    const QString pattern = patternText(message.text());
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int place =
            pattern.at(i) == QLatin1Char('%') && i + 1 < pattern.size() ? pattern.at(i + 1).digitValue() : 0;
        if (place < 1 || std::size_t(place) > count) {
            text += pattern.at(i);
            continue;
        }
        add(std::exchange(text, QString()));
        addArgument(std::size_t(place) - 1);
        ++i;
    }
    add(text);
}

std::vector<SentencePart> sentenceParts(const Message& message) {
    std::vector<std::size_t> at;
    std::vector<SentencePart> parts;
    addParts(message, at, parts);
    return parts;
}

QString sentenceText(const Message& message) {
    QString text;
    for (const SentencePart& part : sentenceParts(message)) text += part.text;
    return text;
}

QString problemText(const Problem& problem) {
    // What stands in front of the rule and after it is data: a place, a key, a value.
    Problem place = problem;
    place.rule = {};
    place.value.clear();
    const QString text = QString::fromStdString(toString(place)) + sentenceText(problem.rule);
    return problem.value.empty()
               ? text
               : text + Words::tr(", got \"%1\"").arg(QString::fromStdString(excerpt(problem.value)));
}

QString problemText(const Problems& problems) {
    QStringList lines;
    for (const Problem& problem : problems) lines << problemText(problem);
    return lines.join(QLatin1Char('\n'));
}

} // namespace moe::items
