// SPDX-License-Identifier: GPL-3.0-or-later
// A picture beside another of its kind: in the window from menu, key, pin and drag, and from the command
// line.

#include "app/figures/figure_views.h"
#include "models/engine/evaluate.h"
#include "models/items/pin_table_model.h"
#include "tests/app/figure_desk.h"
#include "tests/app/program.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "ui/explain/explain_view.h"
#include "ui/pins/pin_panel.h"
#include "ui/split/split_view.h"
#include "ui/window/room_pages.h"
#include "ui/window/status_line.h"

#include <QAction>
#include <QDropEvent>
#include <QImage>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QUndoStack>

#include <optional>

using namespace moe;
using namespace moe::test;

namespace {

const ui::ViewRow& findRow(const char* key) {
    for (const ui::ViewRow& row : ui::viewList())
        if (qstrcmp(row.key, key) == 0) return row;
    return ui::viewList().front();
}

QAction* actionOf(QWidget& window, const QString& text) {
    for (QAction* action : window.findChildren<QAction*>())
        if (action->text().remove('&') == text) return action;
    return nullptr;
}

} // namespace

class SplitTest : public QObject {
    Q_OBJECT

private slots:
    void init() { // a figure has the size that one begins with, and a text that can be read
        QSettings().remove("figure");
        QSettings().setValue("figure/format", "svg");
    }

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

    /// With the pins open under it, in either language: the window stays as high as a small screen.
    void aSplitLeavesTheWindowItsHeight_data() {
        QTest::addColumn<bool>("german");
        QTest::newRow("en") << false;
        QTest::newRow("de") << true;
    }
    void aSplitLeavesTheWindowItsHeight() {
        QFETCH(bool, german);
        std::optional<German> language;
        if (german) language.emplace();
        FigureDesk f;
        QVERIFY(f.ready);
        f.window.session().open(f.window.session().catalog()->preset("qwen3-30b-a3b")->scenario, "open");
        QVERIFY(f.edit("train.micro_batch", "1"));
        ui::MainWindow& window = f.window.widget();
        window.resize(1280, 720);
        f.window.compare().pinScenario();
        QVERIFY(f.edit("train.micro_batch", "2"));
        QVERIFY(
            QTest::qWaitFor([&] { return !window.pinned().empty() && window.pinned()[0].report; }, 20000));
        QVERIFY(window.pins().isVisible());
        QStringList faults;
        for (const ui::ViewRow& row : ui::viewList()) {
            if (!row.split || row.side == Side::Serving || !f.shows(row.key)) continue;
            emit window.pins().besideRequested(0);
            if (!window.views().currentSplit()) continue;
            // A pin is evaluated for its numbers; beside a picture it has all that the picture shows.
            QTRY_VERIFY_WITH_TIMEOUT(window.views().currentSplit()->other().report->architecture, 20000);
            QTest::qWait(50);
            const ui::SplitView& split = *window.views().currentSplit();
            if (!split.isBehind() && split.a().hasNumbers() && !split.b().hasNumbers())
                faults << QStringLiteral("%1: B is empty").arg(QLatin1String(row.key));
            for (const ui::Arrange arrange : {ui::Arrange::Over, ui::Arrange::Beside}) {
                window.views().currentSplit()->setArrange(arrange);
                QTest::qWait(20);
                if (window.height() > 720 || window.width() > 1280)
                    faults << QStringLiteral("%1 %2: %3 x %4")
                                  .arg(QLatin1String(row.key))
                                  .arg(int(arrange))
                                  .arg(window.width())
                                  .arg(window.height());
                if (qEnvironmentVariableIsSet("MOE_FIGURES"))
                    window.grab().save(QStringLiteral("%1/split-%2-%3-%4.png")
                                           .arg(qEnvironmentVariable("MOE_FIGURES"), QLatin1String(row.key))
                                           .arg(int(arrange))
                                           .arg(german));
            }
            emit window.views().currentSplit()->closeRequested();
            window.resize(1280, 720); // the next is judged by itself
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
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
        QVERIFY(pages.currentSplit()->other().report->scenario ==
                f.window.widget().pinned()[0].report->scenario);
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
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&pages, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({50, 50}, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&pages, &drop);
        QVERIFY(pages.currentSplit());
        // Also a page that has no second picture says so by doing nothing.
        f.window.widget().showTab("measured");
        QVERIFY(!pages.canSplit());
        pages.split(0);
        QVERIFY(!pages.currentSplit());
    }

    /// Formulas and knobs of the window are of A.
    void whatIsClickedInBChangesNothing() {
        FigureDesk f;
        QVERIFY(f.ready && f.shows("memory"));
        ui::RoomPages& pages = f.window.widget().views();
        actionOf(f.window.widget(), "Pin this scenario")->trigger();
        QVERIFY(QTest::qWaitFor(
            [&] { return !f.window.widget().pinned().empty() && f.window.widget().pinned()[0].report; },
            20000));
        pages.split(0);
        ui::SplitView* split = pages.currentSplit();
        QVERIFY(split);
        const int steps = f.window.session().undoStack()->index();
        QSignalSpy said(split, &ui::ReportView::readOut);
        emit split->b().edited({{"train.micro_batch", "2"}}, "click");
        emit split->b().editedAlong({{"train.micro_batch", "2"}}, "drag", 7);
        emit split->b().explain("memory.device_bytes");
        QCOMPARE(f.window.session().undoStack()->index(), steps);
        QVERIFY(!f.window.widget().findChild<ui::ExplainView*>());
        QCOMPARE(said.size(), 3);
        emit split->a().edited({{"train.micro_batch", "2"}}, "click");
        QCOMPARE(f.window.session().undoStack()->index(), steps + 1);
        emit split->a().explain("memory.device_bytes");
        QVERIFY(f.window.widget().findChild<ui::ExplainView*>());
    }

    /// B's simulation is stopped, and its progress leaves with it.
    void closingBStopsWhatItAsked() {
        FigureDesk f;
        QVERIFY(f.ready);
        Scenario slow = f.window.session().catalog()->preset("llama-3-8b")->scenario;
        slow.train.reset();
        slow.parallel = {};
        slow.cluster.gpus = 1;
        slow.serve.emplace();
        slow.serve->engine = ServeEngine::Vllm;
        slow.day.emplace();
        slow.day->requests = 10'000'000; // for many seconds
        ui::ReportView* view = findRow("day").make(nullptr);
        view->setObjectName("day");
        emit f.window.widget().views().viewMade(view); // as B is made
        view->setCatalog(f.window.session().catalog());
        view->setReport(
            std::make_shared<const Report>(evaluate(slow, *f.window.session().catalog(), Detail::Full)));
        QVERIFY(view->isBehind());
        auto* status = f.window.widget().findChild<ui::StatusLine*>();
        QTRY_VERIFY_WITH_TIMEOUT(status->state().startsWith("Simulating the day"), 10000);
        QVERIFY(view->isBehind());
        delete view;
        QTest::qWait(100); // nor is it told of any more
        QVERIFY2(!status->state().startsWith("Simulating"), qPrintable(status->state()));
    }

    /// What stands beside another of its kind has the other's ends, but for pictures without an axis.
    void everySplitPictureHasOneAxis_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("side");
        for (const ui::ViewRow& row : ui::viewList())
            if (row.split)
                QTest::addRow("%s %d", row.key, int(row.side.value_or(Side::Training)))
                    << QString::fromLatin1(row.key) << int(row.side.value_or(Side::Training));
    }
    void everySplitPictureHasOneAxis() {
        QFETCH(QString, key);
        QFETCH(int, side);
        static const app::ShippedCatalog loaded = app::shippedCatalog();
        QStringList shared;
        bool drawn = false;
        for (const bool serves : {false, true}) {
            if (!serves && Side(side) == Side::Serving) continue;
            if (drawn || (serves && findRow(key.toLatin1().constData()).side == Side::Training)) continue;
            Scenario scenario = loaded.catalog->preset(serves ? "gpt-oss-120b" : "qwen3-30b-a3b")->scenario;
            if (serves) {
                scenario.train.reset();
                if (!scenario.serve) scenario.serve.emplace();
                scenario.serve->engine = ServeEngine::Vllm;
                scenario.serve->concurrency = 16;
                scenario.serve->sloTtft = 5;
                scenario.day.emplace();
                scenario.day->requests = 2000;
            }
            app::FigureInputs inputs;
            inputs.catalog = loaded.catalog;
            inputs.report = std::make_shared<const Report>(evaluate(scenario, *loaded.catalog, Detail::Full));
            const Result<std::unique_ptr<ui::ReportView>> view =
                app::figureView(*ui::findView(key, Side(side)), inputs);
            if (!view || !(*view)->hasNumbers()) continue;
            drawn = true;
            ui::FigureStyle style;
            style.widthMm = 178, style.heightMm = 120;
            style.axes =
                std::make_shared<const ui::ShareAxes>([&](const QString& quantity, double low, double high) {
                    shared << quantity;
                    return std::pair(low, high);
                });
            (*view)->shareAxes(style.axes);
            (*view)->setReport(inputs.report);
            QImage image(style.logicalSize().toSize(), QImage::Format_RGB32);
            (*view)->drawFigure(&image, 1, style);
            (*view)->shareAxes(nullptr);
        }
        if (!drawn) QSKIP("this picture holds one sentence of these scenarios");
        if (key == "architecture" || key == "placement") return; // blocks and boxes, no axis
        QVERIFY2(!shared.isEmpty(), qPrintable(key));
    }

    void renderDrawsTwo() {
        QTemporaryDir folder;
        const QString path = folder.filePath("two.svg"), csv = folder.filePath("two.csv");
        const Outcome outcome =
            explorer({"render", "memory", "--preset", "mixtral-8x7b", "--against", "llama-3-8b", "-o", path,
                      "--csv", csv, "--width", "178mm", "--height", "120mm"});
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
