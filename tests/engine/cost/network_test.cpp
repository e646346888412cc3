// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/network.h"

#include "models/engine/cost/fabric.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using moe::test::scenarioOf;
using moe::test::trainingCatalog;

namespace {

/// DeepSeek-V3's routed layer on H100: hidden 7168, top-8 of 256, FP8 dispatch.
QString exchangeText(int gpus) {
    return QString(
               "model.layers=61 model.hidden=7168 model.heads=128 model.vocab=129280 model.sequence=4096 "
               "moe.experts=256 moe.top_k=8 moe.expert_ffn=2048 gpu.preset=h100-sxm precision.dispatch=fp8 "
               "precision.weights=fp8 precision.compute=fp8 parallel.ep=%1 parallel.dp=%1 ")
        .arg(gpus);
}

bool close(double got, double expected, double relative) {
    return std::abs(got / expected - 1) <= relative;
}

} // namespace

class NetworkTest : public QObject {
    Q_OBJECT

private slots:
    /// A network that is said to be used little: beyond the measured rate it is not slower than measured.
    void aFasterNicNeverCarriesLess() {
        const Catalog catalog = trainingCatalog();
        double least = 0;
        for (const int nic : {25, 40, 50, 51, 70, 100, 150, 200, 400, 1600}) {
            const QString text =
                exchangeText(32) +
                "cluster.a2a=normal cluster.network_util=0.04 cluster.nic_gbps=" + QString::number(nic);
            const double carried =
                allToAllRates(setupOf(scenarioOf(text), catalog), 4).dispatch.network / GBps;
            QVERIFY2(carried >= least, qPrintable(QString("%1 GB/s carry %2").arg(nic).arg(carried)));
            least = carried;
        }
        QVERIFY(least > 44);
    }

    // Published low-latency kernel times (DeepEP on H100, 400 Gb/s per GPU), µs.
    void dispatchAndCombineMatchPublishedTimes() {
        struct Row {
            double tokens;
            int nodes;
            double dispatch, combine;
        };
        static constexpr Row kRows[] = {{8, 1, 16.1, 14.4},   {8, 2, 23.6, 36.2},     {8, 4, 32.0, 41.8},
                                        {64, 1, 27.8, 40.9},  {64, 2, 58.1, 102.2},   {64, 4, 82.9, 151.7},
                                        {128, 1, 39.8, 72.4}, {128, 2, 102.1, 186.2}, {128, 4, 143.0, 263.3}};
        const Catalog catalog = trainingCatalog();
        double sum = 0, worst = 0;
        for (const Row& row : kRows) {
            const Scenario scenario = scenarioOf(exchangeText(8 * row.nodes));
            const AllToAll got = allToAll(setupOf(scenario, catalog), row.tokens, {});
            QCOMPARE(got.nodes, double(row.nodes));
            for (const auto& [time, expected] :
                 {std::pair{got.dispatch.time, row.dispatch}, std::pair{got.combine.time, row.combine}}) {
                const double error = std::abs(time / microsecond / expected - 1);
                sum += error;
                worst = std::max(worst, error);
            }
        }
        qInfo("mean error %.1f %%, maximum %.1f %%", 100 * sum / 18, 100 * worst);
        QVERIFY(sum / 18 <= 0.05);
        QVERIFY(worst <= 0.10);
    }

    void countsBytesPerToken() {
        QCOMPARE(dispatchTokenBytes(7168, DataType::Fp8), 7168 * (1 + 4.0 / 128) + 16);
        QCOMPARE(dispatchTokenBytes(7168, DataType::Bf16), 2 * 7168.0);
        const Catalog catalog = trainingCatalog();
        const Scenario scenario = scenarioOf(exchangeText(32));
        const NetworkReport report = moeNetwork(setupOf(scenario, catalog), 128, nullptr);
        QCOMPARE(report.dispatch.base, 128 * 8 * 7408.0);
        QCOMPARE(report.crossNode.base, 128 * 8 * 7408.0 * 0.75);
        QVERIFY(!report.allreduce);
        QVERIFY(*report.networkUtilisation > 0 && *report.networkUtilisation < 1);
        QVERIFY(*report.commComputeRatio > 0);
    }

    // A token of the expert-parallel decode bound (32 tokens, 8 + 1 experts, 7000 wide, FP8 out, bf16 back).
    void decodeBoundIsReproduced() {
        DecodeBoundInput input{32, 9, 7000, 1, 2, 61, 2, 50 * GBps};
        QVERIFY(close(decodeBound(input).layer / microsecond, 120.96, 0.001));
        QVERIFY(close(decodeBound(input).token / millisecond, 14.76, 0.001));
        input.bandwidth = 900 * GBps;
        QVERIFY(close(decodeBound(input).layer / microsecond, 6.72, 0.001));
        QVERIFY(close(decodeBound(input).token / millisecond, 0.82, 0.001));
    }

    void distinctNodesMatchEnumeration_data() {
        QTest::addColumn<int>("experts");
        QTest::addColumn<int>("topK");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("limit");
        QTest::newRow("no groups") << 12 << 3 << 4 << 1 << 0;
        QTest::newRow("group per node") << 16 << 4 << 4 << 4 << 2;
        QTest::newRow("two groups per node") << 16 << 3 << 2 << 4 << 2;
        QTest::newRow("two nodes per group") << 16 << 3 << 8 << 4 << 2;
    }
    void distinctNodesMatchEnumeration() {
        QFETCH(int, experts);
        QFETCH(int, topK);
        QFETCH(int, nodes);
        QFETCH(int, groups);
        QFETCH(int, limit);
        // Every choice of groups, then every choice of experts inside them, weighted equally.
        double sum = 0, weight = 0;
        const int pools = groups > 1 ? limit : 1;
        for (int chosen = 0; chosen < (1 << groups); ++chosen) {
            if (__builtin_popcount(static_cast<unsigned>(chosen)) != pools) continue;
            for (int set = 0; set < (1 << experts); ++set) {
                if (__builtin_popcount(static_cast<unsigned>(set)) != topK) continue;
                int hit = 0;
                bool allowed = true;
                for (int e = 0; e < experts && allowed; ++e) {
                    if (!(set >> e & 1)) continue;
                    allowed = chosen >> (e / (experts / groups)) & 1;
                    hit |= 1 << (e / (experts / nodes));
                }
                if (!allowed) continue;
                sum += __builtin_popcount(static_cast<unsigned>(hit));
                weight += 1;
            }
        }
        const double got =
            distinctNodes({double(experts), double(topK), double(nodes), double(groups), double(limit)});
        QVERIFY2(std::abs(got - sum / weight) < 1e-9,
                 qPrintable(QString("%1 against %2").arg(got).arg(sum / weight)));
    }

    void normalKernelsSendOneCopyPerNode() {
        const Catalog catalog = trainingCatalog();
        const Scenario low = scenarioOf(exchangeText(32)),
                       normal = scenarioOf(exchangeText(32) + "cluster.a2a=normal");
        const AllToAll a = allToAll(setupOf(low, catalog), 4096, {}),
                       b = allToAll(setupOf(normal, catalog), 4096, {});
        QVERIFY(b.dispatch.network < a.dispatch.network);
        QVERIFY(b.dispatch.time < a.dispatch.time);
    }

    void theBusiestGpuSetsTheTime() {
        const Catalog catalog = trainingCatalog();
        const Scenario scenario = scenarioOf(exchangeText(32));
        const Setup setup = setupOf(scenario, catalog);
        PlacementReport skewed;
        skewed.gpus.maxOverMean = 2;
        const NetworkReport even = moeNetwork(setup, 128, nullptr), uneven = moeNetwork(setup, 128, &skewed);
        QVERIFY(uneven.dispatchTime > 1.5 * even.dispatchTime);
        QVERIFY(*uneven.busiestLinkUtilisation > *uneven.networkUtilisation * 1.9);
    }

    void oversubscriptionOnlyHurtsAcrossLeaves() {
        const Catalog catalog = trainingCatalog();
        const auto time = [&](int gpus, const QString& cluster) {
            const Scenario scenario = scenarioOf(exchangeText(gpus) + cluster);
            return allToAll(setupOf(scenario, catalog), 128, {}).dispatch.time;
        };
        // A rail-optimised leaf holds one rail of 32 nodes; without rails a leaf holds four nodes.
        QCOMPARE(time(256, "cluster.oversubscription=3").base, time(256, "").base);
        QVERIFY(time(256, "cluster.oversubscription=3 cluster.rail_optimised=false") > 1.5 * time(256, ""));
    }

    void allReduceGrowsWithRanksAndBytes() {
        const Catalog catalog = trainingCatalog();
        const auto time = [&](const QString& tp, double bytes) {
            const Scenario scenario = scenarioOf(exchangeText(1) + "parallel.tp=" + tp);
            return allReduceTime(setupOf(scenario, catalog), {bytes});
        };
        QCOMPARE(time("1", 1e6).base, 0.0);
        QVERIFY(time("2", 1e6) < time("8", 1e6));
        QVERIFY(time("8", 1e6) < time("8", 1e7));
        QVERIFY(time("8", 1e7) < time("16", 1e7));
        // Latency alone for a small message; within the published bandwidth for a large one.
        QVERIFY(close(time("8", 64) / microsecond, 17.4, 0.01));
        QVERIFY(close(2 * 7.0 / 8 * 1e10 / time("8", 1e10).base / 1e9, 374, 0.02));
    }

    // Two- and three-level fat trees and eight independent planes of 64-port switches, exact.
    void fabricCountsAreExact_data() {
        QTest::addColumn<Count>("endpoints");
        QTest::addColumn<Count>("planes");
        QTest::addColumn<Count>("levels");
        QTest::addColumn<Count>("switches");
        QTest::addColumn<Count>("links");
        QTest::newRow("two-level") << Count(2048) << Count(1) << Count(2) << Count(96) << Count(2048);
        QTest::newRow("three-level") << Count(65536) << Count(1) << Count(3) << Count(5120) << Count(131072);
        QTest::newRow("eight planes") << Count(16384) << Count(8) << Count(2) << Count(768) << Count(16384);
        QTest::newRow("one leaf") << Count(64) << Count(1) << Count(1) << Count(1) << Count(0);
        QTest::newRow("nothing") << Count(0) << Count(1) << Count(0) << Count(0) << Count(0);
    }
    void fabricCountsAreExact() {
        QFETCH(Count, endpoints);
        QFETCH(Count, planes);
        QFETCH(Count, levels);
        QFETCH(Count, switches);
        QFETCH(Count, links);
        const FabricCounts counts = fabricCounts({endpoints, 64, planes, 1});
        QCOMPARE(counts.levels, levels);
        QCOMPARE(counts.switches(), switches);
        QCOMPARE(counts.links, links);
    }

    void theReportCountsTheClustersSwitches() {
        const Catalog catalog = trainingCatalog();
        const Scenario scenario = scenarioOf(exchangeText(256) + "parallel.dp=2048");
        const NetworkReport report = moeNetwork(setupOf(scenario, catalog), 128, nullptr);
        QCOMPARE(report.leafSwitches, Count(64));
        QCOMPARE(report.spineSwitches, Count(32));
        QCOMPARE(report.interSwitchLinks, Count(2048));
    }
};

MOE_TEST(NetworkTest)
#include "network_test.moc"
