// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace {

using moe::test::Outcome;

Outcome day(const QStringList& more) {
    QStringList arguments{"day", "--preset", "gpt-oss-120b"};
    for (const char* set :
         {"serve.output=100", "serve.slo_ttft=2", "serve.slo_tpot=0.05", "day.hours=1", "day.requests=2000",
          "day.replicas_max=3", "day.replica_rate=1", "day.target=8", "price.gpu_hour_usd=2"})
        arguments << "--set" << set;
    return moe::test::explorer(arguments + more);
}

QJsonObject objectOf(const Outcome& outcome) {
    return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
}

} // namespace

class DayCommandTest : public QObject {
    Q_OBJECT

private slots:
    void printsTheDayInThreeForms() {
        const Outcome json = day({"--json", "--fixed"});
        QCOMPARE(json.code, 0);
        const QJsonObject object = objectOf(json);
        QCOMPARE(object["schema"].toString(), QString("moe-explorer/day/1"));
        const QJsonObject metrics = object["metrics"].toObject();
        QCOMPARE(metrics["requests"].toDouble(), metrics["answered"].toDouble() +
                                                     metrics["refused"].toDouble() +
                                                     metrics["running"].toDouble());
        QCOMPARE(metrics["usd"].toDouble(), 2 * metrics["gpu_hours"].toDouble());
        QCOMPARE(object["origin"]["usd"].toString(), QString("simulated"));
        QVERIFY(object["fixed"]["replicas"].toInt() >= 1);
        QVERIFY(object["start"]["seconds"].toDouble() > 60);
        QCOMPARE(object["slots"].toArray().size(), 240); // of 15 s
        QVERIFY(object["engine_stands_in"].toBool());
        QCOMPARE(object["engine"].toString(), QString("vllm"));
        const Outcome csv = day({"--csv"}), text = day({});
        QVERIFY(csv.out.startsWith("begin_s,end_s,requests,"));
        QCOMPARE(csv.out.trimmed().count('\n'), 240);
        for (const char* part : {"day.within_share", "day.usd", "worst quarter of an hour", "CUDA graphs",
                                 "No engine is named: vLLM stands in."})
            QVERIFY2(text.out.contains(part), part);
    }
    void explainsANumber() {
        const Outcome outcome = day({"--explain", "day.gpu_hours"});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.contains("GPUs of a replica") && outcome.out.contains("(simulated)"),
                 qPrintable(outcome.out));
        QCOMPARE(day({"--explain", "day.nothing"}).code, 1);
    }
    void takesATrace() {
        QTemporaryDir folder;
        const QString path = folder.filePath("trace.csv");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("arrival_s,input_tokens,output_tokens\n");
        for (int i = 0; i < 50; ++i) file.write(QByteArray::number(i) + ",500,20\n");
        file.close();
        const QJsonObject metrics = objectOf(day({"--json", "--trace", path}))["metrics"].toObject();
        QCOMPARE(metrics["requests"].toInt(), 50);
        QCOMPARE(metrics["output_tokens"].toInt(), 1000);
    }
    /// Command and picture assume the same day, and both say so.
    void whatIsAssumedIsSaid() {
        const QString says = "No day is given: 100000 requests over 24 hours on 1 to 8 replicas are assumed.";
        const QStringList model{"--preset", "gpt-oss-120b"};
        const Outcome text = moe::test::explorer(QStringList{"day"} + model);
        QVERIFY2(text.out.contains("warning: " + says), qPrintable(text.out));
        const Outcome csv = moe::test::explorer(QStringList{"day", "--csv"} + model);
        QVERIFY2(csv.err.contains(says), qPrintable(csv.err));
        QVERIFY(!day({}).out.contains("is given"));
        QTemporaryDir folder;
        const Outcome drawn =
            moe::test::explorer(QStringList{"render", "day", "--no-headline", "-o",
                                            folder.filePath("day.svg"), "--csv", folder.filePath("day.csv")} +
                                model);
        QVERIFY2(drawn.out.contains(says), qPrintable(drawn.out));
        QFile numbers(folder.filePath("day.csv"));
        QVERIFY(numbers.open(QIODevice::ReadOnly));
        const QList<QByteArray> theirs = numbers.readAll().trimmed().split('\n');
        const QStringList ours = csv.out.trimmed().split('\n');
        QCOMPARE(theirs.size(), ours.size());
        for (const int hour : {1, 100, 200}) // requests of five minutes
            QCOMPARE(QString(theirs[hour].split(',').value(1)), ours[hour].split(',').value(2));
    }
    void badInputIsLocated() {
        const Outcome curve = day({"--set", "day.curve=1,-1"});
        QCOMPARE(curve.code, 1);
        QVERIFY2(curve.err.contains("day.curve: must be two or more rates"), qPrintable(curve.err));
        const Outcome range = day({"--set", "day.peak=0.5"});
        QCOMPARE(range.code, 1);
        QVERIFY2(range.err.contains("day.peak"), qPrintable(range.err));
        QCOMPARE(day({"--format", "xml"}).code, 2);
        QCOMPARE(moe::test::explorer({"day", "--preset", "reference"}).code,
                 moe::test::explorer({"simulate", "--preset", "reference"}).code);
    }
};

MOE_TEST(DayCommandTest)
#include "day_command_test.moc"
