// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_picture.h"

#include "models/engine/loss/model/moe_size.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace moe::test {
namespace {

/// Runs that lie on the prior's form exactly: twelve of four sizes.
std::shared_ptr<const RecipeTable> pictured() {
    auto table = std::make_shared<RecipeTable>();
    for (const double params : {1e8, 2.5e8, 6e8, 1.2e9})
        for (const double ratio : {15., 40., 120.}) {
            RecipeRun run;
            run.params = run.activeParams = params;
            run.tokens = ratio * params;
            run.loss = std::exp(lnLoss(stepLawConstants(), recipePoint(params, params, run.tokens)));
            run.line = 2 + static_cast<int>(table->runs.size());
            table->runs.push_back(run);
        }
    return table;
}

} // namespace

class RecipePictureTest : public QObject {
    Q_OBJECT

private slots:
    void drawsTheSizesAndTheBestOfACompute() {
        const RecipePicture picture = recipePicture(pictured(), 3e9, 3e9, 6e10);
        QCOMPARE(picture.sizes.size(), std::size_t(4));
        QVERIFY(!picture.inside);
        QVERIFY(picture.best.front().compute < picture.table->runs.front().compute());
        QVERIFY(picture.best.back().compute > picture.design.compute);
        for (std::size_t i = 1; i < picture.best.size(); ++i)
            QVERIFY(picture.best[i].loss.loss < picture.best[i - 1].loss.loss);
        // No split of the same compute is better than the best.
        QVERIFY(std::abs(picture.optimum.compute / picture.design.compute - 1) < 1e-6);
        for (const double factor : {0.5, 0.8, 1.25, 2.}) {
            const double params = factor * picture.optimum.params, tokens = picture.optimum.tokens / factor;
            QVERIFY(picture.fit.predict(recipePoint(params, params, tokens)).loss >
                    picture.optimum.loss.loss - 1e-9);
        }
    }

    void theNextRunNarrowsWithinTheComputeOfTheRuns() {
        const RecipePicture picture = recipePicture(pictured(), 3e9, 3e9, 6e10);
        QVERIFY(picture.next.has_value());
        double largest = 0;
        for (const RecipeRun& run : picture.table->runs) largest = std::max(largest, run.compute());
        QVERIFY(picture.next->compute <= largest * (1 + 1e-9));
        QVERIFY(picture.sdAfter < picture.sdNow);
    }

    void sizesAreOfTheDesignsSparsity() {
        const RecipePicture picture = recipePicture(pictured(), 8e9, 1e9, 1e11);
        QVERIFY(std::abs(picture.optimum.params / picture.optimum.activeParams - 8) < 1e-9);
        QVERIFY(std::abs(picture.optimum.compute / picture.design.compute - 1) < 1e-6);
        QVERIFY(picture.optimum.loss.loss <= picture.design.loss.loss + 1e-9);
        // Of as much compute, sparse is better than dense (moe_size.h).
        const RecipePicture dense = recipePicture(pictured(), 1e9, 1e9, 1e11);
        QVERIFY(picture.optimum.loss.loss < dense.optimum.loss.loss);
    }

    void manySizesAreThinnedToEight() {
        auto table = std::make_shared<RecipeTable>(*pictured());
        for (int i = 0; i < 20; ++i) {
            RecipeRun run = table->runs.front();
            run.params = run.activeParams = 1.5e9 * std::pow(1.2, i);
            run.tokens = 20 * run.params;
            run.loss = std::exp(lnLoss(stepLawConstants(), recipePoint(run.params, run.params, run.tokens)));
            table->runs.push_back(run);
        }
        const RecipePicture picture = recipePicture(table, 3e9, 3e9, 6e10);
        QCOMPARE(picture.sizes.size(), std::size_t(8));
        QCOMPARE(picture.sizes.front().params, 1e8);
        QCOMPARE(picture.sizes.back().params, table->runs.back().params);
    }
};

} // namespace moe::test

using moe::test::RecipePictureTest;
MOE_TEST(RecipePictureTest)
#include "recipe_picture_test.moc"
