// SPDX-License-Identifier: GPL-3.0-or-later
// Requests per second within limits: the map agrees with what the simulator says of each layout alone.

#include "models/engine/plan/goodput_map.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <chrono>

using namespace moe;
using namespace moe::test;

namespace {

void oneByOne(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

Scenario server() {
    Scenario scenario = presetScenario("llama-3-70b");
    scenario.train.reset();
    scenario.parallel = {};
    scenario.parallel.tp = 4;
    scenario.cluster.gpus = 8;
    scenario.precision.weights = scenario.precision.compute = DataType::Fp8;
    scenario.serve->prompt = 1000;
    scenario.serve->output = 200;
    scenario.serve->requests = 16;
    scenario.serve->lengthSpread = 0.2;
    scenario.serve->sloTtft = 1;
    scenario.serve->sloTpot = 0.04;
    return scenario;
}

GoodputMap mapOf(const Scenario& scenario, std::size_t layouts = 3, std::size_t rates = 6) {
    const ServingSearch search = valueOf(goodputSearch(scenario, shippedCatalog()));
    return goodputMap(scenario, shippedCatalog(), search, searchedServing(search, shippedCatalog(), oneByOne),
                      layouts, rates, oneByOne);
}

} // namespace

class GoodputMapTest : public QObject {
    Q_OBJECT
private slots:
    void cellsHoldUpToTheHighestRate() {
        const GoodputMap map = mapOf(server());
        QCOMPARE(map.rows.size(), std::size_t(4));
        QVERIFY(map.rates.size() >= 6 && map.rates.size() <= 20);
        QVERIFY(!map.rows.back().point && map.rows.back().problems.empty());
        for (std::size_t i = 1; i + 1 < map.rows.size(); ++i)
            QVERIFY(map.rows[i - 1].highest >= map.rows[i].highest);
        const double step = map.rates.front();
        for (const GoodputRow& row : map.rows) {
            QCOMPARE(row.cells.size(), map.rates.size());
            QVERIFY(0 < row.low && row.low <= row.highest && row.highest <= row.high);
            QVERIFY(row.highest <= row.capacity * 1.001);
            for (std::size_t c = 0; c < map.rates.size(); ++c) {
                // One run at each rate: near the highest one it may scatter.
                if (map.rates[c] < row.highest - step) QVERIFY(row.cells[c].share >= 0.99);
                if (map.rates[c] > row.highest + step) QVERIFY(row.cells[c].share < 0.99);
                QCOMPARE(row.cells[c].saturated, map.rates[c] >= row.capacity);
            }
            QVERIFY(row.bound == ServingBound::Ttft || row.bound == ServingBound::Tpot);
            // The search had the same of it.
            if (row.point) QCOMPARE(row.highest, row.point->numbers.rate);
        }
    }

    /// As `simulate --goodput` has it.
    void theHighestRateIsThatOfTheLayoutAlone() {
        const Scenario scenario = server();
        const GoodputRow own = mapOf(scenario).rows.back();
        const ServedLoad load = valueOf(openLoad(scenario, shippedCatalog()));
        const Goodput found = goodput(load);
        QCOMPARE(own.highest, found.rate);
        QCOMPARE(own.low, goodput(load, load.timeHigh).rate);
        QCOMPARE(own.capacity, requestCapacity(load));
        const TrafficReport run = reportAtRate(load, own.highest, found.requests);
        QVERIFY(*shareWithinLimits(run, *scenario.serve) >= 0.99);
        QCOMPARE(Count(run.ttft.size()), found.requests);
        QCOMPARE(found.requests, judgedRequests(load, own.capacity));
    }

    void whatBindsIsTheLimitThatIsBroken() {
        Scenario scenario = server();
        scenario.serve->sloTtft.reset();
        for (const GoodputRow& row : mapOf(scenario, 2).rows) QVERIFY(row.bound == ServingBound::Tpot);
        scenario = server();
        scenario.serve->sloTpot.reset();
        for (const GoodputRow& row : mapOf(scenario, 2).rows) QVERIFY(row.bound == ServingBound::Ttft);
    }

    void withoutLimitsThereIsNothingToCount() {
        Scenario scenario = server();
        scenario.serve->sloTtft.reset();
        scenario.serve->sloTpot.reset();
        const auto search = goodputSearch(scenario, shippedCatalog());
        QVERIFY(!search && search.error().front().key == "serve.slo_ttft");
        // Limits that nothing keeps: no layout of the search, and the scenario's own at 0.
        scenario.serve->sloTpot = 1e-4;
        const GoodputMap map = mapOf(scenario);
        QCOMPARE(map.rows.size(), std::size_t(1));
        QCOMPARE(map.rows[0].highest, 0.0);
        QVERIFY(!map.rates.empty() && map.rows[0].cells[0].share < 0.99);
    }

    /// While a slider moves: on one core, in a build without optimisation more.
    void aMapIsAPreview() {
        const auto begin = std::chrono::steady_clock::now();
        mapOf(server(), 8, 14);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        qInfo("%.2f s", seconds);
        QVERIFY2(seconds < 20, qPrintable(QString::number(seconds)));
    }
};
MOE_TEST(GoodputMapTest)
#include "goodput_map_test.moc"
