// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/answer_text.h"

#include "models/engine/report/metrics.h"
#include "models/items/escape.h"
#include "models/items/sentence_parts.h"
#include "models/items/words.h"

#include <QJsonArray>

#include <algorithm>

namespace moe::items {
namespace {

QJsonValue orNothing(const std::optional<double>& value) {
    return value ? QJsonValue(*value) : QJsonValue();
}

QString english(const Message& message) {
    return QString::fromStdString(toString(message));
}

QJsonObject setJson(const AnswerEdits& edits) {
    QJsonObject set;
    for (const auto& [key, value] : edits)
        set.insert(QString::fromStdString(key), QString::fromStdString(value));
    return set;
}

QJsonObject valueJson(const AnswerValue& value) {
    return {{"key", value.key},
            {"value", value.value},
            {"low", orNothing(value.low)},
            {"high", orNothing(value.high)},
            {"share", value.low ? QJsonValue(value.share) : QJsonValue()},
            {"unit", findMetric(value.key)->unit},
            {"origin", originText(value.origin)}};
}

QJsonObject changeJson(const AnswerChange& change) {
    QJsonObject object{{"set", setJson(change.set)},
                       {"text", english(change.text)},
                       {"metric", change.metric},
                       {"value", change.value},
                       {"mends", change.mends},
                       {"about_the_same", change.same},
                       {"gain", QJsonValue()},
                       {"gain_low", orNothing(change.low)},
                       {"gain_high", orNothing(change.high)}};
    if (!change.mends) object.insert("gain", change.gain);
    return object;
}

QJsonObject oneJson(const Answer& answer) {
    static constexpr const char* kFits[] = {"yes", "tight", "no"};
    QJsonArray values, more;
    for (const AnswerValue& value : answer.values) values.append(valueJson(value));
    for (const Message& text : answer.more) more.append(english(text));
    QJsonObject object{
        {"sentence", english(answer.sentence())},
        {"question", english(answer.question)},
        {"result", english(answer.result)},
        {"more", more},
        {"values", values},
        {"fits", answer.fits ? QJsonValue(kFits[static_cast<int>(*answer.fits)]) : QJsonValue()},
        {"binding", answer.binding.empty() ? QJsonValue() : QString::fromStdString(answer.binding)},
        {"layout", answer.layout.empty() ? QJsonValue() : english(answer.layout)}};
    if (answer.searched)
        object.insert("search",
                      QJsonObject{{"layouts", answer.searched->layouts},
                                  {"better", answer.searched->better ? QJsonValue(*answer.searched->better)
                                                                     : QJsonValue()},
                                  {"set", setJson(answer.searched->set)},
                                  {"text", english(answer.searched->text)}});
    if (answer.changed) {
        QJsonArray changes;
        for (const AnswerChange& change : answer.changes) changes.append(changeJson(change));
        object.insert("better", changes);
    }
    return object;
}

} // namespace

std::vector<AnswerPiece> answerPieces(const AnswerText& text) {
    std::vector<AnswerPiece> pieces;
    for (const SentencePart& part : sentenceParts(text.text)) {
        const AnswerMark* mark = nullptr;
        for (const AnswerMark& one : text.marks)
            if (one.at.size() <= part.at.size() && std::equal(one.at.begin(), one.at.end(), part.at.begin()))
                mark = &one;
        if (!pieces.empty() && pieces.back().mark == mark)
            pieces.back().text += part.text;
        else
            pieces.push_back({part.text, mark});
    }
    return pieces;
}

QString answerText(const std::vector<Answer>& answers) {
    QString text;
    for (const Answer& answer : answers) text += sentenceText(answer.sentence()) + QLatin1Char('\n');
    return text;
}

QString answerMarkdown(const std::vector<Answer>& answers, const QString& command) {
    QString text;
    for (const Answer& answer : answers) {
        if (!text.isEmpty()) text += QLatin1Char('\n');
        const QString whole = markdownLine(sentenceText(answer.sentence()));
        const QString result = markdownLine(sentenceText(answer.result));
        const qsizetype at = whole.indexOf(result);
        text += at < 0
                    ? whole
                    : whole.left(at) + QStringLiteral("**%1**").arg(result) + whole.mid(at + result.size());
        text += QLatin1Char('\n');
    }
    if (!command.isEmpty()) text += QStringLiteral("\n```sh\n%1\n```\n").arg(command);
    return text;
}

QJsonObject answerJson(const std::vector<Answer>& answers) {
    QJsonObject object;
    for (const AnswerSide side : kAnswerSides)
        object.insert(QLatin1String(answerSideKey(side)), QJsonValue());
    for (const Answer& answer : answers)
        object.insert(QLatin1String(answerSideKey(answer.side)), oneJson(answer));
    return object;
}

} // namespace moe::items
