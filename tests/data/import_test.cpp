// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is said to be, and what is said about a broken one.

#include "data/import.h"

#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>

using namespace moe;

class ImportTest : public QObject {
    Q_OBJECT
private slots:
    void describesThePublishedTables_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("rows");
        QTest::addColumn<QStringList>("facts");
        QTest::newRow("dense") << "dense_lr_bs_loss.csv"
                               << "Step Law dense loss" << 1911
                               << QStringList{"1911 runs in 17 groups of 5 model sizes",
                                              "N 215M … 1.07B non-vocabulary parameters",
                                              "D 4B … 100B tokens"};
        QTest::newRow("moe") << "moe_lr_bs_loss.csv"
                             << "Step Law MoE loss" << 708
                             << QStringList{"708 runs in 16 groups of 4 architectures", "D 2B … 20B tokens"};
        QTest::newRow("fits") << "1004_fitted_lr_bs_scaling_model_parameters.csv"
                              << "Step Law fits" << 1000
                              << QStringList{
                                     "1000 bootstrap fits of ln lr = a + b ln N + c ln D and ln bs = a + c "
                                     "ln D (bs in tokens)"};
    }
    void describesThePublishedTables() {
        QFETCH(QString, file);
        const std::string text = test::sharedText("data/step-law/" + file.toStdString());
        MOE_NEED_SHARED(text, "of the Step Law");
        const ImportSummary summary = summarise(text, file.toStdString());
        QTEST(QString::fromStdString(summary.kind), "kind");
        QTEST(static_cast<int>(summary.rows), "rows");
        QVERIFY(!summary.rejected && summary.problems.empty());
        QFETCH(QStringList, facts);
        for (const QString& fact : facts)
            QVERIFY2(std::count(summary.facts.begin(), summary.facts.end(), fact.toStdString()) == 1,
                     qPrintable(fact));
    }

    void keepsGoodRowsAndCountsTheOthers() {
        const ImportSummary summary =
            summarise("lr,bs,smooth loss,D,N\n0.001,64,2.5,4e9,2e8\nabc,64,2.5,4e9,2e8\n", "dense.csv");
        QCOMPARE(summary.rows, std::size_t{1});
        QVERIFY(!summary.rejected);
        QCOMPARE(summary.facts.back(), std::string("1 row left out"));
        QCOMPARE(toString(summary.problems),
                 std::string("dense.csv:3:1: lr: expected a number > 0, got \"abc\"\n"));
    }

    void aTimeThatNoNumberHoldsIsNotCalledInfinite() {
        const ImportSummary summary = summarise(
            " iteration        1/     10 | elapsed time per iteration (ms): 1e400 | lm loss: 2.5 |\n",
            "run.log");
        QCOMPARE(summary.rows, std::size_t{1});
        for (const std::string& fact : summary.facts)
            QVERIFY2(fact.find("inf") == std::string::npos, fact.c_str());
        QVERIFY2(toString(summary.problems).find("got \"1e400\"") != std::string::npos,
                 toString(summary.problems).c_str());
    }

    void rejects_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("problem");
        QTest::newRow("empty") << QByteArray() << ""
                               << "f: the file is empty, expected a header line";
        QTest::newRow("binary") << QByteArray("\x7F"
                                              "ELF\0\0",
                                              6)
                                << ""
                                << "expected UTF-8 text with a header line, found binary content";
        QTest::newRow("unknown") << QByteArray("run,colour\n1,red\n") << ""
                                 << "got \"run,colour\"";
        QTest::newRow("missing column") << QByteArray("lr,bs,D,N\n1,2,3,4\n") << "Step Law dense loss"
                                        << "f:1:1: smooth loss: this column is required and missing";
        QTest::newRow("no usable row") << QByteArray("lr,bs,smooth loss,D,N\n") << "Step Law dense loss"
                                       << "f:1:1: no run could be read";
    }
    void rejects() {
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        const ImportSummary summary = summarise(text.toStdString(), "f");
        QVERIFY(summary.rejected);
        QCOMPARE(summary.rows, std::size_t{0});
        QTEST(QString::fromStdString(summary.kind), "kind");
        const QString said =
            QString::fromStdString(toString(summary.problems)).replace("f:1:1: the", "f: the");
        QVERIFY2(said.contains(problem), qPrintable(said));
    }

    void namesEveryKindWhenNoneFits() {
        const std::string said = toString(summarise("a,b\n", "f").problems);
        for (const ImportKind& kind : importKinds())
            QVERIFY2(said.find(kind.name) != std::string::npos, kind.name.data());
        QVERIFY2(said.size() < 400, said.c_str()); // one line that can be read
    }
};

MOE_TEST(ImportTest)
#include "import_test.moc"
