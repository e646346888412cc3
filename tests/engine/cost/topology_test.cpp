// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of GPUs that are joined without a switch reach a part of their links.

#include "models/engine/cost/topology.h"

#include "models/engine/cost/network.h"
#include "models/engine/cost/operators.h"
#include "models/engine/operators/operator_work.h"
#include "models/engine/time/step_time.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

Scenario on(const char* gpu, int tp, int dp = 1) {
    Scenario scenario = presetScenario("llama-3-8b");
    scenario.gpu = {};
    scenario.gpu.preset = gpu;
    scenario.cluster.gpusPerNode.reset();
    scenario.cluster.nvlinkGbps.reset();
    scenario.cluster.nicGbps.reset();
    scenario.cluster.nicsPerNode.reset();
    scenario.cluster.gpus.reset();
    scenario.parallel = {};
    scenario.parallel.tp = tp;
    scenario.parallel.dp = dp;
    return scenario;
}

} // namespace

class TopologyTest : public QObject {
    Q_OBJECT

private slots:
    void shares_data() {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<double>("ranks");
        QTest::addColumn<double>("ring");
        QTest::addColumn<double>("exchange");
        // 7 links of 64 GB/s, one to each peer (AMD-AGI/Primus@fd1eeabb).
        QTest::newRow("mi300x 2") << "mi300x" << 2.0 << 64 / 448.0 << 64 / 448.0;
        QTest::newRow("mi300x 4") << "mi300x" << 4.0 << 192 / 448.0 << 192 / 448.0;
        QTest::newRow("mi300x 8") << "mi300x" << 8.0 << 1.0 << 1.0;
        QTest::newRow("mi300x 64") << "mi300x" << 64.0 << 1.0 << 1.0;
        QTest::newRow("mi355x 2") << "mi355x" << 2.0 << 76.8 / 537.6 << 76.8 / 537.6;
        // Cloud TPU v5e page, a pod of 256: all-reduce 51.2 TB/s = 200 GB/s per chip, the sum of its links;
        // bisection 1.6 TB/s: half of 255/256 of what 128 chips send crosses it.
        QTest::newRow("v5e pod") << "tpu-v5e" << 256.0 << 51.2e12 / 256 / 200e9
                                 << 1.6e12 / 128 * 2 * (255 / 256.0) / 200e9;
        QTest::newRow("v5e 2x4 is no torus") << "tpu-v5e" << 8.0 << 0.5 << 4 * (7 / 8.0) / 4 / 4;
        QTest::newRow("v5p pair") << "tpu-v5p" << 2.0 << 1 / 6.0 << 1 / 6.0;
        QTest::newRow("v5p 2x2x1") << "tpu-v5p" << 4.0 << 2 / 6.0 << 0.75 * 2 / 6.0;
        QTest::newRow("v5p cube 4x4x4") << "tpu-v5p" << 64.0 << 1.0 << 2 * (63 / 64.0) / 6;
        QTest::newRow("h100 pair") << "h100-sxm" << 2.0 << 1.0 << 1.0;
    }
    void shares() {
        QFETCH(QString, gpu);
        QFETCH(double, ranks);
        const Scenario scenario = on(qPrintable(gpu), 1);
        const Setup setup = setupOf(scenario, shippedCatalog());
        QFETCH(double, ring);
        QFETCH(double, exchange);
        QVERIFY2(std::abs(ringShare(setup, ranks) - ring) < 1e-12,
                 qPrintable(QString::number(ringShare(setup, ranks))));
        QVERIFY2(std::abs(exchangeShare(setup, ranks) - exchange) < 1e-12,
                 qPrintable(QString::number(exchangeShare(setup, ranks))));
    }

    /// All-gather, whole tensor over time, GB/s (limulidae's README, matmul and ring bandwidth of A800 and
    /// 910B): 38 on two 910B, 64 on four; the A800, whose peers stand behind a switch, 230 and 190. What a
    /// group is computed to reach, (n − 1)/n of the tensor over the links, lies within a quarter; without the
    /// mesh two 910B would be computed seven times too fast.
    void measuredAllGathersAreMet_data() {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("measured");
        QTest::newRow("910B, 2") << "ascend-910b" << 2 << 38.0;
        QTest::newRow("910B, 4") << "ascend-910b" << 4 << 64.0;
        QTest::newRow("A800, 2") << "a800" << 2 << 230.0;
        QTest::newRow("A800, 4") << "a800" << 4 << 190.0;
    }
    void measuredAllGathersAreMet() {
        QFETCH(QString, gpu);
        QFETCH(int, ranks);
        QFETCH(double, measured);
        const Scenario scenario = on(qPrintable(gpu), ranks);
        const Setup setup = setupOf(scenario, shippedCatalog());
        const Bandwidth link = ringShare(setup, ranks) * ratesOf(setup).nvlink;
        const double computed = link / GBps * ranks / (ranks - 1);
        qInfo("%s: %.1f GB/s computed, %.0f measured", QTest::currentDataTag(), computed, measured);
        QVERIFY(std::abs(computed / measured - 1) < 0.25);
    }

    /// Whatever a group sends goes over the links it has.
    void stepAndServingFollowTheMesh() {
        const Scenario mesh = on("mi300x", 2, 4), whole = on("mi300x", 8, 1);
        Catalog switched = shippedCatalog();
        for (GpuSpec& gpu : switched.gpus) gpu.topology = Topology::Switch;
        const auto allReduce = [](const Scenario& scenario, const Catalog& catalog) {
            return allReduceTime(setupOf(scenario, catalog), 64 * MiB).base;
        };
        // A ring of two on one of seven links.
        QVERIFY(allReduce(mesh, shippedCatalog()) > 6 * allReduce(mesh, switched));
        QCOMPARE(allReduce(whole, shippedCatalog()), allReduce(whole, switched));
        const auto step = [](const Scenario& scenario, const Catalog& catalog) {
            const Setup setup = setupOf(scenario, catalog);
            return stepTime(stepModel(setup)).step.base;
        };
        QVERIFY(step(mesh, shippedCatalog()) > step(mesh, switched));

        // Experts over four of eight: three of seven links, in training and in serving.
        Scenario experts = presetScenario("mixtral-8x7b");
        experts.gpu = {};
        experts.gpu.preset = "mi300x";
        experts.cluster.gpusPerNode.reset();
        experts.cluster.nvlinkGbps.reset();
        experts.parallel.ep = 4;
        const Setup meshed = setupOf(experts, shippedCatalog()), joined = setupOf(experts, switched);
        const ExchangeRates& ours = allToAllRates(meshed, 1).dispatch;
        QVERIFY(std::abs(ours.nvlink / allToAllRates(joined, 1).dispatch.nvlink - 3 / 7.0) < 1e-12);
        const RoutedRows routed = routedRows(meshed);
        QVERIFY(trainingAllToAll(meshed, ratesOf(meshed), routed, 1e6).time >
                2 * trainingAllToAll(joined, ratesOf(joined), routed, 1e6).time);
    }

    /// A collective's ideal time counts the links between its own GPUs.
    void operatorsFollowTheMesh() {
        OperatorRates mesh{1307, 2614, 0, 5300, 448, Topology::FullMesh, 8}, joined = mesh;
        joined.topology = Topology::Switch;
        OperatorShape shape;
        shape.bytes = 1 << 26;
        for (const double ranks : {2, 4, 8}) {
            shape.ranks = ranks;
            for (const OperatorOp op : {OperatorOp::AllReduce, OperatorOp::AllGather, OperatorOp::AllToAll}) {
                const auto time = [&](const OperatorRates& rates) {
                    return operatorWork(op, shape, operatorNumbers("bf16"), rates).ideal.memory;
                };
                QVERIFY(std::abs(time(mesh) / time(joined) * (ranks - 1) / 7 - 1) < 1e-12);
            }
        }
    }
};

MOE_TEST(TopologyTest)
#include "topology_test.moc"
