// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/evaluate.h"
#include "models/engine/report/report.h"
#include "models/engine/serve/serve_curves.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace moe;
using moe::test::scenarioOf;
using moe::test::shippedCatalog;

namespace {

/// DeepSeek-V3 served in FP8 with bf16 cache, attention data parallel, low-latency kernels.
Scenario deepSeekDecode(const QString& rest) {
    return scenarioOf(
        "model.layers=61 model.dense_layers=3 model.hidden=7168 model.ffn=18432 model.heads=128 "
        "model.vocab=129280 model.sequence=4096 model.attention=mla model.q_rank=1536 "
        "model.kv_rank=512 model.nope_dim=128 model.rope_dim=64 model.v_dim=128 moe.experts=256 "
        "moe.top_k=8 moe.expert_ffn=2048 moe.shared_ffn=2048 precision.weights=fp8 "
        "precision.compute=fp8 precision.dispatch=fp8 serve.disaggregated=true " +
        rest);
}

/// Of a GPU that decodes.
double throughput(const Scenario& scenario) {
    const ServeReport serve = *evaluate(scenario, shippedCatalog(), Detail::Numbers).serve;
    return *serve.tokensPerSecondPerGpu * (serve.gpus + serve.prefillGpus) / serve.gpus;
}

} // namespace

class ServeCurvesTest : public QObject {
    Q_OBJECT

private slots:
    void decodeMatchesPublishedThroughput_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("published");
        QTest::addColumn<double>("tolerance");
        const QString h800 = "gpu.preset=h800 parallel.ep=128 parallel.dp=128 serve.requests=16384 "
                             "serve.context=4096 cluster.overlap=0.65";
        const QString h100 = "gpu.preset=h100-sxm parallel.ep=72 parallel.dp=72 routing.replicas=288 "
                             "serve.requests=18432 serve.context=2048 ";
        QTest::newRow("DeepSeek profile data: EP128 on H800, 128 requests per GPU, 4 K")
            << h800 << 2324.0 << 0.15;
        QTest::newRow("SGLang, May 2025: EP72 on H100, 256 requests per GPU, 2 K, two-batch overlap")
            << h100 + "cluster.overlap=0.65" << 2785.0 << 0.20;
        QTest::newRow("the same without overlap") << h100 << 2219.0 << 0.20;
    }
    void decodeMatchesPublishedThroughput() {
        QFETCH(QString, text);
        QFETCH(double, published);
        QFETCH(double, tolerance);
        const double predicted = throughput(deepSeekDecode(text));
        QVERIFY2(std::abs(predicted / published - 1) < tolerance, qPrintable(QString::number(predicted)));
    }

    void partsSumToTheTimes_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"reference", "deepseek-v3", "mixtral-8x7b", "qwen3-235b-a22b", "llama-3-70b"})
            QTest::newRow(key) << QString(key);
    }
    void partsSumToTheTimes() {
        QFETCH(QString, key);
        Scenario scenario = moe::test::presetScenario(key.toStdString());
        for (const bool disaggregated : {true, false}) {
            scenario.serve->disaggregated = disaggregated;
            const ServeReport serve = *evaluate(scenario, shippedCatalog(), Detail::Numbers).serve;
            const auto check = [](const std::vector<ServePart>& parts, Seconds time) {
                Seconds sum;
                std::set<std::string> keys;
                for (const ServePart& part : parts) {
                    QVERIFY(part.exposed <= part.seconds * (1 + 1e-12) && part.exposed >= Seconds{});
                    QVERIFY(keys.insert(part.key).second);
                    sum += part.exposed;
                }
                QVERIFY(std::abs(sum / time - 1) < 1e-9);
            };
            check(serve.prefillParts, *serve.ttft);
            check(serve.decodeParts, *serve.tpot);
        }
    }

    // Overlap never costs: where halves would take longer the batch stays whole, and the report says so.
    void overlapIsUsedWhereItPays() {
        const QString text = "gpu.preset=h100-sxm parallel.ep=32 parallel.dp=32 ";
        const auto report = [&](const char* requests, const char* overlap) {
            return evaluate(deepSeekDecode(text + requests + overlap), shippedCatalog(), Detail::Numbers);
        };
        const auto unused = [](const Report& made) {
            return std::any_of(made.warnings.begin(), made.warnings.end(),
                               [](const Warning& warning) { return warning.id == "serve-overlap-unused"; });
        };
        for (const char* requests : {"serve.requests=64 ", "serve.requests=256 ", "serve.requests=8192 "}) {
            const Report with = report(requests, "cluster.overlap=0.65"), without = report(requests, "");
            QVERIFY(*with.serve->tpot <= *without.serve->tpot);
            QCOMPARE(unused(with), *with.serve->tpot == *without.serve->tpot);
            QVERIFY(!unused(without));
        }
        QVERIFY(!unused(report("serve.requests=8192 ", "cluster.overlap=0.65")));
    }

    void promptsThatJoinSlowDecodeDown() {
        const QString text = "gpu.preset=h100-sxm parallel.ep=32 parallel.dp=32 serve.requests=2048 ";
        QVERIFY(throughput(deepSeekDecode(text + "serve.disaggregated=false")) <
                throughput(deepSeekDecode(text)));
    }

    // The rate at which prefill hands over is the rate at which decode finishes; fewer ranks would not do.
    void prefillGpusKeepUpWithDecode_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"deepseek-v3", "llama-3-70b", "mixtral-8x7b", "reference"})
            QTest::newRow(key) << QString(key);
    }
    void prefillGpusKeepUpWithDecode() {
        QFETCH(QString, key);
        Scenario scenario = moe::test::presetScenario(key.toStdString());
        const auto served = [&](bool apart, Phase phase) {
            scenario.serve->disaggregated = apart;
            scenario.serve->phase = phase;
            return *evaluate(scenario, shippedCatalog(), Detail::Numbers).serve;
        };
        const ServeReport apart = served(true, Phase::Decode), shared = served(false, Phase::Decode);
        const ServeReport prefill = served(true, Phase::Prefill);
        QCOMPARE(shared.prefillGpus, 0.0);
        QCOMPARE(prefill.prefillGpus, 0.0);
        const ParallelSpec& p = scenario.parallel;
        const double rank = double(p.tp * p.pp * layerGroups(scenario));
        const double prompt = double(scenario.serve->prompt), output = double(scenario.serve->output);
        // Decode's, in all; groups of GPUs that hold different layers work on different batches at once.
        const double tokens =
            double(scenario.serve->requests) * double(layerGroups(scenario)) / apart.tpot->base;
        QVERIFY(std::abs(*apart.tokensPerSecondPerGpu * (apart.gpus + apart.prefillGpus) / tokens - 1) <
                1e-9);
        const double needed = tokens / output * prompt / *prefill.tokensPerSecondPerGpu;
        QVERIFY(apart.prefillGpus >= needed * (1 - 1e-9) && apart.prefillGpus < needed + rank);
        QCOMPARE(std::fmod(apart.prefillGpus, rank), 0.0);
    }

    // The experts of a tensor-parallel rank need no exchange: every GPU of it has all tokens.
    void expertsInsideARankNeedNoAllToAll() {
        const Scenario inside =
            deepSeekDecode("gpu.preset=h200 parallel.tp=8 parallel.ep=8 parallel.dp=1 serve.requests=64");
        const Report report = evaluate(inside, shippedCatalog(), Detail::Numbers);
        for (const ServePart& part : report.serve->decodeParts)
            QVERIFY(std::string_view(part.key) != "dispatch" && std::string_view(part.key) != "combine");
    }

    void moreRequestsGiveMoreTokensAndLaterOnes() {
        const Report report = evaluate(moe::test::presetScenario("deepseek-v3"), shippedCatalog());
        QVERIFY(report.serveCurves);
        const ServeCurves& curves = *report.serveCurves;
        QVERIFY(curves.batch.size() > 5);
        for (std::size_t i = 1; i < curves.batch.size(); ++i) {
            QVERIFY(curves.batch[i].requests > curves.batch[i - 1].requests);
            // Whole requests: a rank's fullest number rises in steps.
            QVERIFY(curves.batch[i].tpot >= curves.batch[i - 1].tpot);
            QVERIFY(curves.batch[i - 1].fits || !curves.batch[i].fits);
        }
        QVERIFY(curves.batch.back().tpot > 1.5 * curves.batch.front().tpot);
        QCOMPARE(curves.batch[curves.batchHere].requests,
                 static_cast<double>(report.scenario.serve->requests));
        QVERIFY(curves.batchKnee);
    }

    void noDoublingBeyondTheKneeGivesHalfAsMuchMore_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("found");
        for (const char* key : {"reference", "deepseek-v3", "mixtral-8x7b", "llama-3-70b"})
            QTest::newRow(key) << QString(key) << true;
        QTest::newRow("every doubling of these small batches pays") << QString("reference-baseline") << false;
    }
    void noDoublingBeyondTheKneeGivesHalfAsMuchMore() {
        QFETCH(QString, key);
        QFETCH(bool, found);
        const ServeCurves curves =
            serveCurves(moe::test::presetScenario(key.toStdString()), shippedCatalog());
        QCOMPARE(curves.batchKnee.has_value(), found);
        if (!found) return;
        const auto perDoubling = [&](std::size_t i) {
            const ServePoint &here = curves.batch[i], &next = curves.batch[i + 1];
            return std::pow(next.tokensPerSecond() / here.tokensPerSecond(),
                            1 / std::log2(next.requests / here.requests));
        };
        QVERIFY(*curves.batchKnee == 0 || perDoubling(*curves.batchKnee - 1) >= 1.5);
        for (std::size_t i = *curves.batchKnee; i + 1 < curves.batch.size(); ++i)
            QVERIFY(perDoubling(i) < 1.5);
    }

    void theLargestBatchThatFitsIsAPoint() {
        for (const char* key : {"reference", "deepseek-v3", "llama-3-70b"}) {
            const Scenario scenario = moe::test::presetScenario(key);
            const Report report = evaluate(scenario, shippedCatalog());
            const ServeCurves& curves = *report.serveCurves;
            QVERIFY(curves.batchLargest && curves.batch[*curves.batchLargest].fits);
            QCOMPARE(curves.batch[*curves.batchLargest].requests, report.serve->largestRequests);
            for (std::size_t i = *curves.batchLargest + 1; i < curves.batch.size(); ++i)
                QVERIFY(!curves.batch[i].fits);
        }
        QVERIFY(!serveCurves(moe::test::presetScenario("reference-baseline"), shippedCatalog()).batchLargest);
    }

    void aReportKnowsItsOwnPoint() {
        Scenario scenario = moe::test::presetScenario("reference");
        const Report report = evaluate(scenario, shippedCatalog());
        const ServePoint own = ownServePoint(report).value();
        const ServePoint &ofBatch = report.serveCurves->batch[4],
                         &ofSpread = report.serveCurves->spread[*report.serveCurves->spreadHere];
        for (const ServePoint* same : {&ofBatch, &ofSpread}) {
            QCOMPARE(own.requests, same->requests);
            QCOMPARE(own.gpus, same->gpus);
            QCOMPARE(own.expertsPerGpu, same->expertsPerGpu);
            QCOMPARE(own.tokensPerSecondPerGpu, same->tokensPerSecondPerGpu);
            QCOMPARE(own.tokensPerSecondPerUser(), *report.serve->tokensPerSecondPerUser);
            QCOMPARE(own.fits, same->fits);
        }
        // A prefill step has another throughput; the curves stay those of decode.
        scenario.serve->phase = Phase::Prefill;
        const Report prefill = evaluate(scenario, shippedCatalog());
        QVERIFY(!ownServePoint(prefill));
        QCOMPARE(prefill.serveCurves->batch[4].tokensPerSecondPerGpu, ofBatch.tokensPerSecondPerGpu);
    }

    // Fewer experts per GPU read fewer weights per step, until the exchange costs more than that.
    void spreadingExpertsReadsFewerWeights() {
        const ServeCurves curves = serveCurves(
            deepSeekDecode("gpu.preset=h100-sxm parallel.ep=32 parallel.dp=32 serve.requests=1024"),
            shippedCatalog());
        QCOMPARE(curves.spread.size(), std::size_t(9)); // 1, 2, 4 … 256 GPUs
        QCOMPARE(curves.spread.front().expertsPerGpu, 256.0);
        QCOMPARE(curves.spread.back().expertsPerGpu, 1.0);
        QVERIFY(curves.spreadHere && curves.spread[*curves.spreadHere].expertsPerGpu == 8);
        QVERIFY(!curves.spread.front().fits && curves.spread.back().fits);
        const auto ofDecode = [](const ServePoint& point) { return point.tokensPerSecond() / point.gpus; };
        QVERIFY(ofDecode(curves.spread[3]) > 2 * ofDecode(curves.spread[0]));
    }

    void efficiencyIsAgainstTheSmallestLayoutThatFits() {
        const ServeCurves curves = serveCurves(moe::test::presetScenario("reference"), shippedCatalog());
        QVERIFY(!curves.spread[0].fits && curves.spread[1].fits);
        QCOMPARE(curves.spread[1].efficiency, 1.0);
        for (const ServePoint& point : curves.spread) {
            // total tokens/s over those of as many copies of that layout
            const double copies = point.allGpus() / curves.spread[1].allGpus();
            QCOMPARE(point.efficiency,
                     point.tokensPerSecond() / (copies * curves.spread[1].tokensPerSecond()));
        }
        Scenario tooMuch = moe::test::presetScenario("reference");
        tooMuch.serve->context = 1000000000;
        const ServeCurves none = serveCurves(tooMuch, shippedCatalog());
        for (const ServePoint& point : none.spread) QVERIFY(!point.fits && point.efficiency == 0);
    }

    void redundantExpertsStandOffTheCurve() {
        Scenario scenario = moe::test::presetScenario("reference-baseline");
        QVERIFY(serveCurves(scenario, shippedCatalog()).spreadHere);
        scenario.routing.replicas = 288;
        QVERIFY(!serveCurves(scenario, shippedCatalog()).spreadHere);
    }

    void denseModelsHaveNothingToSpread() {
        const Report report = evaluate(moe::test::presetScenario("llama-3-8b"), shippedCatalog());
        QVERIFY(report.serveCurves->spread.empty() && !report.serveCurves->batch.empty());
        QVERIFY(
            !evaluate(moe::test::presetScenario("llama-3-8b"), shippedCatalog(), Detail::Coarse).serveCurves);
    }
};

MOE_TEST(ServeCurvesTest)
#include "serve_curves_test.moc"
