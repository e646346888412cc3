// SPDX-License-Identifier: GPL-3.0-or-later
// A search of servers by what a day of their fleet comes to: conditions and objectives of `day.*`.
#include "models/engine/plan/serving_search.h"
#include "tests/engine/day/day_case.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

void here(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

ServingFound found(const QString& more, const std::vector<const char*>& conditions, const char* least) {
    std::vector<ServingCondition> where;
    for (const char* text : conditions) where.push_back(valueOf(parseServingCondition(text)));
    ServingSearch search = valueOf(servingSearch(fleet("serve.num_requests=400 day.requests=2000 "
                                                       "day.replica_rate=3 " +
                                                       more),
                                                 measuredCatalog(), 4, 8, std::move(where),
                                                 {valueOf(parseServingObjective(least, false))}));
    search.batches.resize(1);
    return searchedServing(search, measuredCatalog(), here);
}

} // namespace

class DaySearchTest : public QObject {
    Q_OBJECT

private slots:
    void layoutsAreRankedByTheirDays() {
        const ServingFound all = found({}, {"parallel.pp=1"}, "day.usd");
        QVERIFY(all.best.size() > 1);
        double before = 0;
        for (const ServingPoint& point : all.best) {
            QVERIFY(point.numbers.day);
            QVERIFY(*point.numbers.day->usd >= before);
            before = *point.numbers.day->usd;
        }
        // What is told of a point is what `day` tells of its scenario.
        const ServingPoint& best = all.best.front();
        Scenario scenario = fleet("serve.num_requests=400 day.requests=2000 day.replica_rate=3");
        scenario.parallel.tp = best.layout.tp;
        scenario.parallel.pp = best.layout.pp;
        scenario.parallel.dp.reset();
        scenario.cluster.gpus = best.layout.gpus;
        scenario.serve->maxBatchedTokens = static_cast<Count>(best.numbers.batchedTokens);
        QCOMPARE(*dayOf(scenario).usd, *best.numbers.day->usd);
        QCOMPARE(dayOf(scenario).within, best.numbers.day->within);
    }
    void conditionsOfADayHold() {
        const ServingFound all = found({}, {"parallel.pp=1"}, "day.usd");
        const double least = *all.best.front().numbers.day->usd;
        const std::string text = "day.usd<" + std::to_string(1.001 * least);
        for (const ServingPoint& point :
             found({}, {"parallel.pp=1", text.c_str()}, "serve.ttft_seconds").points)
            QVERIFY(*point.numbers.day->usd < 1.001 * least);
        QVERIFY(found({}, {"parallel.pp=1", "day.usd<0.01"}, "serve.ttft_seconds").points.empty());
    }
    void aDayMustBeGiven() {
        Scenario scenario = fleet();
        scenario.day.reset();
        const Result<ServingSearch> made = servingSearch(scenario, measuredCatalog(), 4, 4, {},
                                                         {valueOf(parseServingObjective("day.usd", false))});
        QVERIFY(!made);
        QCOMPARE(QString::fromStdString(made.error().front().key), QString("day.requests"));
    }
};

MOE_TEST(DaySearchTest)
#include "day_search_test.moc"
