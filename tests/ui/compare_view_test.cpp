// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_view.h"

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"

#include "models/items/compare_table_model.h"
#include "ui/compare/calibration_panel.h"
#include "ui/compare/column_bar.h"
#include "ui/compare/frozen_table.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

ColumnPtr logColumn(const char* name = "run") {
    Report report = sampleReport();
    report.scenario.train->globalBatch = 2048;
    report.train->step = 6.84 * second;
    auto column = std::make_shared<ComparedColumn>();
    column->name = name;
    column->report = report;
    column->measured = {{findCaseQuantity("step_seconds"), 7}};
    for (int i = 1; i <= 50; ++i) {
        column->curve.iteration.push_back(20 * i);
        column->curve.loss.push_back(3 + 9 * std::exp(-i / 15.0));
        column->curve.balance.push_back(1 + 0.4 * std::exp(-i / 5.0));
    }
    column->curve.planned = 40000;
    return column;
}

} // namespace

class CompareViewTest : public QObject {
    Q_OBJECT

    template <class View> static std::unique_ptr<View> shown(QSize size = {690, 560}, bool dark = false) {
        auto view = std::make_unique<View>();
        view->setPalette(windowPalette(dark));
        view->setAutoFillBackground(true);
        view->resize(size);
        view->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(view.get())); }();
        return view;
    }
    static QToolButton* button(QWidget& view, const QString& text) {
        for (QToolButton* one : view.findChildren<QToolButton*>())
            if (one->text() == text && one->isVisible()) return one;
        return nullptr;
    }
    static Report changed() {
        Report report = sampleReport();
        report.scenario.train->globalBatch = 512;
        report.train->step = 2 * second;
        return report;
    }

private slots:
    void initTestCase() {
        qRegisterMetaType<Edits>("moe::ui::Edits");
        moe::test::useTestFont();
    }

    void picturesToLookAt() {
        for (bool dark : {false, true}) {
            const auto view = shown<CompareView>({690, 560}, dark);
            view->setReport(shared(changed()));
            view->setBase(shared(sampleReport()));
            view->setColumns({logColumn(), logColumn("other")});
            for (CompareView::Page page : {CompareView::Page::Table, CompareView::Page::Bars,
                                           CompareView::Page::Curves, CompareView::Page::Notes}) {
                view->showPage(page);
                QTest::qWait(30);
                QVERIFY(view->grab().save(
                    picturePath(QString("compare-%1-%2.png").arg(int(page)).arg(dark ? "dark" : "light"))));
            }
        }
    }

    void withoutAReportASentenceSaysSo() {
        const auto view = shown<CompareView>();
        QVERIFY(view->summary().contains("Nothing has been computed"));
        QVERIFY(!view->findChild<FrozenTable*>()->isVisible());
        view->setReport(shared(sampleReport()));
        QVERIFY(view->findChild<FrozenTable*>()->isVisible());
        view->showPage(CompareView::Page::Curves);
        QVERIFY(!view->findChild<FrozenTable*>()->isVisible());
        const QList<QLabel*> labels = view->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](QLabel* label) {
            return label->isVisible() && label->text().contains("No training log");
        }));
    }

    void columnsAreOpenedThisAndWhatWasAdded() {
        const auto view = shown<CompareView>();
        view->setReport(shared(changed()));
        QCOMPARE(view->model().columns().size(), std::size_t(1));
        view->setBase(shared(changed())); // the opened scenario itself: no column of its own
        QCOMPARE(view->model().columns().size(), std::size_t(1));
        view->setBase(shared(sampleReport()));
        view->setColumns({logColumn()});
        QCOMPARE(view->model().columns().size(), std::size_t(3));
        QVERIFY(QString::fromStdString(view->model().columns()[0].name).startsWith("Base"));
        QCOMPARE(view->model().columns()[2].name, "run");
        QVERIFY(view->csv().startsWith("kind,key,unit,Base"));
    }

    void chipsRemoveAndCalibrate() {
        const auto view = shown<CompareView>({1200, 600});
        view->setReport(shared(changed()));
        view->setBase(shared(sampleReport()));
        view->setColumns({logColumn("first"), logColumn("second")});
        QSignalSpy removed(view.get(), &CompareView::removeRequested),
            calibrated(view.get(), &CompareView::calibrateRequested);
        QList<QToolButton*> remove, calibrate;
        for (QToolButton* one : view->findChild<ColumnBar*>()->findChildren<QToolButton*>()) {
            if (one->text() == "✕") remove << one;
            if (one->text() == "Calibrate") calibrate << one;
        }
        QCOMPARE(remove.size(), 2); // neither the opened nor this scenario can be taken away
        QCOMPARE(calibrate.size(), 2);
        calibrate[1]->click();
        QCOMPARE(calibrated.first().first().toInt(), 1);
        remove[0]->click();
        QCOMPARE(removed.first().first().toInt(), 0);
    }

    void theFirstColumnStays() {
        const auto view = shown<CompareView>();
        view->setReport(shared(changed()));
        view->setBase(shared(sampleReport()));
        view->setColumns({logColumn(), logColumn("other")});
        auto* table = view->findChild<FrozenTable*>();
        QVERIFY(table->horizontalScrollBar()->maximum() > 0);
        table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum());
        QVERIFY(table->frozen()->isVisible());
        QCOMPARE(table->frozen()->pos(), QPoint(0, 0));
        QCOMPARE(table->frozen()->columnWidth(0), table->columnWidth(0));
        table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum());
        QCOMPARE(table->frozen()->verticalScrollBar()->value(), table->verticalScrollBar()->value());
    }

    void columnsAreAsWideAsTheirTextsWhenTheyComeIntoSight() {
        const auto view = shownView<CompareView>(shared(sampleReport()));
        view->setColumns(std::vector<ColumnPtr>(40, logColumn()));
        QCoreApplication::processEvents();
        auto* table = view->findChild<FrozenTable*>();
        const int last = table->model()->columnCount() - 1;
        const auto fits = [&](int column) {
            return table->columnWidth(column) >=
                   std::max(static_cast<QAbstractItemView*>(table)->sizeHintForColumn(column),
                            table->horizontalHeader()->sectionSizeHint(column));
        };
        QVERIFY(last > 100);
        for (int column = 1; table->columnViewportPosition(column) < table->viewport()->width(); ++column)
            QVERIFY2(fits(column), qPrintable(QString::number(column)));
        table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum());
        table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum()); // wider by now
        for (int column = last - 5; column <= last; ++column)
            QVERIFY2(fits(column), qPrintable(QString::number(column)));
    }

    void ctrlCCopiesWhatIsSelected() {
        const auto view = shown<CompareView>();
        view->setReport(shared(changed()));
        view->setBase(shared(sampleReport()));
        auto* table = view->findChild<FrozenTable*>();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        const QString all = QGuiApplication::clipboard()->text();
        QVERIFY2(all.startsWith("quantity,key,unit,Base"), qPrintable(all));
        QVERIFY(all.count('\n') > 30);
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().count('\n'), 2);
        QVERIFY(QGuiApplication::clipboard()->text().contains("train.global_batch,sequences,1024,512"));
    }

    void aCalibrationIsShownSavedAndUsed() {
        const auto view = shown<CompareView>();
        view->setReport(shared(changed()));
        view->setColumns({logColumn()});
        Calibration found;
        found.gpu.key = "mine-calibrated";
        found.gpu.label = "Mine, calibrated";
        found.efficiency = 0.41;
        found.fittedEfficiency = 0.53;
        found.hostFactor = 1.7;
        found.before = {6.84 * second};
        found.after = {7 * second};
        found.met = true;
        found.preset = "mine-calibrated:\n  label: x\n";
        auto* panel = view->findChild<CalibrationPanel*>();
        QVERIFY(!panel->isVisible());
        view->showCalibration(0, found);
        QVERIFY(panel->isVisible());
        QVERIFY2(panel->text().contains("0.410 of the peak, was 0.530") &&
                     panel->text().contains("6.84 s before, 7.00 s after, measured 7.00 s"),
                 qPrintable(panel->text()));
        QSignalSpy save(view.get(), &CompareView::savePresetRequested),
            edited(view.get(), &ReportView::edited);
        QPushButton *saveButton = panel->findChildren<QPushButton*>()[0],
                    *use = panel->findChildren<QPushButton*>()[1];
        QVERIFY(!use->isVisible());
        saveButton->click();
        QCOMPARE(save.first().first().toString(), "mine-calibrated");
        QCOMPARE(save.first().at(1).toByteArray(), QByteArray("mine-calibrated:\n  label: x\n"));
        view->presetSaved("mine.yaml");
        QVERIFY(use->isVisible());
        use->click();
        QCOMPARE(edited.first().first().value<Edits>(), (Edits{{"gpu.preset", "mine-calibrated"}}));
        view->setColumns({}); // its log is gone
        QVERIFY(!panel->isVisible());
    }

    void droppedFilesAreHandedOn() {
        const auto view = shown<CompareView>();
        QSignalSpy dropped(view.get(), &CompareView::filesDropped);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile("/tmp/a.log")});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(view.get(), &enter);
        QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(view.get(), &event);
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped.first().first().toStringList(), QStringList{"/tmp/a.log"});
    }

    void columnsThatGoTakeTheirLabelsWithThem() {
        ColumnBar bar;
        const auto labels = [&](const QString& name) {
            bar.setChips({{"A", name, name, Qt::red, true, true}});
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            return bar.findChildren<QLabel*>().size();
        };
        const qsizetype once = labels("one");
        for (int i = 0; i < 5; ++i) QCOMPARE(labels(QString::number(i)), once);
    }
};

MOE_TEST(CompareViewTest)
#include "compare_view_test.moc"
