// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_view.h"

#include "data/operator_table.h"

#include "tests/support/registry.h"
#include "tests/ui/view_fixture.h"
#include "ui/data/table_view.h"

#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace moe;
using namespace moe::ui;

static const char* const kDense =
    "h,ffnh,numh,numl,lr,bs,ti,loss,smooth loss,exp_name,D,N,D/N\n"
    "960,9368,15,7,0.0003453,736,66342,2.41,2.397,a,100000000000,214663680,465.8\n"
    "960,9368,15,7,0.0006905,736,66342,2.40,2.391,b,100000000000,214663680,465.8\n"
    "960,9368,15,7,fast,736,66342,2.40,2.391,c,100000000000,214663680,465.8\n"
    "1280,9472,10,10,0.005524,64,33171,2.28,2.277,d,50000000000,429260800,116.4\n";

static CatalogPtr catalogOf(const std::string& dense, const std::string& moe = {}) {
    auto catalog = std::make_shared<Catalog>();
    if (Result<LossTable> table = readDenseLoss(dense, "/tables/dense_lr_bs_loss.csv"))
        catalog->denseLoss = std::make_shared<const LossTable>(*table);
    if (!moe.empty()) {
        if (Result<LossTable> table = readMoeLoss(moe, "/tables/moe_lr_bs_loss.csv"))
            catalog->moeLoss = std::make_shared<const LossTable>(*table);
    }
    return catalog;
}

class DataViewTest : public QObject {
    Q_OBJECT
    static bool shows(const DataView& view, const QString& text) {
        for (const QLabel* label : view.findChildren<QLabel*>()) {
            if (label->isVisibleTo(&view) && label->text().contains(text)) return true;
        }
        return false;
    }

private slots:
    void init() {
        // The offscreen platform complains of every window with a minimum size.
        QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support propagateSizeHints)"));
    }

    void withoutTablesItSaysWhatIsMissing() {
        DataView view;
        view.setCatalog(std::make_shared<const Catalog>());
        QVERIFY(shows(view, "github.com/step-law/steplaw"));
        QSignalSpy spy(&view, &DataView::loadRequested);
        for (QPushButton* button : view.findChildren<QPushButton*>()) {
            if (button->isVisibleTo(&view)) button->click();
        }
        QCOMPARE(spy.size(), 1);
    }

    void tableCountAndProblemsAreShown() {
        DataView view;
        view.setCatalog(catalogOf(kDense));
        auto* table = view.findChild<TableView*>();
        QCOMPARE(table->model()->rowCount(), 3);
        QVERIFY(shows(view, "3 rows · 2 groups · shown 3"));
        QVERIFY(shows(view, "1 problem"));
        QStringList problems;
        for (QListWidget* list : view.findChildren<QListWidget*>()) {
            if (list->accessibleName() == "Problems found") problems.append(list->item(0)->text());
        }
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems[0].contains("dense_lr_bs_loss.csv:4:") && problems[0].contains("got \"fast\""),
                 qPrintable(problems[0]));
    }

    void filterCountsAndComplains() {
        DataView view;
        view.setCatalog(catalogOf(kDense));
        auto* filter = view.findChild<QLineEdit*>();
        QTest::keyClicks(filter, "bs>100");
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(shows(view, "shown 2"));
        filter->setText("speed>1");
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(shows(view, "there is no column \"speed\""));
        filter->clear();
        QVERIFY(shows(view, "shown 3"));
        QVERIFY(!shows(view, "there is no column"));
    }

    void headerSorts() {
        DataView view;
        view.setCatalog(catalogOf(kDense));
        auto* table = view.findChild<TableView*>();
        QCOMPARE(table->model()->index(0, 5).data(Qt::UserRole).toDouble(), 736.0);
        table->sortByColumn(5, Qt::AscendingOrder);
        QCOMPARE(table->model()->index(0, 5).data(Qt::UserRole).toDouble(), 64.0);
    }

    void copyIsTabSeparatedAndExact() {
        DataView view;
        view.setCatalog(catalogOf(kDense));
        auto* table = view.findChild<TableView*>();
        const QAbstractItemModel* model = table->model();
        table->selectionModel()->select(QItemSelection(model->index(0, 4), model->index(1, 5)),
                                        QItemSelectionModel::ClearAndSelect);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("0.0003453\t736\n0.0006905\t736\n"));
        QCOMPARE(table->selectionText(true).section('\n', 0, 0), QString("lr\tbs"));
        table->selectionModel()->select(model->index(2, 11), QItemSelectionModel::ClearAndSelect);
        table->selectionModel()->select(model->index(1, 4), QItemSelectionModel::Select);
        QCOMPARE(table->selectionText(false), QString("0.0006905\t\n\t429260800\n"));
    }

    void exportHandsOverAWriterOfTheRowsShown() {
        DataView view;
        view.setCatalog(catalogOf(kDense));
        auto* filter = view.findChild<QLineEdit*>();
        filter->setText("exp_name=d");
        QTest::keyClick(filter, Qt::Key_Return);
        QSignalSpy spy(&view, &DataView::exportRequested);
        emit view.findChild<TableView*>()->exportRequested();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][0].toString(), QString("dense_lr_bs_loss.csv"));
        const auto writer = spy[0][1].value<TableWriter>();
        view.setCatalog(nullptr); // the writer keeps what it needs
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(writer(buffer));
        QCOMPARE(buffer.data().count('\n'), 2);
        QVERIFY(buffer.data().contains("1280,9472,10,10,0.005524,64,33171,2.28,2.277,d,50000000000"));
    }

    void aNewCatalogKeepsTheTableChosen() {
        const std::string moe = test::sharedText("data/step-law/moe_lr_bs_loss.csv");
        MOE_NEED_SHARED(moe, "moe_lr_bs_loss.csv");
        DataView view;
        view.setCatalog(catalogOf(kDense, moe));
        QListWidget* list = nullptr;
        for (QListWidget* found : view.findChildren<QListWidget*>()) {
            if (found->accessibleName() == "Loaded tables") list = found;
        }
        QVERIFY(list);
        QCOMPARE(list->count(), 2);
        list->setCurrentRow(1);
        QVERIFY(shows(view, "708 rows · 16 groups · shown 708"));
        view.setCatalog(catalogOf(kDense, moe));
        QCOMPARE(list->currentRow(), 1);
    }

    void measuredOperatorsSayWhereTheyComeFrom() {
        auto catalog = std::make_shared<Catalog>();
        catalog->gpus.push_back({});
        catalog->gpus.back().key = "b200";
        catalog->gpus.back().label = "B200 SXM 180 GB";
        for (const char* file : {"moe-trtllm-1.3.0rc20.csv", "moe-vllm-0.24.0.csv"})
            catalog->operatorTables.push_back(std::make_shared<const OperatorTable>(
                *readOperators("dtype,h,f,k,e,tp,ep,t,balanced_us,pl1.2_us\n"
                               "nvfp4,7168,2048,8,256,1,8,64,296,310\n"
                               "nvfp4,7168,2048,8,256,1,8,fast,296,310\n",
                               std::string("/ops/b200_sxm/") + file)));
        DataView view;
        view.setCatalog(catalog);
        QListWidget* list = nullptr;
        for (QListWidget* found : view.findChildren<QListWidget*>())
            if (found->accessibleName() == "Loaded tables") list = found;
        QCOMPARE(list->item(0)->text().section('\n', 0, 0), QString("moe · b200_sxm · trtllm"));
        QVERIFY(shows(view, "B200 SXM 180 GB · TensorRT-LLM 1.3.0rc20 · moe · GPU time in µs · "
                            "b200_sxm/moe-trtllm-1.3.0rc20.csv"));
        QVERIFY(shows(view, "1 rows · shown 1") && shows(view, "1 problem"));
        const QAbstractItemModel* rows = view.findChild<TableView*>()->model();
        QCOMPARE(rows->headerData(3, Qt::Horizontal).toString(), QString("Experts per token\n"));
        QCOMPARE(rows->headerData(9, Qt::Horizontal).toString(), QString("power law 1.2\nµs"));
        list->setCurrentRow(1);
        QVERIFY(shows(view, "vLLM 0.24.0"));
        view.setCatalog(catalogOf(kDense));
        QVERIFY(!shows(view, "vLLM"));
    }

    void pictures() {
        const std::string dense = test::sharedText("data/step-law/dense_lr_bs_loss.csv");
        const std::string moe = test::sharedText("data/step-law/moe_lr_bs_loss.csv");
        MOE_NEED_SHARED(moe, "moe_lr_bs_loss.csv");
        DataView view;
        view.resize(700, 450);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        for (bool dark : {false, true}) moe::test::savePicture(view, dark, "data-empty");
        view.setCatalog(catalogOf(dense, moe));
        for (bool dark : {false, true}) moe::test::savePicture(view, dark, "data");
        view.setCatalog(catalogOf(kDense, moe));
        auto* filter = view.findChild<QLineEdit*>();
        filter->setText("speed>1");
        QTest::keyClick(filter, Qt::Key_Return);
        for (bool dark : {false, true}) moe::test::savePicture(view, dark, "data-problems");
    }
};

MOE_TEST(DataViewTest)
#include "data_view_test.moc"
