// SPDX-License-Identifier: GPL-3.0-or-later
// What one's own files say beside the numbers of a report.
#include "models/engine/fit/own_marks.h"

#include "tests/engine/operator_cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

class OwnMarksTest : public QObject {
    Q_OBJECT

    static Scenario server(std::optional<Count> concurrency) {
        Scenario scenario = presetScenario("llama-3-8b");
        scenario.serve.emplace();
        scenario.serve->concurrency = concurrency;
        return scenario;
    }
    static std::vector<FitPart> parts() {
        FitPart part{.kind = FitKind::Server};
        for (const auto& [at, measured, predicted] :
             {std::tuple{8.0, 0.011, 0.010}, {8.0, 0.012, 0.010}, {8.0, 0.0125, 0.010}, {64.0, 0.03, 0.02}}) {
            part.rows.push_back({"c.json", "tpot_mean", at, measured, predicted, predicted});
            part.rows.push_back({"c.json", "output_tokens_per_second", at, at / measured, at / predicted, 1});
        }
        part.rows.push_back({"boot.log", "kv_tokens", 0, 1000, 1100, 1000});
        return {part};
    }

private slots:
    void runsAtTheScenariosOwnLoadAreMeantByMeasured() {
        const std::vector<OwnMark> marks = ownMarks(parts(), server(8));
        QCOMPARE(marks.size(), std::size_t(2)); // what no report predicts is no mark
        QCOMPARE(marks[0].metric, "serve.tpot_seconds");
        QCOMPARE(marks[0].runs, std::size_t(4));
        QVERIFY(marks[0].here && marks[0].here->runs == 3);
        QVERIFY(std::abs(marks[0].here->measured - 0.012) < 1e-12);
        QVERIFY(marks[0].here->low == 0.011 && marks[0].here->high == 0.0125);
        QVERIFY(std::abs(marks[0].off - 0.225) < 1e-9); // median of 10, 20, 25, 50 %
    }

    void otherLoadsOnlySayHowFarOff() {
        for (const auto& load : {std::optional<Count>(), std::optional<Count>(9)}) {
            const std::vector<OwnMark> marks = ownMarks(parts(), server(load));
            QVERIFY(!marks.empty() && !marks[0].here && marks[0].off > 0);
        }
        QVERIFY(ownMarks({}, server(8)).empty());
    }

    void loadsAreOnePointEachWithTheirSpan() {
        const std::vector<OwnServed> served = ownServed(parts(), 6);
        QCOMPARE(served.size(), std::size_t(2));
        QVERIFY(served[0].at == 8 && served[1].at == 64);
        QVERIFY(served[0].gpus == 6 && served[1].gpus == 6);
        QVERIFY(served[0].tpotLow == 0.011 && served[0].tpotHigh == 0.0125 && served[0].runs == 3);
        QVERIFY(std::abs(*served[1].tokensPerSecond - 64 / 0.03) < 1e-6);
    }
};

MOE_TEST(OwnMarksTest)
#include "own_marks_test.moc"
