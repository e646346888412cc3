// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of reports for a page: which points, and that they are those of whole reports.
#include "models/engine/explore/explore.h"

#include "models/engine/evaluate.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

Scenario mixtral() {
    return presetScenario("mixtral-8x7b");
}

double sumOf(const std::vector<ExploredPart>& parts) {
    double sum = 0;
    for (const ExploredPart& part : parts) sum += part.value;
    return sum;
}

} // namespace

class ExploreTest : public QObject {
    Q_OBJECT

private slots:
    void valuesLieAroundTheBases() {
        const std::vector<SweepAxis> axes =
            valueOf(exploreAxes({"parallel.ep", "train.micro_batch=2,4", "train.global_batch"}, mixtral()));
        QCOMPARE(axes.size(), std::size_t(3));
        QCOMPARE(axes[0].values.front(), std::string("1"));
        QCOMPARE(axes[0].values.back(), std::string("256"));
        // The base's own value is among those that were named.
        QCOMPARE(axes[1].values, (std::vector<std::string>{"1", "2", "4"}));
        QVERIFY(std::find(axes[2].values.begin(), axes[2].values.end(),
                          std::to_string(mixtral().train->globalBatch)) != axes[2].values.end());
    }

    void whatIsNoKnobIsSaid() {
        const Result<std::vector<SweepAxis>> none = exploreAxes(
            {"parallel.np", "parallel.ep", "parallel.ep=2", "parallel.tp", "parallel.pp"}, mixtral());
        QVERIFY(!none);
        const std::string said = toString(none.error());
        for (const char* part :
             {"parallel.np: there is no such key", "parallel.ep: is named twice", "takes 3 knobs at most"})
            QVERIFY2(said.find(part) != std::string::npos, said.c_str());
        std::string many = "train.micro_batch=1";
        for (int i = 2; i < 80; ++i) many += "," + std::to_string(i);
        const std::vector<SweepAxis> axes =
            valueOf(exploreAxes({"train.global_batch=64:4096:64", many}, mixtral()));
        const Result<SweepPlan> plan = explorePlan(mixtral(), axes, numbersCatalog());
        QVERIFY(!plan);
        QVERIFY(toString(plan.error()).find("4096 are the most") != std::string::npos);
    }

    void pointsAreWholeReports() {
        const Catalog& catalog = numbersCatalog();
        const SweepPlan plan = valueOf(explorePlan(
            mixtral(), valueOf(exploreAxes({"parallel.ep", "train.micro_batch=1,2"}, mixtral())), catalog));
        // Eight experts: no degree beyond them is valid, so none is offered.
        QCOMPARE(plan.axes[0].values.back(), std::string("8"));
        const std::size_t start = exploreStart(plan);
        const Result<Scenario> own = sweepScenario(plan, catalog, start);
        QVERIFY(own && *own == mixtral());
        std::size_t valid = 0;
        for (std::size_t i = 0; i < plan.count(); ++i) {
            const ExploredPoint point = explorePoint(plan, catalog, i);
            const Result<Scenario> scenario = sweepScenario(plan, catalog, i);
            QCOMPARE(point.rule.empty(), bool(scenario));
            if (!scenario) continue;
            ++valid;
            const Report report = evaluate(*scenario, catalog, Detail::Full);
            for (std::size_t m = 0; m < plan.metrics.size(); ++m)
                QCOMPARE(point.metrics[m], plan.metrics[m]->value(report));
            QVERIFY(std::abs(sumOf(point.memory) / report.memory->device.base - 1) < 1e-9);
            QVERIFY(std::abs(sumOf(point.time) / report.train->step.base - 1) < 1e-6);
            QCOMPARE(point.capacity, report.memory->capacity.base);
            QCOMPARE(*point.fits, report.memory->fits);
        }
        QVERIFY(valid >= 4);
    }
};

MOE_TEST(ExploreTest)
#include "explore_test.moc"
