// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_fit.h"

#include "models/engine/loss/recipe/recipe_check.h"
#include "models/engine/loss/recipe/recipe_study.h"
#include "models/engine/math/random.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

namespace moe::test {
namespace {

/// A recipe that lies where recipes lie, but on none that is known.
RecipeConstants someRecipe() {
    RecipeConstants c;
    c << std::log(1.6), .4, -.53, .3, -.55, -.9;
    return c;
}

/// Runs of it on a ladder of sizes and tokens per parameter, with noise of 0.1 %.
RecipeTable ladder(int sizes, double level = 0, int every = 0) {
    RecipeTable table;
    table.source = "ladder.csv";
    table.lossColumn = "loss";
    Random random(3);
    for (int i = 0; i < sizes; ++i)
        for (const double ratio : {10., 20., 60.}) {
            RecipeRun run;
            run.params = run.activeParams = 1e8 * std::pow(1.8, i);
            run.tokens = ratio * run.params;
            const RecipePoint at = recipePoint(run.params, run.params, run.tokens);
            run.loss = std::exp(lnLoss(someRecipe(), at) + 0.001 * random.normal());
            run.line = 2 + static_cast<int>(table.runs.size());
            if (every > 0 && run.line % every == 0) run.loss *= 1 + level;
            table.runs.push_back(run);
        }
    return table;
}

} // namespace

class RecipeFitTest : public QObject {
    Q_OBJECT

private slots:
    void theGradientIsTheForms() {
        const RecipePoint at{0.7, -0.4};
        RecipeConstants gradient;
        lnLoss(someRecipe(), at, &gradient);
        for (int i = 0; i < 6; ++i) {
            RecipeConstants up = someRecipe(), down = someRecipe();
            up[i] += 1e-6;
            down[i] -= 1e-6;
            QVERIFY(std::abs((lnLoss(up, at) - lnLoss(down, at)) / 2e-6 - gradient[i]) < 1e-8);
        }
    }

    /// 429M on 40B: closed form of the published surface, 2.2716 nats.
    void theStepLawRecipeIsTheSurface() {
        QVERIFY(std::abs(std::exp(lnLoss(stepLawConstants(), recipePoint(429260800, 429260800, 4e10))) -
                         2.2716) < 1e-4);
    }

    void aLadderPredictsALargerRun() {
        const RecipeFit fit = fitRecipe(recipeRows(ladder(4).runs));
        QCOMPARE(fit.method, RecipeMethod::Hierarchical);
        QVERIFY2(*fit.looRms < 0.004, qPrintable(QString::number(*fit.looRms)));
        const RecipePoint target = recipePoint(3e9, 3e9, 6e10);
        const double truth = std::exp(lnLoss(someRecipe(), target));
        const RecipePrediction p = fit.predict(target);
        QVERIFY2(std::abs(std::log(p.loss / truth)) < 0.006, qPrintable(QString::number(p.loss / truth)));
        QVERIFY(p.low < truth && truth < p.high);
        QVERIFY(p.sd > kRecipeModelError && p.sd < 0.03);
        // Further away it knows less.
        QVERIFY(fit.predict(recipePoint(1e11, 1e11, 2e12)).sd > p.sd);
    }

    void fewRunsShiftTheStepLaw() {
        const std::vector<RecipeRow> rows = recipeRows(ladder(1).runs);
        const RecipeFit one = fitRecipe({rows[0]});
        QCOMPARE(one.method, RecipeMethod::Scale);
        QVERIFY(!one.looRms);
        QVERIFY(std::abs(one.predict(rows[0].at).loss / std::exp(rows[0].lnLoss) - 1) < 1e-9);
        const RecipeFit three = fitRecipe(rows);
        QVERIFY(three.method == RecipeMethod::Scale || three.method == RecipeMethod::Offset);
        QVERIFY(*three.looRms <= std::min(*three.looOf[0], *three.looOf[1]) + 1e-12);
    }

    void aRunOfItsOwnShiftIsExact() {
        // Losses that are the Step Law's plus 0.3 ask for an offset.
        std::vector<RecipeRow> rows;
        for (const double n : {0., 1., 2.}) {
            const RecipePoint at{n, n};
            rows.push_back({at, std::log(std::exp(lnLoss(stepLawConstants(), at)) + 0.3)});
        }
        const RecipeFit fit = fitRecipe(rows);
        QCOMPARE(fit.method, RecipeMethod::Offset);
        QVERIFY(std::abs(fit.offset - 0.3) < 1e-12);
    }

    void equalSlopesAreTheBestSplit() {
        const RecipeFit fit = fitRecipe(recipeRows(ladder(4).runs));
        const RecipeOptimum best = recipeOptimum(fit, 1e22);
        QVERIFY(std::abs(6 * best.params * best.tokens / 1e22 - 1) < 1e-9);
        for (const double factor : {0.8, 1.25})
            QVERIFY(fit.predict(recipePoint(best.params * factor, best.params * factor, best.tokens / factor))
                        .loss > best.loss.loss);
    }

    void theNextRunNarrows() {
        const RecipeFit fit = fitRecipe(recipeRows(ladder(2).runs));
        const RecipePoint target = recipePoint(3e9, 3e9, 6e10);
        const NextRun next = nextRun(fit, target, 1e20);
        QVERIFY(next.sdAfter < next.sdBefore);
        QVERIFY(6 * next.params * next.tokens <= 1e20 * (1 + 1e-9));
        // The run itself, put among the others, does what was said of it.
        std::vector<RecipeRow> rows = recipeRows(ladder(2).runs);
        const RecipePoint at = recipePoint(next.params, next.params, next.tokens);
        rows.push_back({at, lnLoss(fit.constants, at)});
        QVERIFY(fitRecipe(rows).predict(target).sd < next.sdBefore);
    }

    void twoRecipesAreNotFittedAsOne_data() {
        QTest::addColumn<double>("level");
        QTest::addColumn<bool>("found");
        QTest::newRow("one recipe") << 0.0 << false;
        QTest::newRow("4 %") << 0.04 << true;
        QTest::newRow("10 %") << 0.10 << true;
    }
    void twoRecipesAreNotFittedAsOne() {
        QFETCH(const double, level);
        QFETCH(const bool, found);
        const Problems problems = recipeProblems(ladder(4, level, 3));
        QCOMPARE(!problems.empty(), found);
        if (!found) return;
        QCOMPARE(problems.front().line, 3);
        QVERIFY(toString(problems).find("lines 3, 6, 9, 12 ") != std::string::npos);
    }

    void anotherUnitIsRefused() {
        for (const double factor : {1 / std::log(2.0), 1 / std::log(2.0) / 4.3}) {
            RecipeTable table = ladder(3);
            for (RecipeRun& run : table.runs) run.loss *= factor;
            QCOMPARE(recipeProblems(table).size(), std::size_t{1});
            table.unitKnown = true;
            QVERIFY(recipeProblems(table).empty());
        }
    }

    void doubtsWidenTheInterval() {
        RecipeTable table = ladder(3);
        RecipeFit sure = fitRecipe(recipeRows(table.runs)), doubted = sure;
        QVERIFY(recipeRemarks(table, sure).empty());
        table.paramsKnown = false;
        QCOMPARE(recipeRemarks(table, doubted).size(), std::size_t{1});
        const RecipePoint at = recipePoint(3e9, 3e9, 6e10);
        QVERIFY(doubted.predict(at).sd > sure.predict(at).sd);
    }

    /// The rule carries the gain of experts over to sizes that it was not given, ignoring them does not.
    void expertsAreWorthWhatTheRuleSays() {
        const std::string path = "data/recipes/clark_routing.csv", text = sharedText(path);
        if (text.empty()) QSKIP("published tables are not here");
        const TransferStudy study = transferStudy({readRecipeRuns(text, path, RecipeUse::Study).value()});
        QCOMPARE(study.moe.size(), std::size_t{2});
        for (const MoeTransferRow& row : study.moe) {
            QVERIFY2(row.byRule < 0.018, qPrintable(QString::number(row.byRule)));
            QVERIFY(row.ignored > 2 * row.byRule);
        }
    }

    /// What published recipes' larger runs are predicted to, the family left out of the prior.
    void publishedRecipesAreTransferred() {
        std::vector<RecipeTable> tables;
        for (const char* name : {"olmo_ladder", "gadre", "gemstones", "porian_isoflop"}) {
            const std::string path = std::string("data/recipes/") + name + ".csv", text = sharedText(path);
            if (text.empty()) QSKIP("published tables are not here");
            tables.push_back(readRecipeRuns(text, path, RecipeUse::Study).value());
        }
        const TransferStudy study = transferStudy(tables);
        QCOMPARE(study.rows.size(), std::size_t{14});
        QVERIFY(study.median[0] < 0.023);                                // one run
        QVERIFY(study.median[4] < 0.0100 && study.eightieth[4] < 0.020); // ten
        for (const TransferRow& row : study.rows)
            if (row.family == "olmo_ladder") QVERIFY(row.ladder && *row.ladder < 0.006);
        // However few runs there are, the interval of 90 % holds about that share.
        for (const TransferCoverage& coverage : study.coverage)
            QVERIFY2(coverage.ninety > 0.87, qPrintable(QString::number(coverage.ninety)));
    }
};

} // namespace moe::test

using moe::test::RecipeFitTest;
MOE_TEST(RecipeFitTest)
#include "recipe_fit_test.moc"
