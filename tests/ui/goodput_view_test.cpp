// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn and said of failures and checkpoints, and of the goodput of servers.

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/servers/goodput_view.h"
#include "ui/plots/tradeoffs/failures_view.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

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
        const auto view =
            shownView<FailuresView>(std::make_shared<const Report>(sampleReport()), false, size);
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
        serving.scenario.serve.reset();
        view->setReport(std::make_shared<const Report>(serving));
        QVERIFY(view->question().key.isEmpty());
        QVERIFY2(view->summary().contains("no training section"), qPrintable(view->summary()));
    }

    /// Of servers: two layouts and the scenario's own, over three rates.
    void drawsWhichRatesKeepTheLimits() {
        Report report = sampleReport();
        report.scenario.train.reset();
        report.train.reset();
        auto view = shownView<GoodputView>(std::make_shared<const Report>(report));
        QVERIFY(view->question().key.isEmpty()); // no limits
        QVERIFY2(view->summary().contains("serve.slo_tpot"), qPrintable(view->summary()));
        report.scenario.serve->sloTtft = 2;
        auto map = std::make_shared<GoodputMap>();
        map->search.base = report.scenario;
        map->layouts = 12;
        map->rates = {10, 20, 30};
        for (int i = 0; i < 2; ++i) {
            GoodputRow row;
            row.point.emplace();
            row.point->layout.gpus = 8;
            row.point->layout.tp = 2 << i;
            row.highest = 22 - 10 * i, row.low = 18 - 10 * i, row.high = 25 - 10 * i, row.capacity = 29;
            row.bound = ServingBound::Ttft;
            row.cells = {{1, false, 0.5, 0.02, false, false},
                         {i == 0 ? 0.995 : 0.5, false, 1.5, 0.03, i == 1, false},
                         {0.1, true, 20, 0.04, true, false}};
            map->rows.push_back(row);
        }
        map->rows.push_back({});
        map->rows.back().problems = {{.rule = say("does not fit")}};
        for (const bool dark : {false, true}) {
            view = shownView<GoodputView>(std::make_shared<const Report>(report), dark);
            QCOMPARE(view->question().key, QString("goodput"));
            QVERIFY(view->isBehind() || !view->hasNumbers());
            view->setAnswer({view->question(), GoodputMapPtr(map)});
            view->grab();
            savePicture(*view, dark, "goodput-map");
        }
        for (const char* part : {"TP 2 answers most", "TTFT ≤ 2.00 s", "22.0 (18.0 to 25.0) requests/s",
                                 "first tokens come too late"})
            QVERIFY2(view->summary().contains(QString::fromUtf8(part)), qPrintable(view->summary()));
        QVERIFY(!view->summary().contains("This scenario:")); // it cannot run
        const QStringList lines = view->csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 6);
        QVERIFY2(lines[5].startsWith("2,TP 4,20,50,"), qPrintable(lines[5]));

        // Rows and their cells tell of themselves and open; the own one does not.
        const Hits hits = view->canvas()->hits();
        QCOMPARE(hits.size(), qsizetype(3 + 6));
        const auto cell = std::find_if(hits.begin(), hits.end(), [](const HitArea& hit) {
            return hit.readOut.contains("TP 4 at 30.0 requests/s: 10 % within");
        });
        QVERIFY(cell != hits.end());
        QVERIFY2(cell->readOut.contains("more arrive than are answered"), qPrintable(cell->readOut));
        QVERIFY2(hits.back().readOut.contains("does not fit"), qPrintable(hits.back().readOut));

        // What was measured stands at its rate in the row of the scenario, on the edge where it is beyond.
        OwnShown own;
        const ServeSpec& serve = *report.scenario.serve;
        const double mean = 1 - serve.lengthSpread / 2, in = mean * double(serve.prompt),
                     out = mean * double(serve.output);
        own.rates = {{"c.json", 16, 20, 18, 23, 0.4, {}, 0.02, 3, in, 1.05 * out},
                     {"c.json", 64, 90, 90, 90, {}, {}, {}, 1, in, out},
                     {"c.json", 16, 21, 21, 21, {}, {}, {}, 1, out, in}};
        view->setOwn(own);
        view->grab();
        const Hits with = view->canvas()->hits();
        QCOMPARE(with.size(), hits.size() + 2);
        const HitArea &mine = with[with.size() - 2], &beyond = with.back();
        const auto sameRate = std::find_if(with.begin(), with.end(), [](const HitArea& hit) {
            return hit.readOut.contains("TP 4 at 20.0 requests/s");
        });
        QVERIFY(sameRate != with.end());
        QVERIFY(std::abs(mine.area.center().x() - sameRate->area.center().x()) < 0.01);
        QVERIFY(with[with.size() - 3].area.contains(mine.area.center())); // the scenario's row
        for (const char* part : {"20.0 requests/s with 16 in flight", "3 runs, 18.0 to 23.0",
                                 "TTFT 400 ms for 99 %", "TPOT 20.0 ms on average"})
            QVERIFY2(mine.readOut.contains(QString::fromUtf8(part)), qPrintable(mine.readOut));
        QVERIFY(beyond.area.center().x() > mine.area.center().x() &&
                beyond.area.center().x() < view->canvas()->width());
        for (const bool dark : {false, true}) savePicture(*view, dark, "goodput-own");
        const auto drawn = [&] {
            DrawnTexts paper;
            FigureStyle style;
            style.widthMm = 300, style.heightMm = 180;
            view->drawFigure(&paper, 1, style);
            return paper.texts.join('|');
        };
        QVERIFY2(drawn().contains("mine (2 of 3; others: requests of other lengths)"), qPrintable(drawn()));
        auto without = std::make_shared<GoodputMap>(*map);
        without->rows.pop_back(); // the scenario's own
        view->setAnswer({view->question(), GoodputMapPtr(without)});
        QVERIFY2(!drawn().contains("mine ("), qPrintable(drawn()));
        view->setAnswer({view->question(), GoodputMapPtr(map)});
        view->setOwn({});
        view->grab();
        QCOMPARE(view->canvas()->hits().size(), hits.size());

        QSignalSpy opened(view.get(), &ReportView::edited);
        QTest::mouseDClick(view->canvas(), Qt::LeftButton, {}, hits.back().area.center().toPoint());
        QVERIFY(opened.isEmpty());
        QTest::mouseDClick(view->canvas(), Qt::LeftButton, {}, cell->area.center().toPoint());
        QCOMPARE(opened.size(), 1);
        const Edits edits = opened[0][0].value<Edits>();
        QVERIFY(std::find(edits.begin(), edits.end(), Edits::value_type("parallel.tp", "4")) != edits.end());
    }
};

MOE_TEST(GoodputViewTest)
#include "goodput_view_test.moc"
