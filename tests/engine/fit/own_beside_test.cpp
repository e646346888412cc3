// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several servers is nearest to what was measured, with nothing fitted.
#include "models/engine/calibration/server_fit.h"
#include "models/engine/fit/own_beside.h"
#include "models/engine/fit/own_marks.h"

#include "tests/engine/operator_cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

class OwnBesideTest : public QObject {
    Q_OBJECT

    static Scenario server(int tp) {
        Scenario scenario = presetScenario("llama-3-8b");
        scenario.train.reset();
        scenario.parallel = {};
        scenario.parallel.tp = tp;
        scenario.cluster.gpus = tp;
        scenario.serve.emplace();
        scenario.serve->engine = ServeEngine::Vllm;
        return scenario;
    }
    /// What a server measures that is as the model says, but for a factor.
    static BenchRun run(const Scenario& of, double concurrency, double slower = 1) {
        BenchRun made;
        made.source = "c.json";
        made.requests = 64;
        made.concurrency = concurrency;
        made.input = 300, made.output = 60;
        const Result<BenchFigures> figures = simulateBench(of, made, measuredCatalog());
        if (!figures) return made;
        made.ttftMean = figures->ttftMean * slower;
        made.ttftMedian = figures->ttftMedian * slower;
        made.tpotMean = figures->tpotMean * slower;
        made.outputTokensPerSecond = figures->outputTokensPerSecond / slower;
        return made;
    }

private slots:
    void theServerThatRanIsNearest() {
        OwnRuns runs;
        runs.benchmarks = {run(server(2), 4), run(server(2), 16)};
        const Catalog& catalog = measuredCatalog();
        const std::vector<OwnBeside> both{besideOwn(server(1), runs, catalog),
                                          besideOwn(server(2), runs, catalog)};
        QCOMPARE(both[0].rows(), both[1].rows());
        QVERIFY(both[1].rows() >= 8); // four figures of two loads
        QVERIFY2(*both[1].off() < 1e-9, qPrintable(QString::number(*both[1].off())));
        QVERIFY(*both[0].off() > 0.1);
        QVERIFY(nearestOf(both) == std::size_t(1));
        for (const FitPart& part : both[0].parts)
            for (const FitRow& row : part.rows) QVERIFY(row.after == row.before); // nothing is fitted
    }

    void theMedianIsOfEveryFigure() {
        OwnRuns runs;
        runs.benchmarks = {run(server(1), 8, 1.25)};
        const OwnBeside beside = besideOwn(server(1), runs, measuredCatalog());
        // Times are a fifth short of the measured, the rate a quarter above.
        QVERIFY(std::abs(*beside.off() - 0.2) < 1e-9);
    }

    void anotherModelIsLeftOutAndWinsNothing() {
        OwnRuns runs;
        runs.benchmarks = {run(server(1), 8)};
        runs.benchmarks.front().model = "openai/gpt-oss-120b";
        const OwnBeside beside = besideOwn(server(1), runs, measuredCatalog());
        QVERIFY(beside.parts.empty() && !beside.off() && !beside.leftOut.empty());
        runs.benchmarks.front().model.clear();
        const OwnBeside some = besideOwn(server(1), runs, measuredCatalog());
        QVERIFY(!nearestOf({beside, some})); // one alone is no comparison
        QVERIFY(!nearestOf({some, some}));   // nor are two that are equal
        QVERIFY(!nearestOf({}));
        Scenario trains = server(1);
        trains.serve.reset();
        QVERIFY(besideOwn(trains, runs, measuredCatalog()).leftOut.front().key == "serve");
    }

    void latenciesAreThoseOfTheScenariosLoad() {
        OwnRuns runs;
        runs.benchmarks = {run(server(1), 8), run(server(1), 16)};
        Scenario at = server(1);
        at.serve->concurrency = 8;
        const std::vector<OwnLatency> all = ownLatencies(besideOwn(at, runs, measuredCatalog()).parts, at);
        QCOMPARE(all.size(), std::size_t(2)); // TTFT's median, TPOT's mean
        QVERIFY(all[0].first && *all[0].share == 0.5 && all[0].runs == 1);
        QVERIFY(all[0].seconds == *runs.benchmarks[0].ttftMedian);
        QVERIFY(!all[1].first && !all[1].share && all[1].seconds == *runs.benchmarks[0].tpotMean);
        at.serve->concurrency = 9;
        QVERIFY(ownLatencies(besideOwn(at, runs, measuredCatalog()).parts, at).empty());
    }
};

MOE_TEST(OwnBesideTest)
#include "own_beside_test.moc"
