// SPDX-License-Identifier: GPL-3.0-or-later
// The rooms of the window: everything shown is of one side, and of what the scenario has.

#include "app/session/session_store.h"
#include "app/window/window.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/items/report_json.h"
#include "tests/support/registry.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/plots/servers/servers_view.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/views/view_list.h"
#include "ui/window/room_pages.h"
#include "ui/window/segment_button.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSlider>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include <set>

using namespace moe;
using namespace moe::app;
using moe::items::Room;

class RoomsTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();

        bool settled() {
            return QTest::qWaitFor(
                [this] { return session.report() && session.report()->scenario == session.shown(); }, 20000);
        }
        void enter(Room room) { window.widget().enterRoom(room); }
        Room room() { return window.widget().room(); }
        QStringList pages() { return window.widget().views().pageTitles(); }
        bool opened(const char* key) {
            session.open(session.catalog()->preset(key)->scenario, "open");
            return settled();
        }
    };

private slots:
    void everythingIsOfTheSideThatIsChosen() {
        Fixture f;
        QVERIFY(f.opened("mixtral-8x7b"));
        const Scenario both = f.session.scenario();
        QVERIFY(both.train && both.serve && f.session.report()->train);
        f.enter(Room::Serve);
        QVERIFY(f.settled());
        // What the command line draws of it with --set train=null.
        Scenario serving = both;
        serving.train.reset();
        QCOMPARE(items::reportJson(*f.session.report()),
                 items::reportJson(evaluate(serving, *f.session.catalog())));
        QVERIFY(f.session.scenario() == both && !f.session.modified()); // nothing of it is lost
        QTRY_VERIFY(f.session.baseReport() && f.session.baseReport()->scenario == serving);
        // Where one stands is no step of the history.
        const int steps = f.session.undoStack()->index();
        f.enter(Room::Model);
        QVERIFY(f.settled() && f.session.report()->train && f.room() == Room::Model);
        QCOMPARE(f.session.undoStack()->index(), steps);
    }

    /// A page that the scenario cannot fill is not there, and its room says what would bring it.
    void roomsHoldWhatTheScenarioFills() {
        Fixture f;
        QVERIFY(f.opened("llama-3-70b"));
        f.enter(Room::Train);
        QVERIFY(f.settled());
        QVERIFY2(!f.pages().contains("Placement"), qPrintable(f.pages().join(',')));
        QStringList notes;
        for (const QLabel* label : f.window.widget().views().findChildren<QLabel*>()) notes << label->text();
        QVERIFY2(notes.contains("Placement needs experts"), qPrintable(notes.join('|')));
        // Asked for by name it is shown all the same: old sessions and links lead to it.
        f.window.widget().showTab("placement");
        QCOMPARE(f.window.widget().currentViewKey(), QString("placement"));
        QVERIFY(f.opened("mixtral-8x7b"));
        QVERIFY2(f.pages().contains("Placement"), qPrintable(f.pages().join(',')));
        int pages = 0;
        std::set<QString> titles;
        for (const Room room : {Room::Model, Room::Train, Room::Serve, Room::Compare, Room::Measurements}) {
            f.enter(room);
            for (const QString& title : f.pages()) titles.insert(title), ++pages;
        }
        QVERIFY2(titles.size() <= 17, qPrintable(QString::number(titles.size())));
        QVERIFY(pages > 14);
    }

    /// A click on what a page needs adds it, as one step of undo.
    void whatAPageNeedsIsAddedByAClick() {
        Fixture f;
        QVERIFY(f.opened("mixtral-8x7b"));
        f.window.widget().show();
        f.enter(Room::Serve);
        QVERIFY(f.settled() && !f.session.scenario().day && !f.session.scenario().serve->sloTtft);
        const QList<QLabel*> labels = f.window.widget().views().findChildren<QLabel*>();
        const auto note = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->toolTip() == "Goodput needs a limit · A day needs a fleet";
        });
        QVERIFY(note != labels.end());
        const auto choose = [&](const char* need) {
            QTest::mouseClick(*note, Qt::LeftButton);
            const auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) return false;
            for (QAction* action : menu->actions())
                if (action->text() == need) action->trigger();
            QApplication::activePopupWidget()->close();
            return true;
        };
        const int before = f.session.undoStack()->index();
        QVERIFY(choose("A day needs a fleet"));
        QVERIFY(f.settled() && f.session.scenario().day && f.pages().contains("A day"));
        QCOMPARE(f.session.undoStack()->index(), before + 1);
        QTest::mouseClick(*note, Qt::LeftButton); // one is left: no menu
        QVERIFY(f.settled() && f.session.scenario().serve->sloTtft && f.session.scenario().serve->sloTpot);
        QCOMPARE((*note)->toolTip(), QString());
    }

    /// Every picture that commands draw stands in a room, and is found there.
    void everyPictureHasAPlace() {
        Fixture f;
        QVERIFY(f.opened("mixtral-8x7b"));
        for (const ui::ViewRow& row : ui::viewList()) {
            f.window.widget().showTab(row.key);
            QCOMPARE(f.window.widget().currentViewKey(), QString(row.key));
        }
        for (const ui::PageRow& page : ui::pageList())
            for (const ui::PageView& view : page.views)
                QVERIFY2(f.window.widget().views().view(view.key), view.key);
    }

    /// A picture that the report leaves nothing to draw in is away, unless it is asked for by name.
    void aPictureThatWouldBeASentenceIsAway() {
        Fixture f;
        const auto pictures = [&] {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // those of before
            QStringList shown; // or listed, where there is no room beside the tabs
            for (const auto* button : f.window.widget().views().findChildren<ui::SegmentButton*>())
                shown << button->text();
            return shown;
        };
        QVERIFY(f.opened("deepseek-v3")); // 2,048 GPUs in 256 nodes
        f.window.widget().showTab("roofline");
        QVERIFY2(pictures().contains("Fabric"), qPrintable(pictures().join(',')));
        Scenario one = f.session.catalog()->preset("mixtral-8x7b")->scenario;
        for (const auto& [key, value] : {std::pair("cluster.gpus", "8"),
                                         {"parallel.ep", "8"},
                                         {"parallel.tp", "1"},
                                         {"parallel.pp", "1"},
                                         {"parallel.vpp", "1"}})
            QVERIFY(setField(one, key, value).empty());
        f.session.open(one, "one node");
        QVERIFY(f.settled());
        QCOMPARE(f.window.widget().currentViewKey(), QString("roofline"));
        QVERIFY2(!pictures().contains("Fabric"), qPrintable(pictures().join(',')));
        f.window.widget().showTab("fabric");
        QCOMPARE(f.window.widget().currentViewKey(), QString("fabric"));
    }

    /// A room that a scenario has no section for brings it, in one step of undo.
    void aRoomBringsItsSection() {
        Fixture f;
        QVERIFY(f.opened("llama-3.1-405b"));
        QVERIFY(f.session.scenario().train && !f.session.scenario().serve);
        const int steps = f.session.undoStack()->index();
        f.enter(Room::Serve);
        QVERIFY(f.session.scenario().serve && f.room() == Room::Serve);
        QCOMPARE(f.session.undoStack()->index(), steps + 1);
        QVERIFY(f.settled() && f.session.report()->serve && !f.session.report()->train);
        f.session.undoStack()->undo();
        QVERIFY(!f.session.scenario().serve && f.room() == Room::Train);
    }

    /// A side that is not there has no pages: what would bring it is said once.
    void aServerHasNoTrainingPages() {
        Fixture f;
        QVERIFY(f.opened("deepseek-v3"));
        auto& pages = *f.window.widget().findChild<ui::RoomPages*>();
        f.enter(Room::Train);
        QVERIFY(pages.pageTitles().contains("Placement"));
        Scenario server = f.session.scenario();
        server.train.reset();
        f.session.edit(server, "no training");
        QVERIFY(f.settled());
        pages.showRoom(Room::Train);
        QCOMPARE(pages.pageTitles(), QStringList());
        QCOMPARE(pages.currentKey(), QString());
        QVERIFY(!pages.currentView());
        QStringList notes;
        for (const QLabel* label : pages.findChildren<QLabel*>(Qt::FindDirectChildrenOnly))
            if (!label->toolTip().isEmpty()) notes << label->toolTip();
        QCOMPARE(notes.join('|'), QString("These pages need a training section"));
        pages.showRoom(Room::Model);
        QCOMPARE(pages.pageTitles(), QStringList{"Architecture"});
        pages.showRoom(Room::Serve);
        QVERIFY(pages.pageTitles().contains("Placement") && pages.pageTitles().size() > 3);
        f.window.widget().enterRoom(Room::Train); // as a click on its button: it brings the section
        QVERIFY(f.session.scenario().train && !pages.pageTitles().isEmpty());
    }

    /// A narrow window lists the pictures of a page. Choosing one fits the line again: the menu that was
    /// chosen from keeps its entries, an entry that went would be one that the next press is for.
    void aListOfPicturesKeepsItsEntriesWhileOpen() {
        Fixture f;
        QVERIFY(f.opened("deepseek-v3"));
        f.enter(Room::Train);
        auto& pages = *f.window.widget().findChild<ui::RoomPages*>();
        pages.showKey("time");
        QToolButton* list = nullptr;
        for (QToolButton* one : pages.findChildren<QToolButton*>(Qt::FindDirectChildrenOnly))
            if (one->menu()) list = one;
        QVERIFY(list);
        list->menu()->popup({10, 10});
        const QList<QAction*> entries = list->menu()->actions();
        QVERIFY(entries.size() > 1);
        std::vector<QPointer<QAction>> kept(entries.begin(), entries.end());
        for (const QPointer<QAction>& entry : kept) {
            QVERIFY(entry);
            entry->trigger();
            QVERIFY(entry);
            QCOMPARE(list->text(), entry->text());
        }
        QCOMPARE(list->menu()->actions(), entries);
        list->menu()->close();
    }

    /// What fills a scenario with less at once is at most sixty things to click or type into.
    void aWindowOpensWithFewControls() {
        Fixture f;
        f.window.widget().resize(1600, 1000);
        f.window.widget().show();
        QVERIFY(QTest::qWaitForWindowExposed(&f.window.widget()) && f.settled());
        QTRY_VERIFY_WITH_TIMEOUT(f.window.widget().sentence().isWhole(), 60000);
        QStringList controls;
        const auto add = [&](const QWidget* widget, const QString& name) {
            controls << QLatin1String(widget->metaObject()->className()) + ' ' + name;
        };
        for (const QWidget* widget : f.window.widget().findChildren<QWidget*>()) {
            if (!widget->isVisible() || !widget->isEnabled()) continue;
            if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
                for (int i = 0; i < tabs->count(); ++i) add(tabs, tabs->tabText(i));
            } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
                if (!qobject_cast<const QAbstractSpinBox*>(button->parentWidget()))
                    add(button, button->text());
            } else if (qobject_cast<const QSlider*>(widget) ||
                       qobject_cast<const QAbstractSpinBox*>(widget) ||
                       qobject_cast<const QComboBox*>(widget)) {
                add(widget, widget->accessibleName());
            } else if (qobject_cast<const QLineEdit*>(widget) &&
                       !qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) &&
                       !qobject_cast<const QComboBox*>(widget->parentWidget())) {
                add(widget, widget->accessibleName());
            }
        }
        QVERIFY2(controls.size() <= 60,
                 qPrintable(QString::number(controls.size()) + '\n' + controls.join('\n')));
    }

    /// One switch for all: those of single pictures would be a second way to ask the same.
    void picturesHaveNoSwitchOfTheirOwn() {
        Fixture f;
        QVERIFY(f.opened("deepseek-v3"));
        for (const char* page : {"memory", "time"}) {
            f.window.widget().showTab(page);
            const ui::ReportView& view = *f.window.widget().currentView();
            QVERIFY(QTest::qWaitFor([&] { return !view.summary().contains("Nothing has been computed"); }));
            auto* training = view.findChild<QAction*>("training");
            QVERIFY(training && !training->isVisible());
        }
    }

    /// A server that is opened is the scenario's own in the picture that follows; training is kept.
    void aServerOpensOnItsSide() {
        Fixture f;
        QVERIFY(f.opened("mixtral-8x7b"));
        f.enter(Room::Serve);
        QVERIFY(f.settled());
        f.window.widget().showTab("layouts");
        auto& view = *dynamic_cast<ui::ServersView*>(f.window.widget().currentView());
        const auto choices = [&] {
            const auto* value = std::any_cast<ServingChoicesPtr>(&view.answer().value);
            return value && !view.isBehind() ? *value : nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(choices() && !choices()->points.empty(), 60000);
        const ServingPoint best = choices()->points.front();
        view.grab();
        emit view.canvas()->picked(0);
        QVERIFY(f.settled());
        QVERIFY(f.session.side() == Side::Serving && f.session.scenario().train);
        QCOMPARE(f.session.scenario().parallel.tp, Count(best.layout.tp));
        QTRY_VERIFY_WITH_TIMEOUT(
            choices() && choices()->own && choices()->own->requests == best.numbers.requests, 60000);
        QCOMPARE(choices()->own->perGpu, best.numbers.perGpu);
        QVERIFY2(f.session.report()->serve && f.session.report()->serve->tpot, "the side is valid");
        f.session.undoStack()->undo();
        QVERIFY(f.settled());
        QCOMPARE(f.session.scenario().parallel.tp,
                 f.session.catalog()->preset("mixtral-8x7b")->scenario.parallel.tp);
    }

    void aServerIsOpenedInItsRoom() {
        Fixture f;
        f.enter(Room::Train);
        Scenario one = f.session.catalog()->preset("mixtral-8x7b")->scenario;
        one.train.reset();
        f.session.open(one, "open");
        QVERIFY(f.settled());
        QCOMPARE(f.room(), Room::Serve);
        const Side before = f.session.side();
        f.session.setSide(before == Side::Serving ? Side::Training : Side::Serving);
        QCOMPARE(f.session.side(), before); // there is nothing to choose
    }

    void pinsTurnAlong() {
        Fixture f;
        QVERIFY(f.opened("mixtral-8x7b"));
        f.window.widget().ask(ui::Request::Pin);
        const auto column = [&] { return f.window.compare().job().columns().front(); };
        QTRY_VERIFY(f.window.compare().job().columns().size() == 1 && column());
        QVERIFY(column()->report.train);
        f.enter(Room::Serve);
        QTRY_VERIFY(column() && !column()->report.train && column()->report.serve);
        QVERIFY(f.session.pins().front().entry->content.scenario.train); // kept whole
    }

    void aSessionKeepsTheSide() {
        Fixture f;
        QVERIFY(f.opened("mixtral-8x7b"));
        QVERIFY(!f.window.sessionBytes().contains("side:"));
        f.enter(Room::Serve);
        const QByteArray bytes = f.window.sessionBytes();
        const SessionFile file = *readSession(bytes.toStdString(), "session");
        QCOMPARE(file.side, Side::Serving);
        Session restored(f.session.catalog());
        const RestoredSession read = restoredSession(file, *f.session.catalog());
        restored.open(read.state, read.side, "open");
        QVERIFY(restored.side() == Side::Serving && restored.scenario() == f.session.scenario());
        QByteArray wrong = bytes;
        wrong.replace("side: serving", "side: sewing");
        const Result<SessionFile> refused = readSession(wrong.toStdString(), "session");
        QVERIFY(!refused);
        QCOMPARE(refused.error().front().key, std::string("side"));
    }

    void aLessonChangesTheSideAndSaysSo() {
        Fixture f;
        f.window.widget().startLesson("reference");
        QCOMPARE(f.session.side(), Side::Training);
        auto& panel = *f.window.widget().findChild<ui::LessonPanel*>();
        Lesson lesson;
        lesson.steps = {{"One", "", "mixtral-8x7b", "", {}, {}, {}, {}},
                        {"Two", "", "", "", {}, {}, {}, "serving"}};
        panel.start(lesson);
        QCOMPARE(f.session.side(), Side::Training);
        panel.findChildren<QPushButton*>().last()->click(); // on
        QCOMPARE(f.session.side(), Side::Serving);
        QStringList texts;
        for (const QLabel* label : panel.findChildren<QLabel*>()) texts << label->text();
        QVERIFY2(texts.filter("Serving").size() == 1, qPrintable(texts.join('|')));
    }
};

MOE_TEST(RoomsTest)
#include "rooms_test.moc"
