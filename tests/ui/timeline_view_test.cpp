// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/timeline_view.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/pipeline_rules.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

ReportPtr reportOf(const Scenario& scenario) {
    return std::make_shared<const Report>(evaluate(scenario, shippedCatalog()));
}

/// 16 ranks with 480 micro-batches each.
Scenario longStep() {
    Scenario scenario = presetScenario("deepseek-v3");
    scenario.train->schedule = ScheduleKind::OneForwardOneBackward;       // every rank runs as many passes
    scenario.train->globalBatch = 480 * scenario.train->microBatch * 128; // of 128 data-parallel ranks
    return scenario;
}

void turn(QWidget& canvas, QPointF at, int notches, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, canvas.mapToGlobal(at), {}, {0, 120 * notches}, {}, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&canvas, &event);
}

} // namespace

class TimelineViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { useTestFont(); }

    void picturesToLookAt() {
        for (const bool dark : {false, true}) {
            const auto view = shownView<TimelineView>(reportOf(longStep()), dark, {1000, 620});
            savePicture(*view, dark, "timeline-whole");
            view->setRange("0.2 0.22");
            savePicture(*view, dark, "timeline-near");
        }
    }

    void theWheelZoomsAboutThePointerAndStaysInTheStep() {
        const auto view = shownView<TimelineView>(reportOf(longStep()), false, {1000, 620});
        const TimeSpan all = view->seen();
        QVERIFY(all.from == 0 && all.length() > 0 && view->range().isEmpty());
        turn(*view->canvas(), {500, 200}, 8);
        QVERIFY(view->seen().length() < 0.2 * all.length() && view->seen().from > 0.2 * all.length());
        const TimeSpan near = view->seen();
        QTest::keyClick(view->canvas(), Qt::Key_D);
        QVERIFY(view->seen().from > near.from && qFuzzyCompare(view->seen().length(), near.length()));
        turn(*view->canvas(), {500, 200}, 1, Qt::ShiftModifier);
        turn(*view->canvas(), {500, 200}, -50);
        QCOMPARE(view->seen(), all);
        QTest::keyClick(view->canvas(), Qt::Key_A); // nothing before the step
        QCOMPARE(view->seen(), all);
    }

    void whatIsSeenIsKeptAsTextAndOfNextStepsTheSameShare() {
        const auto view = shownView<TimelineView>(reportOf(longStep()));
        const double whole = view->seen().length();
        view->setRange("0.25 0.5");
        QCOMPARE(view->range(), QString("0.25 0.5"));
        for (const char* wrong : {"x y", "0.5 0.25", "-1 0.5", "0.5", "0 2", "nan 1"}) {
            view->setRange(wrong);
            QCOMPARE(view->range(), QString("0.25 0.5"));
        }
        view->setReport(reportOf(presetScenario("deepseek-v3")));
        QVERIFY(view->seen().length() < 0.25 * whole);
        QCOMPARE(view->range(), QString("0.25 0.5"));
        view->setRange({});
        QVERIFY(view->range().isEmpty());
    }

    void draggingMeasuresAndAClickExplains() {
        const auto view = shownView<TimelineView>(reportOf(longStep()), false, {1000, 620});
        view->setRange("0.5 0.502");
        view->canvas()->grab();
        QVERIFY(!view->canvas()->hits().isEmpty());
        QSignalSpy explained(view.get(), &ReportView::explain);
        QTest::mousePress(view->canvas(), Qt::LeftButton, {}, {300, 200});
        QTest::mouseMove(view->canvas(), {600, 200});
        QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, {600, 200});
        QVERIFY(explained.isEmpty());
        const double measured = view->measured().length(), seen = view->seen().length();
        QVERIFY2(measured > 0.25 * seen && measured < 0.4 * seen,
                 qPrintable(QString::number(measured / seen)));
        QTest::keyClick(view->canvas(), Qt::Key_Escape);
        QCOMPARE(view->measured().length(), 0.0);
        const HitArea hit = view->canvas()->hits().front();
        QVERIFY2(hit.readOut.contains("stage 0") && hit.readOut.contains("micro-batch"),
                 qPrintable(hit.readOut));
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, hit.area.center().toPoint());
        QCOMPARE(explained.size(), 1);
        QCOMPARE(explained[0][0].toString(), QString("train.makespan_seconds"));
    }

    void everyRankRunsAllItsPasses() {
        const auto view = shownView<TimelineView>(reportOf(longStep()));
        const QStringList lines = view->csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 16);
        for (int rank = 0; rank < 16; ++rank) {
            const QStringList cells = lines[1 + rank].split(',');
            QVERIFY2(cells[1].toInt() >= 480 && cells[1] == lines[1].split(',')[1],
                     qPrintable(lines[1 + rank]));
        }
    }

    /// Pairs of passes say both numbers, in rows of any height that has room for one.
    void pairedPassesAreNumbered() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train->schedule = ScheduleKind::DualPipe;
        for (const double height : {90.0, 200.0}) { // of 16 rows: both in one line, one in each half
            const auto view = shownView<TimelineView>(reportOf(scenario), false, {1000, 620});
            view->setRange("0.3 0.33");
            DrawnTexts drawn;
            FigureStyle style;
            style.widthMm = 240;
            style.heightMm = height;
            view->drawFigure(&drawn, 1, style);
            const QRegularExpression both("^\\d+ \\+ \\d+$"), one("^\\d{2,}$");
            QCOMPARE(drawn.texts.indexOf(both) >= 0, height < 100);
            QVERIFY2(drawn.texts.filter(height < 100 ? both : one).size() > 30,
                     qPrintable(drawn.texts.join('|')));
        }
    }

    /// The same step by another schedule, under it on one axis, and why it takes another time.
    void anotherScheduleStandsUnderIt() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train->schedule = ScheduleKind::DualPipe;
        const auto view = shownView<TimelineView>(reportOf(scenario), false, {1000, 620});
        QVERIFY(view->question().key.isEmpty());
        auto* box = view->findChild<QComboBox*>("beside");
        const int row = box->findData("zb-v");
        box->setCurrentIndex(row);
        emit box->activated(row);
        QCOMPARE(view->question().key, QString("timeline"));
        QCOMPARE(view->question().arguments, QStringList("zb-v"));
        const auto other = std::make_shared<const Report>(
            evaluate(withSchedule(scenario, ScheduleKind::ZeroBubbleV), shippedCatalog(), Detail::Numbers));
        view->setAnswer({view->question(), std::shared_ptr<const Report>(other)});
        DrawnTexts drawn;
        FigureStyle style;
        style.widthMm = 300;
        style.heightMm = 200;
        view->drawFigure(&drawn, 1, style);
        const QString texts = drawn.texts.join('|');
        for (const char* wanted : {"DualPipe: 16 stages", "ZB-V: 16 stages", "passes take"})
            QVERIFY2(texts.contains(wanted), qPrintable(texts));
        QVERIFY(view->seen().to >= other->train->makespan.base);
        QVERIFY(view->csv().contains("ZB-V") && view->csv().contains("DualPipe"));
        view->setRange("0.3 0.33"); // near enough for passes to be pointed at
        view->grab();
        double tops[2] = {1e9, -1e9};
        for (const HitArea& hit : view->canvas()->hits())
            if (hit.readOut.startsWith("stage 15"))
                tops[0] = std::min(tops[0], hit.area.top()), tops[1] = std::max(tops[1], hit.area.top());
        QVERIFY(tops[1] > tops[0] + 200);
        view->choose({"none"});
        QVERIFY(view->question().key.isEmpty() && !view->summary().contains("ZB-V"));
    }

    void aScenarioThatOnlyServesSaysWhyThereIsNone() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train.reset();
        const auto view = shownView<TimelineView>(reportOf(scenario));
        QVERIFY(view->summary().contains("training") && view->csv().isEmpty());
        turn(*view->canvas(), {100, 100}, 3);
        QVERIFY(view->range().isEmpty());
    }

    // Printed, not asserted: how long one picture of a long step takes.
    void panning() {
        const auto view = shownView<TimelineView>(reportOf(longStep()), false, {1600, 900});
        for (const char* range : {"0 1", "0.3 0.4", "0.3 0.31"}) {
            view->setRange(range);
            QElapsedTimer clock;
            clock.start();
            constexpr int kPictures = 20;
            for (int i = 0; i < kPictures; ++i) {
                QTest::keyClick(view->canvas(), i % 2 ? Qt::Key_A : Qt::Key_D);
                view->canvas()->grab();
            }
            qInfo("%s: %.1f ms per picture", range, double(clock.elapsed()) / kPictures);
        }
    }
};

MOE_TEST(TimelineViewTest)
#include "timeline_view_test.moc"
