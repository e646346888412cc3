// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/registry.h"
#include "tests/ui/form_desk.h"

#include <algorithm>

using namespace moe;
using namespace moe::ui;
using moe::test::Desk;

/// Whether a widget is a T or lies in one.
/// The form from the keyboard.
class FormKeysTest : public QObject {
    Q_OBJECT
private slots:
    void tabStopsOnceARowFromTheFilterDown() {
        Desk desk;
        desk.type("model.hidden", QStringLiteral("8k")); // its reset button works now, and is no stop
        desk.form.focusFilter();
        QList<FieldRow*> shown;
        for (FieldRow* row : desk.form.findChildren<FieldRow*>())
            if (row->isVisible()) shown << row;
        std::sort(shown.begin(), shown.end(), [&](FieldRow* a, FieldRow* b) {
            return a->mapTo(&desk.form, QPoint()).y() < b->mapTo(&desk.form, QPoint()).y();
        });
        QVERIFY(shown.size() > 20);
        QCOMPARE(shown.front(), desk.row("model.layers"));
        FieldRow* afterServing = nullptr;
        for (FieldRow* row : shown) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            // A part that is absent has one stop, which adds it.
            if (desk.button(QStringLiteral("Add serving"))->hasFocus()) {
                QVERIFY(!afterServing);
                afterServing = row;
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            }
            QVERIFY2(row->editor()->focusTarget()->hasFocus(), row->field().key);
        }
        QVERIFY(afterServing);
        afterServing->editor()->focusTarget()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(desk.button(QStringLiteral("Add serving"))->hasFocus());
    }

    void theBoxStepsAsTheSliderDoes_data() {
        QTest::addColumn<QByteArray>("key");
        for (const char* key : {"model.hidden", "parallel.ep", "moe.shared_experts", "train.lr"})
            QTest::newRow(key) << QByteArray(key);
    }
    void theBoxStepsAsTheSliderDoes() {
        QFETCH(QByteArray, key);
        for (const Qt::Key press : {Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown}) {
            Desk byBox, bySlider;
            byBox.box(key)->setFocus();
            QTest::keyClick(byBox.box(key), press);
            bySlider.slider(key)->setFocus();
            QTest::keyClick(bySlider.slider(key), press);
            QCOMPARE(byBox.box(key)->text(), bySlider.box(key)->text());
            QCOMPARE(byBox.edits.size(), bySlider.edits.size());
        }
    }

    void headingsAreReachedByKey() {
        Desk desk;
        const auto press = [](Qt::Key key, Qt::KeyboardModifiers with = {}) {
            QTest::keyClick(QApplication::focusWidget(), key, with);
        };
        desk.box("moe.experts")->setFocus();
        press(Qt::Key_PageUp, Qt::ControlModifier); // the heading over it
        QToolButton* heading = desk.button(QStringLiteral("Experts group"));
        QVERIFY(heading->hasFocus());
        press(Qt::Key_Right);
        QVERIFY(desk.button(QStringLiteral("More rows of Experts"))->hasFocus());
        press(Qt::Key_Return);
        QVERIFY(desk.row("moe.groups")->isVisible());
        press(Qt::Key_Right);
        QVERIFY(desk.button(QStringLiteral("Remove experts"))->hasFocus());
        press(Qt::Key_Down);
        QVERIFY(desk.button(QStringLiteral("Layer kinds group"))->hasFocus());
        press(Qt::Key_PageUp, Qt::ControlModifier);
        QVERIFY(heading->hasFocus());
        press(Qt::Key_Space);
        QVERIFY(!desk.row("moe.experts")->isVisible());
        press(Qt::Key_Space);
        press(Qt::Key_Tab); // on to the rows under it
        QVERIFY(desk.box("moe.experts")->hasFocus());
    }

    void aKeyBringsTheBaseBack() {
        Desk desk;
        desk.type("model.hidden", QStringLiteral("8k"));
        QTest::keyClick(desk.box("model.hidden"), Qt::Key_Escape, Qt::ShiftModifier);
        QVERIFY(desk.edits.back().scenario == desk.base);
        QVERIFY(desk.box("model.hidden")->hasFocus());
    }
};

MOE_TEST(FormKeysTest)
#include "form_keys_test.moc"
