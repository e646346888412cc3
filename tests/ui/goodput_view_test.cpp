// SPDX-License-Identifier: GPL-3.0-or-later
// The page of goodput: what it draws and says of failures and checkpoints.

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/tradeoffs/goodput_view.h"

#include <QTest>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class GoodputViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    void marksTheRulesForTheInterval_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1000, 560);
        QTest::newRow("narrow") << QSize(480, 640);
    }
    void marksTheRulesForTheInterval() {
        QFETCH(QSize, size);
        auto curves = std::make_shared<GoodputCurves>();
        const FailureTimes times{Seconds{11136}, Seconds{600}, Seconds{20}};
        curves->times = times;
        curves->gpus = 16384;
        curves->goodput.efficiency = efficiency(times, bestInterval(times));
        curves->goodput.interval = bestInterval(times);
        curves->goodput.between = times.between;
        curves->marks = {{"best", bestInterval(times), 0.8931}, {"Young", youngInterval(times), 0.8930}};
        for (double seconds = 60; seconds < 6000; seconds *= 2)
            curves->intervals.push_back({{seconds}, efficiency(times, {seconds})});
        curves->sizes = {{"", 3.79, {{8192, {22272}, {940}, 0.93}, {32768, {5568}, {460}, 0.82}}}};
        const auto view = shownView<GoodputView>(std::make_shared<const Report>(sampleReport()), false, size);
        QVERIFY2(view->summary().contains("Computing"), qPrintable(view->summary()));
        view->setAnswer({view->question(), std::shared_ptr<const GoodputCurves>(curves)});
        view->grab();
        QVERIFY2(view->summary().startsWith("89.3 % of the time is progress"), qPrintable(view->summary()));
        const Hits& hits = view->canvas()->hits();
        QCOMPARE(hits.size(), qsizetype(2 + curves->intervals.size() + 2));
        for (const HitArea& hit : hits) QCOMPARE(hit.key, QString("goodput.efficiency"));
        const int young = hits[0].readOut.startsWith("Young") ? 0 : 1;
        QVERIFY2(hits[young].readOut.contains("89.30"), qPrintable(hits[young].readOut));
        QVERIFY2(hits[1 - young].readOut.contains("89.31"), qPrintable(hits[1 - young].readOut));
        QVERIFY(hits[young].area.center().x() > hits[1 - young].area.center().x());
        QVERIFY2(view->csv().contains("Young"), qPrintable(view->csv()));
        Report serving = sampleReport();
        serving.scenario.train.reset();
        serving.train.reset();
        view->setReport(std::make_shared<const Report>(serving));
        QVERIFY(view->question().key.isEmpty());
        QVERIFY2(view->summary().contains("no training section"), qPrintable(view->summary()));
    }
};

MOE_TEST(GoodputViewTest)
#include "goodput_view_test.moc"
