// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_report.h"

#include "data/recipe_runs.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/shape/setup.h"

#include "tests/engine/cases.h"
#include "tests/engine/loss_support.h"

#include <QTest>

#include <cmath>

namespace moe::test {

class LossReportTest : public QObject {
    Q_OBJECT

    struct Case {
        Scenario scenario;
        Setup setup;
        ParamCounts params;
        Catalog catalog;
        std::vector<Warning> warnings;

        Case(double nonEmbedding, double tokens, double lr, Count sequences) {
            scenario.train.emplace();
            scenario.train->tokens = tokens;
            scenario.train->lr = lr;
            scenario.train->globalBatch = sequences;
            setup.s = 2048;
            params.nonEmbedding = params.activeNonEmbedding = params.shared = nonEmbedding;
            catalog.lossModel = std::make_shared<LossModel>(referenceModel());
        }
        Case& experts(double count, double topK, double width) {
            setup.isMoe = true;
            setup.E = count;
            setup.k = topK;
            setup.fe = width;
            setup.fs = topK * width;
            params.shared = 143368192;
            return *this;
        }
        std::optional<LossReport> report(Detail detail = Detail::Numbers) {
            setup.scenario = &scenario;
            warnings.clear();
            return lossReport(setup, params, catalog, detail, warnings);
        }
        QString warning(const char* id) const {
            for (const Warning& warning : warnings)
                if (warning.id == id) return QString::fromStdString(toString(warning.text));
            return {};
        }
    };
    static bool within(double value, double expected, double share) {
        return std::abs(value - expected) <= share * std::abs(expected);
    }

private slots:
    void valueAtTheChosenRateAndBatch() {
        Case c(429260800, 4e10, 2.76e-3, 256);
        const std::optional<LossReport> report = c.report();
        QVERIFY(report);
        QCOMPARE(report->value,
                 c.catalog.lossModel->surface.loss({429260800, 4e10, 1, 2.76e-3, 256 * 2048.0}));
        // Measured best of 429M / 40B, at this cell: 2.274885.
        QVERIFY(within(report->value, 2.274885, 2e-3));
        QVERIFY(within(report->optimalLr, 2.129e-3, 1e-2));
        QVERIFY(within(report->optimalBatchTokens, 306.5 * 2048, 1e-2));
        QVERIFY(within(report->optimalLoss, 2.2716, 1e-3));
        QVERIFY(!report->dataBound); // slopes .152 and .079
        QVERIFY(within(*report->lawLr, 2.292e-3, 1e-3));
        QVERIFY(within(*report->lawBatchTokens, 656340.25, 1e-6));
        QCOMPARE(report->origin, Origin::Interpolated);
        QVERIFY(c.warning("loss-extrapolated").isEmpty());
        QVERIFY(report->sd > 0 && *report->low < report->value && report->value < *report->high);
        QVERIFY(within(*report->low * *report->high, report->value * report->value, 1e-9));
        QVERIFY(!report->optimumInside && !report->slopeActive);
        QVERIFY(report->map == nullptr);
        QVERIFY(report->group.empty() && report->measured.empty());
        QCOMPARE(toString(report->fitOrigin), std::string("reference coefficients"));
    }

    void withoutARateTheValueIsAtTheOptimum() {
        Case c(214663680, 4e9, 0, 1024);
        const std::optional<LossReport> report = c.report(Detail::Coarse);
        QVERIFY(within(report->value, report->optimalLoss, 1e-12));
        QVERIFY(report->dataBound); // slopes .142 and .153
        QVERIFY(report->map->batchTokens.back() >= 1024 * 2048.0);
    }

    void outsideTheDataIsSaidInWords_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("lr");
        QTest::addColumn<Count>("sequences");
        QTest::addColumn<QString>("text");
        const QString start = "The predicted loss is an extrapolation from the dense Step Law runs: ";
        QTest::newRow("size") << 2e9 << 8e10 << 1e-3 << Count(512)
                              << start + "non-vocabulary parameters 2B (fitted on 215M–1.07B).";
        QTest::newRow("tokens and ratio")
            << 3e8 << 3e11 << 3e-3 << Count(512)
            << start + "training tokens 300B (fitted on 4B–100B); tokens per parameter "
                       "1k (fitted on 18.6–466).";
        QTest::newRow("rate") << 5e8 << 2e10 << 0.1 << Count(512)
                              << start + "learning rate 0.1 (fitted on 0.000244–0.0221).";
        QTest::newRow("batch") << 5e8 << 2e10 << 1e-3 << Count(8)
                               << start + "tokens per batch 16.4k (fitted on 32.8k–4.19M).";
    }
    void outsideTheDataIsSaidInWords() {
        QFETCH(double, params);
        QFETCH(double, tokens);
        QFETCH(double, lr);
        QFETCH(Count, sequences);
        Case c(params, tokens, lr, sequences);
        QCOMPARE(c.report()->origin, Origin::Extrapolated);
        QTEST(c.warning("loss-extrapolated"), "text");
    }

    void sparsityOutsideTheMoeData() {
        Case inside = Case(2150612992, 8e9, 4.883e-4, 128).experts(89, 1, 352);
        QCOMPARE(inside.report()->origin, Origin::Interpolated);
        Case sparse = Case(2150612992, 8e9, 4.883e-4, 128).experts(256, 1, 128);
        QCOMPARE(sparse.report()->origin, Origin::Extrapolated);
        QVERIFY(sparse.warning("loss-extrapolated")
                    .contains("active share of expert parameters 0.00778 (fitted on"));
        Case large = Case(7e9, 8e9, 4.883e-4, 128).experts(8, 1, 3528);
        QCOMPARE(large.report()->origin, Origin::Extrapolated);
        QVERIFY(large.warning("loss-extrapolated").contains("non-vocabulary parameters 7B (fitted on"));
    }

    void aKindThatWasNotFittedIsExtrapolated() {
        Case c = Case(2150612992, 8e9, 4.883e-4, 128).experts(89, 1, 352);
        LossSurface dense = referenceSurface();
        dense.moe.reset();
        c.catalog.lossModel = std::make_shared<LossModel>(LossModel{dense, {}, {}});
        QCOMPARE(c.report()->origin, Origin::Extrapolated);
        QVERIFY(c.warning("loss-extrapolated").contains("no MoE run was fitted"));
    }

    void noTrainingNoSurfaceNoTokens() {
        Case c(5e8, 2e10, 1e-3, 256);
        c.scenario.train.reset();
        QVERIFY(!c.report());
        Case bare(5e8, 2e10, 1e-3, 256);
        bare.catalog.lossModel = nullptr;
        QVERIFY(!bare.report());
        QVERIFY(!bare.warning("loss-no-surface").isEmpty());
        Case none(5e8, 0, 1e-3, 256);
        QVERIFY(!none.report());
        QVERIFY(!none.warning("loss-no-tokens").isEmpty());
    }

    void measuredRunsOfTheScenario_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("experts");
        QTest::addColumn<double>("topK");
        QTest::addColumn<QString>("group");
        QTest::addColumn<double>("best");
        QTest::newRow("dense 429M / 40B") << 429260800.0 << 4e10 << 0.0 << 0.0 << "429M / 40B" << 2.274885;
        // A scenario also counts norms and the router: N up by 0.09 %.
        QTest::newRow("1in89 / 8B") << 2150612992.0 + 1.9e6 << 8e9 << 89.0 << 1.0 << "1in89 / 8B" << 2.417205;
        QTest::newRow("2in88 / 8B") << 2150612992.0 + 1.9e6 << 8e9 << 88.0 << 2.0 << "2in88 / 8B" << 2.375905;
        QTest::newRow("1in8 / 8B") << 2155174912.0 << 8e9 << 8.0 << 1.0 << "1in8 / 8B" << 2.331968;
        QTest::newRow("3in8 / 8B") << 2156188672.0 << 8e9 << 8.0 << 3.0 << "3in8 / 8B" << 2.300157;
        QTest::newRow("no such size") << 6e8 << 4e10 << 0.0 << 0.0 << "" << 0.0;
        QTest::newRow("no such budget") << 429260800.0 << 4.2e10 << 0.0 << 0.0 << "" << 0.0;
        QTest::newRow("no such sparsity") << 2155174912.0 << 8e9 << 8.0 << 2.0 << "" << 0.0;
    }
    void measuredRunsOfTheScenario() {
        const std::string dense = sharedText(kDenseTable), moe = sharedText(kMoeTable);
        MOE_NEED_SHARED(dense, "dense_lr_bs_loss.csv");
        MOE_NEED_SHARED(moe, "moe_lr_bs_loss.csv");
        QFETCH(double, params);
        QFETCH(double, tokens);
        QFETCH(double, experts);
        QFETCH(double, topK);
        QFETCH(QString, group);
        QFETCH(double, best);
        Case c(params, tokens, 1e-3, 256);
        if (experts > 0) c.experts(experts, topK, 352);
        c.catalog.denseLoss = std::make_shared<LossTable>(*readDenseLoss(dense, "dense"));
        c.catalog.moeLoss = std::make_shared<LossTable>(*readMoeLoss(moe, "moe"));
        const std::optional<LossReport> report = c.report(Detail::Coarse);
        QCOMPARE(QString::fromStdString(report->group), group);
        QCOMPARE(report->measured.empty(), group.isEmpty());
        double smallest = 0;
        for (const MeasuredPoint& point : report->measured) {
            smallest = smallest == 0 ? point.loss : std::min(smallest, point.loss);
            QCOMPARE(point.diverged, point.loss > 1.3 * best);
            QVERIFY(report->map->lr.front() <= point.lr && point.lr <= report->map->lr.back());
            QVERIFY(report->map->batchTokens.front() <= point.batchTokens);
            QVERIFY(report->map->batchTokens.back() >= point.batchTokens);
        }
        QVERIFY(std::abs(smallest - best) < 1e-6);
    }

    void aRunThatLikelyDivergesIsWarnedOf() {
        Case c(1.07e9, 2e10, 1.4e-2, 256);
        const std::optional<LossReport> report = c.report();
        QVERIFY2(report->unstable > 0.9, qPrintable(QString::number(report->unstable)));
        QVERIFY(c.warning("loss-unstable").startsWith("A run at this learning rate and batch diverges"));
        Case calm(429260800, 4e10, 2.76e-3, 256);
        QVERIFY(calm.report()->unstable < 0.01);
        QVERIFY(calm.warning("loss-unstable").isEmpty());
    }

    void whatTheReportAddsForMoe() {
        Case c = Case(2150612992, 8e9, 4.883e-4, 128).experts(89, 1, 352);
        if (publishedLoss().fitted)
            c.catalog.lossModel = std::make_shared<LossModel>(*publishedLoss().fitted);
        const std::optional<LossReport> report = c.report(Detail::Coarse);
        // −∂L/∂ln Na = slopeParams · θ · Na/(Na − A) with Na − A = f (N − A).
        const double routed = 2.0 / 90 * (2150612992 - 143368192.0);
        const double theta = c.catalog.lossModel->surface.c[LossIndex::Theta];
        QVERIFY(
            within(*report->slopeActive, report->slopeParams * theta * (routed + 143368192) / routed, 1e-9));
        QVERIFY(report->optimalTokens > 0);
        QVERIFY(c.report(Detail::Numbers)->nearOptimal.empty()); // a third of the work, for pictures alone
        QCOMPARE(report->nearOptimal.size(), std::size_t(2));
        QCOMPARE(report->nearOptimal[0].share, 0.001);
        QCOMPARE(report->nearOptimal[1].share, 0.0025);
        if (!publishedLoss().fitted) return;
        QVERIFY(report->optimumInside);
        QVERIFY(*report->optimalTokensLow < report->optimalTokens);
        QVERIFY(report->optimalTokens < *report->optimalTokensHigh);
        QCOMPARE(report->origin, Origin::Interpolated);
    }

    void aLoadedLawReplacesTheShippedOne() {
        Case c(5e8, 2e10, 1e-3, 256);
        StepLawFits fits;
        fits.fits = {{std::log(2e-3), 0, 0, std::log(1e6), 0}, {std::log(8e-3), 0, 0, std::log(4e6), 0}};
        c.catalog.stepLawFits = std::make_shared<StepLawFits>(fits);
        const std::optional<LossReport> report = c.report();
        QVERIFY(within(*report->lawLr, 4e-3, 1e-12));
        QVERIFY(within(*report->lawBatchTokens, 2e6, 1e-12));
    }

    /// A loss of one's own recipe lies inside or outside its runs, whatever those of the Step Law reach.
    void theRunsOfTheRecipeSayWhatIsExtrapolated_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<bool>("inside");
        QTest::newRow("inside both") << 3e8 << 1e10 << true;
        QTest::newRow("inside the recipe's alone") << 6e9 << 1e12 << true;
        QTest::newRow("outside") << 7e10 << 1e13 << false;
    }
    void theRunsOfTheRecipeSayWhatIsExtrapolated() {
        QFETCH(double, params);
        QFETCH(double, tokens);
        QFETCH(bool, inside);
        Case c(params, tokens, 1e-3, 256);
        c.scenario.loss.recipe = "runs.csv";
        c.catalog.recipes["runs.csv"] = std::make_shared<const RecipeTable>(valueOf(readRecipeRuns(
            "params,tokens,loss\n1e8,2e9,3.6\n1e8,4e10,3.3\n1e9,2e10,2.9\n7e9,1.4e11,2.5\n7e9,4e12,2.3\n",
            "runs.csv")));
        const std::optional<LossReport> report = c.report();
        QCOMPARE(report->origin, inside ? Origin::Interpolated : Origin::Extrapolated);
        QCOMPARE(c.warning("loss-recipe").contains("extrapolation from the 5 runs of the recipe"), !inside);
        QVERIFY(!c.warning("loss-extrapolated").contains("The predicted loss"));
    }
};

} // namespace moe::test

using moe::test::LossReportTest;
MOE_TEST(LossReportTest)
#include "loss_report_test.moc"
