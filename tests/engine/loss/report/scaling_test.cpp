// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/scaling.h"

#include "models/engine/loss/report/loss_map.h"
#include "models/engine/loss/report/loss_map_value.h"
#include "models/engine/loss/report/loss_overlays.h"
#include "tests/engine/loss_support.h"

#include <QTest>

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
            QVERIFY(curve->scenario);
            const auto at = std::find(curve->x.begin(), curve->x.end(), *curve->scenario);
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

    // Slopes of the closed form and what they say: published with the method.
    void slopesAndGains_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("slopeParams");
        QTest::addColumn<double>("slopeTokens");
        QTest::newRow("215M / 4B") << 214663680.0 << 4e9 << .142 << .153;
        QTest::newRow("429M / 40B") << 429260800.0 << 4e10 << .152 << .079;
        QTest::newRow("1074M / 20B") << 1073741824.0 << 2e10 << .103 << .116;
    }
    void slopesAndGains() {
        QFETCH(double, params);
        QFETCH(double, tokens);
        QFETCH(double, slopeParams);
        QFETCH(double, slopeTokens);
        const ScalingCurves curves = scalingCurves(referenceModel(), dense(params, tokens), Detail::Coarse);
        QVERIFY(std::abs(curves.slopeParams - slopeParams) < 1e-3);
        QVERIFY(std::abs(curves.slopeTokens - slopeTokens) < 1e-3);
        QCOMPARE(curves.gainTokens > curves.gainParams, slopeTokens > slopeParams);
        // The slope is what the curve does on either side of the scenario.
        const auto at = [](const ScalingCurve& curve) {
            return std::size_t(std::find(curve.x.begin(), curve.x.end(), *curve.scenario) - curve.x.begin());
        };
        for (const auto& [curve, slope] :
             {std::pair(&curves.params, curves.slopeParams), {&curves.tokens, curves.slopeTokens}}) {
            const std::size_t i = at(*curve);
            const double seen =
                (curve->loss[i - 1] - curve->loss[i + 1]) / std::log(curve->x[i + 1] / curve->x[i - 1]);
            QVERIFY2(std::abs(seen / slope - 1) < 0.05, std::to_string(seen).c_str());
        }
    }

    void anotherBudgetMovesOnlyTheThirdCurve() {
        const LossModel model = referenceModel();
        const ScalingRequest request = dense(429260800, 4e10);
        const ScalingCurves own = scalingCurves(model, request, Detail::Coarse);
        const ScalingCurves other = atCompute(own, model, own.request, 6e21, Detail::Coarse);
        QCOMPARE(other.compute, 6e21);
        QVERIFY(std::abs(other.optimum.params * other.optimum.tokens / 1e21 - 1) < 1e-9);
        QVERIFY(!other.ratio.scenario && other.ratio.best);
        QVERIFY(other.params.loss == own.params.loss && other.tokens.loss == own.tokens.loss);
        const ScalingCurves same = atCompute(other, model, own.request, own.compute, Detail::Coarse);
        QVERIFY(same.ratio.x == own.ratio.x && same.ratio.loss == own.ratio.loss);
        QCOMPARE(*same.ratio.scenario, *own.ratio.scenario);
    }

    void mapsAreSubtractedAtTheSameRateAndBatch() {
        const LossModel model = referenceModel();
        const auto mapAt = [&](double params, double lr) {
            const LossSlice slice(model, params, 4e10, 1);
            return lossMap(slice, {slice.optimum(), lr, 0, nullptr}, Detail::Coarse);
        };
        const auto map = mapAt(429260800, 0), wider = mapAt(429260800, 1e-6), larger = mapAt(1e9, 0);
        for (double value : lossDifference(*map, *map)) QVERIFY(std::abs(value) < 1e-12);
        std::size_t inside = 0;
        const std::vector<double> difference = lossDifference(*wider, *map);
        for (std::size_t cell = 0; cell < difference.size(); ++cell) {
            const double lr = wider->lr[cell % wider->lr.size()];
            if (lr < map->lr.front() * 0.999) {
                QVERIFY(std::isnan(difference[cell])); // never an extrapolated base
            } else if (lr < map->lr.back() * 0.999) {
                ++inside;
                QVERIFY(std::abs(difference[cell]) < 0.01); // interpolation on 48 × 36 cells
            }
        }
        QVERIFY(inside > 100);
        // A larger model is better at its own optimum.
        const std::vector<double> gain = lossDifference(*larger, *map);
        const double x = std::sqrt(larger->lr.front() * larger->lr.back()),
                     y = std::sqrt(larger->batchTokens.front() * larger->batchTokens.back());
        QVERIFY(*valueAt(*larger, gain, x, y) < 0);
        QVERIFY(!lossAt(*map, map->lr.front() * 0.9, map->batchTokens.front()));
        QCOMPARE(*lossAt(*map, map->lr[3], map->batchTokens[5]), map->loss[5 * map->lr.size() + 3]);
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
