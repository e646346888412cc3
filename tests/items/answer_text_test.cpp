// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence as text, Markdown, JSON and German.

#include "models/engine/answer/better.h"
#include "models/engine/evaluate.h"
#include "models/items/answer_text.h"
#include "models/items/plan_text.h"
#include "models/items/report_json.h"
#include "models/items/report_text.h"
#include "models/items/words.h"
#include "tests/engine/cases.h"
#include "tests/support/german.h"
#include "tests/support/sample_report.h"
#include "tests/support/translations.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace moe;
using namespace moe::test;

namespace {

std::vector<Answer> answered(const char* preset) {
    const Report report = evaluate(presetScenario(preset), numbersCatalog(), Detail::Numbers);
    std::vector<Answer> answers = answersOf(report);
    for (Answer& answer : answers)
        addChanges(answer, report, numbersCatalog(), [](std::size_t count, const auto& work) {
            for (std::size_t i = 0; i < count; ++i) work(i);
        });
    return answers;
}

/// The first pattern with a word in it that has no German.
QString untranslated(const Message& message, const std::set<QString>& known) {
    static const QRegularExpression word(QStringLiteral("\\p{L}"));
    const QString pattern = QString::fromStdString(message.text());
    if (message.kind() == Message::Kind::Sentence && pattern.contains(word) && !known.count(pattern))
        return pattern;
    for (const Message& part : message.arguments())
        if (const QString found = untranslated(part, known); !found.isEmpty()) return found;
    return {};
}

} // namespace

class AnswerTextTest : public QObject {
    Q_OBJECT
private slots:
    /// Two plans may differ by their schedule alone; one stage has none.
    void layoutsOfPlansNameTheirSchedule() {
        Plan plan;
        plan.scenario = presetScenario("deepseek-v3");
        QVERIFY2(items::planLayoutText(plan).endsWith("· DualPipe"), qPrintable(items::planLayoutText(plan)));
        plan.scenario.parallel.pp = 1;
        QVERIFY(!items::planLayoutText(plan).contains("DualPipe"));
    }

    void everyTextHasGerman() {
        std::set<QString> known;
        for (const Translation& one : translations())
            if (one.context == QLatin1String("Sentence")) known.insert(one.source);
        for (const char* preset :
             {"deepseek-v3", "llama-3-70b", "reference-baseline", "kimi-k2", "seed-dense"})
            for (const Answer& answer : answered(preset))
                QCOMPARE(untranslated(answer.sentence(), known), QString());
    }

    void germanNumbersStandInGermanSentences() {
        const std::vector<Answer> answers = answersOf(sampleReport());
        const QString english = items::answerText(answers).section('\n', 0, 0);
        QVERIFY2(english.startsWith("Train Coarse MoE 64×top-8 for 1.5 trillion tokens on "),
                 qPrintable(english));
        QVERIFY2(english.contains("fits (61.3 of 79.6 GiB, odds 99 %)"), qPrintable(english));
        const German german;
        QVERIFY(german.loaded);
        const QString text = items::answerText(answers).section('\n', 0, 0);
        QVERIFY2(text.contains("mit 1,5 Bio. Tokens ") &&
                     text.contains("passt (61,3 von 79,6 GiB, zu 99 % sicher)"),
                 qPrintable(text));
    }

    /// Chips and numbers are told apart by their marks, in every language; together they are the sentence.
    void piecesAreTheSentence() {
        const auto check = [] {
            for (const Answer& answer : answersOf(sampleReport()))
                for (const AnswerText* text : {&answer.question, &answer.result, &answer.brief}) {
                    QString joined;
                    std::size_t marked = 0;
                    for (const items::AnswerPiece& piece : items::answerPieces(*text)) {
                        joined += piece.text;
                        marked += piece.mark ? 1 : 0;
                    }
                    QCOMPARE(joined, items::sentenceText(text->text));
                    QCOMPARE(marked, text->marks.size());
                }
        };
        check();
        const German german;
        check();
    }

    void aReportBeginsWithIt() {
        const Report report = sampleReport();
        const std::vector<Answer> answers = answersOf(report);
        const QString line = items::answerText(answers).section('\n', 0, 0);
        const QStringList lines = items::reportText(report).split('\n');
        QCOMPARE(lines.value(2), line); // under the title
        const QString markdown = items::reportMarkdown(report);
        const qsizetype at = markdown.indexOf(QStringLiteral(" → **"));
        QVERIFY(at > 0 && at < markdown.indexOf("\n## "));
        const QJsonObject json = items::reportJson(report)["answer"].toObject();
        QCOMPARE(json["train"]["sentence"].toString(), line);
        QVERIFY(!json["train"].toObject().contains("better")); // nobody asked
        for (const QJsonValue& value : json["train"]["values"].toArray())
            if (value["key"] == "train.days") QCOMPARE(value["value"].toDouble(), *report.train->days);
    }

    void aNameDoesNotBecomeMarkup() {
        Report report = sampleReport();
        report.scenario.name = "[a](b) <script> | x";
        const QString text = items::answerMarkdown(answersOf(report), "moe-explorer answer");
        QVERIFY2(text.contains("\\<script") && text.contains(" \\| x"), qPrintable(text));
        QVERIFY(text.endsWith("\n```sh\nmoe-explorer answer\n```\n"));
    }
};

MOE_TEST(AnswerTextTest)
#include "answer_text_test.moc"
