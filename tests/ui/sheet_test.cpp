// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a picture's numbers: order, selection, rows left out.

#include "ui/plots/kit/sheet.h"

#include "tests/support/registry.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QTableView>
#include <QTest>

#include <cmath>

using namespace moe::ui;

namespace {

/// Rows of a word and a number.
Sheet sheetOf(const std::vector<std::pair<QString, double>>& rows, const QString& unit = "s") {
    Sheet sheet;
    sheet.header << "Part" << unit;
    for (const auto& [word, value] : rows) sheet.rows.push_back({"key " + word, {word, value}});
    return sheet;
}
const Sheet kParts = sheetOf({{"b", 10}, {"a", 9}, {"c", 100.123456}});

QString wordsOf(const QAbstractItemModel& model) {
    QString words;
    for (int row = 0; row < model.rowCount(); ++row) words += model.index(row, 0).data().toString();
    return words;
}

} // namespace

class SheetTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_table.reset(newSheetTable("Parts"));
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        fillTable(*m_table, kParts);
    }
    void cleanup() {
        m_tester.reset();
        m_table.reset();
    }

    void cellsAreReadAndTheCsvHasTheDigits() {
        const QAbstractItemModel& model = *m_table->model();
        QCOMPARE(wordsOf(model), "bac");
        QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), "s");
        QCOMPARE(model.index(2, 1).data().toDouble(), 100.1);
        QCOMPARE(model.index(2, 1).data(Qt::UserRole).toString(), "key c");
        QVERIFY(sheetCsv(kParts).contains("c,100.12346\n"));
    }

    void numbersAreSortedAsNumbers() {
        m_table->sortByColumn(1, Qt::AscendingOrder);
        QCOMPARE(wordsOf(*m_table->model()), "abc");
        m_table->sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(wordsOf(*m_table->model()), "cba");
        m_table->sortByColumn(-1, Qt::AscendingOrder);
        QCOMPARE(wordsOf(*m_table->model()), "bac");
    }

    /// 16384 GPUs are not 16380, and "#" counts.
    void wholeNumbersAreWhole() {
        const QAbstractItemModel& model = *m_table->model();
        fillTable(*m_table, sheetOf({{"10", 16384}, {"9", NAN}, {"2", 1048576}}));
        QCOMPARE(model.index(0, 1).data().toString(), "16384");
        QCOMPARE(model.index(2, 1).data().toString(), "1048576");
        m_table->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(wordsOf(model), "2910");
        m_table->sortByColumn(1, Qt::AscendingOrder);
        QCOMPARE(wordsOf(model), "1029"); // what has no value last
    }

    /// A slider moves while the table is looked at.
    void orderAndSelectionOutliveNewNumbers() {
        m_table->sortByColumn(1, Qt::DescendingOrder);
        m_table->selectRow(1);
        fillTable(*m_table, sheetOf({{"b", 1}, {"a", 2}, {"c", 3}}));
        QCOMPARE(wordsOf(*m_table->model()), "cab");
        const QModelIndexList selected = m_table->selectionModel()->selectedRows();
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected.first().data().toString(), "b");
        fillTable(*m_table, sheetOf({{"b", 1}, {"a", 2}, {"c", 3}, {"d", 0}}));
        QCOMPARE(wordsOf(*m_table->model()), "cabd");
        QCOMPARE(m_table->horizontalHeader()->sortIndicatorSection(), 1);
    }

    void otherColumnsComeInTheirOwnOrder() {
        m_table->sortByColumn(1, Qt::DescendingOrder);
        fillTable(*m_table, sheetOf({{"b", 1}, {"a", 2}}, "GiB"));
        QCOMPARE(wordsOf(*m_table->model()), "ba");
        QCOMPARE(m_table->horizontalHeader()->sortIndicatorSection(), -1);
    }

    void rowsLeftOutAreTold() {
        m_table->sortByColumn(1, Qt::AscendingOrder);
        Sheet part = kParts;
        part.more = 12345;
        fillTable(*m_table, part);
        const QAbstractItemModel& model = *m_table->model();
        QCOMPARE(model.rowCount(), 4);
        QVERIFY2(model.index(3, 0).data().toString().startsWith(QString("%L1 more rows").arg(12345)),
                 qPrintable(model.index(3, 0).data().toString()));
        QCOMPARE(m_table->columnSpan(3, 0), 2);
        QVERIFY(!m_table->isSortingEnabled()); // the best of a part is not the best
        m_table->model()->sort(1, Qt::DescendingOrder);
        QVERIFY(wordsOf(model).startsWith("bac"));
        fillTable(*m_table, {});
        QCOMPARE(model.rowCount(), 0);
    }

private:
    std::unique_ptr<QTableView> m_table;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

MOE_TEST(SheetTest)
#include "sheet_test.moc"
