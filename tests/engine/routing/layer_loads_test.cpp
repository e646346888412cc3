// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/routing/layer_loads.h"
#include "models/engine/scenario/layout_text.h"

#include "models/engine/placement/placement.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

PlacementShape group(Count held, Count ranks) {
    PlacementShape shape;
    shape.expertSlots = held;
    shape.ranks = ranks;
    return shape;
}

RoutingSpec zipf(double skew) {
    RoutingSpec routing;
    routing.distribution = Distribution::Zipf;
    routing.skew = skew;
    return routing;
}

} // namespace

class LayerLoadsTest : public QObject {
    Q_OBJECT

private slots:
    void alikeExpertsHaveNoLoads() {
        QVERIFY(layerLoads({}, 64, 4, 8, nullptr).empty());
        QVERIFY(layerLoads(zipf(0), 64, 4, 8, nullptr).empty());
        RoutingSpec table;
        table.distribution = Distribution::Table;
        QVERIFY(layerLoads(table, 64, 4, 8, nullptr).empty());
        QCOMPARE(routedImbalance({}, PlacementAlgorithm::Contiguous, group(64, 8)), 1.0);
    }

    // DeepSeek-R1's measured ranks: 2.564 (placement model: 2.65 ± 0.25 over 64 seeded shuffles of Zipf 0.7,
    // 256 experts, top 8, 8 experts per rank).
    void zipfGivesTheKnownImbalance() {
        const LayerLoads loads = layerLoads(zipf(0.7), 256, 8, 64, nullptr);
        QCOMPARE(loads.size(), std::size_t(64));
        const double balance = routedImbalance(loads, PlacementAlgorithm::Contiguous, group(256, 32));
        QVERIFY2(std::abs(balance - 2.65) < 0.25, qPrintable(QString::number(balance)));
        const double packed = routedImbalance(loads, PlacementAlgorithm::Lpt, group(256, 32));
        QVERIFY2(packed < 0.8 * balance, qPrintable(QString::number(packed)));
        QCOMPARE(routedImbalance(loads, PlacementAlgorithm::Contiguous, group(256, 1)), 1.0);
    }

    // The busiest GPU of the Placement tab, layer by layer.
    void agreesWithThePlacement() {
        for (const PlacementAlgorithm algorithm :
             {PlacementAlgorithm::Contiguous, PlacementAlgorithm::RoundRobin, PlacementAlgorithm::Random,
              PlacementAlgorithm::Lpt, PlacementAlgorithm::Eplb}) {
            Case c{presetScenario("deepseek-v3")};
            c.scenario.routing = zipf(0.7);
            c.scenario.routing.placement = algorithm;
            const Setup setup = c.setup();
            QVERIFY(setup.layerLoads);
            QCOMPARE(setup.layerLoads->size(), std::size_t(setup.moeLayers));
            const LayerLoads second{(*setup.layerLoads)[1]};
            const PlacementReport placed =
                layerPlacement(setup, tokensPerGpu(setup), 1, algorithm, PlacementExtras::None);
            const double mine = routedImbalance(second, algorithm, placementGroup(setup));
            QVERIFY2(std::abs(mine / placed.gpus.maxOverMean - 1) < 1e-9,
                     qPrintable(QString::number(mine) + " " + QString::number(placed.gpus.maxOverMean)));
        }
    }

    void aTableOfLoadsIsTakenAsItIs() {
        ExpertLoads measured;
        measured.layers = {3, 4};
        measured.tokens = {{30, 10, 10, 10}, {10, 10, 10, 10}};
        RoutingSpec table;
        table.distribution = Distribution::Table;
        const LayerLoads loads = layerLoads(table, 4, 1, 2, &measured);
        // Ranks of two experts: 40 and 20, then 20 and 20.
        QVERIFY(std::abs(routedImbalance(loads, PlacementAlgorithm::Contiguous, group(4, 2)) -
                         (4.0 / 3 + 1) / 2) < 1e-12);
        // Room for the mean: 15 of 60 are too many, then none.
        QCOMPARE(droppedShare(loads, 1), 0.125);
        QVERIFY(layerLoads(table, 8, 1, 2, &measured).empty()); // of another model
    }

    void aCapacityDropsWhatFindsNoRoom() {
        QCOMPARE(droppedShare({}, 0.01), 0.99);
        QCOMPARE(droppedShare({}, 1), 0.0);
        QCOMPARE(droppedShare({{3, 1}}, 1), 0.25);
        QCOMPARE(droppedShare({{3, 1}}, 1.5), 0.0);
    }

    void oneStepOfATableIsItsOwn() {
        const ExpertLoads measured =
            valueOf(readExpertLoads("step,layer,expert,tokens\n"
                                    "7,0,0,10\n7,0,1,30\n9,0,0,5\n9,0,1,5\n9,3,0,1\n9,3,1,3\n",
                                    "loads.csv"));
        QVERIFY((measured.steps == std::vector<std::int64_t>{7, 9}));
        QVERIFY((measured.layers == std::vector<int>{0, 3}));
        RoutingSpec table;
        table.distribution = Distribution::Table;
        QVERIFY((layerLoads(table, 2, 1, 2, &measured) == LayerLoads{{15, 35}, {1, 3}})); // all added up
        table.step = 7;
        QVERIFY((layerLoads(table, 2, 1, 2, &measured) == LayerLoads{{10, 30}, {0, 0}}));
        table.step = 9;
        QVERIFY((layerLoads(table, 2, 1, 2, &measured) == LayerLoads{{5, 5}, {1, 3}}));
    }

    void whatIsMovedByHandChangesTheBalance() {
        // Two ranks of two experts: 4 + 3 against 2 + 1, mean 5; exchanging 3 and 2 leaves 6 against 4.
        const LayerLoads loads{{4, 3, 2, 1}, {4, 3, 2, 1}};
        PlacementShape shape{.expertSlots = 4, .ranks = 2};
        QCOMPARE(routedImbalance(loads, PlacementAlgorithm::Contiguous, shape), 7.0 / 5.0);
        shape.swaps = {{2, 1, 2}}; // in the second layer alone
        QCOMPARE(routedImbalance(loads, PlacementAlgorithm::Contiguous, shape), (7.0 / 5.0 + 6.0 / 5.0) / 2);
        shape.swaps = {{0, 1, 2}};
        QCOMPARE(routedImbalance(loads, PlacementAlgorithm::Contiguous, shape), 6.0 / 5.0);
    }

    void pairsOfSlotsAreReadAndWritten() {
        std::vector<SlotSwap> swaps;
        QVERIFY(parseList("3-17, 2:5-40,0-1", swaps));
        QVERIFY((swaps == std::vector<SlotSwap>{{0, 3, 17}, {2, 5, 40}, {0, 0, 1}}));
        QCOMPARE(listText(swaps), std::string("3-17, 2:5-40, 0-1"));
        QVERIFY(parseList("", swaps) && swaps.empty());
        for (const char* wrong : {"3", "3-", "-3", "3-4-5", "0:1-2", "3-17,", "a-b", "1e3-2", "3:-1-2",
                                  "99999999999999999999-1", "3 -4", ","})
            QVERIFY2(!parseList(wrong, swaps), wrong);
    }
};

MOE_TEST(LayerLoadsTest)
#include "layer_loads_test.moc"
