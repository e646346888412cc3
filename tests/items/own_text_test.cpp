// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured beside what is predicted, as a table and in words.
#include "models/items/own_text.h"

#include "tests/support/registry.h"

#include <QTest>

using namespace moe;
using namespace moe::items;

class OwnTextTest : public QObject {
    Q_OBJECT

    static FitPart part(std::initializer_list<FitRow> rows) {
        return {.kind = FitKind::Server, .rows = rows};
    }
    static FitRow row(const char* figure, double at, double measured, double predicted) {
        return {"c.json", figure, at, measured, predicted, predicted};
    }

private slots:
    void mediansStandByFigureAndLoad() {
        const PairTable table =
            measuredTable({part({row("ttft_mean", 8, 0.20, 0.25), row("tpot_mean", 8, 0.011, 0.010),
                                 row("tpot_mean", 8, 0.013, 0.010), row("tpot_mean", 64, 0.030, 0.020),
                                 row("output_tokens_per_second", 8, 90, 100)})},
                          {"A", "B"});
        QCOMPARE(table.rows.size(), std::size_t(4));
        QCOMPARE(table.rows[0].label, QString("TPOT, mean, 8 in flight")); // what tells most is first
        QVERIFY(*table.rows[0].a == 0.010 && *table.rows[0].b == 0.012);
        QCOMPARE(table.rows[0].judgement, -1); // longer
        QCOMPARE(table.rows[1].label, QString("TPOT, mean, 64 in flight"));
        QCOMPARE(table.rows[2].label, QString("TTFT, mean"));
        QCOMPARE(table.rows[2].judgement, 1);
        QCOMPARE(table.rows[3].judgement, -1); // fewer tokens a second
        // Of several loads the one that is farthest off.
        QVERIFY2(table.why.startsWith("B was measured: TPOT, mean, 64 in flight 50 % more than predicted"),
                 qPrintable(table.why));
        QVERIFY2(table.why.contains("TTFT, mean 20 % less than predicted (200 ms against 250 ms)"),
                 qPrintable(table.why));
    }

    void severalTimesIsNoPercentage() {
        const PairTable table = measuredTable({part({row("ttft_mean", 8, 10, 0.02)})}, {"A", "B"});
        QVERIFY2(table.why.startsWith(
                     "B was measured: TTFT, mean 500 × what is predicted (10.0 s against 20.0 ms)"),
                 qPrintable(table.why));
    }

    void rowsThatAreLeftOutAreCounted() {
        FitPart part{.kind = FitKind::Server};
        for (int load = 1; load <= 20; ++load) part.rows.push_back(row("tpot_mean", load, 0.02, 0.01));
        const PairTable table = measuredTable({part}, {"A", "B"});
        QCOMPARE(table.rows.size(), std::size_t(12));
        QVERIFY2(table.about.endsWith("(12 of 20 rows)"), qPrintable(table.about));
    }

    void whatIsNothingIsNoRow() {
        QVERIFY(measuredTable({part({row("tpot_mean", 8, 0, 1), row("tpot_mean", 8, 1, 0)})}, {"A", "B"})
                    .rows.empty());
        QVERIFY(measuredTable(std::vector<FitPart>(), {"A", "B"}).why.isEmpty());
    }

    void theNearestIsNamedWithTheOthers() {
        const auto beside = [](double predicted) {
            OwnBeside made;
            made.parts = {
                part({row("tpot_mean", 8, 0.010, predicted), row("ttft_mean", 8, 0.1, 10 * predicted)})};
            return made;
        };
        const QString text = nearestText({{"one", beside(0.012)}, {"two", beside(0.0104)}});
        QCOMPARE(text, QString("Nearest to what was measured is two, 4.0 % off at the median of 2 figures; "
                               "one is 20 % off."));
        QVERIFY2(nearestText({{"one", beside(0.012)}, {"other", {}}}).startsWith("None is nearest"),
                 "one that cannot be compared is no rival");
        QVERIFY(nearestText({{"one", beside(0.012)}}).isEmpty());
        const QJsonObject json = nearestJson({{"one", beside(0.012)}, {"two", beside(0.0104)}});
        QCOMPARE(json["nearest"].toString(), QString("two"));
        QVERIFY(
            nearestTable({{"one", beside(0.012)}, {"two", beside(0.0104)}}).contains("12.0 ms (+20.0 %)"));
    }

    void aTracedStepIsTakenApart() {
        TracedStep step;
        step.step = Seconds{1.2}, step.compute = Seconds{0.8}, step.exposed = Seconds{0.3},
        step.idle = Seconds{0.1};
        step.predictedStep = Seconds{1}, step.predictedCompute = Seconds{0.8},
        step.predictedExposed = Seconds{0.1};
        step.predictedIdle = Seconds{0.1};
        TracedFamily collectives;
        collectives.family = 1, collectives.traced = Seconds{0.3}, collectives.predicted = Seconds{0.1};
        step.families = {collectives};
        const PairTable table = tracedTable(step, {"A", "B"});
        QCOMPARE(table.rows.size(), std::size_t(5));
        QVERIFY2(table.why.startsWith("B was traced: Step 20 % more than predicted (1.20 s against 1.00 s)"),
                 qPrintable(table.why));
        QVERIFY2(table.why.contains("Waiting for communication"), qPrintable(table.why));
    }
};

MOE_TEST(OwnTextTest)
#include "own_text_test.moc"
