// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/placement.h"

#include "models/engine/routing/expert_load.h"
#include "models/engine/shape/setup.h"
#include "tests/support/registry.h"
#include "tests/support/sums.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using Algorithm = PlacementAlgorithm;

using moe::test::sum;

namespace {

const std::vector<std::pair<const char*, Algorithm>> kAlgorithms = {
    {"contiguous", Algorithm::Contiguous},
    {"round-robin", Algorithm::RoundRobin},
    {"lpt", Algorithm::Lpt},
    {"eplb", Algorithm::Eplb},
    {"eplb-swap", Algorithm::EplbSwap},
    {"random", Algorithm::Random},
    {"fewest-activated", Algorithm::FewestActivated}};

Setup setupFor(const Scenario& scenario) {
    Setup setup;
    setup.scenario = &scenario;
    setup.isMoe = true;
    setup.E = double(scenario.moe->experts);
    setup.k = double(scenario.moe->topK);
    setup.ep = double(scenario.parallel.ep);
    setup.etp = double(expertTp(scenario));
    setup.expertSlots = double(scenario.routing.replicas.value_or(scenario.moe->experts));
    setup.domain = 8;
    return setup;
}

Scenario scenarioFor(Count experts, Count topK, Count ep) {
    Scenario scenario;
    scenario.moe = MoeSpec{};
    scenario.moe->experts = experts;
    scenario.moe->topK = topK;
    scenario.parallel.ep = ep;
    return scenario;
}

} // namespace

class PlacementTest : public QObject {
    Q_OBJECT
private slots:
    void eplbGoldenCase() {
        // The example of github.com/deepseek-ai/EPLB, README: 16 replicas, 4 groups, 2 nodes, 8 GPUs.
        const std::vector<double> first{90, 132, 40, 61, 104, 165, 39, 4, 73, 56, 183, 86};
        const std::vector<double> second{20, 107, 104, 64, 19, 197, 187, 157, 172, 86, 16, 27};
        QVERIFY((eplbSlots(first, 16, 4, 2, 8) ==
                 std::vector<Count>{5, 6, 5, 7, 8, 4, 3, 4, 10, 9, 10, 2, 0, 1, 11, 1}));
        QVERIFY((eplbSlots(second, 16, 4, 2, 8) ==
                 std::vector<Count>{7, 10, 6, 8, 6, 11, 8, 9, 2, 4, 5, 1, 5, 0, 3, 1}));
    }
    void eplbIsGlobalWhenGroupsDoNotDivide() {
        const std::vector<double> load{90, 132, 40, 61, 104, 165, 39, 4, 73, 56, 183, 86};
        QVERIFY(eplbSlots(load, 16, 3, 2, 8) == eplbSlots(load, 16, 1, 1, 8));
    }

    void contiguousAndRoundRobin() {
        const PlacementShape shape{8, 4, 1, 8, 1};
        const std::vector<double> load(6, 1.0);
        QVERIFY(
            (placedSlots(Algorithm::Contiguous, load, shape) == std::vector<Count>{0, 1, 2, 3, 4, 5, 0, 1}));
        QVERIFY(
            (placedSlots(Algorithm::RoundRobin, load, shape) == std::vector<Count>{0, 4, 1, 5, 2, 0, 3, 1}));
    }
    void longestFirstByHand() {
        // 7 6 5 4 3 2 on two ranks of three slots: 7+4+3 and 6+5+2.
        const auto placed = placedSlots(Algorithm::Lpt, {2, 7, 3, 6, 4, 5}, {6, 2, 1, 8, 1});
        QVERIFY((placed == std::vector<Count>{1, 4, 2, 3, 5, 0}));
    }

    void everyPlacementKeepsTheLaws_data() {
        QTest::addColumn<int>("algorithm");
        QTest::addColumn<int>("replicas");
        for (const auto& [name, algorithm] : kAlgorithms)
            for (const int replicas : {64, 96})
                QTest::addRow("%s, %d slots", name, replicas) << int(algorithm) << replicas;
    }
    void everyPlacementKeepsTheLaws() {
        QFETCH(int, algorithm);
        QFETCH(int, replicas);
        for (int seed = 1; seed <= 10; ++seed) {
            Scenario scenario = scenarioFor(64, 6, 16);
            scenario.routing.distribution = Distribution::Zipf;
            scenario.routing.skew = 1;
            scenario.routing.seed = seed;
            scenario.routing.replicas = replicas;
            scenario.routing.placement = Algorithm(algorithm);
            scenario.moe->groups = 8;
            const PlacementReport report = expertPlacement(setupFor(scenario), 512);
            QCOMPARE(report.slotExperts.size(), std::size_t(replicas));
            QCOMPARE(report.slotsPerGpu, Count(replicas / 16));
            for (Count expert = 0; expert < 64; ++expert)
                QVERIFY(std::count(report.slotExperts.begin(), report.slotExperts.end(), expert) >= 1);
            // Every token of 16 GPUs arrives at six experts; no load is lost between experts and GPUs.
            QVERIFY(std::abs(sum(report.expertLoad) - 16 * 512 * 6) < 1e-6);
            QVERIFY(std::abs(sum(report.gpuLoad) - 16 * 512 * 6) < 1e-6);
            QVERIFY(report.lowerBound >= 1);
            QVERIFY(report.gpus.maxOverMean >= report.lowerBound - 1e-9);
            QVERIFY(report.nodes.maxOverMean <= report.gpus.maxOverMean + 1e-9);
            QVERIFY(*report.auxLoss > 1);
        }
    }
    void balancingBeatsOrder() {
        Scenario scenario = scenarioFor(256, 8, 32);
        scenario.routing.distribution = Distribution::Zipf;
        scenario.routing.skew = 0.7;
        const auto busiest = [&](Algorithm algorithm, Count replicas) {
            scenario.routing.placement = algorithm;
            scenario.routing.replicas = replicas;
            return expertPlacement(setupFor(scenario), 128).gpus.maxOverMean;
        };
        const double inOrder = busiest(Algorithm::Contiguous, 256);
        const double longestFirst = busiest(Algorithm::Lpt, 256);
        const double replicated = busiest(Algorithm::Eplb, 288);
        qInfo("busiest GPU over mean: contiguous %.3f, LPT %.3f, EPLB with 32 replicas %.3f", inOrder,
              longestFirst, replicated);
        QVERIFY(longestFirst < inOrder);
        QVERIFY(replicated < longestFirst);
    }
    void oneExpertPerGpuCannotBeRearranged() {
        Scenario scenario = scenarioFor(64, 4, 64);
        scenario.routing.distribution = Distribution::Zipf;
        scenario.routing.skew = 0.7;
        for (const auto& [name, algorithm] : kAlgorithms) {
            scenario.routing.placement = algorithm;
            const PlacementReport report = expertPlacement(setupFor(scenario), 512);
            QVERIFY(std::abs(report.gpus.maxOverMean - report.lowerBound) < 1e-9);
            QVERIFY(std::abs(report.gpus.maxOverMean - report.experts.maxOverMean) < 1e-9);
        }
        scenario.routing.replicas = 128;
        QVERIFY(expertPlacement(setupFor(scenario), 512).gpus.maxOverMean <
                expertPlacement(setupFor(scenario), 512).experts.maxOverMean);
    }
    void lowerBoundByHand() {
        QCOMPARE(placementLowerBound({6, 1, 1, 0}, 4, 2),
                 1.5); // the heaviest expert alone is over the mean of 4
        QCOMPARE(placementLowerBound({6, 1, 1, 0}, 6, 2), 1.0); // three replicas of 2
        QCOMPARE(placementLowerBound({0, 0}, 2, 2), 1.0);
    }
    void uniformRoutingIsBalanced() {
        // The reference experiment: 256 experts, one per GPU.
        const PlacementReport report = expertPlacement(setupFor(scenarioFor(256, 8, 256)), 64);
        QVERIFY(report.experts.cv < 1e-9);
        QVERIFY(std::abs(report.gpus.mean - 512) < 1e-9);
        QCOMPARE(report.lowerBound, 1.0);
        QVERIFY(std::abs(*report.auxLoss - 1) < 1e-9);
        QCOMPARE(report.gpusPerNode, Count{8});
    }
    void expertTensorParallelRanksShareTheirTokens() {
        Scenario scenario = scenarioFor(8, 2, 4);
        scenario.parallel.etp = 2;
        scenario.routing.distribution = Distribution::Zipf;
        scenario.routing.skew = 1;
        const PlacementReport report = expertPlacement(setupFor(scenario), 100);
        QCOMPARE(report.gpuLoad.size(), std::size_t{8});
        QCOMPARE(report.slotExperts.size(), std::size_t{8});
        for (std::size_t gpu = 0; gpu < 8; gpu += 2) QCOMPARE(report.gpuLoad[gpu], report.gpuLoad[gpu + 1]);
        // R_e = T·k·ETP rows on a balanced GPU (step-time model, section 4).
        QVERIFY(std::abs(report.gpus.mean - 100 * 2 * 2) < 1e-9);
    }
    void lastNodeMayBePartlyFilled() {
        const PlacementReport report =
            placementReport(Algorithm::Eplb, std::vector<double>(12, 1.0), {12, 12, 1, 8, 4});
        QVERIFY(std::abs(report.nodes.maxOverMean - 8.0 / 6) < 1e-12);
        QVERIFY(!report.auxLoss);
    }
    void unknownLoadsAreSaidNotGuessed() {
        Scenario scenario = scenarioFor(8, 2, 4);
        scenario.routing.distribution = Distribution::Table;
        const Setup setup = setupFor(scenario);
        const PlacementReport report = expertPlacement(setup, 100);
        QVERIFY(report.expertLoad.empty());
        QVERIFY(std::isnan(report.gpus.maxOverMean));
        std::vector<Warning> warnings;
        placementWarnings(setup, report, warnings);
        QCOMPARE(warnings.size(), std::size_t{1});
    }
    /// A million slots would be exchanged for hours.
    void tooManySlotsAreNotSwapped() {
        Scenario scenario = scenarioFor(16, 2, 16);
        scenario.routing.placement = Algorithm::EplbSwap;
        scenario.routing.replicas = 1 << 18;
        const PlacementReport report = expertPlacement(setupFor(scenario), 100, PlacementExtras::All);
        std::vector<Warning> warnings;
        placementWarnings(setupFor(scenario), report, warnings);
        QCOMPARE(warnings.size(), std::size_t{1});
        QVERIFY2(toString(warnings[0].text).starts_with("So many expert slots"),
                 toString(warnings[0].text).c_str());
    }

    void swapsOnOneNodeAreNotPretended() {
        Scenario scenario = scenarioFor(8, 2, 4);
        scenario.routing.placement = Algorithm::EplbSwap;
        const PlacementReport report = expertPlacement(setupFor(scenario), 100, PlacementExtras::All);
        scenario.routing.placement = Algorithm::Eplb;
        QCOMPARE(report.slotExperts, expertPlacement(setupFor(scenario), 100).slotExperts);
        scenario.routing.placement = Algorithm::EplbSwap;
        std::vector<Warning> warnings;
        placementWarnings(setupFor(scenario), report, warnings);
        QCOMPARE(warnings.size(), std::size_t{1});
        QCOMPARE(warnings[0].id, std::string("placement-no-swap"));
    }
};

MOE_TEST(PlacementTest)
#include "placement_test.moc"
