// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/reliability/failures.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/goodput_curves.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

constexpr double kHour = 3600;
constexpr double kLlama3 = 3.79e-3; ///< failures per node of 8 GPUs and day, arXiv 2407.21783, section 3.3.4

bool near(double a, double b, double within) {
    return std::abs(a - b) <= within;
}

} // namespace

class FailuresTest : public QObject {
    Q_OBJECT

private slots:
    // arXiv 2410.21680: 6.5 failures per 1 000 node-days are projected to 1.8 h at 16 384 GPUs and 0.23 h at
    // 131 072; the third row from 419 interruptions of 16 384 GPUs in 54 days (arXiv 2407.21783).
    void nodesFailOftenerTogether() {
        QVERIFY(near(timeBetweenFailures(16384 / 8, 6.5e-3).base / kHour, 1.803, 0.001));
        QVERIFY(near(timeBetweenFailures(131072 / 8, 6.5e-3).base / kHour, 0.2254, 0.0001));
        QVERIFY(near(timeBetweenFailures(16384 / 8, kLlama3).base / kHour, 3.093, 0.002));
    }

    // 3.093 h between failures; s. Worked out from the published formulas.
    void intervalsAreThoseOfTheirAuthors_data() {
        QTest::addColumn<double>("blocking");
        QTest::addColumn<double>("restart");
        QTest::addColumn<double>("young");
        QTest::addColumn<double>("daly");
        QTest::addColumn<double>("availability");
        QTest::addColumn<double>("best");
        QTest::addColumn<double>("share");
        QTest::newRow("5 s") << 5.0 << 180.0 << 334.0 << 329.0 << 341.0 << 330.0 << 0.9549;
        QTest::newRow("20 s") << 20.0 << 600.0 << 667.0 << 647.0 << 705.0 << 655.0 << 0.8931;
        QTest::newRow("60 s") << 60.0 << 600.0 << 1156.0 << 1096.0 << 1248.0 << 1115.0 << 0.8537;
    }
    void intervalsAreThoseOfTheirAuthors() {
        QFETCH(double, blocking);
        QFETCH(double, restart);
        QFETCH(double, young);
        QFETCH(double, daly);
        QFETCH(double, availability);
        QFETCH(double, best);
        QFETCH(double, share);
        const FailureTimes times{{3.093 * kHour}, {restart}, {blocking}};
        QVERIFY(near(youngInterval(times).base, young, 0.6));
        QVERIFY(near(dalyInterval(times).base, daly, 0.6));
        QVERIFY(near(availabilityInterval(times).base, availability, 0.6));
        QVERIFY2(near(bestInterval(times).base, best, 3),
                 qPrintable(QString::number(bestInterval(times).base)));
        QVERIFY(near(efficiency(times, bestInterval(times)), share, 5e-5));
        for (double factor : {0.5, 0.99, 1.01, 2.0})
            QVERIFY(efficiency(times, factor * bestInterval(times)) < efficiency(times, bestInterval(times)));
    }

    // A job of 1 024 to 131 072 GPUs at Llama 3's rate, with its best interval.
    void largerJobsLoseMore_data() {
        QTest::addColumn<double>("gpus");
        QTest::addColumn<double>("slow");
        QTest::addColumn<double>("quick");
        QTest::newRow("1024") << 1024.0 << 0.982 << 0.995;
        QTest::newRow("4096") << 4096.0 << 0.957 << 0.988;
        QTest::newRow("16384") << 16384.0 << 0.893 << 0.971;
        QTest::newRow("65536") << 65536.0 << 0.728 << 0.923;
        QTest::newRow("131072") << 131072.0 << 0.587 << 0.872;
    }
    void largerJobsLoseMore() {
        QFETCH(double, gpus);
        QFETCH(double, slow);
        QFETCH(double, quick);
        const Seconds between = timeBetweenFailures(gpus / 8, kLlama3);
        const FailureTimes twenty{between, {600}, {20}}, two{between, {120}, {2}};
        QVERIFY(near(efficiency(twenty, bestInterval(twenty)), slow, 6e-4));
        QVERIFY(near(efficiency(two, bestInterval(two)), quick, 6e-4));
    }

    void theFirstOrderIsNearWhereFailuresAreRare() {
        for (double restart : {60.0, 300.0, 600.0})
            for (double blocking : {1.0, 10.0, 30.0}) {
                const FailureTimes times{{5 * kHour}, {restart}, {blocking}};
                const Seconds best = bestInterval(times);
                if ((times.restart + best) / times.between >= 0.1) continue;
                QVERIFY(near(efficiency(times, best), firstOrderEfficiency(times, best), 0.005));
            }
    }

    // Tails of the Poisson distribution: with 1 under repair 3 spares leave 1.9 %, 2 leave 8 %; with 7.76,
    // the mean of Llama 3's 2 048 nodes at a day per repair, 13 leave 2.7 %, 12 leave 5.2 %.
    void sparesCoverNineteenOfTwentyMoments() {
        QCOMPARE(spareNodes(0), 0.0);
        QCOMPARE(spareNodes(1), 3.0);
        QCOMPARE(spareNodes(2048 * kLlama3), 13.0);
        const double many = spareNodes(1e6);
        QVERIFY(many > 1e6 + 1500 && many < 1e6 + 1800); // 1.645 standard deviations
    }

    // The same as curves of a scenario: the best interval on top, its neighbours where their authors have
    // them, and the sizes of largerJobsLoseMore() on the line of the scenario's own rate.
    void curvesGoThroughTheSameNumbers() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.cluster.gpus = 16384;
        scenario.train->globalBatch = 131072;
        ReliabilitySpec& spec = scenario.reliability;
        spec.failuresPer1000NodeDays = 1e3 * kLlama3;
        spec.checkpointSeconds = 20;
        spec.restartSeconds = 600;
        const GoodputCurves curves = goodputCurves(scenario, numbersCatalog());
        QVERIFY(!curves.assumed);
        QCOMPARE(curves.gpus, 16384.0);
        const auto markOf = [&](const char* label) {
            for (const IntervalMark& mark : curves.marks)
                if (qstrcmp(mark.label, label) == 0) return mark;
            return IntervalMark{label, {}, 0};
        };
        QVERIFY(near(markOf("best").interval.base, 655, 1));
        QVERIFY(near(markOf("best").efficiency, 0.8931, 1e-4));
        QVERIFY(near(markOf("Young").interval.base, 667, 1));
        QVERIFY(near(markOf("Daly").interval.base, 647, 1));
        QVERIFY(near(markOf("best availability").interval.base, 705, 1));
        QCOMPARE(markOf("this scenario").efficiency, 0.0); // it has the best
        for (const IntervalPoint& point : curves.intervals)
            QVERIFY(point.efficiency <= markOf("best").efficiency + 1e-12);
        QVERIFY(curves.intervals.front().interval < 0.2 * markOf("best").interval);
        QVERIFY(curves.intervals.back().interval > 5 * markOf("best").interval);
        for (const auto& [gpus, share] : {std::pair{1024.0, 0.982},
                                          {4096.0, 0.957},
                                          {16384.0, 0.893},
                                          {65536.0, 0.728},
                                          {131072.0, 0.587}}) {
            const auto& points = curves.sizes.front().points;
            const auto at = std::find_if(points.begin(), points.end(),
                                         [wanted = gpus](const JobSizePoint& p) { return p.gpus == wanted; });
            QVERIFY(at != points.end());
            QVERIFY2(near(at->efficiency, share, 6e-4), qPrintable(QString::number(at->efficiency)));
        }
        QCOMPARE(*curves.goodput.days, *curves.idealDays / curves.goodput.efficiency);

        spec.checkpointInterval = 60;
        const GoodputCurves often = goodputCurves(scenario, numbersCatalog());
        QCOMPARE(often.marks.back().label, "this scenario");
        QCOMPARE(often.marks.back().interval.base, 60.0);
        QVERIFY(often.marks.back().efficiency < often.marks.front().efficiency);
    }

    void withoutARateTheCurvesTakeThatOfLlama3() {
        const GoodputCurves curves = goodputCurves(presetScenario("deepseek-v3"), numbersCatalog());
        QVERIFY(curves.assumed);
        QCOMPARE(curves.failuresPer1000NodeDays, kLlama3Failures);
        QVERIFY(curves.goodput.efficiency > 0.9);
    }

    void aScenarioWithoutARateHasNoGoodput() {
        QVERIFY(!evaluate(presetScenario("deepseek-v3"), numbersCatalog(), Detail::Numbers).goodput);
    }

    // Llama 3 405B: 14 bytes of each parameter are 5.67 TB, 346 MB on each of 16 384 GPUs, 17 ms at 20 GB/s.
    void aScenarioGivesCheckpointAndHours() {
        Scenario scenario = presetScenario("deepseek-v3");
        const auto set = [&](const char* key, const char* text) {
            QVERIFY(setField(scenario, key, text).empty());
        };
        set("train.moment_bytes", "4");
        set("reliability.failures_per_1000_node_days", "3.79");
        const auto report = [&] { return evaluate(scenario, numbersCatalog(), Detail::Numbers); };
        const Report plain = report();
        const GoodputReport& goodput = *plain.goodput;
        QVERIFY(near(goodput.checkpoint.base / plain.params.total, 14, 1e-9));
        const Setup setup = setupOf(scenario, numbersCatalog());
        QCOMPARE(failureTimes(setup, Bytes{5.67e12}).blocking.base, 5.67e12 / 2048 / 20e9);
        QVERIFY(near(goodput.between.base / kHour, 24 / (256 * 3.79e-3), 1e-9));
        QVERIFY(goodput.interval >= plain.train->step); // no checkpoint within a step
        QCOMPARE(*goodput.gpuHours, *plain.train->gpuHours / goodput.efficiency);
        QVERIFY(near(goodput.efficiency, 0.99, 0.01));

        set("train.moment_bytes", "2");
        set("reliability.checkpoint_seconds", "20");
        set("reliability.checkpoint_interval", "655");
        set("reliability.straggler_share", "0.1");
        set("reliability.failures_per_1000_node_days", "30.32"); // as many nodes again, 16 384 GPUs
        const Report given = report();
        QVERIFY(near(given.goodput->checkpoint.base / given.params.total, 10, 1e-9));
        QVERIFY(near(given.goodput->efficiency, 0.8931, 2e-4));
        QCOMPARE(given.goodput->interval.base, 655.0);
        QVERIFY(near(given.goodput->tokensPerSecond / given.train->tokensPerSecond,
                     0.9 * given.goodput->efficiency, 1e-12));
        QCOMPARE(given.goodput->spareNodes, 13.0);
    }

    void whatCannotFailIsRefused() {
        const char* key = "reliability.failures_per_1000_node_days";
        Scenario scenario = presetScenario("llama-3-8b");
        QVERIFY(setField(scenario, key, "3.8").empty());
        QVERIFY(validate(scenario, numbersCatalog()).empty());
        scenario.train.reset();
        Problems problems = validate(scenario, numbersCatalog());
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].key, std::string(key));
        QCOMPARE(problems[0].cures, std::vector<Cure>({{key, "0"}}));
        scenario = presetScenario("llama-3-8b");
        QVERIFY(setField(scenario, key, "3.8").empty());
        scenario.cluster.gpus.reset();
        scenario.parallel.dp.reset();
        problems = validate(scenario, numbersCatalog());
        QVERIFY(!problems.empty() && problems.back().key == key);
        QVERIFY(toString(problems.back().rule).find("nodes") != std::string::npos);
    }
};

MOE_TEST(FailuresTest)
#include "failures_test.moc"
