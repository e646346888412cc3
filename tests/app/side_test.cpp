// SPDX-License-Identifier: GPL-3.0-or-later
// The switch between training and serving: everything shown is of one side.

#include "app/session/session_store.h"
#include "app/window/window.h"
#include "models/engine/evaluate.h"
#include "models/items/report_json.h"
#include "tests/support/registry.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/plots/tradeoffs/layouts_view.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace moe;
using namespace moe::app;

class SideTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();

        bool settled() {
            return QTest::qWaitFor(
                [this] { return session.report() && session.report()->scenario == session.shown(); }, 20000);
        }
        QAction& action(const char* name) { return *window.widget().findChild<QAction*>(name); }
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
        QVERIFY(both.train && both.serve && f.action("servingSide").isVisible());
        QVERIFY(f.session.report()->train && f.action("trainingSide").isChecked());
        f.action("servingSide").trigger();
        QVERIFY(f.settled());
        // What the command line draws of it with --set train=null.
        Scenario serving = both;
        serving.train.reset();
        QCOMPARE(items::reportJson(*f.session.report()),
                 items::reportJson(evaluate(serving, *f.session.catalog())));
        QVERIFY(f.session.scenario() == both && !f.session.modified()); // nothing of it is lost
        QTRY_VERIFY(f.session.baseReport() && f.session.baseReport()->scenario == serving);
        f.session.undoStack()->undo();
        QVERIFY(f.settled() && f.session.report()->train && f.action("trainingSide").isChecked());
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
        f.action("servingSide").trigger();
        QVERIFY(f.settled());
        f.window.widget().showTab("layouts");
        auto& view = *dynamic_cast<ui::LayoutsView*>(f.window.widget().currentView());
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

    void aScenarioWithOneSectionHasNoSwitch() {
        Fixture f;
        Scenario one = f.session.catalog()->preset("mixtral-8x7b")->scenario;
        one.train.reset();
        f.session.open(one, "open");
        QVERIFY(f.settled());
        QVERIFY(!f.action("servingSide").isVisible() && !f.action("trainingSide").isVisible());
        f.session.setSide(Side::Serving, "serving");
        QCOMPARE(f.session.side(), Side::Training); // there is nothing to choose
    }

    void pinsTurnAlong() {
        Fixture f;
        QVERIFY(f.opened("mixtral-8x7b"));
        emit f.window.widget().pinRequested();
        const auto column = [&] { return f.window.compare().job().columns().front(); };
        QTRY_VERIFY(f.window.compare().job().columns().size() == 1 && column());
        QVERIFY(column()->report.train);
        f.action("servingSide").trigger();
        QTRY_VERIFY(column() && !column()->report.train && column()->report.serve);
        QVERIFY(f.session.pins().front().entry->content.scenario.train); // kept whole
    }

    void aSessionKeepsTheSide() {
        Fixture f;
        QVERIFY(f.opened("mixtral-8x7b"));
        QVERIFY(!f.window.sessionBytes().contains("side:"));
        f.action("servingSide").trigger();
        const QByteArray bytes = f.window.sessionBytes();
        const SessionFile file = *readSession(bytes.toStdString(), "session");
        QCOMPARE(file.side, Side::Serving);
        Session restored(f.session.catalog());
        restored.open(restoredSession(file, *f.session.catalog()).state, "open");
        QVERIFY(restored.side() == Side::Serving && restored.scenario() == f.session.scenario());
        QByteArray wrong = bytes;
        wrong.replace("side: serving", "side: sewing");
        const Result<SessionFile> refused = readSession(wrong.toStdString(), "session");
        QVERIFY(!refused);
        QCOMPARE(refused.error().front().key, std::string("side"));
    }

    void aLessonTurnsTheSwitchAndSaysSo() {
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

MOE_TEST(SideTest)
#include "side_test.moc"
