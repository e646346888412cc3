#include "models/items/words.h"

#include "models/items/engine_sentences.h"

#include <QLocale>
#include <QRegularExpression>

namespace moe::items {
namespace {

struct Pattern {
    const char* source;
    QRegularExpression match;
    QList<int> places; ///< number of each placeholder in the order they stand
};

Pattern patternOf(const char* source) {
    static const QRegularExpression kPlace(QStringLiteral("%(\\d)"));
    const QString text = QString::fromUtf8(source);
    QString expression;
    Pattern pattern{source, {}, {}};
    qsizetype from = 0;
    for (auto place = kPlace.globalMatch(text); place.hasNext();) {
        const QRegularExpressionMatch found = place.next();
        expression += QRegularExpression::escape(text.mid(from, found.capturedStart() - from));
        expression += QStringLiteral("(.+?)");
        pattern.places += found.captured(1).toInt();
        from = found.capturedEnd();
    }
    expression += QRegularExpression::escape(text.mid(from));
    pattern.match.setPattern(QRegularExpression::anchoredPattern(expression));
    return pattern;
}

const std::vector<Pattern>& patterns() {
    static const std::vector<Pattern> kPatterns = [] {
        std::vector<Pattern> made;
        for (const auto* sentences : {&fileSentences(), &engineSentences()})
            for (const char* source : *sentences) made.push_back(patternOf(source));
        return made;
    }();
    return kPatterns;
}

/// "1.07B" with the window's decimal point.
QString numberText(QString text) {
    static const QRegularExpression kPoint(QStringLiteral("(?<=\\d)\\.(?=\\d)"));
    return text.replace(kPoint, QString(QLocale().decimalPoint()));
}

QString partText(const QString& part) {
    static const QRegularExpression kNumber(QStringLiteral("^[-+−]?\\d[\\d.eE+kMBT–-]*( %)?$"));
    if (kNumber.match(part).hasMatch()) return numberText(part);
    // Several reasons are parted by semicolons; each is a sentence of its own.
    const auto each = [&](const QString& separator) {
        QStringList parts = part.split(separator);
        for (QString& one : parts) one = partText(one);
        return parts.join(separator);
    };
    if (part.contains(QStringLiteral("; "))) return each(QStringLiteral("; "));
    const QString whole = sentenceText(part);
    if (whole != part) return whole;
    if (part.contains(QStringLiteral(", "))) return each(QStringLiteral(", "));
    return part;
}

} // namespace

QString tableText(const char* text) {
    return text && *text ? QCoreApplication::translate("Table", text) : QString();
}

QString tableText(const std::string& text) {
    return tableText(text.c_str());
}

QString midSentence(const QString& label) {
    return QLocale().language() == QLocale::German ? label : label.toLower();
}

QString sentenceText(const QString& sentence) {
    const QByteArray utf8 = sentence.toUtf8();
    const QString fixed = tableText(utf8.constData());
    if (fixed != sentence) return fixed;
    for (const Pattern& pattern : patterns()) {
        const QRegularExpressionMatch found = pattern.match.match(sentence);
        if (!found.hasMatch()) continue;
        QString text = QCoreApplication::translate("Sentence", pattern.source);
        if (text == QString::fromUtf8(pattern.source)) return sentence; // no translation
        // Together, so that a '%1' inside a value is not replaced again.
        QString filled;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const int place =
                text.at(i) == QLatin1Char('%') && i + 1 < text.size() ? text.at(i + 1).digitValue() : -1;
            const qsizetype group = place > 0 ? pattern.places.indexOf(place) : -1;
            if (group < 0) {
                filled += text.at(i);
                continue;
            }
            filled += partText(found.captured(int(group) + 1));
            ++i;
        }
        return filled;
    }
    // A rule with the key it is about, as a point of a sweep has it.
    static const QRegularExpression kKeyed(QStringLiteral("^[a-z]+(\\.[a-z_0-9]+)?: "));
    const qsizetype key = kKeyed.match(sentence).capturedLength();
    return key > 0 ? sentence.left(key) + sentenceText(sentence.mid(key)) : sentence;
}

QString sentenceText(const std::string& sentence) {
    return sentenceText(QString::fromStdString(sentence));
}

QString problemText(const Problem& problem) {
    // What stands in front of the rule and after it is data: a place, a key, a value.
    Problem place = problem;
    place.rule.clear();
    place.value.clear();
    const QString text = QString::fromStdString(toString(place)) + sentenceText(problem.rule);
    return problem.value.empty()
               ? text
               : text + Words::tr(", got \"%1\"").arg(QString::fromStdString(problem.value));
}

QString problemText(const Problems& problems) {
    QStringList lines;
    for (const Problem& problem : problems) lines << problemText(problem);
    return lines.join(QLatin1Char('\n'));
}

bool hasSentence(const QString& sentence) {
    for (const Pattern& pattern : patterns())
        if (pattern.match.match(sentence).hasMatch()) return true;
    return false;
}

} // namespace moe::items
