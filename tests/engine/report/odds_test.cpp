// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/report/odds.h"

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QTest>

#include <cmath>

using namespace moe;

class OddsTest : public QObject {
    Q_OBJECT

private slots:
    /// By the definition: nine of ten lie between 1/(1 + w) and 1 + w, a twentieth on either side.
    void nineOfTenLieWithinTheBand() {
        for (const double w : {0.02, 0.15, 0.5}) {
            QVERIFY(std::abs(chanceWithin(3, 3, w) - 0.5) < 1e-12);
            QVERIFY(std::abs(chanceWithin(3, 3 * (1 + w), w) - 0.95) < 1e-9);
            QVERIFY(std::abs(chanceWithin(3, 3 / (1 + w), w) - 0.05) < 1e-9);
        }
        QCOMPARE(chanceWithin(3, 4, 0), 1.0);
        QCOMPARE(chanceWithin(4, 3, 0), 0.0);
        QCOMPARE(chanceWithin(0, 3, 0.1), 1.0);
    }

    /// A central 0.8 or 0.9 of the runs within the band: a tenth or a twentieth beyond either end, each side
    /// by its own width.
    void eachSideOfABandHasItsWidth() {
        for (const auto& [share, tail] : {std::pair{0.8, 0.1}, {0.9, 0.05}}) {
            QVERIFY(std::abs(chanceInBand(2, 1.5, 4, share, 4) - (1 - tail)) < 1e-9);
            QVERIFY(std::abs(chanceInBand(2, 1.5, 4, share, 1.5) - tail) < 1e-9);
            QVERIFY(std::abs(chanceInBand(2, 1.5, 4, share, 2) - 0.5) < 1e-12);
        }
        QCOMPARE(chanceInBand(2, 2, 2, 0.8, 2.1), 1.0);
        QCOMPARE(chanceInBand(2, 2, 2, 0.8, 1.9), 0.0);
    }

    void onesOwnRunsNarrowWhatPublishedOnesLeaveOpen() {
        // 20.4 % for nine of ten is 15.6 % for four of five.
        QVERIFY(std::abs(publishedMemoryError() - 0.1556) < 5e-4);
        QVERIFY(std::abs(ownMemoryError({}) - publishedMemoryError()) < 1e-12);
        // One run that is right halves the variance, more of them go on.
        QVERIFY(std::abs(std::log1p(ownMemoryError({0})) / std::log1p(publishedMemoryError()) -
                         std::sqrt(0.5)) < 1e-12);
        double before = 1;
        std::vector<double> right;
        for (int i = 0; i < 5; ++i, right.push_back(0.001)) {
            const double error = ownMemoryError(right);
            QVERIFY(error > 0 && error < before);
            before = error;
        }
        QVERIFY(ownMemoryError({0.5}) > publishedMemoryError()); // far off: less sure than before
        Report report = test::sampleReport();
        report.memory->device = 0.95 * report.memory->capacity;
        const double published = *chanceFits(report);
        report.memory->ownError = 0.02;
        const double own = *chanceFits(report);
        QVERIFY(own > published &&
                std::abs(own - chanceInBand(0.95, 0.95 / 1.02, 0.95 * 1.02, 0.8, 1)) < 1e-9);
        QVERIFY(!chanceServes(report) && (report.serve->fitChance = 0.7, chanceServes(report) == 0.7));
    }

    void oddsAreOfTheVerdictThatStands() {
        QVERIFY(!oddsOf(Fit::Yes, 0.999) && !oddsOf(Fit::No, 0.001) && !oddsOf(Fit::Yes, {}));
        QCOMPARE(*oddsOf(Fit::Tight, 0.53), 53);
        QCOMPARE(*oddsOf(Fit::No, 0.3), 70);
        QCOMPARE(oddsPercent(1), 99);
        QCOMPARE(oddsPercent(0), 1);
    }

    void moreMemoryMakesItLessLikelyToFit() {
        Report report = test::sampleReport();
        double before = 1;
        for (const double share : {0.5, 0.9, 0.98, 1.0, 1.02, 1.2, 2.0}) {
            report.memory->device = share * report.memory->capacity;
            const double chance = *chanceFits(report);
            QVERIFY(chance <= before && chance >= 0);
            before = chance;
        }
        QVERIFY(before < 1e-6);
        report.memory.reset();
        QVERIFY(!chanceFits(report));
    }
};

MOE_TEST(OddsTest)
#include "odds_test.moc"
