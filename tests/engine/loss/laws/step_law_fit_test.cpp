// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/laws/step_law_fit.h"

#include "tests/engine/loss_support.h"

#include <QTest>

#include <cmath>

namespace moe::test {

class StepLawFitTest : public QObject {
    Q_OBJECT

    static bool within(double value, double expected, double share) {
        return std::abs(value - expected) <= share * std::abs(expected);
    }
    static Result<StepLawFits> table() { return readStepLawFits(sharedText(kFitsTable), "fits"); }

private slots:
    void meanLaw_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("lr");
        QTest::addColumn<double>("batch");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("7e9/1.4e12, mean of 1000 bootstrap fits")
            << 7e9 << 1.4e12 << 9.346841e-4 << 4996961.32 << 1e-7;
        QTest::newRow("429260800/4e10, mean of 1000 bootstrap fits")
            << 429260800.0 << 4e10 << 2.292e-3 << 656340.25 << 1e-4;
    }
    void meanLaw() {
        QFETCH(double, params);
        QFETCH(double, tokens);
        QFETCH(double, lr);
        QFETCH(double, batch);
        QFETCH(double, tolerance);
        const StepLawOptimum shipped = stepLaw(kStepLawMean, params, tokens);
        QVERIFY(within(shipped.lr, lr, tolerance));
        QVERIFY(within(shipped.batchTokens, batch, 1e-8));
    }

    void shippedMeanIsTheMeanOfTheTable() {
        MOE_NEED_SHARED(sharedText(kFitsTable), "1004_fitted_lr_bs_scaling_model_parameters.csv");
        const Result<StepLawFits> fits = table();
        QVERIFY(fits.has_value());
        QCOMPARE(fits->fits.size(), std::size_t(1000));
        const StepLawMean mean = meanOf(*fits);
        QVERIFY(within(mean.lrIntercept, kStepLawMean.lrIntercept, 1e-12));
        QVERIFY(within(mean.lrParams, kStepLawMean.lrParams, 1e-12));
        QVERIFY(within(mean.lrTokens, kStepLawMean.lrTokens, 1e-12));
        QVERIFY(within(mean.batchIntercept, kStepLawMean.batchIntercept, 1e-12));
        QVERIFY(within(mean.batchTokens, kStepLawMean.batchTokens, 1e-12));
    }

    void centralInterval() {
        MOE_NEED_SHARED(sharedText(kFitsTable), "1004_fitted_lr_bs_scaling_model_parameters.csv");
        const StepLawInterval interval = stepLawInterval(*table(), 7e9, 1.4e12);
        QVERIFY(within(interval.lr.min, 7.651e-4, 1e-3));
        QVERIFY(within(interval.lr.max, 1.1365e-3, 1e-3));
        QVERIFY(within(interval.batchTokens.min, 4.195e6, 1e-3));
        QVERIFY(within(interval.batchTokens.max, 5.877e6, 1e-3));
    }

    void noFitsGiveNoInterval() {
        const StepLawInterval interval = stepLawInterval({}, 1e9, 2e10);
        QCOMPARE(interval.lr, Range{});
        QCOMPARE(interval.batchTokens, Range{});
    }
};

} // namespace moe::test

using moe::test::StepLawFitTest;
MOE_TEST(StepLawFitTest)
#include "step_law_fit_test.moc"
