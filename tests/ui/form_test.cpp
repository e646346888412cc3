// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/registry.h"
#include "tests/ui/form_desk.h"

using namespace moe;
using namespace moe::ui;
using moe::test::Desk;
using moe::test::Edit;

class FormTest : public QObject {
    Q_OBJECT
private slots:
    void aDragIsOneGestureThatEndsNotLive() {
        Desk desk;
        ValueSlider* slider = desk.slider("model.hidden");
        const QPoint left(8, slider->height() / 2);
        QTest::mousePress(slider, Qt::LeftButton, {}, left);
        for (int x = 12; x < slider->width() - 6; x += 4) QTest::mouseMove(slider, QPoint(x, left.y()));
        QVERIFY(desk.edits.size() >= 3);
        for (const Edit& edit : desk.edits) QVERIFY(edit.live);
        const std::size_t during = desk.edits.size();
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() - 8, left.y()));
        QCOMPARE(desk.edits.size(), during + 1);
        QVERIFY(!desk.edits.back().live);
        for (const Edit& edit : desk.edits) QCOMPARE(edit.gesture, desk.edits.front().gesture);
        QVERIFY(desk.edits.back().scenario == desk.edits[during - 1].scenario);
        QVERIFY(desk.edits.back().scenario.model.hidden > desk.edits.front().scenario.model.hidden);

        QTest::mouseClick(slider, Qt::LeftButton, {}, left);
        QVERIFY(desk.edits.back().gesture != desk.edits.front().gesture);
    }

    void pressingTheHandleAloneIsNoEdit() {
        Desk desk;
        ValueSlider* slider = desk.slider("model.layers");
        QStyleOptionSlider option;
        option.initFrom(slider);
        option.minimum = slider->minimum();
        option.maximum = slider->maximum();
        option.sliderPosition = option.sliderValue = slider->value();
        const QRect handle =
            slider->style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, slider);
        QTest::mouseClick(slider, Qt::LeftButton, {}, handle.center());
        QVERIFY(desk.edits.empty());
    }

    void aBurstOfStepsIsOneGesture() {
        Desk desk;
        QuantityBox* box = desk.box("train.tokens");
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Up);
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(desk.edits.size(), 2u);
        QCOMPARE(desk.edits[0].scenario.train->tokens, 2e12);
        QCOMPARE(desk.edits[1].scenario.train->tokens, 5e12);
        QCOMPARE(desk.edits[0].gesture, desk.edits[1].gesture);
        QVERIFY(!desk.edits[0].live);
        desk.box("model.hidden")->setFocus();
        QTest::keyClick(desk.box("model.hidden"), Qt::Key_Down);
        QCOMPARE(desk.edits.back().scenario.model.hidden, 2048);
        QVERIFY(desk.edits.back().gesture != desk.edits[0].gesture);
    }

    void theWheelScrollsUnlessTheBoxHasTheFocus() {
        Desk desk;
        const auto turn = [](QWidget* widget) {
            const QPoint at = widget->rect().center();
            QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(widget, &event);
        };
        turn(desk.box("model.hidden"));
        turn(desk.slider("model.hidden"));
        turn(desk.in<QComboBox>("gpu.preset"));
        QVERIFY(desk.edits.empty());
        desk.box("model.hidden")->setFocus();
        turn(desk.box("model.hidden"));
        QCOMPARE(desk.edits.size(), 1u);
        QCOMPARE(desk.edits[0].scenario.model.hidden, 8192);
    }

    void typedQuantitiesAreTakenAndShownCompactly() {
        Desk desk;
        desk.type("train.tokens", QStringLiteral("1.5T"));
        QCOMPARE(desk.edits.size(), 1u);
        QCOMPARE(desk.edits[0].scenario.train->tokens, 1.5e12);
        QCOMPARE(desk.edits[0].what, QStringLiteral("Training tokens → 1.5 T"));
        QVERIFY(!desk.edits[0].live);
        QCOMPARE(desk.box("train.tokens")->text(), QStringLiteral("1.5 T"));
        desk.box("model.hidden")->setFocus(); // leaving the box says nothing new
        QCOMPARE(desk.edits.size(), 1u);
    }

    void textThatIsNoNumberStaysAndIsExplained() {
        Desk desk;
        desk.type("model.hidden", QStringLiteral("wide"));
        desk.box("train.tokens")->setFocus();
        QVERIFY(desk.edits.empty());
        QCOMPARE(desk.box("model.hidden")->text(), QStringLiteral("wide"));
        QVERIFY(desk.message("model.hidden").contains(QStringLiteral("must be a whole number")));
        QVERIFY(desk.box("model.hidden")->accessibleDescription().contains(QStringLiteral("whole number")));
        // Another row's edit leaves it alone.
        desk.type("train.tokens", QStringLiteral("2e12"));
        QCOMPARE(desk.box("model.hidden")->text(), QStringLiteral("wide"));
        // Reset brings the value back without an edit; the scenario never changed.
        QVERIFY(desk.reset("model.hidden")->isEnabled());
        desk.reset("model.hidden")->click();
        QCOMPARE(desk.box("model.hidden")->text(), QStringLiteral("4,096"));
        QVERIFY(desk.message("model.hidden").isEmpty());
        QVERIFY(!desk.reset("model.hidden")->isEnabled());
        QCOMPARE(desk.edits.size(), 1u);
    }

    void escapeGivesTheOldTextBack() {
        Desk desk;
        desk.type("model.hidden", QStringLiteral("wide"));
        QTest::keyClick(desk.box("model.hidden"), Qt::Key_Escape);
        QCOMPARE(desk.box("model.hidden")->text(), QStringLiteral("4,096"));
        QVERIFY(desk.message("model.hidden").isEmpty());
    }

    void aDegreeStepsAlongItsValidNotches() {
        Desk desk;
        QuantityBox* box = desk.box("parallel.ep");
        box->setFocus();
        const std::vector<double> notches = validNotches(desk.base, *desk.catalog, "parallel.ep");
        QCOMPARE(notches, (std::vector<double>{1, 2, 4, 8, 16, 32, 64}));
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(desk.edits.back().scenario.parallel.ep, 16);
        ValueSlider* slider = desk.slider("parallel.ep");
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(2, slider->height() / 2));
        for (int x = 2; x < slider->width(); x += 2)
            QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() - 2, slider->height() / 2));
        for (const Edit& edit : desk.edits) {
            const double ep = double(edit.scenario.parallel.ep);
            QVERIFY2(std::find(notches.begin(), notches.end(), ep) != notches.end(), qPrintable(edit.what));
        }
        QCOMPARE(desk.edits.back().scenario.parallel.ep, 64);
    }

    void changedRowsAreBoldAndResetRestoresTheBase() {
        Desk desk;
        QVERIFY(!desk.isBold("moe.top_k"));
        QVERIFY(!desk.reset("moe.top_k")->isEnabled());
        desk.type("moe.top_k", QStringLiteral("4"));
        QVERIFY(desk.isBold("moe.top_k"));
        QVERIFY(desk.reset("moe.top_k")->isEnabled());
        desk.reset("moe.top_k")->click();
        QVERIFY(desk.edits.back().scenario == desk.base);
        QCOMPARE(desk.edits.back().what, QStringLiteral("Reset Experts per token"));
        QVERIFY(!desk.isBold("moe.top_k"));
    }

    void anAbsentValueShowsWhatItComesTo() {
        Desk desk;
        QCOMPARE(desk.box("parallel.dp")->text(), QString());
        QCOMPARE(desk.box("parallel.dp")->placeholder(), QStringLiteral("auto (64)"));
        QCOMPARE(desk.box("gpu.bandwidth_tbps")->placeholder(), QStringLiteral("auto (3.35)"));
        desk.type("parallel.tp", QStringLiteral("2"));
        QCOMPARE(desk.box("parallel.dp")->placeholder(), QStringLiteral("auto (32)"));
        desk.type("model.kv_heads", QStringLiteral("auto"));
        QVERIFY(!desk.edits.back().scenario.model.kvHeads);
        QCOMPARE(desk.box("model.kv_heads")->placeholder(), QStringLiteral("auto (32)"));
    }
};

MOE_TEST(FormTest)
#include "form_test.moc"
