// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/paired_passes.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/time/step_time.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

Scenario with(Scenario scenario, const QStringList& edits) {
    for (const QString& edit : edits) {
        const Problems problems =
            setField(scenario, edit.section('=', 0, 0).toStdString(), edit.section('=', 1).toStdString());
        if (!problems.empty()) throw std::runtime_error(toString(problems));
    }
    return scenario;
}

/// Qwen3-30B-A3B on 16 H100, expert parallel 16, one stage (Megatron-Bridge@067f987d, card of the
/// expert-parallel overlap).
Scenario qwen3(const QStringList& edits) {
    return with(scenarioOf("model: {layers: 48, hidden: 2048, vocab: 151936, sequence: 4096, qk_norm: true,\n"
                           "  attention: gqa, heads: 32, kv_heads: 4, head_dim: 128}\n"
                           "moe: {experts: 128, top_k: 8, expert_ffn: 768}\n"
                           "train: {global_batch: 1024, micro_batch: 1, grad_bytes: 2, imbalance: 1}\n"
                           "parallel: {ep: 16, dp: 16}\n"
                           "gpu: {preset: h100-sxm}\n"
                           "cluster: {gpus: 16}\n"),
                edits);
}

double stepOf(const Scenario& scenario) {
    return evaluate(scenario, shippedCatalog(), Detail::Numbers).train->step.base;
}

bool warns(const Scenario& scenario, const char* key) {
    const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
    return std::any_of(report.warnings.begin(), report.warnings.end(),
                       [&](const Warning& warning) { return std::string(warning.id) == key; });
}

} // namespace

class PairedPassesTest : public QObject {
    Q_OBJECT

private slots:
    void aPairTakesWhatItsLongerLaneTakes() {
        const Scenario scenario = with(presetScenario("deepseek-v3"), {"train.dispatcher=deepep"});
        const Setup setup = setupOf(scenario, shippedCatalog());
        const double share = dispatcherShare(setup), edge = constantsOf(setup).edge(Dispatcher::DeepEp);
        QCOMPARE(share, 20.0 / 132); // arXiv 2412.19437, section 3.2.2
        const Seconds exchange = 50 * millisecond;
        const auto pair = [&](Seconds alone) {
            return (alone + exchange - hiddenExchange(setup, alone, exchange)) / millisecond;
        };
        QVERIFY(std::abs(pair(100 * millisecond) - (100 + 50 * share + 50 * edge)) < 1e-9);
        // The exchange is longer: it sets the pace.
        QVERIFY(std::abs(pair(40 * millisecond) - (50 + 50 * edge)) < 1e-9);
        QCOMPARE(hiddenExchange(setup, {}, exchange).base, 0.0);
        QCOMPARE(hiddenExchange(setup, 100 * millisecond, {}).base, 0.0);
    }

    // deepseek-ai/profile-data@4496024, train.json, routing forced to be balanced: four layers forward beside
    // four backward take 129.0 ms, 10.8 of them beyond the computation.
    void fourLayersOfDeepSeekV3TakeWhatTheTraceShows() {
        const Scenario scenario =
            with(presetScenario("deepseek-v3"),
                 {"train.imbalance=1", "train.recompute=layernorm,mla_up_proj,moe_act"});
        const Setup setup = setupOf(scenario, shippedCatalog());
        const StepModel model = stepModel(setup);
        for (std::size_t i = 0; i < model.types.size(); ++i) {
            if (setup.plan->types[i].feed != FeedForward::Moe) continue;
            const LayerTime& layer = model.types[i].time;
            const Seconds pair = 4 * (layer.all.counted - layer.hidden - layer.hiddenAgain);
            QVERIFY2(std::abs(pair / (129.0 * millisecond) - 1) < 0.08,
                     qPrintable(QString::number(pair / millisecond)));
            const Seconds exchange = 4 * layer.parts[static_cast<std::size_t>(StepPart::AllToAll)].time;
            const double edge = constantsOf(setup).edge(scenario.train->dispatcher);
            QVERIFY(std::abs(edge * exchange / millisecond - 10.8) < 0.2);
        }
    }

    // arXiv 2412.19437: 2.664 M hours of H800 for 14.8 T tokens. The layers of a stage are not published.
    void deepSeekV3TakesTheHoursThatArePublished_data() {
        QTest::addColumn<QStringList>("edits");
        QTest::newRow("spread by count") << QStringList{};
        QTest::newRow("four on most stages") << QStringList{"parallel.layout=Et*4|(t*4|)*14tmL"};
        QTest::newRow("DualPipeV") << QStringList{"train.schedule=dualpipev", "parallel.pp=8"};
    }
    void deepSeekV3TakesTheHoursThatArePublished() {
        QFETCH(QStringList, edits);
        const QStringList published{"train.schedule=dualpipe",
                                    "train.recompute=layernorm,mla_up_proj,moe_act"};
        const Report report = evaluate(with(presetScenario("deepseek-v3"), published + edits),
                                       shippedCatalog(), Detail::Numbers);
        QVERIFY2(std::abs(*report.train->gpuHours / 2.664e6 - 1) < 0.05,
                 qPrintable(QString::number(*report.train->gpuHours)));
    }

    // The published pairs of steps, with and without: 41.25 → 31.31 s with the plain all-to-all and no
    // graphs, 24.714 → 20.992 s with HybridEP and graphs.
    void hidesWhatTheMeasuredPairsHide() {
        const auto gain = [](const QStringList& edits) {
            return stepOf(qwen3(edits + QStringList{"train.ep_overlap=true"})) / stepOf(qwen3(edits));
        };
        // 4.5 and 4 % since products, exchanges and the gaps between kernels take what their tables say.
        QVERIFY2(std::abs(gain({}) / (31.31 / 41.25) - 1) < 0.05, qPrintable(QString::number(gain({}))));
        QVERIFY(std::abs(gain({"train.dispatcher=hybridep", "train.cuda_graphs=true"}) / (20.992 / 24.714) -
                         1) < 0.05);
    }

    void onlySomeSchedulesRunPassesInPairs_data() {
        QTest::addColumn<QStringList>("edits");
        QTest::addColumn<double>("share");
        QTest::newRow("one stage: all but the first forward and the last backward pass")
            << QStringList{} << 63.0 / 64;
        QTest::newRow("one micro-batch") << QStringList{"train.global_batch=16"} << 0.0;
        QTest::newRow("no overlap asked for") << QStringList{"train.ep_overlap=false"} << 0.0;
        QTest::newRow("nothing to exchange") << QStringList{"parallel.ep=1"} << 0.0;
        const QStringList stages{"parallel.pp=2", "parallel.ep=8", "parallel.dp=8"};
        QTest::newRow("1F1B of two stages") << stages << 0.0;
        QTest::newRow("zero bubble") << stages + QStringList{"train.schedule=zb-h1"} << 0.0;
        QTest::newRow("virtual stages") << stages + QStringList{"parallel.vpp=2"} << 1.0;
        QTest::newRow("DualPipe") << stages + QStringList{"train.schedule=dualpipe"} << 1.0;
    }
    void onlySomeSchedulesRunPassesInPairs() {
        QFETCH(QStringList, edits);
        QFETCH(double, share);
        const Scenario scenario = with(qwen3({"train.ep_overlap=true"}), edits);
        QCOMPARE(pairedShare(setupOf(scenario, shippedCatalog())), share);
    }

    // Without an exchange or a pair the switch changes no time and says so.
    void anOverlapOfNothingHidesNothing() {
        const Scenario one =
            qwen3({"parallel.ep=1", "parallel.dp=1", "cluster.gpus=1", "train.global_batch=64"});
        const Scenario same = with(one, {"train.ep_overlap=true"});
        QCOMPARE(stepOf(same), stepOf(one));
        QVERIFY(warns(same, "time-no-exchange") && !warns(one, "time-no-exchange"));
        const Scenario stages = qwen3({"parallel.pp=2", "parallel.ep=8", "parallel.dp=8"});
        const Scenario unpaired = with(stages, {"train.ep_overlap=true"});
        QCOMPARE(stepOf(unpaired), stepOf(stages));
        QVERIFY(warns(unpaired, "time-no-pairs") &&
                !warns(with(unpaired, {"parallel.vpp=2"}), "time-no-pairs"));
    }
};

MOE_TEST(PairedPassesTest)
#include "paired_passes_test.moc"
