// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using test::explorer;
using test::Outcome;

class TraceCommandTest : public QObject {
    Q_OBJECT

    static QJsonObject step(const QStringList& scenario) {
        const Outcome outcome = explorer(QStringList{"report", "--format", "json"} + scenario);
        return QJsonDocument::fromJson(outcome.out.toUtf8())["train"].toObject();
    }

private slots:
    void everyPassStandsOnItsRankAndTheLastPartEndsWithTheStep() {
        QTemporaryDir folder;
        const QString path = folder.filePath("trace.json");
        const QStringList scenario{"--preset", "deepseek-v3"};
        const Outcome outcome = explorer(QStringList{"trace", "-o", path} + scenario);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray events = QJsonDocument::fromJson(file.readAll())["traceEvents"].toArray();
        QMap<int, double> ends, sums;
        QMap<QString, double> waits; ///< µs of stage 0, by what stands on its lanes
        QMap<int, int> passes;
        QMap<int, QString> names;
        for (const QJsonValue& event : events) {
            const int track = event["tid"].toInt();
            if (event["ph"] == "M") {
                if (event["name"] == "thread_name") names[track] = event["args"]["name"].toString();
                continue;
            }
            QCOMPARE(event["ph"].toString(), QString("X"));
            // One after the other: a track of overlapping slices cannot be drawn.
            QVERIFY(event["ts"].toDouble() >= ends[track] - 0.01 && event["dur"].toDouble() >= 0);
            ends[track] = event["ts"].toDouble() + event["dur"].toDouble();
            sums[track] += event["dur"].toDouble();
            ++passes[track];
            if (names[track].startsWith("stage 0,"))
                waits[event["name"].toString()] += event["dur"].toDouble();
        }
        const QJsonObject train = step(scenario);
        const int stages = names.key("after the last pass");
        QCOMPARE(stages, 16); // pipeline parallel of the preset (DeepSeek-V3, arXiv 2412.19437, section 3.2)
        QCOMPARE(names[0], QString("stage 0"));
        QCOMPARE(names[stages], QString("after the last pass"));
        QCOMPARE(names[stages + 1], QString("stage 0, communication"));
        QCOMPARE(names[stages + 2], QString("stage 0, host"));
        // What is waited for is a part of the passes; what lies beside computing has room there.
        QVERIFY(waits["waited for"] > 0 && waits["beside computing"] > 0);
        QVERIFY(waits["waited for"] + waits["beside computing"] + waits["host"] < sums[0]);
        // DualPipe's ranks mirror each other.
        for (int rank = 0; rank < stages; ++rank) QCOMPARE(passes[rank], passes[stages - 1 - rank]);
        const double whole = 1e6 * train["step_seconds"].toDouble();
        QVERIFY2(std::abs(ends[stages] - whole) < 1e-3 * whole,
                 qPrintable(QString("%1 %2").arg(ends[stages]).arg(whole)));
    }

    void whatHasNoStepSaysSo() {
        const Outcome serving = explorer({"trace", "--preset", "deepseek-v3", "--set", "train=null"});
        QCOMPARE(serving.code, 1);
        QVERIFY2(serving.err.contains("train: is required"), qPrintable(serving.err));
        QCOMPARE(explorer({"trace", "-o"}).code, 2);
    }

    void aProfileStandsBesideTheStep() {
        QTemporaryDir folder;
        const QString path = folder.filePath("profile.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"traceEvents":[
            {"ph":"X","cat":"kernel","name":"nvjet_tst_128x256","ts":0,"dur":3000},
            {"ph":"X","cat":"kernel","name":"ncclDevKernel_SendRecv","ts":2000,"dur":2000}]})");
        file.close();
        const QStringList command{"trace", "--preset", "deepseek-v3", "--against", path};
        const Outcome text = explorer(command);
        QVERIFY2(text.code == 0, qPrintable(text.err));
        QVERIFY2(text.out.contains("No step is marked"), qPrintable(text.out));
        const QJsonObject json =
            QJsonDocument::fromJson(
                explorer(command + QStringList{"--format", "json", "--steps", "2"}).out.toUtf8())
                .object();
        QCOMPARE(json["sums"]["step"]["traced_seconds"].toDouble(), 2e-3);
        QCOMPARE(json["sums"]["exposed"]["traced_seconds"].toDouble(), 0.5e-3);
        QCOMPARE(json["sums"]["step"]["predicted_seconds"],
                 step({"--preset", "deepseek-v3"})["step_seconds"]);
        const Outcome csv = explorer(command + QStringList{"--format", "csv"});
        QVERIFY2(csv.out.startsWith("kernels,predicted,traced,ratio"), qPrintable(csv.out));
        QCOMPARE(explorer(command + QStringList{"--format", "yaml"}).code, 2);
        QCOMPARE(explorer(command + QStringList{"--steps", "0"}).code, 1);
        QCOMPARE(explorer({"trace", "--preset", "deepseek-v3", "--steps", "2"}).code, 2);
    }
};

MOE_TEST(TraceCommandTest)
#include "trace_command_test.moc"
