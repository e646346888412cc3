// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/serve_operators.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time_report.h"
#include "tests/engine/cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using moe::test::scenarioOf;
using moe::test::trainingCatalog;

namespace {

const QString kV3 =
    "model.layers=61 model.dense_layers=3 model.hidden=7168 model.ffn=18432 model.heads=128 "
    "model.vocab=129280 model.sequence=4096 model.attention=mla model.q_rank=1536 model.kv_rank=512 "
    "model.nope_dim=128 model.rope_dim=64 model.v_dim=128 moe.experts=256 moe.top_k=8 "
    "moe.expert_ffn=2048 moe.shared_ffn=2048 gpu.preset=h100-sxm precision.weights=fp8 "
    "precision.compute=fp8 precision.dispatch=fp8 ";

} // namespace

class ServeTest : public QObject {
    Q_OBJECT

private slots:
    void everyPartOfAPassHasOneRow() {
        for (int part = 0; part <= static_cast<int>(PassPart::Queue); ++part) {
            const auto isPart = [part](const PassTermRow& row) { return row.part == PassPart(part); };
            QCOMPARE(std::count_if(serveTerms().begin(), serveTerms().end(), isPart), std::ptrdiff_t(1));
            QVERIFY(isPart(serveTerms()[rowOf(PassPart(part))]));
        }
        QCOMPARE(serveTerms().size(), static_cast<std::size_t>(PassPart::Queue) + 1);
    }

    // As engines and Megatron-LM do: whole copies of the experts on every GPU of a rank are nobody's default.
    void expertsAreSplitByTensorParallelismUnlessTold() {
        Scenario scenario = test::presetScenario("gpt-oss-120b");
        scenario.parallel.tp = 8;
        scenario.cluster.gpus = 8;
        QCOMPARE(expertTp(scenario), Count(8));
        const auto weights = [&] {
            std::vector<Warning> unused;
            return serving(setupOf(scenario, test::shippedCatalog()), nullptr, unused).weights / GiB;
        };
        const double split = weights();
        QVERIFY2(split < 10, qPrintable(QString::number(split)));
        scenario.parallel.etp = 1;
        QVERIFY(weights() > 5 * split);
        scenario.parallel.etp.reset();
        scenario.parallel.ep = 8;
        QCOMPARE(expertTp(scenario), Count(1));
        scenario.moe.reset();
        scenario.parallel.ep = 1;
        QCOMPARE(expertTp(scenario), Count(1));
    }
    void layoutsThatNoEngineRunsAreWarnedOf() {
        Scenario scenario = test::presetScenario("gpt-oss-120b");
        scenario.parallel.tp = scenario.cluster.gpus.emplace(8);
        scenario.serve->engine = ServeEngine::Vllm;
        const auto warned = [&] {
            std::vector<Warning> warnings;
            serving(setupOf(scenario, test::shippedCatalog()), nullptr, warnings);
            return std::any_of(warnings.begin(), warnings.end(),
                               [](const Warning& one) { return one.id == "serve-experts"; });
        };
        QVERIFY(!warned());
        scenario.parallel.etp = 1;
        QVERIFY(warned());
        scenario.parallel.ep = 8; // --enable-expert-parallel
        QVERIFY(!warned());
    }

    // Published H100 FP8 expert GEMM, µs by global token count (hidden 7168, width 2048 gated, top-8 of 256,
    // uniform).
    void expertGemmMatchesPublishedPoints() {
        struct Row {
            int ranks;
            double tokens, micro;
        };
        static constexpr Row kRows[] = {{256, 2048, 37},  {256, 4096, 39},  {256, 8192, 44},
                                        {256, 16384, 61}, {256, 32768, 92}, {128, 2048, 56},
                                        {128, 4096, 59},  {128, 8192, 66},  {128, 16384, 94}};
        const Catalog catalog = trainingCatalog();
        double worst = 0;
        for (const Row& row : kRows) {
            const Scenario scenario =
                scenarioOf(kV3 + QString("parallel.ep=%1 parallel.dp=%1").arg(row.ranks));
            const Setup setup = setupOf(scenario, catalog);
            const Cost cost = expertGemm(setup, serveRatesOf(setup), row.tokens / row.ranks, {});
            worst = std::max(worst, std::abs(cost.time / microsecond / row.micro - 1));
        }
        QVERIFY2(worst <= 0.065, qPrintable(QString::number(worst)));
    }

    void kvBytesPerToken_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("bytes");
        QTest::newRow("MLA 61 layers, 512 + 64, bf16") << kV3 << 70272.0;
        QTest::newRow("MLA is not divided by TP") << kV3 + "parallel.tp=8" << 70272.0;
        const QString gqa =
            "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 "
            "model.head_dim=128 model.vocab=128256 model.sequence=8192 ";
        QTest::newRow("GQA") << gqa << 2 * 32 * 1024 * 2.0;
        QTest::newRow("GQA, a head per GPU at least") << gqa + "parallel.tp=16" << 2 * 32 * 128 * 2.0;
    }
    void kvBytesPerToken() {
        QFETCH(QString, text);
        QFETCH(double, bytes);
        const Catalog catalog = trainingCatalog();
        const Scenario scenario = scenarioOf(text + " gpu.preset=h100-sxm serve.requests=1");
        std::vector<Warning> warnings;
        QCOMPARE(serving(setupOf(scenario, catalog), nullptr, warnings).kvPerToken.base, bytes);
    }

    // n* = P·efficiency·bytes per weight/(2B) for 400 TFLOP/s × 60 %, 1.8 TB/s × 80 %, FP8.
    void kneeOfTheReferenceSpecification() {
        const Catalog catalog = trainingCatalog();
        const Scenario scenario = scenarioOf(kV3 + "gpu.fp8_tflops=400 gpu.mfu=0.6 gpu.bandwidth_tbps=1.8 "
                                                   "gpu.bandwidth_util=0.8");
        QVERIFY(std::abs(kneeTokens(serveRatesOf(setupOf(scenario, catalog))) - 83.3) < 0.05);
    }

    void latencyAddsUp() {
        const Catalog catalog = trainingCatalog();
        const Scenario scenario = scenarioOf(kV3 + "parallel.ep=32 parallel.dp=32 serve.requests=1024 "
                                                   "serve.prompt=2000 serve.output=101");
        std::vector<Warning> warnings;
        const ServeReport report = serving(setupOf(scenario, catalog), nullptr, warnings);
        QCOMPARE(report.latency->base, report.ttft->base + 100 * report.tpot->base);
        QCOMPARE(*report.tokensPerSecondPerGpu * 32 * report.tpot->base, 1024.0);
        QVERIFY(*report.gpuUtilisation > 0 && *report.gpuUtilisation < 1);
        QVERIFY(*report.bandwidthUtilisation > 0 && *report.bandwidthUtilisation < 1);
        QVERIFY(report.network && report.kneeTokensPerExpert);
    }

    void overlapHidesTheSmallerSide() {
        const Catalog catalog = trainingCatalog();
        const auto tpot = [&](const QString& change) {
            const Scenario scenario = scenarioOf(
                kV3 + "parallel.ep=32 parallel.dp=32 serve.requests=4096 serve.disaggregated=true " + change);
            std::vector<Warning> warnings;
            return serving(setupOf(scenario, catalog), nullptr, warnings).tpot->base;
        };
        QVERIFY(tpot("cluster.overlap=0.65") < tpot(""));
        QVERIFY(tpot("serve.context=8000") > tpot("serve.context=1000"));
        QVERIFY(tpot("serve.requests=8192") > tpot(""));
        // Half the sequences per pass through two stages, but weights are read for each.
        QVERIFY(tpot("parallel.pp=2") < tpot("") && tpot("parallel.pp=2") > 0.5 * tpot(""));
    }

    void everyPresetGivesFiniteTimes_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"reference", "reference-baseline", "deepseek-v3", "mixtral-8x7b",
                                "qwen3-30b-a3b", "qwen3-235b-a22b", "olmoe-1b-7b", "llama-3-8b",
                                "llama-3-70b", "seed-dense", "seed-moe64", "step-law-1in89"})
            QTest::newRow(key) << key;
    }
    void everyPresetGivesFiniteTimes() {
        QFETCH(QString, key);
        const Scenario scenario = moe::test::presetScenario(key.toStdString());
        const Setup setup = setupOf(scenario, moe::test::shippedCatalog());
        const TrainReport train = trainingStep(setup);
        QVERIFY(std::isfinite(train.step.base) && train.step.base > 0);
        QVERIFY(train.mfu > 0 && train.mfu < 1);
        std::vector<Warning> warnings;
        const ServeReport serve = serving(setup, nullptr, warnings);
        QVERIFY(serve.weights.base > 0 && serve.kvPerToken.base > 0);
        QCOMPARE(serve.network.has_value(), setup.isMoe);
        QVERIFY(serve.tpot && std::isfinite(serve.tpot->base) && *serve.ttft > Seconds{});
        qInfo("%-18s step %.3g s, MFU %.3f, TPOT %.3g ms, TTFT %.3g ms", qPrintable(key), train.step.base,
              train.mfu, serve.tpot ? *serve.tpot / millisecond : 0,
              serve.ttft ? *serve.ttft / millisecond : 0);
    }

    void saysWhatItCannotModel() {
        const Catalog catalog = trainingCatalog();
        const Scenario scenario = scenarioOf(kV3 + "parallel.cp=2 serve.requests=8");
        std::vector<Warning> warnings;
        const ServeReport report = serving(setupOf(scenario, catalog), nullptr, warnings);
        QVERIFY(!report.tpot && !report.ttft && !report.latency && !report.gpuUtilisation);
        QVERIFY(report.weights.base > 0);
        QCOMPARE(warnings.size(), std::size_t(1));
        QCOMPARE(warnings[0].id, std::string("serve-parallelism"));
    }
};

MOE_TEST(ServeTest)
#include "serve_test.moc"
