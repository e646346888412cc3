#include "models/engine/scaling.h"

#include "models/engine/loss_interval.h"
#include "models/engine/loss_overlays.h"
#include "tests/engine/loss_support.h"

#include <QtTest>

#include <cmath>

namespace moe::test {

class ScalingTest : public QObject {
    Q_OBJECT

    static ScalingRequest dense(double params, double tokens) {
        ScalingRequest request;
        request.params = request.activeParams = params;
        request.tokens = tokens;
        return request;
    }

private slots:
    void curvesPassThroughTheScenario() {
        const LossModel model = referenceModel();
        const ScalingCurves curves = scalingCurves(model, dense(429260800, 4e10), Detail::Full);
        for (const ScalingCurve* curve : {&curves.params, &curves.tokens, &curves.ratio}) {
            QVERIFY(curve->x.size() > 50 && curve->x.size() <= 61);
            QVERIFY(std::is_sorted(curve->x.begin(), curve->x.end()));
            const auto at = std::find(curve->x.begin(), curve->x.end(), curve->scenario);
            QVERIFY(at != curve->x.end());
            const auto i = std::size_t(at - curve->x.begin());
            QVERIFY(std::abs(curve->loss[i] / curves.scenarioLoss - 1) < 1e-9);
            QVERIFY(curve->low[i] < curve->loss[i] && curve->loss[i] < curve->high[i]);
        }
    }

    void moreOfEitherNeverHurtsTheSurface() {
        const ScalingCurves curves = scalingCurves(referenceModel(), dense(429260800, 4e10), Detail::Coarse);
        for (const ScalingCurve* curve : {&curves.params, &curves.tokens})
            QVERIFY(std::is_sorted(curve->loss.rbegin(), curve->loss.rend()));
        QVERIFY(curves.params.x.size() <= 21);
    }

    void thirdCurveKeepsTheCompute() {
        const ScalingCurves curves = scalingCurves(referenceModel(), dense(1e9, 2e10), Detail::Full);
        for (std::size_t i = 0; i < curves.ratio.x.size(); ++i) {
            QVERIFY(std::abs(curves.ratio.params[i] * curves.ratio.tokens[i] / 2e19 - 1) < 1e-9);
            QVERIFY(std::abs(curves.ratio.tokens[i] / curves.ratio.params[i] / curves.ratio.x[i] - 1) < 1e-9);
        }
        QCOMPARE(curves.compute, 6 * 2e19);
    }

    void computeOptimumHasEqualSlopes_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("ratio"); // D_opt/N at 1e9: 24.2; at 7e9: 27.4
        QTest::newRow("1B") << 1e9 << 24.2;
        QTest::newRow("7B") << 7e9 << 27.4;
    }
    void computeOptimumHasEqualSlopes() {
        QFETCH(double, params);
        QFETCH(double, ratio);
        const LossModel model = referenceModel();
        const double tokens = model.surface.optimalTokens(params, 1);
        // Any other split of the same compute must lead back to it.
        for (double factor : {0.2, 1.0, 5.0}) {
            const ScalingCurves curves =
                scalingCurves(model, dense(params * factor, tokens / factor), Detail::Coarse);
            const ComputeOptimum& best = curves.optimum;
            QVERIFY(std::abs(best.params / params - 1) < 1e-6);
            QVERIFY(std::abs(best.tokens / best.params - ratio) < 0.35);
            const double n = model.surface.slopeParams(best.params, best.tokens, 1),
                         d = model.surface.slopeTokens(best.params, best.tokens, 1);
            QVERIFY(std::abs(n / d - 1) < 1e-6);
            QVERIFY(curves.ratio.best);
            QVERIFY(best.loss <=
                    *std::min_element(curves.ratio.loss.begin(), curves.ratio.loss.end()) * (1 + 1e-9));
        }
    }

    void insideOnlyWithinTheHull() {
        const PublishedLoss& published = publishedLoss();
        if (!published.fitted) QSKIP("the published tables are not here");
        ScalingRequest request = dense(429260800, 4e10);
        request.table = &published.dense;
        const ScalingCurves curves = scalingCurves(*published.fitted, request, Detail::Full);
        const ScalingCurve& params = curves.params;
        QVERIFY(!params.inside.front() && !params.inside.back());
        for (std::size_t i = 0; i < params.x.size(); ++i)
            if (params.inside[i]) QVERIFY(params.x[i] > 2.1e8 && params.x[i] < 1.1e9);
        // 429M was run on 8, 40 and more tokens; the best of 429M/40B is 2.274885.
        const auto at = std::find_if(curves.tokens.measured.begin(), curves.tokens.measured.end(),
                                     [](const ScalingRun& run) { return run.group == "429M / 40B"; });
        QVERIFY(at != curves.tokens.measured.end());
        QVERIFY(std::abs(at->loss - 2.274885) < 1e-6);
        for (const ScalingRun& run : curves.tokens.measured) {
            const auto above = std::lower_bound(curves.tokens.x.begin(), curves.tokens.x.end(), run.x);
            const double loss = curves.tokens.loss[std::size_t(above - curves.tokens.x.begin())];
            QVERIFY(std::abs(loss / run.loss - 1) < 0.02);
        }
    }

    void intervalsAreThoseOfThePrediction() {
        const LossModel model = referenceModel();
        const LossPoint point{429260800, 4e10, 1, 5e-3, 1e6};
        const LossPrediction prediction = model.predict(point);
        const double best = model.surface.optimum(point.params, point.tokens, 1).loss;
        const Range interval = lossInterval(prediction.loss, best, prediction.sd);
        QCOMPARE(interval.min, prediction.low);
        QCOMPARE(interval.max, prediction.high);
        QVERIFY(std::abs(interval.min * interval.max / (prediction.loss * prediction.loss) - 1) < 1e-12);
    }

    void overlaysHoldEveryLaw() {
        const LossOverlays overlays = lossOverlays(denseInputs(429260800, 4e10), nullptr);
        QCOMPARE(overlays.laws.size(), laws().size());
        QVERIFY(!overlays.region);
        StepLawFits fits;
        for (double shift : {-0.1, 0.0, 0.1, 0.05}) {
            StepLawFit fit = kStepLawMean;
            fit.lrIntercept += shift;
            fit.batchIntercept += shift * shift;
            fits.fits.push_back(fit);
        }
        const LossOverlays with = lossOverlays(denseInputs(429260800, 4e10), &fits);
        QVERIFY(with.region && !with.region->lr.empty());
    }
};

MOE_TEST(ScalingTest)

} // namespace moe::test
#include "scaling_test.moc"
