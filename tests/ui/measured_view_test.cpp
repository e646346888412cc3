// SPDX-License-Identifier: GPL-3.0-or-later
// The measured runs: their picture and their tables.

#include "ui/compare/measured_view.h"

#include "models/engine/measured/run_choice.h"
#include "tests/support/registry.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/compare/validation_tables.h"
#include "ui/export/view_choices.h"
#include "ui/plots/compare/scatter_plot.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTest>
#include <QToolTip>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

/// Two quantities of as many cases; the last one is far off.
RunsPtr runsByHand() {
    auto runs = std::make_shared<MeasuredRuns>();
    runs->cases.resize(8);
    for (std::size_t i = 0; i < runs->cases.size(); ++i) {
        MeasuredCase& one = runs->cases[i];
        one.id = "case-" + std::to_string(i) + (i == 3 ? "-with-a-name-longer-than-its-column" : "");
        one.group = i < 4 ? "group a" : "group b";
        one.quality = "A";
        one.source = "A paper, table " + std::to_string(i);
        one.cause = i == 7 ? "Kernels too small to fill the GPU, as its authors say themselves." : "";
        one.scenario.gpu.preset = i < 4 ? "ampere-gpu" : "hopper-gpu";
        const double step = 0.2 * std::pow(1.9, double(i));
        runs->validation.rows.push_back(
            {&one, findCaseQuantity("step_seconds"), step, step * (i == 7 ? 1.6 : 1 + 0.02 * double(i)), {}});
        runs->validation.rows.push_back({&one,
                                         findCaseQuantity("peak_bytes"),
                                         (10 + 8 * double(i)) * GiB.base,
                                         (10.1 + 8 * double(i)) * GiB.base,
                                         {}});
    }
    runs->validation.summaries = {{"step time", "all", 8, 0.07, 0.14, 0.6},
                                  {"peak memory", "all", 8, 0.001, 0.01, 0.01}};
    return runs;
}

CatalogPtr catalogByHand() {
    auto catalog = std::make_shared<Catalog>();
    catalog->gpus.resize(2);
    catalog->gpus[0].key = "ampere-gpu";
    catalog->gpus[0].generation = Generation::Ampere;
    catalog->gpus[1].key = "hopper-gpu";
    catalog->gpus[1].generation = Generation::Hopper;
    return catalog;
}

} // namespace

class MeasuredViewTest : public QObject {
    Q_OBJECT

    static std::unique_ptr<MeasuredView> shown(QSize size = {690, 560}, bool dark = false) {
        auto view = std::make_unique<MeasuredView>();
        view->setPalette(windowPalette(dark));
        view->setAutoFillBackground(true);
        view->resize(size);
        view->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(view.get())); }();
        return view;
    }
    static QTableView* casesOf(QWidget& view) {
        for (QTableView* one : view.findChildren<QTableView*>())
            if (one->accessibleName() == "Measured cases") return one;
        return nullptr;
    }

private slots:
    void initTestCase() { useTestFont(); }

    void picturesToLookAt() {
        for (bool dark : {false, true}) {
            const auto measured = shown({690, 560}, dark);
            measured->setCatalog(catalogByHand());
            measured->setAnswer({measured->question(), runsByHand()});
            QTest::qWait(30);
            QVERIFY(
                measured->grab().save(picturePath(QString("measured-%1.png").arg(dark ? "dark" : "light"))));
        }
    }

    void longNamesAreCutOnlyWithoutRoom() {
        ValidationTables tables;
        tables.setRuns(runsByHand());
        const auto cut = [&tables](int width) {
            tables.resize(width, 300);
            tables.show();
            QCoreApplication::processEvents();
            const auto* table = qobject_cast<QTableView*>(tables.widget(0));
            const int names = items::ValidationTableModel::Case;
            return table->columnWidth(names) <
                   table->fontMetrics().horizontalAdvance("case-3-with-a-name-longer-than-its-column");
        };
        tables.setUnits({"s", "B"});
        QVERIFY(cut(600));
        QVERIFY(!cut(1500));
        QVERIFY(cut(600));
    }

    /// Also where the tabs' own size was known before the list's.
    void columnsFillTheList() {
        QWidget window;
        auto* tables = new ValidationTables(&window);
        tables->resize(640, 300);
        tables->setRuns(runsByHand());
        tables->setUnits({"s", "B"});
        window.resize(1900, 300);
        window.show();
        for (int width : {1900, 1300}) {
            tables->resize(width, 300);
            QCoreApplication::processEvents();
            const auto* table = qobject_cast<QTableView*>(tables->widget(0));
            QCOMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        }
    }

    void theScatterHasAPointPerRow() {
        const auto view = shown();
        QSignalSpy wanted(view.get(), &ReportView::asked);
        view->setCatalog(catalogByHand());
        QCOMPARE(wanted.count(), 1); // it is on screen
        QVERIFY(view->summary().startsWith("Evaluating"));
        view->setAnswer({view->question(), runsByHand()});
        QCOMPARE(view->points(), std::size_t(16));
        auto* kind = view->findChild<QComboBox*>();
        kind->setCurrentText("Memory (GiB)");
        emit kind->activated(kind->currentIndex());
        QCOMPARE(view->points(), std::size_t(8));
        QCOMPARE(casesOf(*view)->model()->rowCount(), 8);
        QCOMPARE(view->csv().trimmed().count('\n'), 16);
    }

    void vendorsAndFittedRunsStandApart() {
        auto catalog = std::make_shared<Catalog>(*catalogByHand());
        catalog->gpus[1].key = "mi300x";
        catalog->gpus[1].generation = Generation::Other;
        auto runs = std::make_shared<MeasuredRuns>();
        const RunsPtr byHand = runsByHand();
        runs->cases = byHand->cases;
        runs->validation = byHand->validation;
        for (std::size_t i = 0; i < runs->cases.size(); ++i) {
            if (i >= 4) runs->cases[i].scenario.gpu.preset = "mi300x";
            if (i < 2) runs->cases[i].usedForFit = true;
            if (i == 4) runs->cases[i].usedForFit = false;
        }
        for (std::size_t i = 0; i < runs->validation.rows.size(); ++i)
            runs->validation.rows[i].measuredCase = &runs->cases[i / 2];
        const auto view = shown();
        view->setCatalog(catalog);
        view->setAnswer({view->question(), RunsPtr(runs)});
        auto* vendor = view->findChild<QComboBox*>("vendor");
        auto* use = view->findChild<QComboBox*>("runs");
        QVERIFY(vendor && use);
        QCOMPARE(vendor->count(), int(vendors().size()) + 1);
        QCOMPARE(viewChoices(*view), (QStringList{"quantity=overview", "vendor=all", "runs=all"}));
        const auto choose = [](QComboBox* box, const QString& text) {
            box->setCurrentText(text);
            QCOMPARE(box->currentText(), text);
            emit box->activated(box->currentIndex());
        };
        QCOMPARE(view->points(), std::size_t(16));
        choose(vendor, "AMD");
        QCOMPARE(view->points(), std::size_t(8));
        QCOMPARE(casesOf(*view)->model()->rowCount(), 8);
        QVERIFY2(view->summary().contains("4 runs"), qPrintable(view->summary()));
        choose(use, "left out of the fit");
        QCOMPARE(view->points(), std::size_t(2));
        QVERIFY2(view->summary().contains("1 runs, median error 8.0 %"), qPrintable(view->summary()));
        choose(vendor, "NVIDIA");
        QCOMPARE(view->points(), std::size_t(0));
        QVERIFY2(view->summary().contains("No measured run"), qPrintable(view->summary()));
        choose(use, "fitted on");
        QCOMPARE(view->points(), std::size_t(4));
    }

    void hoverNamesTheCaseAndItsSource() {
        const auto view = shown({900, 700});
        view->setCatalog(catalogByHand());
        view->setAnswer({view->question(), runsByHand()});
        QTest::qWait(50);
        const auto pixel = view->pixelOf(14); // the step time of the last case, beyond the limit
        QVERIFY(pixel.has_value());
        QWidget* plot = view->childAt(pixel->toPoint());
        QVERIFY(plot);
        QSignalSpy readOut(view.get(), &ReportView::readOut);
        const QPoint at = plot->mapFrom(view.get(), pixel->toPoint());
        hover(*plot, at);
        QTRY_VERIFY(!readOut.isEmpty());
        QVERIFY(readOut.last().first().toString().contains("case-7"));
        QVERIFY(QToolTip::text().contains("A paper, table 7") &&
                QToolTip::text().contains("Kernels too small"));
        QTest::mouseClick(plot, Qt::LeftButton, {}, at);
        auto* table = casesOf(*view);
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), "case-7");
    }

    /// Panels come and go; what painted the old ones goes with them.
    void aNewPictureLeavesNothingOfTheOld() {
        const auto panel = [](double measured) {
            return ScatterPanel{"panel",
                                [](double value) { return QString::number(value); },
                                {{0, measured, 2 * measured, 0, true}}};
        };
        const ScatterPicture one{{{"family", Qt::red, Shape::Circle}}, {panel(3)}};
        const ScatterPicture two{{{"family", Qt::red, Shape::Circle}}, {panel(1), panel(5)}};
        const auto pictureOf = [](ScatterPlot& plot) {
            plot.resize(600, 400);
            QCoreApplication::processEvents(); // replots are queued
            return plot.grab().toImage();
        };
        ScatterPlot fresh, used;
        fresh.setPicture(one);
        for (int i = 0; i < 3; ++i) {
            used.setPicture(two);
            pictureOf(used);
            used.setPicture({});
            pictureOf(used);
        }
        used.setPicture(one);
        QVERIFY(pictureOf(used) == pictureOf(fresh));
    }

    /// Ticks are chosen for the length an axis had before; side by side, another window shares it out anew.
    void labelsOfAnAxisHaveRoomAtOnce() {
        const auto text = [](double value) {
            return value < 1 ? QString::number(1e3 * value) + " ms" : QString::number(value) + " s";
        };
        ScatterPicture picture{{{"family", Qt::red, Shape::Circle}}, {}};
        for (int i = 0; i < 3; ++i) picture.panels.push_back({"panel", text, {{0, 5e-3, 2, 0, false}}});
        ScatterPlot plot;
        plot.resize(1000, 260);
        plot.setPicture(picture);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        for (const QSize size : {QSize(1000, 260), QSize(1500, 320), QSize(520, 200)}) {
            plot.resize(size);
            QTest::qWait(30);
            const QImage first = plot.grab().toImage();
            plot.setSelected(std::nullopt); // draws again
            QTest::qWait(30);
            QVERIFY2(plot.grab().toImage() == first, "as it stays");
        }
    }

    void namesDifferAndCausesAreReadToTheEnd() {
        const auto view = shown({690, 560});
        view->setCatalog(catalogByHand());
        view->setAnswer({view->question(), runsByHand()});
        QTest::qWait(30);
        auto* table = casesOf(*view);
        const auto optionOf = [&](int column) {
            struct Looking : QStyledItemDelegate {
                using QStyledItemDelegate::initStyleOption;
            };
            QStyleOptionViewItem option;
            const auto* delegate = static_cast<const QStyledItemDelegate*>(table->itemDelegate());
            (delegate->*(&Looking::initStyleOption))(&option, table->model()->index(0, column));
            return option;
        };
        QCOMPARE(optionOf(items::ValidationTableModel::Case).textElideMode, Qt::ElideMiddle);
        const int last = table->model()->rowCount() - 1, cause = items::ValidationTableModel::Cause;
        table->sortByColumn(items::ValidationTableModel::Error, Qt::AscendingOrder);
        QVERIFY(table->rowHeight(last) > table->rowHeight(0)); // the one with a cause
        table->sortByColumn(items::ValidationTableModel::Error, Qt::DescendingOrder);
        QVERIFY(table->rowHeight(0) > table->rowHeight(last));
        const QString sentence = table->model()->index(0, cause).data().toString();
        const QRect needed = table->fontMetrics().boundingRect(
            QRect(0, 0, table->columnWidth(cause) - 8, 1000), Qt::TextWordWrap, sentence);
        QVERIFY(needed.height() <= table->rowHeight(0));
        QVERIFY(needed.width() <= table->columnWidth(cause));
    }

    void errorsSortBySize() {
        const auto view = shown();
        view->setCatalog(catalogByHand());
        view->setAnswer({view->question(), runsByHand()});
        auto* table = casesOf(*view);
        table->sortByColumn(items::ValidationTableModel::Error, Qt::DescendingOrder);
        QCOMPARE(table->model()->index(0, items::ValidationTableModel::Error).data().toString(), "⚠ +60.0 %");
    }
};

MOE_TEST(MeasuredViewTest)
#include "measured_view_test.moc"
