// SPDX-License-Identifier: GPL-3.0-or-later
// What one's own files measured, as points of pictures.
#include "models/engine/fit/own_points.h"

#include "models/engine/fit/own_gpu_choice.h"
#include "models/engine/operators/own_check.h"

#include "models/engine/loss/report/scaling.h"
#include "models/engine/operators/bus_bandwidth.h"
#include "tests/engine/operator_cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

using namespace moe;
using namespace moe::test;

class OwnPointsTest : public QObject {
    Q_OBJECT

    static bool is(double value, double expected) {
        return std::abs(value - expected) < 1e-9 * std::abs(expected);
    }
    static OwnRuns recipe() {
        RecipeTable table;
        table.source = "runs.csv";
        for (const double loss : {2.51, 2.50, 2.53}) { // three seeds of one setting
            RecipeRun run;
            run.params = run.activeParams = 4e8, run.tokens = 4e10, run.loss = loss;
            run.lr = 2e-3, run.batchTokens = 1e6;
            table.runs.push_back(run);
        }
        table.runs.push_back(table.runs.front()); // another rate
        table.runs.back().lr = 4e-3, table.runs.back().loss = 2.49;
        table.runs.push_back(table.runs.front()); // not finished: no loss
        table.runs.back().lr = 8e-3, table.runs.back().loss = 0;
        table.runs.push_back(table.runs.front()); // another size
        table.runs.back().params = table.runs.back().activeParams = 1e9, table.runs.back().loss = 2.3;
        OwnRuns runs;
        runs.recipes.push_back(table);
        return runs;
    }
    static OwnPoints points(const char* text, const char* gpu = "") {
        OwnPoints read = *readOwnPoints(text, "own.csv");
        read.gpu = gpu;
        return read;
    }

private slots:
    void runsOfOneSettingAreOnePointWithTheirSpan() {
        const std::vector<OwnLoss> losses = ownLosses(recipe(), measuredCatalog());
        QCOMPARE(losses.size(), std::size_t(3));
        QVERIFY(losses[0].loss == 2.51 && losses[0].low == 2.50 && losses[0].high == 2.53);
        QCOMPARE(losses[0].runs, std::size_t(3));
        QVERIFY(*losses[1].lr == 4e-3 && losses[1].loss == 2.49 && losses[1].runs == 1);
        const std::vector<OwnLoss> best = bestOfSizes(losses);
        QCOMPARE(best.size(), std::size_t(2));
        QVERIFY(best[0].loss == 2.49 && best[0].high == 2.53 && best[0].runs == 4 && *best[0].lr == 4e-3);
        QVERIFY(best[1].params == 1e9 && best[1].loss == 2.3);
    }

    /// Points of an H200, whose operators no table has, by resources/scripts/measure-gpu.py.
    void aGpuIsTheOneThatItsPointsName() {
        std::string text = resourceText("runs/h200-points.csv");
        OwnPoints read = *readOwnPoints(text, "h200-points.csv");
        const Result<OwnGpuFit> made = ownGpuFit(read, {}, measuredCatalog());
        QVERIFY2(made, made ? "" : toString(made.error()).c_str());
        QCOMPARE(made->gpu.hbm / GBps, 4800.0); // not of the H100 whose surfaces are moved
        QCOMPARE(made->fit.like, std::string("h100-sxm"));
        QVERIFY2(made->problems.empty(), toString(made->problems).c_str());
        // Without its name it would be taken for that H100, and is too fast for one.
        read.gpu.clear();
        const Result<OwnGpuFit> nameless = ownGpuFit(read, {}, measuredCatalog());
        QVERIFY(nameless && !nameless->problems.empty());
        const std::string told = toString(nameless->problems);
        QVERIFY2(told.find("is faster than the data sheet of H100") != std::string::npos, told.c_str());
    }

    /// Short sequences are read from the L2 cache at more than the bandwidth of the memory behind it.
    void attentionOutOfTheCacheIsNoOtherGpus() {
        const OwnPoints read = *readOwnPoints(resourceText("runs/h100-points.csv"), "h100-points.csv");
        const Result<OwnGpuFit> made = ownGpuFit(read, {}, measuredCatalog());
        QVERIFY2(made, made ? "" : toString(made.error()).c_str());
        QVERIFY2(made->problems.empty(), toString(made->problems).c_str());
    }

    void aFitToPointsMeetsTheOthers_data() {
        QTest::addColumn<QString>("gpu");
        QTest::newRow("H200") << "h200";
        QTest::newRow("H100") << "h100-sxm";
    }

    /// Points met by a fit to the others: products within 5 %, nine of ten within 15; attention within 8
    /// and 25.
    void aFitToPointsMeetsTheOthers() {
        QFETCH(QString, gpu);
        const std::string file = gpu.left(4).toStdString() + "-points.csv";
        const OwnPoints read = *readOwnPoints(resourceText("runs/" + file), file);
        const Catalog& catalog = measuredCatalog();
        const std::vector<OwnPointError> errors = ownPointErrors(
            *catalog.operators->machine("h100-sxm"), operatorRates(*catalog.gpu(gpu.toStdString())), read);
        std::map<OperatorOp, std::vector<double>> off;
        for (const OwnPointError& one : errors) {
            const OwnPoint& point = read.points[one.point];
            QVERIFY(one.leftOut);
            off[point.op].push_back(std::abs(*one.leftOut / point.us - 1));
        }
        for (const auto& [op, median, ninety] :
             {std::tuple{OperatorOp::Gemm, 0.05, 0.15}, std::tuple{OperatorOp::AttnContext, 0.08, 0.25}}) {
            std::vector<double>& all = off[op];
            std::sort(all.begin(), all.end());
            QVERIFY(all.size() >= 23);
            const double half = all[all.size() / 2], most = all[all.size() * 9 / 10];
            QVERIFY2(half < median && most < ninety,
                     qPrintable(QString("%1: %2 and %3").arg(int(op)).arg(half).arg(most)));
        }
    }

    void aLogIsAPointWhenItsRunIsOver() {
        OwnRuns runs;
        Scenario scenario = presetScenario("llama-3-8b");
        runs.steps = {{"a.log", {scenario, Seconds{1}}, {1.9, 1.8, 2.0}, true},
                      {"b.log", {scenario, Seconds{1}}, {2.5}, false},
                      {"c.log", {scenario, Seconds{1}}}};
        const std::vector<OwnLoss> losses = ownLosses(runs, measuredCatalog());
        QCOMPARE(losses.size(), std::size_t(1));
        QVERIFY(losses[0].loss == 1.9 && losses[0].low == 1.8 && losses[0].high == 2.0);
        // 8.03 G with embeddings of 128,256 × 4,096, in and out: arXiv 2407.21783, table 3
        QVERIFY(std::abs(losses[0].params - (8.03e9 - 2 * 128256. * 4096)) < 0.01e9);
        QCOMPARE(losses[0].tokens, scenario.train->tokens);
        QCOMPARE(*losses[0].batchTokens,
                 double(scenario.train->globalBatch) * double(scenario.model.sequence));
    }

    void aRunStandsOnTheCurvesThatHoldItsOtherQuantity() {
        ScalingCurves curves;
        curves.request = {.params = 4e8, .tokens = 4e10, .activeParams = 4e8};
        curves.compute = 6 * 4e8 * 4e10;
        curves.params.x = {1e8, 1e9}, curves.params.loss = {2.8, 2.4};
        curves.tokens.x = {1e10, 1e11};
        curves.ratio.x = {10, 1000};
        const ScalingPlaces same = placesOn(curves, 4.1e8, 4.1e8, 3.9e10, kSameSize);
        QVERIFY(same.isScenario() && *same.params == 4.1e8 && *same.tokens == 3.9e10 && same.ratio);
        const ScalingPlaces larger = placesOn(curves, 8e8, 8e8, 4e10, kSameSize);
        QVERIFY(larger.params && !larger.tokens && !larger.ratio && !larger.isScenario());
        const ScalingPlaces iso = placesOn(curves, 8e8, 8e8, 2e10, kSameSize);
        QVERIFY(!iso.params && !iso.tokens && is(*iso.ratio, 25));
        QVERIFY(!placesOn(curves, 4e8, 1e8, 4e10, kSameSize).params); // of experts
        QVERIFY(!placesOn(curves, 5e9, 5e9, 4e10, kSameSize).params); // beyond the curve
        QVERIFY(is(lossAlong(curves.params, std::sqrt(1e17)), 2.6));
    }

    void operatorsOfAnotherGpuAreNone() {
        OwnRuns runs;
        runs.points = {points("m,n,k,bf16_us\n1024,4096,4096,50\n", "NVIDIA H100 80GB HBM3"),
                       points("m,n,k,bf16_us\n1024,4096,4096,60\n1024,4096,4096,54\n2048,4096,4096,90\n")};
        Scenario scenario = presetScenario("llama-3-8b");
        scenario.gpu.preset = "a100-sxm-80gb";
        QCOMPARE(runsOf(scenario, runs, measuredCatalog()).points.size(), std::size_t(1));
        scenario.gpu.preset = "h100-sxm";
        const std::vector<OwnOperator> own = ownOperators(runsOf(scenario, runs, measuredCatalog()));
        QCOMPARE(own.size(), std::size_t(2));
        QVERIFY(own[0].us == 54 && own[0].low == 50 && own[0].high == 60 && own[0].runs == 3);
        QVERIFY(own[1].shape.m == 2048 && own[1].us == 90);
        const OwnWork work = workOf(own[0]);
        QVERIFY(is(work.flops, 2. * 1024 * 4096 * 4096));
        QVERIFY(is(work.bytes, 2. * (1024 * 4096 + 4096. * 4096 + 1024 * 4096)));
    }

    void aPointStandsOnTheLineThatHoldsItsShape() {
        OwnRuns runs;
        runs.points = {points("m,n,k,bf16_us\n100,4096,4096,50\n1000,4096,4096,60\n100,8192,4096,70\n")};
        const std::vector<OwnOperator> own = ownOperators(runs);
        const OperatorPictureRequest request = pictureOf(own, "h100-sxm");
        QVERIFY(request.op == "gemm" && request.dtype == "bf16" && request.x == "m");
        QVERIFY(std::find(request.held.begin(), request.held.end(),
                          std::pair<std::string, double>("n", 4096)) != request.held.end());
        std::vector<OwnOperator> many; // 150 shapes, of which one has two rows
        for (int n = 0; n < 150; ++n) many.push_back({"", OperatorOp::Gemm, "bf16", {.m = 1, .n = 1. + n}});
        many.push_back({"", OperatorOp::Gemm, "fp8", {.m = 2, .n = 8}});
        many.push_back({"", OperatorOp::Gemm, "bf16", {.m = 2, .n = 8}});
        const OperatorPictureRequest two = pictureOf(many, "");
        QVERIFY(two.dtype == "bf16" && std::find(two.held.begin(), two.held.end(),
                                                 std::pair<std::string, double>("n", 8)) != two.held.end());
        OperatorPicture picture;
        picture.op = OperatorOp::Gemm;
        picture.dtype = "bf16";
        for (const ShapeColumn& column : operatorRow(OperatorOp::Gemm).columns)
            picture.axes.push_back({&column, {}, 4096});
        picture.x = picture.series = 0;
        picture.lines = {{0, {{10, {.us = 10}, 0}, {1000, {.us = 1000}, 0}}, {}}};
        const std::vector<OwnOnLine> found = onLines(own, picture);
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY(found[0].one == 0 && found[0].x == 100 && is(*found[0].predictedUs, 100));
        QVERIFY(found[1].one == 1 && is(*found[1].predictedUs, 1000));
        picture.dtype = "fp8";
        QVERIFY(onLines(own, picture).empty());
    }

    void busBandwidthIsAsNcclTestsPrintIt() {
        // nccl-tests, doc/PERFORMANCE.md: busbw = algbw × 2(n − 1)/n of all-reduce, (n − 1)/n of the others.
        OperatorShape shape;
        shape.ranks = 8, shape.bytes = 1e9;
        QVERIFY(is(*busBandwidth(OperatorOp::AllReduce, shape, 1e4), 100 * 1.75));
        for (const OperatorOp op : {OperatorOp::AllGather, OperatorOp::ReduceScatter, OperatorOp::AllToAll})
            QVERIFY(is(*busBandwidth(op, shape, 1e4), 100 * 0.875));
        QVERIFY(!busBandwidth(OperatorOp::Gemm, shape, 1e4));
    }

    void requestsASecondAreCountedFromWhatWasWritten() {
        BenchRun run;
        run.source = "c8.json";
        run.concurrency = 8, run.output = 100, run.outputTokensPerSecond = 400;
        run.ttft99 = 0.2, run.tpotMean = 0.01;
        OwnRuns runs;
        runs.benchmarks = {run, run, run};
        runs.benchmarks[1].outputTokensPerSecond = 420;
        runs.benchmarks[2].concurrency = 0, runs.benchmarks[2].rate = 3; // an open loop
        const std::vector<OwnRate> rates = ownRates(runs);
        QCOMPARE(rates.size(), std::size_t(2));
        QVERIFY(is(rates[0].rate, 4.1) && rates[0].low == 4 && is(rates[0].high, 4.2) && rates[0].runs == 2);
        QVERIFY(rates[0].inFlight == 8 && *rates[0].ttft99 == 0.2 && *rates[0].tpotMean == 0.01);
        QVERIFY(rates[1].rate == 3 && rates[1].inFlight == 0);
    }

    /// Lengths that are drawn at random differ a little; long prompts and long answers are other loads.
    void requestsOfOtherLengthsAreOtherPoints() {
        BenchRun run;
        run.source = "c8.json";
        run.concurrency = 8, run.input = 900, run.output = 90, run.outputTokensPerSecond = 900;
        OwnRuns runs;
        runs.benchmarks = {run, run, run};
        runs.benchmarks[1].input = 908, runs.benchmarks[1].output = 91;
        std::swap(runs.benchmarks[2].input, runs.benchmarks[2].output);
        const std::vector<OwnRate> rates = ownRates(runs);
        QCOMPARE(rates.size(), std::size_t(2));
        QVERIFY(rates[0].runs == 2 && is(rates[0].input, 904) && is(rates[0].output, 90.5));
        QVERIFY(rates[1].runs == 1 && rates[1].input == 90 && rates[1].output == 900 && is(rates[1].rate, 1));
        ServeSpec serve;
        serve.prompt = 1000, serve.output = 100, serve.lengthSpread = 0.2; // 900 and 90 on average
        QVERIFY(isOfLengths(rates[0], serve) && !isOfLengths(rates[1], serve));
        serve.output = 150;
        QVERIFY(!isOfLengths(rates[0], serve));
    }
};

MOE_TEST(OwnPointsTest)
#include "own_points_test.moc"
