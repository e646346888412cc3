// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/csv_table_model.h"

#include "tests/support/registry.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::items;

static CsvTableModel::TablePtr tableOf(const std::string& text) {
    Result<CsvTable> table = readCsv(text, "runs.csv");
    return std::make_shared<const CsvTable>(*table);
}

static CsvTableModel::TablePtr smallTable() {
    return tableOf("lr,bs,smooth loss,moe_name\n"
                   "0.0003453,64,2.5,1in89\n"
                   "0.002762,256,2.4,1in8\n"
                   "0.001381,,2.45,3in8\n"
                   "0.0006905,1024,2.39,1in8\n");
}

class DataTableTest : public QObject {
    Q_OBJECT
    static QString shownRows(const CsvTableModel& model) {
        QStringList rows;
        for (int row = 0; row < model.rowCount(); ++row)
            rows.append(model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString());
        return rows.join(' ');
    }

private slots:
    void modelKeepsItsPromises() {
        CsvTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setTable(smallTable());
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(model.setFilter("lr>0.0005"), QString());
        model.setFilter("");
        model.setTable(nullptr);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), 0);
    }

    void cellsAreFormattedOnDemandAndRawUnderUserRole() {
        CsvTableModel model;
        model.setTable(tableOf("N,D/N,name\n214663680,465.84499063837904,a\n,1,b\n"));
        QCOMPARE(model.index(0, 0).data().toString(), QString("214,663,680"));
        QCOMPARE(model.index(0, 0).data(Qt::UserRole).toDouble(), 214663680.0);
        QCOMPARE(model.index(0, 1).data().toString(), QString("465.845"));
        QCOMPARE(model.index(0, 1).data(Qt::ToolTipRole).toString(), QString("465.84499063837904"));
        QCOMPARE(model.index(1, 0).data().toString(), QString("–"));
        QCOMPARE(model.exactText(1, 0), QString());
        QCOMPARE(model.index(1, 2).data().toString(), QString("b"));
    }

    void filters_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("lines");
        QTest::newRow("nothing") << "  "
                                 << "2 3 4 5";
        QTest::newRow("number") << "lr>0.001"
                                << "3 4";
        QTest::newRow("blanks around the sign") << "lr > 0.001"
                                                << "3 4";
        QTest::newRow("two conditions") << "lr<0.001 bs<=256"
                                        << "2";
        QTest::newRow("equal as printed") << "lr=3.453e-4"
                                          << "2";
        QTest::newRow("suffix") << "bs>=1k"
                                << "5";
        QTest::newRow("missing number fulfils nothing") << "bs<1e9"
                                                        << "2 3 5";
        QTest::newRow("but is not equal") << "bs!=64"
                                          << "3 4 5";
        QTest::newRow("text equals") << "moe_name=1IN8"
                                     << "3 5";
        QTest::newRow("text differs") << "moe_name!=1in8"
                                      << "2 4";
        QTest::newRow("text contains") << "moe_name~in8"
                                       << "2 3 4 5";
        QTest::newRow("name with a blank, quoted") << "\"smooth loss\"<2.4"
                                                   << "5";
        QTest::newRow("name with a blank, underscore, case") << "Smooth_Loss<2.4"
                                                             << "5";
        QTest::newRow("any cell, text") << "1in89"
                                        << "2";
        QTest::newRow("any cell, number") << "2.4"
                                          << "3 4";
        QTest::newRow("any cell and a condition") << "1in8 bs>256"
                                                  << "5";
    }
    void filters() {
        QFETCH(QString, filter);
        CsvTableModel model;
        model.setTable(smallTable());
        QCOMPARE(model.setFilter(filter), QString());
        QTEST(shownRows(model), "lines");
    }

    void wrongFiltersSayWhatIsWrongAndKeepTheRows_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("rule");
        QTest::newRow("column") << "rate>1"
                                << "there is no column \"rate\"";
        QTest::newRow("number") << "lr>fast"
                                << "\"lr\" is compared with a number, got \"fast\"";
        QTest::newRow("text") << "moe_name<3"
                              << "\"moe_name\" holds text: use =, != or ~";
        QTest::newRow("sign") << "lr=>3"
                              << "\"=>\" is no comparison: use < <= > >= = != ~";
        QTest::newRow("no value yet") << "lr>"
                                      << "a value must stand after \"lr>\"";
        QTest::newRow("no name") << ">3"
                                 << "a column name must stand before >";
    }
    void wrongFiltersSayWhatIsWrongAndKeepTheRows() {
        QFETCH(QString, filter);
        CsvTableModel model;
        model.setTable(smallTable());
        model.setFilter("bs=64");
        QTEST(model.setFilter(filter), "rule");
        QCOMPARE(shownRows(model), QString("2"));
    }

    void sortsNumbersAsNumbersAndMissingLast() {
        CsvTableModel model;
        model.setTable(smallTable());
        model.sort(1, Qt::AscendingOrder);
        QCOMPARE(shownRows(model), QString("2 3 5 4"));
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(shownRows(model), QString("5 3 2 4"));
        model.sort(3, Qt::AscendingOrder);
        QCOMPARE(shownRows(model), QString("3 5 2 4"));
        model.setFilter("1in8 bs>0");
        QCOMPARE(shownRows(model), QString("3 5 2"));
        model.sort(-1, Qt::AscendingOrder);
        QCOMPARE(shownRows(model), QString("2 3 5"));
    }

    void headersHaveUnitsAndTrueMeanings() {
        const std::string text = test::sharedText("data/step-law/moe_lr_bs_loss.csv");
        MOE_NEED_SHARED(text, "moe_lr_bs_loss.csv");
        CsvTableModel model;
        model.setTable(tableOf(text));
        QCOMPARE(model.rowCount(), 708);
        const auto tip = [&](const char* name) {
            for (int i = 0; i < model.columnCount(); ++i) {
                if (model.table()->columns[std::size_t(i)].name == name)
                    return model.headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString();
            }
            return QString();
        };
        QVERIFY(tip("total_time").contains("Seconds, = average_iter_time · ti, though documented as hours"));
        QVERIFY(tip("M").startsWith("M (FLOP/token)"));
        QVERIFY(tip("numld").contains("dense layers"));
        QVERIFY(tip("loss").contains("Use “smooth loss”"));
        for (const CsvColumn& column : model.table()->columns)
            QVERIFY2(tip(column.name.c_str()).contains('\n'), column.name.c_str());
    }

    void titlesAreInWordsAndTheNamesOfTheFileStayUsable() {
        CsvTableModel model;
        model.setTable(tableOf(",time_stats.mlp_up_proj.median,num_tokens,time_stats.own_op.std\n"
                               "0,5.5,1024,0.1\n1,11,2048,0.2\n"));
        const auto header = [&](int column, int role) {
            return model.headerData(column, Qt::Horizontal, role).toString();
        };
        QCOMPARE(header(0, Qt::DisplayRole), QString("Index\n"));
        QCOMPARE(header(1, Qt::DisplayRole), QString("MLP up (and gate), median\nms"));
        QVERIFY(header(1, Qt::ToolTipRole).startsWith("time_stats.mlp_up_proj.median (ms)\n"));
        QCOMPARE(header(2, Qt::DisplayRole), QString("Tokens\ntokens"));
        QVERIFY(header(2, Qt::ToolTipRole).startsWith("num_tokens (tokens)\n"));
        QCOMPARE(header(3, Qt::DisplayRole), QString("own_op, std\nms"));
        for (const char* filter : {"num_tokens>1500", "tokens>1500", "\"mlp up (and gate), median\">6"}) {
            QCOMPARE(model.setFilter(QString::fromLatin1(filter)), QString());
            QCOMPARE(shownRows(model), QString("3"));
        }
    }

    void exportIsTheTableAgain() {
        const auto table = tableOf("a,\"b,c\"\n1.25,\"x \"\"y\"\"\"\n,z\n");
        std::string out;
        QVERIFY(writeCsv(*table, {1, 0}, [&](std::string_view piece) { return out += piece, true; }));
        QCOMPARE(out, std::string("a,\"b,c\"\n,z\n1.25,\"x \"\"y\"\"\"\n"));
        QVERIFY(!writeCsv(*table, {0}, [](std::string_view) { return false; }));
    }

    /// A tenth of the largest table that is promised to work, so that a debug build stays quick too.
    void largeTablesSortAndFilterAtOnce() {
        CsvTable table;
        table.columns.resize(2);
        table.columns[0].name = "x";
        table.columns[1].name = "y";
        for (int i = 0; i < 120000; ++i) {
            table.columns[0].numbers.push_back(double((i * 7919LL) % 120011));
            table.columns[1].numbers.push_back(i % 100);
            table.lines.push_back(i + 2);
        }
        CsvTableModel model;
        model.setTable(std::make_shared<const CsvTable>(std::move(table)));
        QElapsedTimer timer;
        timer.start();
        model.sort(0, Qt::AscendingOrder);
        model.setFilter("y<50 x>10");
        QVERIFY2(timer.elapsed() < 1500, qPrintable(QString::number(timer.elapsed())));
        const auto& rows = model.visibleRows();
        const auto& x = model.table()->columns[0].numbers;
        QVERIFY(std::is_sorted(rows.begin(), rows.end(), [&](auto a, auto b) { return x[a] < x[b]; }));
        QVERIFY(rows.size() > 59000 && rows.size() < 60001);
    }
};

MOE_TEST(DataTableTest)
#include "data_table_test.moc"
