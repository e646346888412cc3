// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/expert_routing.h"

#include "models/engine/cost/network.h"
#include "models/engine/evaluate.h"
#include "models/engine/placement/placement.h"
#include "models/engine/placement/placement_random.h"
#include "models/engine/placement/placement_study.h"
#include "models/engine/placement/placement_swap.h"
#include "models/engine/placement/placement_traffic.h"
#include "models/engine/routing/expert_load.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"
#include "tests/support/sums.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace moe;
using Algorithm = PlacementAlgorithm;

using moe::test::compare;
using moe::test::sum;

namespace {

ExpertRouting zipf(Count experts, Count topK, double skew, Count seed, Count groups = 1, Count limit = 0) {
    return drawnRouting(popularity(Distribution::Zipf, skew, experts, seed), topK, groups, limit);
}

PlacementReport placed(Algorithm algorithm, const ExpertRouting& routing, PlacementShape shape,
                       double tokens) {
    shape.tokens = tokens;
    PlacementReport report = placementReport(algorithm, routing.load(tokens), shape, &routing);
    addTraffic(report, routing, shape.gpusPerRank, 1);
    return report;
}

/// Experts 0 and 4, 1 and 5, … are always used together: in order on two nodes every token crosses.
ExpertLoads pairedLoads() {
    ExpertLoads loads;
    loads.source = "pairs.csv";
    loads.layers = {3, 4};
    for (int layer = 0; layer < 2; ++layer) {
        loads.tokens.push_back({100, 100, 100, 100, 100, 100, 100, 100});
        std::vector<double>& pairs = loads.together.emplace_back(64, 0.0);
        for (std::size_t i = 0; i < 4; ++i) pairs[i * 8 + i + 4] = pairs[(i + 4) * 8 + i] = 100;
    }
    loads.tokens[1] = {400, 100, 50, 50, 50, 50, 50, 50};
    return loads;
}

Scenario tableScenario() {
    Scenario scenario = moe::test::scenarioOf(QString(
        "model.layers=4 model.hidden=1024 model.heads=8 model.vocab=32000 model.sequence=2048 moe.experts=8 "
        "moe.top_k=2 moe.expert_ffn=2048 gpu.preset=h100-sxm parallel.ep=8 parallel.dp=8 "
        "cluster.gpus_per_node=4 cluster.a2a=normal serve.requests=512 serve.prompt=128 serve.output=32"));
    scenario.routing.distribution = Distribution::Table;
    return scenario;
}

Catalog withLoads(ExpertLoads loads) {
    Catalog catalog = moe::test::trainingCatalog();
    catalog.expertLoads = std::make_shared<const ExpertLoads>(std::move(loads));
    return catalog;
}

} // namespace

class ExpertRoutingTest : public QObject {
    Q_OBJECT
private slots:
    void uniformPairsAreExact() {
        // Without replacement: k(k − 1)/(E(E − 1)) for every pair; with M of G groups open, the
        // hypergeometric.
        const std::vector<double> plain = coActivation(zipf(16, 4, 0, 1));
        for (std::size_t i = 1; i < 16; ++i) compare(plain[i], 4 * 3 / (16.0 * 15), 1e-9);
        const std::vector<double> limited = coActivation(zipf(16, 4, 0, 1, 4, 2));
        compare(limited[1], 0.5 * 4 * 3 / (8.0 * 7), 1e-9);             // same group
        compare(limited[5], (2.0 / (4 * 3)) * 4 * 3 / (8.0 * 7), 1e-9); // both groups among the two
    }
    void pairsKeepTheLoads_data() {
        QTest::addColumn<double>("skew");
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("limit");
        QTest::newRow("uniform") << 0.0 << 1 << 0;
        QTest::newRow("zipf") << 0.7 << 1 << 0;
        QTest::newRow("steep") << 1.2 << 1 << 0;
        QTest::newRow("groups") << 0.7 << 8 << 4;
        QTest::newRow("one group") << 0.3 << 8 << 1;
    }
    void pairsKeepTheLoads() {
        QFETCH(double, skew);
        QFETCH(int, groups);
        QFETCH(int, limit);
        const ExpertRouting routing = zipf(64, 6, skew, 3, groups, limit);
        const std::vector<double> pairs = coActivation(routing);
        for (std::size_t a = 0; a < 64; ++a) {
            double row = 0;
            for (std::size_t b = 0; b < 64; ++b) {
                row += pairs[a * 64 + b];
                QCOMPARE(pairs[a * 64 + b], pairs[b * 64 + a]);
            }
            QCOMPARE(pairs[a * 65], 0.0);
            // A limit of one group cannot keep the loads of a group whose experts are unequal exactly.
            compare(row, 5 * routing.inclusion[a], (limit == 1 ? 0.05 : 1e-6) * row);
        }
    }
    void sampledTokensFollowTheRouting() {
        const ExpertRouting routing = zipf(32, 4, 0.8, 5, 4, 2);
        const std::vector<std::uint32_t> used = routedTokens(routing, 20000, 9);
        QCOMPARE(used.size(), std::size_t(80000));
        for (std::size_t token = 0; token < 20000; ++token) {
            std::set<std::uint32_t> experts, groups;
            for (std::size_t i = 4 * token; i < 4 * token + 4; ++i) {
                experts.insert(used[i]);
                groups.insert(used[i] / 8);
            }
            QCOMPARE(experts.size(), std::size_t(4));
            QVERIFY(groups.size() <= 2);
        }
        QVERIFY(used == routedTokens(routing, 20000, 9));
        QVERIFY(used != routedTokens(routing, 20000, 10));
        // Without groups the sample's shares are the inclusion probabilities.
        const ExpertRouting open = zipf(32, 4, 0.8, 5);
        std::vector<double> share(32, 0.0);
        for (const std::uint32_t expert : routedTokens(open, 20000, 2)) share[expert] += 1.0 / 20000;
        for (std::size_t i = 0; i < 32; ++i) compare(share[i], open.inclusion[i], 0.015);
    }
    void solvedPopularityReproducesLoads() {
        const ExpertRouting drawn = zipf(64, 6, 0.7, 1);
        const ExpertRouting counted = countedRouting(drawn.load(1000), {}, 6);
        const std::vector<double> back = inclusionProbability(counted.popularity, 6);
        for (std::size_t i = 0; i < 64; ++i) {
            compare(counted.inclusion[i], drawn.inclusion[i], 1e-9);
            compare(back[i] / drawn.inclusion[i], 1, 0.05);
        }
    }
    void measuredPairsAreFollowed() {
        const ExpertLoads loads = pairedLoads();
        const ExpertRouting routing = countedRouting(loads.tokens[0], loads.together[0], 2);
        compare(sum(routing.inclusion), 2, 1e-12);
        const std::vector<std::uint32_t> used = routedTokens(routing, 500, 1);
        for (std::size_t i = 0; i < used.size(); i += 2) QCOMPARE(used[i] % 4, used[i + 1] % 4);
    }

    void nodesPerTokenMatchTheClosedForm_data() {
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("limit");
        QTest::newRow("no limit") << 1 << 0;
        QTest::newRow("four of eight groups") << 8 << 4;
    }
    void nodesPerTokenMatchTheClosedForm() {
        QFETCH(int, groups);
        QFETCH(int, limit);
        const ExpertRouting routing = zipf(256, 8, 0, 1, groups, limit);
        const PlacementReport inOrder = placed(Algorithm::Contiguous, routing, {256, 64, 1, 8, groups}, 4096);
        const double exact = distinctNodes({256, 8, 8, double(groups), double(limit)});
        compare(*inOrder.nodesPerToken, exact, 1e-9);
        compare(sum(inOrder.nodeReach), exact, 1e-9);
        // The sample agrees where both apply: without groups the order does not matter.
        const PlacementReport dealt = placed(Algorithm::Random, routing, {256, 64, 1, 8, groups}, 4096);
        if (limit == 0)
            compare(*dealt.nodesPerToken, distinctNodes({256, 8, 8, 1, 0}), 1e-9);
        else // scattered groups lose what the limit saves
            compare(*dealt.nodesPerToken, distinctNodes({256, 8, 8, 1, 0}), 0.1);
        QVERIFY(*dealt.nodesPerToken >= dealt.nodesPerTokenBound);
    }
    void popularNeighboursReachFewerNodes() {
        std::vector<double> shares(256, 1.0);
        for (std::size_t i = 0; i < 16; ++i) shares[i] = 100; // all on the first node when placed in order
        for (double& share : shares) share /= 16 * 100 + 240;
        const ExpertRouting routing = drawnRouting(shares, 8);
        const PlacementShape shape{256, 64, 1, 8, 1};
        const double inOrder = *placed(Algorithm::Contiguous, routing, shape, 4096).nodesPerToken;
        const double dealt = *placed(Algorithm::Random, routing, shape, 4096).nodesPerToken;
        QVERIFY2(inOrder < 0.6 * dealt, qPrintable(QString("%1 %2").arg(inOrder).arg(dealt)));
        const PlacementReport one = placed(Algorithm::Contiguous, zipf(64, 4, 0.7, 1), {64, 8, 1, 8, 1}, 512);
        QCOMPARE(*one.nodesPerToken, 1.0);
        QCOMPARE(*one.separatedPairs, 0.0);
    }

    void swapsBringPairsTogether() {
        const ExpertLoads loads = pairedLoads();
        const ExpertRouting routing = countedRouting(loads.tokens[0], loads.together[0], 2);
        const PlacementShape shape{8, 8, 1, 4, 1};
        const PlacementReport before = placed(Algorithm::Eplb, routing, shape, 400);
        const PlacementReport after = placed(Algorithm::EplbSwap, routing, shape, 400);
        QCOMPARE(*before.separatedPairs, 1.0);
        QCOMPARE(*after.separatedPairs, 0.0);
        QCOMPARE(*before.nodesPerToken, 2.0);
        QCOMPARE(*after.nodesPerToken, 1.0);
        QCOMPARE(after.gpus.maxOverMean, before.gpus.maxOverMean);
    }
    void swapsNeverRaiseCrossingsOrWorsenBalance_data() {
        QTest::addColumn<double>("skew");
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("expertSlots");
        QTest::newRow("uniform") << 0.0 << 1 << 0 << 64;
        QTest::newRow("zipf") << 0.7 << 1 << 0 << 64;
        QTest::newRow("zipf with replicas") << 1.0 << 1 << 0 << 96;
        QTest::newRow("groups") << 0.3 << 8 << 3 << 64;
        QTest::newRow("groups with replicas") << 0.7 << 8 << 2 << 80;
    }
    void swapsNeverRaiseCrossingsOrWorsenBalance() {
        QFETCH(double, skew);
        QFETCH(int, groups);
        QFETCH(int, limit);
        QFETCH(int, expertSlots);
        double gained = 0;
        for (Count seed = 1; seed <= 8; ++seed) {
            const ExpertRouting routing = zipf(64, 6, skew, seed, groups, limit);
            // 3 nodes of 8 GPUs would not divide the groups: EPLB is global and scatters them.
            const PlacementShape shape{expertSlots, 16, 1, 4, 1};
            const PlacementReport before = placed(Algorithm::Eplb, routing, shape, 4096);
            const PlacementReport after = placed(Algorithm::EplbSwap, routing, shape, 4096);
            QVERIFY(*after.separatedPairs <= *before.separatedPairs + 1e-12);
            QVERIFY(after.gpus.maxOverMean <= before.gpus.maxOverMean + 1e-9);
            QVERIFY(after.nodes.maxOverMean <= before.nodes.maxOverMean + 1e-9);
            std::vector<Count> a = before.slotExperts, b = after.slotExperts;
            std::sort(a.begin(), a.end());
            std::sort(b.begin(), b.end());
            QCOMPARE(a, b);
            gained += *before.separatedPairs - *after.separatedPairs;
            if (skew == 0) QCOMPARE(before.slotExperts, after.slotExperts);
        }
        if (groups > 1) QVERIFY(gained / 8 > 0.02);
    }

    void randomBandHoldsTheSeeds() {
        const ExpertRouting routing = zipf(256, 8, 0.7, 1);
        PlacementShape shape{256, 32, 1, 8, 1};
        const std::vector<double> load = routing.load(4096);
        const RandomBand band = randomBand(load, shape, 1);
        QVERIFY(band.low <= band.median && band.median <= band.high);
        int inside = 0;
        for (Count seed = 1; seed <= kRandomDraws; ++seed) {
            shape.seed = seed;
            const double most = placementReport(Algorithm::Random, load, shape).gpus.maxOverMean;
            QVERIFY(most >= placementLowerBound(load, 256, 32) - 1e-9);
            inside += most >= band.low - 1e-9 && most <= band.high + 1e-9;
        }
        QVERIFY2(inside >= 57 && inside < 64, qPrintable(QString::number(inside))); // 90 % of 64 and a little
        QVERIFY(placementReport(Algorithm::Lpt, load, shape).gpus.maxOverMean < band.low);
    }

    void fewestActivatedBalancesActivatedExperts() {
        // 256 tokens in all: hot experts always get one, cold ones seldom do.
        const ExpertRouting routing = zipf(256, 8, 1, 2);
        PlacementShape shape{256, 32, 1, 8, 1};
        const PlacementReport byTokens = placed(Algorithm::Lpt, routing, shape, 256),
                              byActivation = placed(Algorithm::FewestActivated, routing, shape, 256);
        QVERIFY2(byActivation.activated.maxOverMean < byTokens.activated.maxOverMean - 0.02,
                 qPrintable(QString("%1 %2")
                                .arg(byActivation.activated.maxOverMean)
                                .arg(byTokens.activated.maxOverMean)));
        QVERIFY(byTokens.gpus.maxOverMean <= byActivation.gpus.maxOverMean);
        QVERIFY(std::abs(byActivation.activated.mean - byTokens.activated.mean) < 1e-9);
    }
    void activationByHand() {
        compare(activation(1, 2), 0.75, 1e-12); // each of two tokens with one half
        compare(activation(2, 2), 1, 0);
        compare(activation(1, 0), 1 - std::exp(-1), 1e-12);
        QCOMPARE(activation(0, 5), 0.0);
    }

    void tableFeedsTheScenario() {
        const Catalog catalog = withLoads(pairedLoads());
        Scenario scenario = tableScenario();
        QVERIFY2(validate(scenario, catalog).empty(), toString(validate(scenario, catalog)).c_str());
        const Report report = evaluate(scenario, catalog, Detail::Numbers);
        QCOMPARE(report.placement->layers.size(), std::size_t(2));
        QCOMPARE(report.placement->layers[1].layer, Count(4));
        compare(report.placement->layers[0].gpus.maxOverMean, 1, 1e-12);
        compare(report.placement->layers[1].gpus.maxOverMean, 4, 1e-12);
        compare(report.placement->gpus.maxOverMean, 2.5, 1e-12);
        compare(sum(report.placement->expertLoad), 512 * 2, 1e-9); // scaled to this scenario's tokens
        compare(*report.placement->nodesPerToken, 2, 0.25);
        QVERIFY(!report.placement->auxLoss);
        scenario.routing.placement = Algorithm::EplbSwap;
        const Report swapped = evaluate(scenario, catalog, Detail::Numbers);
        compare(*swapped.placement->layers[0].nodesPerToken, 1, 1e-12);
        QVERIFY(swapped.serve->network->dispatchTime < report.serve->network->dispatchTime);
        QVERIFY(*swapped.serve->tpot < *report.serve->tpot);
    }
    void missingTableIsAProblemWithACure() {
        const Scenario scenario = tableScenario();
        Problems problems = validate(scenario, moe::test::trainingCatalog());
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].key, std::string("routing.distribution"));
        QVERIFY(toString(problems[0].rule).find("--data FILE.csv") != std::string::npos);
        ExpertLoads wrong = pairedLoads();
        for (auto& row : wrong.tokens) row.resize(6);
        wrong.together.clear();
        problems = validate(scenario, withLoads(wrong));
        QCOMPARE(problems.size(), std::size_t(1));
        QVERIFY(toString(problems[0].rule).find("pairs.csv has 6") != std::string::npos);
    }

    void studyComparesTwoPlacements() {
        const Catalog catalog = withLoads(pairedLoads());
        const Scenario scenario = tableScenario();
        const auto study = placementStudy(scenario, catalog, {1, Algorithm::EplbSwap, false});
        QVERIFY(study && study->other);
        QCOMPARE(study->layers, Count(2));
        QCOMPARE(study->number, Count(4));
        QCOMPARE(study->byChance,
                 uniformMaxOverMean(double(scenario.parallel.ep), study->here.placement.gpus.mean));
        const auto first = placementStudy(scenario, catalog, {0, Algorithm::EplbSwap, false});
        QVERIFY(first->other->exchange() < first->here.exchange());
        QCOMPARE(first->other->experts.base, first->here.experts.base);
        QVERIFY(!placementStudy(scenario, moe::test::trainingCatalog(), {}));
    }
    void studyAgreesWithTheReport_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<int>("kernel");
        for (const char* preset : {"reference", "deepseek-v3", "mixtral-8x7b", "qwen3-235b-a22b"})
            for (const int kernel : {0, 1}) QTest::addRow("%s %d", preset, kernel) << preset << kernel;
    }
    void studyAgreesWithTheReport() {
        QFETCH(QString, preset);
        QFETCH(int, kernel);
        Scenario scenario = moe::test::presetScenario(preset.toStdString());
        scenario.routing = {Distribution::Zipf, 0.7, 1, Algorithm::Contiguous, {}};
        scenario.cluster.a2a = A2aKernel(kernel);
        const Catalog& catalog = moe::test::shippedCatalog();
        const Report report = evaluate(scenario, catalog, Detail::Numbers);
        const auto study = placementStudy(scenario, catalog, {0, Algorithm::Eplb, true});
        QCOMPARE(study->here.dispatch.base, report.network->dispatchTime.base);
        QCOMPARE(study->here.combine.base, report.network->combineTime.base);
        QCOMPARE(study->here.placement.slotExperts, report.placement->slotExperts);
        QVERIFY(study->other->placement.gpus.maxOverMean <= study->here.placement.gpus.maxOverMean + 1e-9);
        QVERIFY(study->layers > 1);
        if (preset == "reference") {
            QCOMPARE(study->groups, Count(58));
            QCOMPARE(study->hereGroups.size(), std::size_t(58));
            QCOMPARE(study->blocks.nodes, Count(32));
            QCOMPARE(study->blocks.leaves, Count(8));
            QVERIFY(study->hereGroups[1].expertLoad != study->hereGroups[0].expertLoad);
        }
    }
};

MOE_TEST(ExpertRoutingTest)
#include "expert_routing_test.moc"
