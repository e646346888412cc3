// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/expert_loads.h"
#include "data/import.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class ExpertLoadsTest : public QObject {
    Q_OBJECT

private slots:
    void rowsMayComeInAnyOrder() {
        const Result<ExpertLoads> loads =
            readExpertLoads("tokens,layer,expert\n5,7,1\n4,7,0\n1,3,1\n2,3,0\n", "l.csv");
        QVERIFY(loads);
        QVERIFY(loads->problems.empty());
        QCOMPARE(loads->layers, (std::vector<int>{3, 7}));
        QCOMPARE(loads->tokens, (std::vector<std::vector<double>>{{2, 1}, {4, 5}}));
    }

    void whatIsWrongIsLocatedAndTheRestIsKept_data() {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("says");
        QTest::newRow("half an expert") << "0,1.5,3"
                                        << "l.csv:4: expert: expected a whole number";
        QTest::newRow("negative load") << "0,1,-3"
                                       << "l.csv:4: tokens: expected a number from 0";
        QTest::newRow("load beyond meaning")
            << "0,1,1e308"
            << "l.csv:4: tokens: expected a number from 0 to 1e+15, got \"1e+308\"";
        QTest::newRow("expert beyond meaning")
            << "0,65536,3"
            << "l.csv:4: expert: expected a whole number from 0 to 65535, got \"65536\"";
        QTest::newRow("twice") << "0,0,3"
                               << "l.csv:4: expert: stands twice";
        QTest::newRow("no number") << "0,1,many"
                                   << "l.csv:4:5: tokens: ";
        QTest::newRow("missing expert") << "1,2,3"
                                        << "l.csv: layer: 2 of 3 experts have no row";
    }
    void whatIsWrongIsLocatedAndTheRestIsKept() {
        QFETCH(QString, row);
        QFETCH(QString, says);
        const std::string text = "layer,expert,tokens\n0,0,10\n0,1,20\n" + row.toStdString() + "\n";
        const Result<ExpertLoads> loads = readExpertLoads(text, "l.csv");
        QVERIFY(loads);
        QVERIFY2(QString::fromStdString(toString(loads->problems)).contains(says),
                 toString(loads->problems).c_str());
        QCOMPARE(loads->tokens.front()[0], 10.0);
        QCOMPARE(loads->tokens.front()[1], 20.0);
    }

    void pairsAreReadBesideTheLoads() {
        const Result<ExpertLoads> loads =
            readExpertLoads("layer,expert,with,tokens\n0,0,,9\n0,1,,8\n0,2,2,7\n0,1,0,5\n0,2,1,3\n", "l.csv");
        QVERIFY(loads);
        QVERIFY2(loads->problems.empty(), toString(loads->problems).c_str());
        QCOMPARE(loads->tokens, (std::vector<std::vector<double>>{{9, 8, 7}}));
        QCOMPARE(loads->together, (std::vector<std::vector<double>>{{0, 5, 0, 5, 0, 3, 0, 3, 0}}));
    }
    void pairsThatCannotBeMeantAreLocated() {
        const Result<ExpertLoads> loads = readExpertLoads(
            "layer,expert,with,tokens\n0,0,,9\n0,1,,8\n0,0,1,5\n0,1,0,4\n0,1,0.5,4\n1,0,1,4\n", "l.csv");
        QVERIFY(loads);
        QCOMPARE(loads->together.front(), (std::vector<double>{0, 5, 5, 0}));
        QCOMPARE(loads->layers, std::vector<int>{0});
        const QString problems = QString::fromStdString(toString(loads->problems));
        for (const char* part : {"l.csv:5: with: this pair stands twice",
                                 "l.csv:6: with: expected a whole number", "layer: has pairs but no loads"})
            QVERIFY2(problems.contains(part), qPrintable(problems));
    }

    /// Few rows that name a far expert of many layers: what is kept of each layer is as long as that.
    void memoryIsBounded() {
        std::string text = "layer,expert,tokens\n0,60000,1\n";
        for (int layer = 0; layer < 2000; ++layer) text += std::to_string(layer) + ",0,5\n";
        const Result<ExpertLoads> loads = readExpertLoads(text, "l.csv");
        QVERIFY(loads);
        QCOMPARE(loads->layers.size(), std::size_t{1000});
        QVERIFY(QString::fromStdString(toString(loads->problems))
                    .contains("l.csv:1003: layer: is beyond the first 1000 layers"));
        text = "layer,expert,with,tokens\n0,1000,0,1\n";
        for (int layer = 0; layer < 900; ++layer) text += std::to_string(layer) + ",0,,5\n";
        const Result<ExpertLoads> pairs = readExpertLoads(text, "l.csv");
        QVERIFY(pairs && pairs->together.empty());
        QVERIFY(QString::fromStdString(toString(pairs->problems))
                    .contains("l.csv: with: pairs are read for up to 273 experts, got \"1001\""));
    }

    void nothingUsableIsAnError() {
        QVERIFY(!readExpertLoads("layer,expert,tokens\n", "l.csv"));
        QVERIFY(!readExpertLoads("layer,tokens\n1,2\n", "l.csv"));
        QVERIFY(!readExpertLoads("", "l.csv"));
    }

    void importKnowsTheKind() {
        const ImportSummary summary = summarise("layer,expert,tokens\n0,0,10\n0,1,20\n", "l.csv");
        QCOMPARE(summary.kind, std::string("Expert loads"));
        QCOMPARE(summary.rows, std::size_t(2));
    }
};

MOE_TEST(ExpertLoadsTest)
#include "expert_loads_test.moc"
