// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence as scripts ask for it.

#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "tests/support/test_input.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace {

using moe::test::explorer, moe::test::Outcome;

QJsonObject object(const Outcome& outcome) {
    if (outcome.code != 0) qWarning("%s", qPrintable(outcome.err));
    return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
}

} // namespace

class AnswerCommandTest : public QObject {
    Q_OBJECT
private slots:
    void oneLineForEachSideAndTheSameInReportAndJson() {
        const QStringList preset{"--preset", "mixtral-8x7b"};
        const Outcome text = explorer(QStringList{"answer"} + preset);
        QCOMPARE(text.code, 0);
        QVERIFY(text.err.isEmpty());
        const QStringList lines = text.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        const QJsonObject json = object(explorer(QStringList{"answer", "--json"} + preset));
        const Outcome report = explorer(QStringList{"report"} + preset);
        const QJsonObject reported = object(explorer(QStringList{"report", "--format", "json"} + preset));
        int line = 0;
        for (const char* side : {"train", "serve", "loss"}) {
            QCOMPARE(json[QLatin1String(side)]["sentence"].toString(), lines[line]);
            const QString begin = reported["answer"][QLatin1String(side)]["sentence"].toString();
            QVERIFY2(!begin.isEmpty() && lines[line].startsWith(begin), qPrintable(begin));
            QVERIFY2(report.out.contains(begin + '\n'), side);
            for (const QJsonValue& value : json[QLatin1String(side)]["values"].toArray()) {
                QJsonValue there = reported;
                for (const QString& key : value["key"].toString().split('.')) there = there[key];
                QCOMPARE(value["value"], there);
            }
            ++line;
        }
    }

    void oneSideAlone() {
        const Outcome outcome = explorer({"answer", "--preset", "mixtral-8x7b", "--side", "loss"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.startsWith("Loss of Mixtral 8x7B after ") && outcome.out.count('\n') == 1,
                 qPrintable(outcome.out));
        const Outcome none = explorer({"answer", "--preset", "kimi-k2", "--side", "train"});
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("--side: the scenario has no such side, got \"train\""),
                 qPrintable(none.err));
        const Outcome alone =
            explorer({"answer", "--preset", "mixtral-8x7b", "--set", "train=null", "--set", "serve=null"});
        QCOMPARE(alone.code, 1);
        QVERIFY(alone.err.contains("neither training nor serving"));
    }

    void aSearchSaysWhetherAnotherIsFaster() {
        const QStringList asked{"answer", "--preset", "step-law-2in88", "--side",
                                "train",  "--search", "--json"};
        const QJsonObject first = object(explorer(asked))["train"].toObject();
        const QJsonObject search = first["search"].toObject();
        QVERIFY(search["layouts"].toDouble() > 1000);
        QVERIFY2(first["sentence"].toString().contains(search["text"].toString()),
                 qPrintable(first["sentence"].toString()));
        QStringList again = asked;
        const QJsonObject set = search["set"].toObject();
        for (auto it = set.begin(); it != set.end(); ++it)
            again << "--set" << it.key() + "=" + it.value().toString();
        const QJsonObject best = object(explorer(again))["train"].toObject();
        QVERIFY2(best["sentence"].toString().contains(" layouts is faster."),
                 qPrintable(best["sentence"].toString()));
    }

    void aServersLayoutsAreSimulated() {
        const Outcome outcome =
            explorer({"answer", "--preset", "llama-3-70b", "--side", "serve", "--set", "train=null", "--set",
                      "parallel.pp=1", "--set", "cluster.gpus=4", "--set", "serve.requests=8", "--set",
                      "serve.output=64", "--set", "serve.slo_tpot=0.05", "--search"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        for (const char* part : {" requests/s (", "within the limits; with 8 requests at once: ",
                                 "Beyond that rate TPOT breaks its limit.", " layouts serves "})
            QVERIFY2(outcome.out.contains(part), qPrintable(outcome.out));
    }

    void markdownHoldsTheCommandThatGivesItAgain() {
        const QTemporaryDir folder;
        const QString file = moe::test::writeInput(
            folder.filePath("Mine & yours.yaml"),
            "schema: moe-explorer/scenario/1\n"
            "model: {layers: 8, hidden: 1024, ffn: 4096, heads: 8, vocab: 32000, sequence: 2048}\n"
            "train: {tokens: 1e9, global_batch: 32}\ncluster: {gpus: 8}\n");
        const Outcome outcome =
            explorer({"answer", "--scenario", file, "--side", "train", "--format", "markdown"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.startsWith("Train ") && outcome.out.contains(QStringLiteral(" → **")),
                 qPrintable(outcome.out));
        const QString command = outcome.out.section("```sh\n", 1).section("\n```", 0, 0);
        QCOMPARE(
            command,
            QStringLiteral("moe-explorer answer --scenario '%1' --side train --format markdown").arg(file));
        const Outcome again = moe::test::run(
            "/bin/sh", {"-c", QStringLiteral("'%1'%2").arg(QStringLiteral(MOE_BINARY), command.mid(12))});
        QCOMPARE(again.out, outcome.out);
    }

    void usageErrorsAreTold() {
        QCOMPARE(explorer({"answer", "--side", "both"}).code, 2);
        QCOMPARE(explorer({"answer", "--json", "--format", "text"}).code, 2);
        QCOMPARE(explorer({"answer", "--format", "csv"}).code, 2);
        QCOMPARE(explorer({"answer", "extra"}).code, 2);
        const Outcome bad = explorer({"answer", "--set", "parallel.tp=0", "--json"});
        QCOMPARE(bad.code, 1);
        QCOMPARE(QJsonDocument::fromJson(bad.out.toUtf8())["problems"].toArray().size(), 1);
    }
};

MOE_TEST(AnswerCommandTest)
#include "answer_command_test.moc"
