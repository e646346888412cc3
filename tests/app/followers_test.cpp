// SPDX-License-Identifier: GPL-3.0-or-later
// An edit that would break a rule moves the nearest knobs along, in one step, and says so.

#include "app/window/window.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/support/registry.h"
#include "ui/form/field_row.h"
#include "ui/form/scenario_form.h"
#include "ui/window/status_line.h"

#include <QStandardPaths>
#include <QTest>
#include <QUndoStack>

using namespace moe;
using namespace moe::app;

class FollowersTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();
        Fixture() {
            session.open(session.catalog()->preset("deepseek-v3")->scenario, "open");
            window.widget().show();
        }
        Scenario with(const char* key, const char* value) {
            Scenario next = session.scenario();
            if (!setField(next, key, value).empty()) qFatal("%s", key);
            return next;
        }
        void edit(const char* key, const char* value, int gesture = -1, bool live = false) {
            emit window.widget().edited(with(key, value), key, gesture, live);
        }
        QString said() { return window.widget().findChild<ui::StatusLine*>()->currentMessage(); }
    };

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void whatFollowsIsOneStepAndIsSaid() {
        Fixture f;
        const Scenario before = f.session.scenario();
        const int steps = f.session.undoStack()->count();
        f.edit("moe.experts", "96");
        QCOMPARE(f.session.scenario().moe->experts, 96);
        QCOMPARE(f.session.scenario().parallel.ep, 32); // divides 96 experts and 128 ranks
        QVERIFY(f.session.problems().empty());
        QCOMPARE(f.session.undoStack()->count(), steps + 1);
        QVERIFY2(f.said().contains("64 → 32"), qPrintable(f.said()));
        QVERIFY2(f.session.undoStack()->undoText().contains("64 → 32"),
                 qPrintable(f.session.undoStack()->undoText()));
        f.session.undoStack()->undo();
        QVERIFY(f.session.scenario() == before);
        f.edit("moe.experts", "128"); // nothing has to follow
        QCOMPARE(f.session.scenario().parallel.ep, 64);
        QVERIFY(f.said().isEmpty());
    }

    /// A slider that passes over values that others have to follow, and comes back, leaves nothing moved.
    void aSliderThatComesBackBringsAllOfItBack() {
        Fixture f;
        const Scenario before = f.session.scenario();
        f.edit("moe.experts", "96", 7, true);
        QCOMPARE(f.session.scenario().parallel.ep, 32);
        f.edit("moe.experts", "72", 7, true);
        QCOMPARE(f.session.scenario().parallel.ep, 8);
        f.edit("moe.experts", "256", 7, false);
        QVERIFY(f.session.scenario() == before);
    }

    void aLockedKnobStays() {
        Fixture f;
        f.window.widget().setLockedKnobs({"parallel.ep"});
        QVERIFY(f.window.widget().findChild<ui::FieldRow*>("parallel.ep")->isLocked());
        f.edit("moe.experts", "96");
        QCOMPARE(f.session.scenario().parallel.ep, 64);
        QVERIFY(!f.session.problems().empty()); // as before there were locks: the rule and its cure are shown
        QVERIFY(f.window.sessionBytes().contains("locks: [parallel.ep]"));
    }

    void ctrlLLocksTheKnobInFocus() {
        Fixture f;
        f.window.widget().enterRoom(items::Room::Train); // the Overview has knobs of its own
        auto* form = f.window.widget().findChild<ui::ScenarioForm*>();
        form->revealKey("parallel.tp");
        ui::FieldRow* row = nullptr; // of the few that the room opens with
        for (auto* one : form->findChildren<ui::FieldRow*>())
            if (one->field().key == std::string_view("parallel.tp") && one->isVisible()) row = one;
        QVERIFY(row);
        row->focusEditor();
        QTRY_VERIFY(row->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(row->isLocked());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!row->isLocked());
    }

    void whatBreaksItsOwnRuleIsShownAsBefore() {
        Fixture f;
        f.edit("parallel.ep", "7");
        QCOMPARE(f.session.scenario().parallel.ep, 7);
        QVERIFY(!f.session.problems().empty());
    }
};

MOE_TEST(FollowersTest)
#include "followers_test.moc"
