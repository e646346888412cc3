// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_map.h"

#include "models/engine/loss/report/loss_map_value.h"
#include "tests/engine/loss_support.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace moe::test {

class LossMapTest : public QObject {
    Q_OBJECT

    static constexpr double kParams = 429260800, kTokens = 4e10;

    static std::shared_ptr<const LossMap> mapOf(const LossModel& model, Detail detail, double lr = 0,
                                                double batchTokens = 0,
                                                const std::vector<MeasuredPoint>* measured = nullptr) {
        const LossSlice slice(model, kParams, kTokens, 1);
        return lossMap(slice, {slice.optimum(), lr, batchTokens, measured}, detail);
    }

private slots:
    void everyCellIsTheSurface_data() {
        QTest::addColumn<double>("scale");
        QTest::newRow("bowls within the clamp") << 1.0;
        QTest::newRow("bowls so steep that the clamp acts") << 6.0;
    }
    void everyCellIsTheSurface() {
        QFETCH(double, scale);
        LossModel model = referenceModel();
        for (std::size_t k : {LossIndex::P1, LossIndex::Q1}) model.surface.c[k] *= scale;
        const auto map = mapOf(model, Detail::Coarse);
        QCOMPARE(map->lr.size(), std::size_t(48));
        QCOMPARE(map->batchTokens.size(), std::size_t(36));
        QCOMPARE(map->loss.size(), map->lr.size() * map->batchTokens.size());
        for (std::size_t j = 0; j < map->batchTokens.size(); ++j)
            for (std::size_t i = 0; i < map->lr.size(); ++i) {
                const double cell = map->loss[j * map->lr.size() + i];
                const double direct = model.loss({kParams, kTokens, 1, map->lr[i], map->batchTokens[j]});
                QVERIFY(std::abs(cell - direct) <= 1e-9 * direct);
                QVERIFY(cell >= map->best);
            }
        QCOMPARE(map->best, model.optimum(kParams, kTokens, 1).loss);
    }

    void detailSetsTheSize() {
        const LossModel model = referenceModel();
        QVERIFY(mapOf(model, Detail::Numbers) == nullptr);
        const auto full = mapOf(model, Detail::Full);
        QCOMPARE(full->lr.size(), std::size_t(200));
        QCOMPARE(full->batchTokens.size(), std::size_t(160));
    }

    void theWindowHoldsWhatIsShown() {
        const LossModel model = referenceModel();
        const LossOptimum best = model.optimum(kParams, kTokens, 1);
        const std::vector<MeasuredPoint> measured{{2.44e-4, 32768, 2.5, false}, {2.21e-2, 8e6, 4, true}};
        const auto map = mapOf(model, Detail::Coarse, 1e-4, 1e4, &measured);
        const auto holds = [](const std::vector<double>& axis, double value) {
            return axis.front() <= value && value <= axis.back();
        };
        for (double lr : {best.lr / 8, best.lr * 8, 1e-4, 2.44e-4, 2.21e-2}) QVERIFY(holds(map->lr, lr));
        for (double batch : {best.batchTokens / 8, best.batchTokens * 8, 1e4, 32768.0, 8e6})
            QVERIFY(holds(map->batchTokens, batch));
        QVERIFY(std::abs(map->lr.front() - 1e-4) < 1e-12); // a bound that is round already stays
        QVERIFY(std::is_sorted(map->lr.begin(), map->lr.end()));
        for (double bound : {map->batchTokens.front(), map->batchTokens.back()})
            QCOMPARE(std::log2(bound), std::round(std::log2(bound)));
        for (std::size_t i = 2; i < map->lr.size(); ++i)
            QVERIFY(std::abs(map->lr[i] / map->lr[i - 1] - map->lr[1] / map->lr[0]) < 1e-9);
    }

    void aWildPointDoesNotBlowUpTheWindow() {
        const LossModel model = referenceModel();
        const auto map = mapOf(model, Detail::Coarse, 1e6, 1);
        QVERIFY(map->lr.back() < 100);
        for (double loss : map->loss) QVERIFY(std::isfinite(loss));
        QVERIFY(!map->contours.empty());
    }

    void contoursLieOnTheirLevels() {
        const LossModel model = referenceModel();
        const auto map = mapOf(model, Detail::Full);
        std::vector<double> levels;
        for (const LossMap::Contour& contour : map->contours) {
            if (levels.empty() || levels.back() != contour.level) levels.push_back(contour.level);
            QCOMPARE(contour.lr.size(), contour.batchTokens.size());
            for (std::size_t i = 0; i < contour.lr.size(); ++i) {
                const double loss = model.loss({kParams, kTokens, 1, contour.lr[i], contour.batchTokens[i]});
                const double error = std::abs(loss - map->best - contour.level);
                QVERIFY2(error < 0.01 * contour.level + 1e-4, qPrintable(QString::number(contour.level)));
            }
        }
        QVERIFY(levels.size() >= 5 && levels.size() <= 9);
        QVERIFY(std::is_sorted(levels.begin(), levels.end()));
        QVERIFY2(map->contours.front().closed, "the innermost line goes round the optimum");
    }

    void theBorderOfInstabilityIsWhereItIsAHalf() {
        LossMap map;
        map.lr = {1e-4, 1e-3, 1e-2}, map.batchTokens = {1e5, 1e6};
        map.loss.assign(6, 2.0);
        QVERIFY(unstableBorder(map).empty()); // a map without spreads has none
        map.unstable = {0, 0.25, 0.75, 0, 0.25, 0.75};
        const std::vector<LossMap::Contour> border = unstableBorder(map);
        QCOMPARE(border.size(), std::size_t(1));
        QVERIFY(border[0].lr.size() >= 2 && !border[0].closed);
        for (double lr : border[0].lr) QVERIFY(std::abs(lr / std::pow(10, -2.5) - 1) < 1e-9);
        // What a cell says is what the place of its centre says.
        map.sd.assign(6, 0.004);
        const MapPrediction cell = predictionOf(map, 4), place = *predictionAt(map, 1e-3, 1e6);
        QCOMPARE(*cell.unstable, *place.unstable);
        QCOMPARE(cell.interval->min, place.interval->min);
        QVERIFY(cell.interval->min < cell.loss && cell.loss < cell.interval->max);
        map.sd.clear();
        QVERIFY(!predictionAt(map, 1e-3, 1e6)->interval && !predictionAt(map, 1, 1e6));
    }

    void withTheResidualEveryCellIsThePrediction() {
        if (!publishedLoss().fitted) QSKIP("the published tables are absent");
        const LossModel& model = *publishedLoss().fitted;
        const auto map = mapOf(model, Detail::Coarse);
        QCOMPARE(map->sd.size(), map->loss.size());
        QCOMPARE(map->unstable.size(), map->loss.size());
        for (std::size_t at = 0; at < map->loss.size(); at += 5) {
            const LossPrediction p = model.predict(
                {kParams, kTokens, 1, map->lr[at % map->lr.size()], map->batchTokens[at / map->lr.size()]});
            QVERIFY(std::abs(map->loss[at] - p.loss) <= 1e-9 * p.loss);
            QVERIFY(std::abs(map->unstable[at] - p.unstable) <= 1e-12);
            // Drawn out from 17 × 17; the hatching changes at 0.3 % and 1 %.
            QVERIFY2(std::abs(map->sd[at] - p.sd) < 5e-4 + 0.1 * p.sd,
                     qPrintable(QString("%1 %2").arg(p.sd).arg(map->sd[at])));
        }
        QCOMPARE(map->best, model.optimum(kParams, kTokens, 1).loss);
        QVERIFY(map->contours.front().closed);
    }

    void theNearOptimalRegionIsBoundedByItsLevel() {
        const LossModel reference = referenceModel();
        for (const LossModel* model :
             {&reference, publishedLoss().fitted ? &*publishedLoss().fitted : nullptr}) {
            if (model == nullptr) continue;
            const LossSlice slice(*model, kParams, kTokens, 1);
            const LossOptimum best = slice.optimum();
            double lastLow = best.lr;
            for (double share : {0.001, 0.0025, 0.5}) {
                const NearOptimal region = nearOptimal(slice, best, std::array{share}).front();
                QVERIFY(region.polygon.size() > 4);
                QCOMPARE(region.polygon.front().lr, region.polygon.back().lr);
                QVERIFY(region.lrLow < lastLow && best.lr < region.lrHigh);
                QVERIFY(region.batchLow < best.batchTokens && best.batchTokens < region.batchHigh);
                QVERIFY(region.lrLow >= best.lr / 8.0001 && region.lrHigh <= best.lr * 8.0001);
                lastLow = region.lrLow;
                if (share > 0.1) continue; // cut at the border
                for (const NearOptimal::Point& point : region.polygon) {
                    const double loss = model->loss({kParams, kTokens, 1, point.lr, point.batchTokens});
                    if (point.batchTokens < best.batchTokens * 7.9 &&
                        point.batchTokens > best.batchTokens / 7.9)
                        QVERIFY(std::abs(loss / best.loss - 1 - share) < 0.1 * share);
                }
            }
        }
    }

    void levelsAreRound_data() {
        QTest::addColumn<double>("highest");
        QTest::addColumn<QList<double>>("levels");
        QTest::newRow("steep") << 1e9 << QList<double>{.002, .005, .01, .02, .05, .1, .2, .5, 1};
        QTest::newRow("usual") << 0.6 << QList<double>{.002, .005, .01, .02, .05, .1, .2, .5};
        QTest::newRow("flat") << 0.015 << QList<double>{.0005, .001, .002, .005, .01};
    }
    void levelsAreRound() {
        QFETCH(double, highest);
        QFETCH(QList<double>, levels);
        const std::vector<double> found = contourLevels(highest);
        QCOMPARE(qsizetype(found.size()), levels.size());
        for (qsizetype i = 0; i < levels.size(); ++i)
            QVERIFY(std::abs(found[std::size_t(i)] - levels[i]) < 1e-9 * levels[i]);
    }
};

} // namespace moe::test

using moe::test::LossMapTest;
MOE_TEST(LossMapTest)
#include "loss_map_test.moc"
