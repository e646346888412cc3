// SPDX-License-Identifier: GPL-3.0-or-later
// A picture beside another of its kind: in the window from menu, key, pin and drag, and from the command
// line.

#include "models/items/pin_table_model.h"
#include "tests/app/figure_desk.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/pins/pin_panel.h"
#include "ui/split/split_view.h"
#include "ui/window/room_pages.h"

#include <QAction>
#include <QDropEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>

using namespace moe;
using namespace moe::test;

namespace {

QAction* actionOf(QWidget& window, const QString& text) {
    for (QAction* action : window.findChildren<QAction*>())
        if (action->text().remove('&') == text) return action;
    return nullptr;
}

} // namespace

class SplitTest : public QObject {
    Q_OBJECT

private slots:
    void theKeyPutsTheLastPinBesideAndTakesItAway() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        ui::RoomPages& pages = f.window.widget().views();
        ui::ReportView* alone = pages.currentView();
        actionOf(f.window.widget(), "Pin this scenario")->trigger();
        QVERIFY(f.edit("train.micro_batch", "2"));
        QVERIFY(QTest::qWaitFor(
            [&] { return f.window.widget().pinned().size() == 1 && f.window.widget().pinned()[0].report; },
            20000));
        QAction* split = actionOf(f.window.widget(), "Split the picture");
        QVERIFY(split && split->shortcut() == QKeySequence("Ctrl+Shift+K"));
        split->trigger();
        ui::SplitView* shown = pages.currentSplit();
        QVERIFY(shown);
        QCOMPARE(&shown->a(), alone);
        QCOMPARE(pages.currentView(), alone); // what desks know it by
        QCOMPARE(f.window.widget().currentPicture(), shown);
        QVERIFY2(shown->table().why.startsWith("B holds "), qPrintable(shown->table().why));
        f.open();
        const QByteArray figure = f.saved("split.svg");
        QVERIFY(figure.contains("B \xE2\x88\x92 A"));
        split->trigger();
        QVERIFY(!pages.currentSplit() && pages.currentView() == alone && alone->isVisible());
        f.open();
        QVERIFY(!f.saved("alone.svg").contains("B \xE2\x88\x92 A"));
    }

    void aPinThatGoesTakesItsPictureAlong() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("time"));
        actionOf(f.window.widget(), "Pin this scenario")->trigger();
        QVERIFY(f.edit("train.micro_batch", "2"));
        QVERIFY(QTest::qWaitFor(
            [&] { return !f.window.widget().pinned().empty() && f.window.widget().pinned()[0].report; },
            20000));
        ui::RoomPages& pages = f.window.widget().views();
        emit f.window.widget().pins().besideRequested(0);
        QVERIFY(pages.currentSplit());
        QVERIFY(f.edit("train.micro_batch", "1")); // A follows the scenario, B stays
        QCOMPARE(pages.currentSplit()->other().report, f.window.widget().pinned()[0].report);
        emit f.window.widget().pins().removeRequested(0);
        QVERIFY(QTest::qWaitFor([&] { return !pages.currentSplit(); }, 20000));
    }

    void aRowOfThePinsIsDroppedOntoThePicture() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("time"));
        actionOf(f.window.widget(), "Pin this scenario")->trigger();
        QVERIFY(QTest::qWaitFor(
            [&] { return !f.window.widget().pinned().empty() && f.window.widget().pinned()[0].report; },
            20000));
        const items::PinTableModel& model = f.window.widget().pins().model();
        const QModelIndex row = model.index(1, items::PinTableModel::Name);
        QVERIFY(row.flags() & Qt::ItemIsDragEnabled);
        QVERIFY(!(model.index(0, items::PinTableModel::Name).flags() & Qt::ItemIsDragEnabled));
        const std::unique_ptr<QMimeData> mime(model.mimeData({row}));
        ui::RoomPages& pages = f.window.widget().views();
        QDropEvent drop({50, 50}, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&pages, &drop);
        QVERIFY(pages.currentSplit());
        // Also a page that has no second picture says so by doing nothing.
        f.window.widget().showTab("measured");
        QVERIFY(!pages.canSplit());
        pages.split(0);
        QVERIFY(!pages.currentSplit());
    }

    void renderDrawsTwo() {
        QTemporaryDir folder;
        const QString path = folder.filePath("two.svg"), csv = folder.filePath("two.csv");
        const Outcome outcome = explorer({"render", "memory", "--preset", "mixtral-8x7b", "--against",
                                          "llama-3-8b", "-o", path, "--csv", csv});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QFile figure(path), numbers(csv);
        QVERIFY(figure.open(QIODevice::ReadOnly) && numbers.open(QIODevice::ReadOnly));
        QVERIFY(figure.readAll().contains("B \xE2\x88\x92 A"));
        QVERIFY(numbers.readAll().startsWith("part,key,unit,A,B,change"));
        QCOMPARE(explorer({"render", "memory", "--against", "nothing", "-o", path}).code, 1);
        QCOMPARE(explorer({"render", "compare", "--against", "llama-3-8b", "-o", path}).code, 1);
        QCOMPARE(explorer({"render", "memory", "--arrange", "over", "-o", path}).code, 2);
        QCOMPARE(
            explorer({"render", "memory", "--against", "llama-3-8b", "--arrange", "up", "-o", path}).code, 2);
        QCOMPARE(explorer({"render", "--all", "--against", "llama-3-8b", "-o", path}).code, 2);
    }
};

MOE_TEST(SplitTest)
#include "split_test.moc"
