// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of widgets that come and go are never one step of undo.

#include "tests/support/registry.h"
#include "ui/board/board_sheet.h"
#include "ui/form/gesture.h"
#include "ui/placement/placement_steps.h"

#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include <set>

using namespace moe::ui;

class GestureTest : public QObject {
    Q_OBJECT
private slots:
    void numbersAreNeverUsedAgain() {
        std::set<int> seen;
        for (int widget = 0; widget < 3; ++widget) {
            GestureCounter form;
            for (int edit = 0; edit < 3; ++edit) QVERIFY(seen.insert(form.next(&form, Motion::Typed)).second);
        }
    }

    void aDragIsOneStepAndTheNextAnother() {
        GestureCounter form;
        const int first = form.next(&form, Motion::Drag);
        QCOMPARE(form.next(&form, Motion::Drag), first);
        QCOMPARE(form.next(&form, Motion::Drop), first);
        QVERIFY(form.next(&form, Motion::Drag) != first);
    }
};
MOE_TEST(GestureTest)
#include "gesture_test.moc"
