// SPDX-License-Identifier: GPL-3.0-or-later
// The message bar, the status line, and what the window makes of them.

#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/form_fixture.h"
#include "ui/compare/column_bar.h"
#include "ui/form/row_label.h"
#include "ui/form/scenario_form.h"
#include "ui/form/value_slider.h"
#include "ui/pins/pin_panel.h"
#include "ui/results/results_panel.h"
#include "ui/split/split_view.h"
#include "ui/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/preset_menu.h"
#include "ui/window/room_pages.h"
#include "ui/window/status_line.h"

#include <QApplication>
#include <QDockWidget>
#include <QFontInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QProgressBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStyleOptionSlider>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include <optional>

using namespace moe;
using namespace moe::ui;

class WindowPartsTest : public QObject {
    Q_OBJECT
private slots:
    void messagesStayUntilClosed() {
        MessageBar bar;
        QVERIFY(bar.isHidden());
        bar.showMessages("1 table <loaded>", {{.rule = "must be > 0"}});
        QVERIFY(!bar.isHidden());
        QVERIFY(bar.text().startsWith("1 table &lt;loaded&gt;<br>"));
        QVERIFY(bar.text().contains("must be &gt; 0"));
        bar.findChild<QToolButton*>()->click();
        QVERIFY(bar.isHidden());
    }

    /// Headings tell what the presets below are for; what stands in no group comes last.
    void presetsStandUnderHeadings() {
        Catalog catalog;
        for (const char* key : {"own", "llama-3-8b", "deepseek-v3", "kimi-k2-train"})
            catalog.presets.push_back({key, key, {}});
        QMenu menu;
        fillPresets(menu, catalog);
        QStringList keys;
        for (const QAction* action : menu.actions()) {
            QCOMPARE(action->isEnabled(), !action->data().toString().isEmpty());
            keys << action->data().toString();
        }
        QCOMPARE(keys, (QStringList{"", "deepseek-v3", "kimi-k2-train", "", "llama-3-8b", "own"}));
    }

    void messagesBeyondSixAreCounted() {
        MessageBar bar;
        bar.showMessages("Problems", Problems(9, Problem{.rule = "is wrong"}));
        QCOMPARE(bar.text().count("is wrong"), 6);
        QVERIFY(bar.text().contains("3 more"));
    }

    void stateTellsWhetherThePicturesAreUpToDate() {
        StatusLine line;
        line.setDone(12.3, "fit of 45 runs");
        QCOMPARE(line.state(), QString("Up to date · 12 ms"));
        line.setStale(true);
        QVERIFY(line.state().startsWith("Not up to date"));
        line.setStale(false);
        QVERIFY(line.state().startsWith("Up to date"));
    }

    void theFirstWindowFitsItsScreen_data() {
        QTest::addColumn<QSize>("room");
        QTest::addColumn<bool>("whole");
        QTest::newRow("1280 x 720") << QSize(1280, 720) << true;
        QTest::newRow("1366 x 768 with a panel") << QSize(1366, 728) << true;
        QTest::newRow("1440 x 900 with a panel") << QSize(1440, 872) << true;
        QTest::newRow("1920 x 1080") << QSize(1920, 1040) << false;
    }
    void theFirstWindowFitsItsScreen() {
        QFETCH(QSize, room);
        QFETCH(bool, whole);
        QUndoStack history;
        MainWindow window(&history);
        window.fitInto(room);
        QCOMPARE(window.isMaximized(), whole);
        QVERIFY(window.width() <= room.width() && window.height() <= room.height());
        const QSize least = window.minimumSizeHint();
        QVERIFY2(least.width() <= 1280 && least.height() <= 680,
                 qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
        if (!whole) QCOMPARE(window.size(), QSize(1440, 900));
    }

    void presentingLeavesThePictureAlone() {
        QUndoStack history;
        MainWindow window(&history);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto docksShown = [&] {
            const auto docks = window.findChildren<QDockWidget*>();
            return std::count_if(docks.begin(), docks.end(), [](auto* dock) { return dock->isVisible(); });
        };
        const auto before = docksShown();
        Scenario scenario;
        scenario.name = "A lecture";
        scenario.train.emplace();
        window.setScenario(scenario, scenario);
        const auto* name = window.findChild<QLabel*>("presented");
        // Of fonts in points and in pixels.
        const auto typeOf = [](const QWidget* widget) { return QFontInfo(widget->font()).pointSizeF(); };
        const double type = typeOf(window.centralWidget());
        auto* pages = window.views().findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly);
        const auto typeShown = [&] { return typeOf(pages->currentWidget()) / type; };
        QVERIFY(before > 0 && window.menuBar()->isVisible());
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (const Qt::Key leave : {Qt::Key_Escape, Qt::Key_F11}) {
            QTest::keyClick(&window, Qt::Key_F11);
            QVERIFY(window.isFullScreen() && !window.menuBar()->isVisible());
            QCOMPARE(docksShown(), 0);
            QCOMPARE(name->text(), QString("A lecture"));
            QVERIFY(name->isVisible());
            QVERIFY(typeOf(window.centralWidget()) > 1.3 * type);
            QVERIFY(typeShown() > 1.3);
            const QWidget* first = pages->currentWidget();
            QTest::keyClick(&window, Qt::Key_2, Qt::ControlModifier); // pages still change
            QCOMPARE(window.views().currentPage(), 1);
            QVERIFY(pages->currentWidget() != first && typeShown() > 1.3);
            QTest::keyClick(&window, leave);
            QVERIFY(!window.isFullScreen() && window.menuBar()->isVisible() && !name->isVisible());
            QCOMPARE(docksShown(), before);
            QVERIFY(qAbs(typeOf(window.centralWidget()) - type) < 0.01);
            QVERIFY(qAbs(typeShown() - 1) < 0.01);
            window.views().showPage(0);
            QVERIFY(pages->currentWidget() == first && qAbs(typeShown() - 1) < 0.01); // it was out of sight
        }
        // Who teaches keeps the knobs and the cards; asked for meanwhile, they come at once.
        auto* keep = window.findChild<QAction*>("keep-docks");
        keep->setChecked(true);
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.isFullScreen() && !window.menuBar()->isVisible());
        QCOMPARE(docksShown(), before);
        keep->setChecked(false);
        QVERIFY(window.isFullScreen());
        QCOMPARE(docksShown(), 0);
        QTest::keyClick(&window, Qt::Key_Escape);
        QCOMPARE(docksShown(), before);
        QVERIFY(!window.isFullScreen());
    }

    /// What a picture stands beside is shown whole as soon as it is there, and as it is newest.
    void theBaseStandsBesideAsAWhole() {
        const auto reported = [](Count micro) {
            Report report = test::sampleReport();
            report.scenario.train->microBatch = micro;
            return std::make_shared<const Report>(report);
        };
        RoomPages pages;
        pages.setScenario(reported(1)->scenario);
        pages.setReport(reported(1));
        pages.setBase(reported(2));
        pages.showKey("memory");
        pages.split(kSplitBase);
        QVERIFY(pages.currentSplit());
        for (int i = 0; i < 2; ++i) {
            const ReportPtr whole = reported(2);
            pages.setWhole(whole);
            QVERIFY(pages.currentSplit()->other().report == whole);
        }
    }

    /// An edit of a picture that cannot be is said, and nothing changes.
    void editsThatDoNotParseAreSaid() {
        QUndoStack history;
        MainWindow window(&history);
        Scenario scenario;
        scenario.train.emplace();
        window.setScenario(scenario, scenario);
        QSignalSpy edits(&window, &MainWindow::edited);
        auto* view = window.currentView();
        QVERIFY(view);
        emit view->edited({{"parallel.tp", "many"}, {"parallel.pp", "2"}}, "edit");
        QCOMPARE(edits.count(), 0);
        const auto* bar = window.findChild<MessageBar*>();
        QVERIFY2(bar->text().contains("parallel.tp") && bar->text().contains("was not done"),
                 qPrintable(bar->text()));
        emit view->edited({{"parallel.pp", "2"}}, "edit");
        QCOMPARE(edits.count(), 1);
    }

    void f6GoesFromPaneToPane() {
        QUndoStack history;
        MainWindow window(&history);
        window.showTab("phases");
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto* form = window.findChild<ScenarioForm*>();
        const auto* results = window.findChild<ResultsPanel*>();
        const auto f6 = [&window](Qt::KeyboardModifiers with = {}) {
            QTest::keyClick(&window, Qt::Key_F6, with);
            return QApplication::focusWidget();
        };
        window.findChild<ScenarioForm*>()->revealKey("model.heads");
        const QWidget* box = QApplication::focusWidget();
        const QWidget* picture = f6();
        QVERIFY2(window.currentView() == picture || window.currentView()->isAncestorOf(picture),
                 qPrintable(picture ? QString(picture->metaObject()->className()) + picture->objectName()
                                    : "nothing"));
        QVERIFY(picture->height() > 300);
        QVERIFY(results->isAncestorOf(f6()));
        QCOMPARE(f6(), box); // nothing is pinned and no lesson is read: the round is over
        window.pins().parentWidget()->show();
        QVERIFY(window.pins().isAncestorOf(f6(Qt::ShiftModifier)));
        QVERIFY(results->isAncestorOf(f6(Qt::ShiftModifier)));
        QCOMPARE(f6(Qt::ShiftModifier), picture);
        QVERIFY(form->isAncestorOf(f6(Qt::ShiftModifier)));
    }

    void whatHasTheKeysIsRinged() {
        QUndoStack history;
        MainWindow window(&history);
        window.showTab("phases");
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto rings = [&window] { return window.findChildren<QWidget*>("focusRing"); };
        for (const bool dark : {false, true}) {
            window.setPalette(windowPalette(dark));
            window.findChild<ScenarioForm*>()->focusFilter();
            QVERIFY(rings().isEmpty());
            QTest::keyClick(&window, Qt::Key_F6);
            QWidget* picture = QApplication::focusWidget();
            QCOMPARE(rings().size(), 1);
            QCOMPARE(rings()[0]->parentWidget(), picture);
            window.resize(window.size() + QSize(40, 30));
            QCoreApplication::sendPostedEvents();
            const QImage drawn = picture->grab().toImage();
            const QColor ring = windowPalette(dark).color(QPalette::Highlight);
            for (const QPoint at :
                 {QPoint(0, 0), QPoint(1, 1), QPoint(picture->width() - 2, picture->height() - 2)})
                QCOMPARE(drawn.pixelColor(at), ring);
            QVERIFY(drawn.pixelColor(3, 3) != ring);
        }
    }

    void slidersAreLongEnoughToAim_data() {
        QTest::addColumn<bool>("inGerman");
        QTest::newRow("English") << false;
        QTest::newRow("German") << true;
    }
    /// At 1600 × 1000 a pixel is at most a fiftieth of the way, and two are no leap of the value.
    void slidersAreLongEnoughToAim() {
        QFETCH(bool, inGerman);
        const std::optional<test::German> german(inGerman ? std::optional<test::German>(std::in_place)
                                                          : std::nullopt);
        QUndoStack history;
        MainWindow window(&history);
        window.setCatalog(test::formCatalog());
        window.setScenario(test::formScenario(), test::formScenario());
        window.resize(1600, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* form = window.findChild<ScenarioForm*>();
        form->focusFilter();
        for (const char* key : {"train.grad_bytes", "model.hidden", "parallel.tp"}) form->revealKey(key);
        QCoreApplication::sendPostedEvents();
        int seen = 0;
        for (const ValueSlider* slider : form->findChildren<ValueSlider*>()) {
            if (!slider->isVisible()) continue;
            QStyleOptionSlider option;
            option.initFrom(slider);
            option.minimum = slider->minimum();
            option.maximum = slider->maximum();
            const QRect handle =
                slider->style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, slider);
            QVERIFY2(slider->width() - handle.width() >= 50, qPrintable(slider->accessibleName()));
            ++seen;
        }
        QVERIFY(seen > 15);
        for (const FieldRow* row : form->findChildren<FieldRow*>()) {
            if (!row->isVisible()) continue;
            const auto* label = row->findChild<RowLabel*>();
            QVERIFY2(label->width() >= row->labelWidth() - 2, qPrintable(label->text()));
            if (const auto* slider = row->findChild<ValueSlider*>()) // label over slider, not on it
                QVERIFY(slider->mapTo(row, QPoint()).y() >= label->geometry().bottom());
        }
        auto* hidden = form->findChild<FieldRow*>("model.hidden")->findChild<ValueSlider*>();
        QSignalSpy edits(&window, &MainWindow::edited);
        const int middle = hidden->height() / 2;
        QTest::mousePress(hidden, Qt::LeftButton, {}, QPoint(hidden->width() / 2, middle));
        QTest::mouseMove(hidden, QPoint(hidden->width() / 2 + 2, middle));
        QTest::mouseRelease(hidden, Qt::LeftButton, {}, QPoint(hidden->width() / 2 + 2, middle));
        const auto width = [&](int i) { return double(edits[i][0].value<Scenario>().model.hidden); };
        QVERIFY(edits.size() >= 2);
        QVERIFY2(width(edits.size() - 1) <= 1.13 * width(0), qPrintable(QString::number(width(0))));
    }

    void loadLeavesNothingBehind() {
        StatusLine line;
        line.setDone(5, {});
        line.setLoading(1, 4, "table.csv");
        QCOMPARE(line.state(), QString("Loading table.csv"));
        QVERIFY(!line.findChild<QProgressBar*>()->isHidden());
        QSignalSpy cancelled(&line, &StatusLine::cancelRequested);
        line.findChild<QToolButton*>()->click();
        QCOMPARE(cancelled.size(), 1);
        line.setLoading(0, 0, {});
        QVERIFY(line.state().startsWith("Up to date"));
        QVERIFY(line.findChild<QProgressBar*>()->isHidden());
    }

    void brokenRuleIsSaidOnce() {
        QUndoStack history;
        MainWindow window(&history);
        window.setProblems({{.key = "parallel.ep", .rule = "must divide 88 experts"}});
        int said = 0;
        for (const QLabel* label : window.findChildren<QLabel*>())
            said += int(label->text().count("last valid scenario"));
        QCOMPARE(said, 2); // over the pictures and beside the results
    }

    void oneColumnSaysWhatToDo() {
        ColumnBar bar;
        const auto chip = [](const char* letter) {
            ColumnChip made;
            made.letter = QLatin1String(letter);
            made.name = QStringLiteral("log");
            return made;
        };
        const auto hints = [&bar] {
            int count = 0;
            for (const QLabel* label : bar.findChildren<QLabel*>()) count += label->text().contains("add a");
            return count;
        };
        bar.setChips({chip("A")});
        QCOMPARE(hints(), 1);
        bar.setChips({chip("A"), chip("B")});
        QTRY_COMPARE(hints(), 0);
    }
};
MOE_TEST(WindowPartsTest)
#include "window_parts_test.moc"
