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

Outcome placement(const QStringList& arguments) {
    return moe::test::explorer(QStringList{"placement"} + arguments);
}

QJsonObject placed(const Outcome& outcome) {
    return QJsonDocument::fromJson(outcome.out.toUtf8())["placement"].toObject();
}

} // namespace

class PlacementCommandTest : public QObject {
    Q_OBJECT

private slots:
    // github.com/deepseek-ai/EPLB, the example of its README.
    void eplbGoldenCase() {
        QTemporaryDir folder;
        QFile file(folder.filePath("loads.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QList<QList<int>> weights{{90, 132, 40, 61, 104, 165, 39, 4, 73, 56, 183, 86},
                                        {20, 107, 104, 64, 19, 197, 187, 157, 172, 86, 16, 27}};
        QByteArray text = "layer,expert,tokens\n";
        for (int layer = 0; layer < 2; ++layer)
            for (int expert = 0; expert < 12; ++expert)
                text += QByteArray::number(layer) + ',' + QByteArray::number(expert) + ',' +
                        QByteArray::number(weights[layer][expert]) + '\n';
        file.write(text);
        file.close();
        const Outcome outcome =
            placement({"--loads", file.fileName(), "--experts", "12", "--gpus", "8", "--nodes", "2",
                       "--replicas", "16", "--groups", "4", "--algorithm", "eplb", "--format", "json"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const QJsonArray first{5, 6, 5, 7, 8, 4, 3, 4, 10, 9, 10, 2, 0, 1, 11, 1};
        const QJsonArray second{7, 10, 6, 8, 6, 11, 8, 9, 2, 4, 5, 1, 5, 0, 3, 1};
        QCOMPARE(placed(outcome)["replicas"].toArray(), (QJsonArray{first, second}));
        QCOMPARE(placed(outcome)["layers"].toArray().size(), 2);
    }

    void oneLayerHasTheFormOfAReport() {
        const QJsonObject object =
            placed(placement({"--zipf", "0.7", "--seed", "3", "--experts", "256", "--gpus", "32", "--nodes",
                              "4", "--algorithm", "contiguous", "--format", "json"}));
        QCOMPARE(object["replicas"].toArray().size(), 256);
        for (const char* part : {"experts", "gpus", "nodes"})
            QVERIFY(object[part].toObject()["max_over_mean"].toDouble() >= 1);
        QVERIFY(object["lower_bound"].toDouble() <= object["gpus"].toObject()["max_over_mean"].toDouble());
        QVERIFY(object["aux_loss"].toDouble() > 1);
    }

    void oneStepOfATableIsPlacedAlone() {
        QTemporaryDir folder;
        QFile file(folder.filePath("loads.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        // Step 1 loads the first expert alone, step 2 the last.
        file.write("step,layer,expert,tokens\n1,0,0,8\n1,0,1,0\n2,0,0,0\n2,0,1,8\n");
        file.close();
        const QStringList all{"--loads", file.fileName(), "--gpus", "2", "--top-k", "1", "--format", "json"};
        const auto largest = [](const Outcome& outcome) {
            return placed(outcome)["experts"].toObject()["max_over_mean"].toDouble();
        };
        QCOMPARE(largest(placement(all)), 1.0); // added up they are even
        QCOMPARE(largest(placement(all + QStringList{"--step", "2"})), 2.0);
        const Outcome gone = placement(all + QStringList{"--step", "3"});
        QCOMPARE(gone.code, 1);
        QVERIFY2(gone.err.contains("--step: must be one of its 2 steps, 1 to 2"), qPrintable(gone.err));
        QCOMPARE(placement({"--experts", "8", "--gpus", "2", "--step", "1"}).code, 2);
    }

    void allProblemsAtOnce() {
        const Outcome outcome = placement({"--zipf", "x", "--experts", "2.5", "--gpus", "0"});
        QCOMPARE(outcome.code, 1);
        for (const char* part :
             {"--zipf: must be a number", "--experts: must be a whole number", "--gpus: must be"})
            QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
        const Outcome uneven = placement({"--experts", "256", "--gpus", "33", "--nodes", "4"});
        QCOMPARE(uneven.code, 1);
        QVERIFY2(uneven.err.contains("--replicas: slots must divide by the 33 GPUs") &&
                     uneven.err.contains("--nodes: must divide the 33 GPUs"),
                 qPrintable(uneven.err));
        QCOMPARE(placement({"--gpus", "8"}).code, 2);
    }
};

MOE_TEST(PlacementCommandTest)
#include "placement_command_test.moc"
