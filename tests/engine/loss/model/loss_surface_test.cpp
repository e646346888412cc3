// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_surface.h"

#include "tests/engine/loss_support.h"

#include <QTest>

#include <cmath>
#include <random>

namespace moe::test {

static bool within(double value, double expected, double share) {
    return std::abs(value - expected) <= share * std::abs(expected);
}

class LossSurfaceTest : public QObject {
    Q_OBJECT

private slots:
    void closedFormOptimum_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("active");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("loss");
        QTest::addColumn<double>("lr");
        QTest::addColumn<double>("sequences");
        const auto row = [](const char* name, double n, double na, double d, double loss, double lr,
                            double bs) { QTest::newRow(name) << n << na << d << loss << lr << bs; };
        row("429260800/4e10", 429260800, 429260800, 4e10, 2.2716, 2.129e-3, 306.5);
        row("1073741824/2e10", 1073741824, 1073741824, 2e10, 2.2228, 1.0554e-3, 175.1);
        row("214663680/4e9", 214663680, 214663680, 4e9, 2.6340, 1.813e-3, 89.4);
        row("3in8: 2156188672, Na 1241270272, 2e10", 2156188672, 1241270272, 2e10, 2.1771, 7.278e-4, 164.4);
        row("7e9/1.4e12", 7e9, 7e9, 1.4e12, 1.7381, 1.004e-3, 1537);
    }
    void closedFormOptimum() {
        QFETCH(double, params);
        QFETCH(double, active);
        QFETCH(double, tokens);
        QFETCH(double, loss);
        QFETCH(double, lr);
        QFETCH(double, sequences);
        const LossSurface surface = referenceSurface();
        for (double share : {activeShare(params, active), activeShare(params, active, 143368192)}) {
            const LossOptimum optimum = surface.optimum(params, tokens, share);
            QVERIFY(within(optimum.loss, loss, 1e-3));
            QVERIFY(within(optimum.lr, lr, 1e-2));
            QVERIFY(within(optimum.batchTokens / 2048, sequences, 1e-2));
            const double there = surface.loss({params, tokens, share, optimum.lr, optimum.batchTokens});
            QVERIFY(within(there, optimum.loss, 1e-12));
        }
    }

    void slopes_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("slopeParams");
        QTest::addColumn<double>("slopeTokens");
        QTest::newRow("215M/4B: data-bound") << 214663680.0 << 4e9 << .142 << .153;
        QTest::newRow("429M/40B: parameter-bound") << 429260800.0 << 4e10 << .152 << .079;
        QTest::newRow("1074M/20B: data-bound") << 1073741824.0 << 2e10 << .103 << .116;
    }
    void slopes() {
        QFETCH(double, params);
        QFETCH(double, tokens);
        const LossSurface surface = referenceSurface();
        QTEST(std::round(surface.slopeParams(params, tokens, 1) * 1000) / 1000, "slopeParams");
        QTEST(std::round(surface.slopeTokens(params, tokens, 1) * 1000) / 1000, "slopeTokens");
    }

    void slopesAreDerivativesOfTheOptimum() {
        const LossSurface surface = referenceSurface();
        const double n = 2.15e9, d = 8e9, f = 0.1, step = 1e-4;
        const auto loss = [&](double dn, double dd) {
            return surface.optimum(n * std::exp(dn), d * std::exp(dd), f).loss;
        };
        QVERIFY(within(surface.slopeParams(n, d, f), (loss(-step, 0) - loss(step, 0)) / (2 * step), 1e-6));
        QVERIFY(within(surface.slopeTokens(n, d, f), (loss(0, -step) - loss(0, step)) / (2 * step), 1e-6));
    }

    void bestTokensPerParameter() {
        const LossSurface surface = referenceSurface();
        QVERIFY(std::abs(surface.optimalTokens(1e9, 1) / 1e9 - 24.2) <= 1);
        QVERIFY(std::abs(surface.optimalTokens(7e9, 1) / 7e9 - 27.4) <= 1);
        for (double f : {1.0, 0.05}) {
            const double tokens = surface.optimalTokens(1e9, f);
            QVERIFY(within(surface.slopeParams(1e9, tokens, f), surface.slopeTokens(1e9, tokens, f), 1e-9));
        }
    }

    void activeShareOfTheFamily_data() {
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("active");
        QTest::addColumn<double>("expected");
        // 2k/(E + k): a shared expert as wide as the routed ones.
        QTest::newRow("1in89") << 2150612992.0 << 187973632.0 << 2.0 / 90;
        QTest::newRow("2in88") << 2150612992.0 << 232579072.0 << 4.0 / 90;
        QTest::newRow("1in8") << 2155174912.0 << 590436352.0 << 2.0 / 9;
        QTest::newRow("3in8") << 2156188672.0 << 1241270272.0 << 6.0 / 11;
        QTest::newRow("dense") << 1e9 << 1e9 << 1.0;
        QTest::newRow("fewer active than the rest") << 2e9 << 1e8 << 0.005;
    }
    void activeShareOfTheFamily() {
        QFETCH(double, params);
        QFETCH(double, active);
        QFETCH(double, expected);
        QVERIFY(within(activeShare(params, active, 143368192), expected, 1e-9));
        QVERIFY(within(activeShare(params, active), expected, 0.02));
    }

    void lossFallsWithSizeAndDataAndIsConvexInRateAndBatch() {
        const LossSurface surface = referenceSurface();
        std::mt19937 random(1);
        std::uniform_real_distribution<double> unit(-1, 1);
        for (int i = 0; i < 2000; ++i) {
            LossPoint p{5e8 * std::exp(3 * unit(random)), 2e10 * std::exp(3 * unit(random)),
                        std::exp(2 * (unit(random) - 1)), 0, 0};
            const double best = surface.optimum(p.params, p.tokens, p.activeShare).loss;
            QVERIFY(surface.optimum(p.params * 1.1, p.tokens, p.activeShare).loss < best);
            QVERIFY(surface.optimum(p.params, p.tokens * 1.1, p.activeShare).loss < best);
            LossPoint a = p, b = p, middle = p;
            a.lr = 2e-3 * std::exp(2 * unit(random));
            b.lr = 2e-3 * std::exp(2 * unit(random));
            a.batchTokens = 5e5 * std::exp(2 * unit(random));
            b.batchTokens = 5e5 * std::exp(2 * unit(random));
            middle.lr = std::sqrt(a.lr * b.lr);
            middle.batchTokens = std::sqrt(a.batchTokens * b.batchTokens);
            const double mean = (std::log(surface.loss(a)) + std::log(surface.loss(b))) / 2;
            QVERIFY(std::log(surface.loss(middle)) <= mean + 1e-12);
            QVERIFY(surface.loss(a) >= best);
        }
    }

    void farOutTheLossStaysFinite() {
        const LossSurface surface = referenceSurface();
        for (double lr : {1e-30, 1e-9, 1.0, 1e9})
            for (double batch : {1.0, 1e15}) QVERIFY(std::isfinite(surface.loss({1e9, 2e10, 1, lr, batch})));
    }

    void gradientMatchesDifferences() {
        const LossCoefficients c = kReferenceCoefficients;
        const LossCoordinates at{0.4, -0.7, -2.1, 0.9, -0.6};
        LossCoefficients gradient;
        const double value = lnLoss(c, at, &gradient);
        QCOMPARE(lnLoss(c, at), value);
        for (std::size_t k = 0; k < c.size(); ++k) {
            LossCoefficients up = c, down = c;
            up[k] += 1e-5;
            down[k] -= 1e-5;
            const double difference = (lnLoss(up, at) - lnLoss(down, at)) / 2e-5;
            QVERIFY2(std::abs(difference - gradient[k]) < 1e-8, qPrintable(QString::number(k)));
        }
    }
};

} // namespace moe::test

using moe::test::LossSurfaceTest;
MOE_TEST(LossSurfaceTest)
#include "loss_surface_test.moc"
