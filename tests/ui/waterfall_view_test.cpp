// SPDX-License-Identifier: GPL-3.0-or-later
// The waterfall: where it begins, what its bars say, and how they are put into another order.

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/view_fixture.h"
#include "ui/choice_keys.h"
#include "ui/plots/tradeoffs/waterfall_view.h"

#include <QComboBox>
#include <QMouseEvent>
#include <QSignalSpy>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

ReportPtr someReport() {
    return std::make_shared<const Report>(sampleReport());
}

/// Of 10 s to 6 s: EP alone −3, GPUs alone −2, together one second less than that; the batch has no part.
WaterfallPtr someWaterfall() {
    auto answer = std::make_shared<Waterfall>();
    answer->metric = findMetric("train.step_seconds");
    answer->first = 10, answer->last = 6;
    WaterfallStep ep{{findField("parallel.ep")}, {"8"}, {"16"}, -3, -3, -2.5, -3, -2};
    WaterfallStep gpus{{findField("cluster.gpus")}, {"64"}, {"128"}, -1, -2, -1.5, -2, -1};
    WaterfallStep price{{findField("price.gpu_hour_usd")}, {"2"}, {"3"}, 0, 0, 0, 0, 0};
    answer->steps = {ep, gpus, price};
    return answer;
}

void give(AskingView& view, const WaterfallPtr& value) {
    view.setAnswer({view.question(), value});
}

} // namespace

class WaterfallViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    void itBeginsAtThePinOrTheBase() {
        WaterfallView view;
        const ReportPtr here = someReport();
        view.setReport(here);
        QVERIFY(view.question().key.isEmpty());
        QVERIFY2(view.summary().contains("pin this scenario"), qPrintable(view.summary()));
        const ReportPtr base = someReport(), pin = someReport();
        view.setBase(base);
        QCOMPARE(view.question().key, QString("waterfall"));
        QCOMPARE(view.question().from, base);
        QCOMPARE(view.question().report, here);
        view.setPins({PinMark{1, "before", {}, {}, pin, false}, PinMark{2, "lost", {}, {}, nullptr, false}});
        QCOMPARE(view.question().from, pin);
        auto* from = view.findChild<QComboBox*>("from");
        QCOMPARE(from->count(), 3);
        from->setCurrentIndex(from->findData("scenario"));
        emit from->activated(from->currentIndex());
        QVERIFY2(view.summary().contains("same scenario"), qPrintable(view.summary()));
    }

    void itChargesEveryKnob_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1000, 560);
        QTest::newRow("narrow") << QSize(480, 300);
    }
    void itChargesEveryKnob() {
        QFETCH(QSize, size);
        const auto view = shownView<WaterfallView>(someReport(), false, size);
        view->setBase(someReport());
        give(*view, someWaterfall());
        view->grab();
        QVERIFY2(view->summary().contains("Of −4.00 s: Expert parallel −3.00 s, GPUs −2.00 s."),
                 qPrintable(view->summary()));
        // Alone: both ends, two knobs, and what they lose together.
        const Hits alone = view->canvas()->hits();
        QCOMPARE(alone.size(), 5);
        QCOMPARE(alone[1].index, 0);
        QVERIFY2(alone[3].readOut.startsWith("+1.00 s"), qPrintable(alone[3].readOut));
        auto* way = view->findChild<QComboBox*>("way");
        way->setCurrentIndex(2);
        emit way->activated(2);
        view->grab();
        QCOMPARE(view->canvas()->hits().size(), 4);
        QVERIFY2(view->summary().contains("Expert parallel −2.50 s, GPUs −1.50 s."),
                 qPrintable(view->summary()));
        QVERIFY2(view->canvas()->hits()[2].readOut.contains("−1.50 s on average, −2.00 s to −1.00 s"),
                 qPrintable(view->canvas()->hits()[2].readOut));
        QVERIFY2(view->csv().contains("parallel.ep,8,16,-3,-3,-2.5,-3,-2"), qPrintable(view->csv()));
        QVERIFY2(view->csv().contains("Interaction,,,,,1"), qPrintable(view->csv()));

        QSignalSpy edited(view.get(), &ReportView::edited);
        QTest::mouseDClick(view->canvas(), Qt::LeftButton, {},
                           view->canvas()->hits()[1].area.center().toPoint());
        QCOMPARE(edited.size(), 1);
        QCOMPARE(edited[0][0].value<Edits>(), (Edits{{"parallel.ep", "8"}}));
    }

    /// The names of both ends are bold, and so wider than those of the knobs.
    void endsKeepTheirNames() {
        WaterfallView view;
        view.setReport(someReport());
        view.setPins({PinMark{1, "Mixtral 8x7B", {}, {}, someReport(), false}});
        give(view, someWaterfall());
        DrawnTexts drawn;
        FigureStyle style;
        style.widthMm = 170;
        style.heightMm = 90;
        view.drawFigure(&drawn, 1, style);
        QVERIFY2(drawn.texts.filter("Mixtral 8x7B").size() == 1 &&
                     drawn.texts.filter(QStringLiteral("…")).isEmpty(),
                 qPrintable(drawn.texts.join('|')));
    }

    void itIsOrderedByDraggingAndByKeys() {
        const auto view = shownView<WaterfallView>(someReport());
        view->setBase(someReport());
        give(*view, someWaterfall());
        view->grab();
        QVERIFY(!toolAction(*view, "Largest first")->isEnabled());
        const QPoint first = view->canvas()->hits()[1].area.center().toPoint(),
                     second = view->canvas()->hits()[2].area.center().toPoint();
        QSignalSpy asked(view.get(), &ReportView::asked);
        QTest::mousePress(view->canvas(), Qt::LeftButton, {}, first);
        QMouseEvent drag(QEvent::MouseMove, second, view->canvas()->mapToGlobal(second), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view->canvas(), &drag);
        QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, second);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(view->question().arguments, (QStringList{"train.step_seconds", "cluster.gpus,parallel.ep"}));
        const auto* way = view->findChild<QComboBox*>("way");
        QCOMPARE(entryKey(*way, way->currentIndex()), QString("order"));
        // With the keyboard: down to the second bar, and before the first with Alt.
        toolAction(*view, "Largest first")->trigger();
        QCOMPARE(view->question().arguments.value(1), QString());
        give(*view, someWaterfall());
        view->grab();
        view->canvas()->setFocus();
        view->canvas()->choose(2);
        QTest::keyClick(view->canvas(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(view->question().arguments.value(1), QString("cluster.gpus,parallel.ep"));
        QCOMPARE(view->canvas()->chosen(), 1);
    }
};

MOE_TEST(WaterfallViewTest)
#include "waterfall_view_test.moc"
