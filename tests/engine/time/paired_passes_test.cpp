// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/paired_passes.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
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
    // deepseek-ai/profile-data@4496024, train.json: four layers forward beside four backward take 129.0 ms,
    // the compute stream is busy for 118.2 of them (20 of 132 multiprocessors exchange), the other for 114.5.
    void aPairTakesWhatItsLongerLaneTakes() {
        const Scenario scenario = with(presetScenario("deepseek-v3"), {"train.dispatcher=deepep"});
        const Setup setup = setupOf(scenario, shippedCatalog());
        const Seconds exchange = 114.5 * millisecond;
        const Seconds alone = 118.2 * millisecond - dispatcherShare(setup) * exchange;
        const Seconds pair = alone + exchange - hiddenExchange(setup, alone, exchange);
        QVERIFY(std::abs(pair / millisecond - 129.0) < 0.1);
        // The exchange is longer: it sets the pace.
        const Seconds bound = alone + 3 * exchange - hiddenExchange(setup, alone, 3 * exchange);
        QVERIFY(std::abs(bound / (3 * exchange) - 1.094) < 1e-9);
        QCOMPARE(hiddenExchange(setup, {}, exchange).base, 0.0);
        QCOMPARE(hiddenExchange(setup, alone, {}).base, 0.0);
    }

    // The published pairs of steps, with and without: 41.25 → 31.31 s with the plain all-to-all and no
    // graphs, 24.714 → 20.992 s with HybridEP and graphs.
    void hidesWhatTheMeasuredPairsHide() {
        const auto gain = [](const QStringList& edits) {
            return stepOf(qwen3(edits + QStringList{"train.ep_overlap=true"})) / stepOf(qwen3(edits));
        };
        QVERIFY(std::abs(gain({}) / (31.31 / 41.25) - 1) < 0.01);
        QVERIFY(std::abs(gain({"train.dispatcher=hybridep", "train.cuda_graphs=true"}) / (20.992 / 24.714) -
                         1) < 0.01);
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
