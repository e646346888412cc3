// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/loss_design.h"

#include "data/recipe_runs.h"

#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace moe::test {
namespace {

DesignRequest requestOf(BudgetKind kind, double budget, const char* preset = "mixtral-8x7b") {
    DesignRequest request{.base = presetScenario(preset), .kind = kind, .budget = budget};
    request.base.price.gpuHourUsd = 2;
    return request;
}

DesignMap designs(const DesignRequest& request) {
    return valueOf(lossDesign(request, numbersCatalog()));
}

} // namespace

class LossDesignTest : public QObject {
    Q_OBJECT

private slots:
    void everyDesignSpendsTheBudget_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("budget");
        QTest::newRow("FLOP") << static_cast<int>(BudgetKind::Flop) << 1e23;
        QTest::newRow("GPU-hours") << static_cast<int>(BudgetKind::GpuHours) << 1e5;
        QTest::newRow("dollars") << static_cast<int>(BudgetKind::Usd) << 3e5;
    }
    void everyDesignSpendsTheBudget() {
        QFETCH(const int, kind);
        QFETCH(const double, budget);
        const DesignMap map = designs(requestOf(static_cast<BudgetKind>(kind), budget));
        QVERIFY(map.points.size() > 100 && map.experts.size() > 1);
        for (const DesignPoint& point : map.points) {
            const double spent[] = {point.flops, point.gpuHours, *point.usd};
            QVERIFY(std::abs(spent[kind] / budget - 1) < 1e-9);
            QVERIFY(point.low < point.loss && point.loss < point.high);
            QVERIFY(point.loss >= map.points[map.best].loss);
            QCOMPARE(point.near, point.loss <= map.points[map.best].loss * 1.0025);
        }
        // The best is no end of its line: smaller and larger ones of as many experts are worse.
        const DesignPoint& best = map.points[map.best];
        std::set<bool> sides;
        for (const DesignPoint& point : map.points)
            if (point.experts == best.experts && point.depth != best.depth)
                sides.insert(point.depth < best.depth);
        QCOMPARE(sides.size(), std::size_t{2});
    }

    /// Runs without experts that answer for designs with them.
    void whereTheEffectOfExpertsComesFromIsSaid() {
        Catalog catalog = numbersCatalog();
        DesignRequest request = requestOf(BudgetKind::Flop, 1e23);
        QCOMPARE(valueOf(lossDesign(request, catalog)).denseRuns, 0);
        request.base.loss.recipe = "runs.csv";
        const auto with = [&](const std::string& text) {
            catalog.recipes["runs.csv"] =
                std::make_shared<const RecipeTable>(valueOf(readRecipeRuns(text, "runs.csv")));
            return valueOf(lossDesign(request, catalog)).denseRuns;
        };
        QCOMPARE(with("params,tokens,loss\n1e8,2e9,3.6\n1e8,4e10,3.3\n1e9,2e10,2.9\n7e9,1.4e11,2.5\n"
                      "7e9,4e12,2.3\n"),
                 5);
        QCOMPARE(
            with("params,active_params,tokens,loss\n1e8,1e8,2e9,3.6\n1e8,1e8,4e10,3.3\n1e9,2e8,2e10,2.9\n"
                 "7e9,7e9,1.4e11,2.5\n7e9,7e9,4e12,2.3\n"),
            0);
    }

    void theRegionEndsWhereTheLossLeavesIt() {
        DesignRequest request = requestOf(BudgetKind::Flop, 1e22, "llama-3-8b");
        request.plane = true;
        const DesignMap map = designs(request);
        const DesignPoint& best = map.points[map.best];
        QVERIFY(best.leastTokens > 0.5 * best.tokens && best.leastTokens < best.tokens);
        for (const DesignPoint& point : map.points) QCOMPARE(point.leastTokens > 0, point.near);
        // The plane: more of either lowers the loss.
        const DesignPlane& plane = map.plane;
        const std::size_t across = plane.activeParams.size();
        QCOMPARE(plane.loss.size(), across * plane.tokens.size());
        for (std::size_t i = 0; i < plane.loss.size(); ++i) {
            if (i % across > 0) QVERIFY(plane.loss[i] < plane.loss[i - 1]);
            if (i >= across) QVERIFY(plane.loss[i] < plane.loss[i - across]);
        }
    }

    void itsOwnBudgetPaysForTheScenario() {
        DesignRequest request = requestOf(BudgetKind::GpuHours, 0);
        request.ownBudget = true;
        const DesignMap own = designs(request);
        QVERIFY(own.budget > 0);
        request.ownBudget = false;
        request.budget = own.budget;
        const DesignMap same = designs(request);
        QCOMPARE(same.points[same.best].loss, own.points[own.best].loss);
        // The scenario is one of them: its experts and depth, on its tokens.
        double nearest = 1e9;
        for (const DesignPoint& point : own.points)
            if (point.experts == request.base.moe->experts)
                nearest =
                    std::min(nearest, std::abs(std::log(point.depth)) +
                                          std::abs(std::log(point.tokens / request.base.train->tokens)));
        QVERIFY2(nearest < 0.2, qPrintable(QString::number(nearest)));
    }

    void moreMoneyBuysLessLoss() {
        double before = 10;
        for (const double budget : {1e21, 1e22, 1e23}) {
            const DesignMap map = designs(requestOf(BudgetKind::Flop, budget));
            QVERIFY(map.points[map.best].loss < before);
            before = map.points[map.best].loss;
        }
    }

    /// What is served is paid for: the more of it, the smaller the model that the same money is best spent
    /// on.
    void servingFavoursSmallerModels() {
        DesignRequest request = requestOf(BudgetKind::Flop, 1e23);
        double before = 1e18;
        for (const double served : {0., 1e12, 1e13}) {
            request.servedTokens = served;
            const DesignMap map = designs(request);
            const DesignPoint& best = map.points[map.best];
            QVERIFY(best.activeParams < before);
            QVERIFY(std::abs((best.flops + served * best.flops / best.tokens / 3) / 1e23 - 1) < 1e-9);
            before = best.activeParams;
        }
    }

    void aDenseModelHasOneLine() {
        const DesignMap map = designs(requestOf(BudgetKind::Flop, 1e22, "llama-3-8b"));
        QCOMPARE(map.experts, std::vector<Count>{1});
        // Compute-optimal tokens per parameter are 15 to 80 by every law at this budget.
        const DesignPoint& best = map.points[map.best];
        QVERIFY(best.tokens / best.params > 15 && best.tokens / best.params < 80);
    }

    void whatCannotBeCountedIsRefused() {
        DesignRequest request = requestOf(BudgetKind::Usd, 1e6);
        request.base.price.gpuHourUsd = 0;
        QVERIFY(!lossDesign(request, numbersCatalog()));
        QVERIFY(!lossDesign(requestOf(BudgetKind::Flop, 0), numbersCatalog()));
        QVERIFY(!lossDesign(requestOf(BudgetKind::Flop, 1e23), shippedCatalog()));
        request = requestOf(BudgetKind::GpuHours, 1e5);
        request.base.train.reset();
        QVERIFY(!lossDesign(request, numbersCatalog()));
        request = requestOf(BudgetKind::GpuHours, 1e5);
        request.base.serve.reset();
        request.servedTokens = 1e12;
        QVERIFY(!lossDesign(request, numbersCatalog()));
    }
};

} // namespace moe::test

using moe::test::LossDesignTest;
MOE_TEST(LossDesignTest)
#include "loss_design_test.moc"
