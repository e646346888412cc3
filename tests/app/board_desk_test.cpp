// SPDX-License-Identifier: GPL-3.0-or-later
// The board of the window: pictures of this scenario and of pinned ones that follow them.

#include "app/figures/board.h"
#include "app/session/session_store.h"
#include "app/window/window.h"
#include "models/engine/scenario/fields.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/board/panel_list.h"
#include "ui/export/view_choices.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace moe;
using namespace moe::app;

class BoardDeskTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();
        BoardDesk& desk = window.boards();

        /// Mixtral pinned as it is published, then with another degree of expert parallelism; its memory on
        /// screen.
        bool opened() {
            session.open(session.catalog()->preset("mixtral-8x7b")->scenario, "open");
            window.widget().showTab("memory");
            if (!QTest::qWaitFor([this] { return session.report() && !session.busy(); }, 20000)) return false;
            window.compare().pinScenario();
            return set("parallel.ep", "4");
        }
        bool set(const char* key, const char* value) {
            Scenario next = session.scenario();
            if (!setField(next, key, value).empty()) return false;
            session.edit(next, "edit");
            return drawn();
        }
        bool drawn() {
            return QTest::qWaitFor([this] { return session.report() && !session.busy() && desk.upToDate(); },
                                   60000);
        }
        const ui::BoardPage& page() const { return desk.sheet()->canvas()->page(); }
        QByteArray strokes(std::size_t i) const {
            const QPicture& picture = page().pictures[i].strokes;
            return {picture.data(), qsizetype(picture.size())};
        }
        bool saved(const QString& path) {
            QSignalSpy written(&desk, &BoardDesk::saved);
            desk.save(path);
            return QTest::qWaitFor([&] { return !written.isEmpty(); }, 60000);
        }
    };
    static QByteArray contentOf(const QString& path) {
        QFile from(path);
        return from.open(QIODevice::ReadOnly) ? from.readAll() : QByteArray();
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void panelsFollowWhatTheyAreOf() {
        Fixture f;
        QVERIFY(f.opened());
        const QList<QAction*> actions = f.window.widget().findChildren<QAction*>();
        const auto put = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
            return action->shortcut() == QKeySequence("Ctrl+Shift+B");
        });
        QVERIFY(put != actions.end());
        (*put)->trigger();
        QCOMPARE(f.session.board()->panels.size(), std::size_t{1});
        f.desk.add(true); // and once more with every pin
        QVERIFY(f.drawn());
        QCOMPARE(f.page().pictures.size(), std::size_t{3});
        for (const ui::BoardPicture& picture : f.page().pictures) {
            QVERIFY2(picture.reason.isEmpty(), qPrintable(picture.reason));
            QVERIFY(picture.summary.contains("GiB"));
        }
        QVERIFY(f.page().pictures[2].title.contains("A"));
        QVERIFY2(f.page().pictures[2].summary != f.page().pictures[0].summary,
                 "of the pin, not of this scenario");
        const QByteArray before = f.strokes(0), pinned = f.strokes(2);
        QVERIFY(f.set("train.micro_batch", "2"));
        QVERIFY(f.strokes(0) != before);
        QCOMPARE(f.strokes(2), pinned);
        f.session.undoStack()->undo();
        QVERIFY(f.drawn());
        QCOMPARE(f.strokes(0), before);
        f.session.undoStack()->undo(); // the panels that were added last
        QCOMPARE(f.page().pictures.size(), std::size_t{1});
    }

    void panelsOfOneKindHaveTheirAxesInCommon() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(true);
        QVERIFY(f.drawn());
        const QByteArray pinned = f.strokes(1);
        QVERIFY(f.set("train.micro_batch", "8")); // the other panel needs more room
        QVERIFY2(f.strokes(1) != pinned, "the pin's panel takes the longer axis");
        BoardFile board = *f.session.board();
        board.lockRanges = false;
        f.session.setBoard(board, "axes");
        QVERIFY(f.drawn());
        const QByteArray alone = f.strokes(1);
        QVERIFY(f.set("train.micro_batch", "4"));
        QCOMPARE(f.strokes(1), alone);
    }

    void aPinThatGoesIsSaid() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(true);
        QVERIFY(f.drawn());
        f.session.setPins({}, "remove");
        QVERIFY(f.drawn());
        QVERIFY2(f.page().pictures[1].reason.contains("A"), qPrintable(f.page().pictures[1].reason));
    }

    void aKeptPanelStaysAsItWas() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(false);
        QVERIFY(f.drawn());
        emit f.desk.sheet()->keepRequested(0);
        QVERIFY(f.drawn());
        QVERIFY(f.session.board()->panels[0].scenario.has_value());
        const QString summary = f.page().pictures[0].summary;
        QVERIFY(f.set("train.micro_batch", "2"));
        QCOMPARE(f.page().pictures[0].summary, summary);
    }

    void theKeyboardChoosesMovesAndRemoves() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(true);
        QVERIFY(f.drawn());
        ui::BoardCanvas* canvas = f.desk.sheet()->canvas();
        canvas->choose(0);
        QVERIFY(canvas->accessibleDescription().contains("(a) Memory per GPU"));
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(canvas->chosen(), 1);
        QCOMPARE(f.desk.sheet()->list()->currentRow(), 1);
        QTest::keyClick(canvas, Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(f.session.board()->panels[0].pin.value_or(7), 0);
        QCOMPARE(canvas->chosen(), 0);
        QTest::keyClick(canvas, Qt::Key_Delete);
        QCOMPARE(f.session.board()->panels.size(), std::size_t{1});
        QCOMPARE(f.session.board()->panels[0].pin.value_or(7), kThisScenario);
    }

    void panelsAreDragged() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(true);
        QVERIFY(f.drawn());
        ui::BoardCanvas* canvas = f.desk.sheet()->canvas();
        const ui::BoardPlaces places = ui::boardPlaces(canvas->page());
        const double scale = canvas->width() / places.page.width();
        const auto middle = [&](std::size_t i) { return (places.panels[i].center() * scale).toPoint(); };
        QTest::mousePress(canvas, Qt::LeftButton, {}, middle(0));
        QTest::mouseMove(canvas, (middle(0) + middle(1)) / 2);
        QTest::mouseMove(canvas, middle(1));
        QCOMPARE(f.session.board()->panels[0].pin.value_or(7), kThisScenario); // not before it is let go
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, middle(1));
        QCOMPARE(f.session.board()->panels[0].pin.value_or(7), 0);
        QCOMPARE(canvas->chosen(), 1);
        // A click is no drag, and Alt with an arrow does the same.
        QTest::mouseClick(canvas, Qt::LeftButton, {}, middle(0));
        QCOMPARE(f.session.board()->panels[0].pin.value_or(7), 0);
        QTest::keyClick(canvas, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(f.session.board()->panels[0].pin.value_or(7), kThisScenario);
        for (const QPushButton* button : f.desk.sheet()->findChildren<QPushButton*>())
            QVERIFY(!button->text().contains("arlier") && !button->text().contains("Late"));
    }

    /// In the list too, by hand: the mouse goes down on a row, and up below the last.
    void rowsOfTheListAreDragged() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(true);
        f.desk.add(false);
        QVERIFY(f.drawn());
        const auto pins = [&] {
            std::vector<int> all;
            for (const BoardPanel& panel : f.session.board()->panels) all.push_back(panel.pin.value_or(7));
            return all;
        };
        QCOMPARE(pins(), (std::vector<int>{kThisScenario, 0, kThisScenario}));
        ui::PanelList* list = f.desk.sheet()->list();
        const auto middle = [&](int row) { return list->visualItemRect(list->item(row)).center(); };
        const auto drag = [&](QPoint from, QPoint to) {
            QTest::mousePress(list->viewport(), Qt::LeftButton, {}, from);
            QTest::mouseMove(list->viewport(), (from + to) / 2);
            QTest::mouseMove(list->viewport(), to);
        };
        const auto drop = [&](QPoint at) { QTest::mouseRelease(list->viewport(), Qt::LeftButton, {}, at); };
        drag(middle(1), middle(2) + QPoint(0, 5));
        QCOMPARE(pins(), (std::vector<int>{kThisScenario, 0, kThisScenario})); // not before it is let go
        drop(middle(2) + QPoint(0, 5));
        QCOMPARE(pins(), (std::vector<int>{kThisScenario, kThisScenario, 0}));
        QCOMPARE(f.desk.sheet()->chosen(), 2);
        QCOMPARE(list->count(), 3);
        drag(middle(2), middle(0) - QPoint(0, 5));
        drop(middle(0) - QPoint(0, 5));
        QCOMPARE(pins(), (std::vector<int>{0, kThisScenario, kThisScenario}));
        QCOMPARE(list->currentRow(), 0);
        f.session.undoStack()->undo(); // each is a step
        QCOMPARE(pins(), (std::vector<int>{kThisScenario, kThisScenario, 0}));
        drag(middle(2), middle(0) - QPoint(0, 5));
        QTest::keyClick(list, Qt::Key_Escape);
        drop(middle(0) - QPoint(0, 5));
        QCOMPARE(pins(), (std::vector<int>{kThisScenario, kThisScenario, 0})); // it was not meant
        list->setCurrentRow(2);
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(pins(), (std::vector<int>{kThisScenario, 0, kThisScenario}));
    }

    void anEmptyBoardSaysWhatToDo() {
        Fixture f;
        f.desk.show();
        QVERIFY(f.desk.sheet()->canvas()->accessibleDescription().contains("Ctrl+Shift+B"));
        QVERIFY(f.opened());
        f.desk.add(false);
        QVERIFY(f.drawn());
        QVERIFY(!f.desk.sheet()->canvas()->accessibleDescription().contains("Ctrl+Shift+B"));
    }

    void whatIsDecidedIsWrittenBesideThePanels() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(false);
        QVERIFY(f.drawn());
        auto* assumptions = f.desk.sheet()->findChild<QPlainTextEdit*>("assumptions");
        QVERIFY(assumptions);
        QTest::keyClicks(assumptions, "Even routing");
        QTest::keyClick(assumptions, Qt::Key_Return);
        QTest::keyClicks(assumptions, "Prices of today");
        QCOMPARE(f.session.board()->decision.assumptions,
                 (std::vector<std::string>{"Even routing", "Prices of today"}));
        QCOMPARE(f.page().decision.assumptions, (QStringList{"Even routing", "Prices of today"}));
        QVERIFY2(f.page().decision.answer.contains("fits"), qPrintable(f.page().decision.answer));
        QVERIFY(f.saved(m_folder.filePath("decided.md")));
        QVERIFY(contentOf(m_folder.filePath("decided.md")).contains("- Prices of today"));
        const Result<SessionFile> kept = readSession(f.window.sessionBytes().toStdString(), "session");
        QVERIFY(kept && kept->board.decision == f.session.board()->decision);
    }

    void wordsAreOneStepOfUndo() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(false);
        QVERIFY(f.drawn());
        auto* note = f.desk.sheet()->findChild<QPlainTextEdit*>("note");
        QVERIFY(note);
        QTest::keyClicks(note, "As published");
        QCOMPARE(f.session.board()->panels[0].note, std::string("As published"));
        QCOMPARE(f.page().pictures[0].note, QString("As published"));
        f.session.undoStack()->undo();
        QCOMPARE(f.session.board()->panels[0].note, std::string());
        QCOMPARE(note->toPlainText(), QString());
    }

    void aSessionKeepsItAndTheCommandDrawsIt() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(true);
        QVERIFY(f.drawn());
        const QByteArray session = f.window.sessionBytes();
        const Result<SessionFile> read = readSession(session.toStdString(), "session");
        QVERIFY(read);
        QVERIFY(read->board == *f.session.board());
        QFile file(m_folder.filePath("work.yaml"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(session) == session.size());
        file.close();
        const test::Outcome drawn =
            test::explorer({"board", file.fileName(), "-o", m_folder.filePath("work.html")});
        QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
        QCOMPARE(contentOf(m_folder.filePath("work.html")).count("</figcaption>\n<svg"), 2);

        Fixture other;
        other.window.openFiles({file.fileName()});
        QVERIFY(*other.session.board() == *f.session.board());
        other.desk.show();
        QVERIFY(other.drawn());
        QCOMPARE(other.page().pictures[1].summary, f.page().pictures[1].summary);
    }

    /// A page for a browser carries the reports of its sliders' values, as the command's does.
    void aPageWithSlidersIsExported() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(false);
        QVERIFY(f.drawn());
        const auto sliders = f.desk.sheet()->findChild<QLineEdit*>("sliders");
        QVERIFY(sliders);
        QVERIFY(f.saved(m_folder.filePath("still.html")));
        sliders->setText("parallel.ep=1,2,4; train.micro_batch");
        QCOMPARE(f.desk.sheet()->sliders(), (QStringList{"parallel.ep=1,2,4", "train.micro_batch"}));
        QVERIFY(f.saved(m_folder.filePath("moves.html")));
        const QByteArray still = contentOf(m_folder.filePath("still.html")),
                         moves = contentOf(m_folder.filePath("moves.html"));
        QVERIFY(!still.contains("<script") && moves.contains("<script"));
        QVERIFY(moves.contains("train.micro_batch") && moves.size() > still.size());
        // A key that is none is said, and nothing is written.
        sliders->setText("parallel.xy");
        QSignalSpy written(&f.desk, &BoardDesk::saved);
        f.desk.save(m_folder.filePath("none.html"));
        QVERIFY(QTest::qWaitFor(
            [&] {
                const QList<QLabel*> labels = f.desk.sheet()->findChildren<QLabel*>();
                return std::any_of(labels.begin(), labels.end(),
                                   [](const QLabel* label) { return label->text().contains("parallel.xy"); });
            },
            60000));
        QVERIFY(written.isEmpty() && !QFile::exists(m_folder.filePath("none.html")));
    }

    /// A waterfall begins at a pin: a file has none, and holds what the pin was.
    void aWaterfallsBeginningIsExported() {
        Fixture f;
        QVERIFY(f.opened());
        QVERIFY(f.set("parallel.ep", "2"));
        f.window.compare().pinScenario(); // B
        QVERIFY(f.set("parallel.ep", "4"));
        f.window.widget().showTab("waterfall");
        QVERIFY(QTest::qWaitFor([&] { return f.window.widget().pinned().size() == 2; }, 20000));
        QTRY_VERIFY_WITH_TIMEOUT(f.window.widget().currentView()->hasNumbers(), 20000);
        QVERIFY(ui::applyViewChoice(*f.window.widget().currentView(), "from=b"));
        f.desk.add(false);
        QVERIFY(f.drawn());
        const ui::BoardPicture shown = f.page().pictures[0];
        QVERIFY2(shown.reason.isEmpty() && shown.title.contains("from B"), qPrintable(shown.title));
        QVERIFY(f.saved(m_folder.filePath("fall.yaml")));
        const Result<BoardFile> file =
            readBoard(contentOf(m_folder.filePath("fall.yaml")).toStdString(), "fall.yaml");
        QVERIFY2(file, file ? "" : toString(file.error()).c_str());
        QVERIFY(file->panels[0].base && file->panels[0].base->parallel.ep == 2);
        // The page that the command draws, and a window that opens the file, show the same.
        const Result<ui::BoardPage> page = boardPage(*file, {}, f.session.catalog());
        QVERIFY2(page, page ? "" : toString(page.error()).c_str());
        QCOMPARE(page->pictures[0].summary, shown.summary);
        QCOMPARE(page->pictures[0].title, shown.title);
        Fixture other;
        other.window.openFiles({m_folder.filePath("fall.yaml")});
        QVERIFY(other.desk.sheet() && other.drawn());
        QCOMPARE(other.page().pictures[0].summary, shown.summary);
        // A session's page carries a board that needs no session; a panel that is kept needs no pin.
        const Result<SessionBoard> session =
            boardOfText(f.window.sessionBytes().toStdString(), "session.yaml", *f.session.catalog());
        QVERIFY2(session, session ? "" : toString(session.error()).c_str());
        const Result<ui::BoardPage> drawn =
            boardPage(session->board, {}, f.session.catalog(), session->around);
        QVERIFY2(drawn, drawn ? "" : toString(drawn.error()).c_str());
        QCOMPARE(drawn->pictures[0].summary, shown.summary);
        const Result<BoardFile> embedded = readBoard(drawn->file.toStdString(), "board.yaml");
        QVERIFY(embedded && embedded->panels[0].base == file->panels[0].base);
        emit f.desk.sheet()->keepRequested(0);
        f.session.setPins({}, "remove");
        QVERIFY(f.drawn());
        QCOMPARE(f.page().pictures[0].summary, shown.summary);
    }

    void whatIsExportedOpensAgain() {
        Fixture f;
        QVERIFY(f.opened());
        f.desk.add(true);
        QVERIFY(f.saved(m_folder.filePath("b.html")));
        const QByteArray html = contentOf(m_folder.filePath("b.html"));
        QCOMPARE(html.count("</figcaption>\n<svg"), 2);
        QCOMPARE(html.count("<table>"), 2);
        QVERIFY(f.saved(m_folder.filePath("b.yaml")));
        Fixture other;
        other.window.openFiles({m_folder.filePath("b.yaml")});
        QVERIFY(other.desk.sheet());
        QVERIFY(other.drawn());
        QCOMPARE(other.page().pictures.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(other.session.board()->panels[i].scenario.has_value());
            QCOMPARE(other.page().pictures[i].title, f.page().pictures[i].title);
            QCOMPARE(other.page().pictures[i].summary, f.page().pictures[i].summary);
        }
    }
};

MOE_TEST(BoardDeskTest)
#include "board_desk_test.moc"
