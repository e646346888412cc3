// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/routing/expert_load.h"

#include "models/engine/math/random.h"
#include "models/engine/placement/load_statistics.h"
#include "tests/support/registry.h"
#include "tests/support/sums.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;

using moe::test::compare;
using moe::test::sum;

namespace {

/// One token's experts drawn one after the other, as the definition says: an independent check of the
/// integral.
std::vector<double> drawnShares(const std::vector<double>& popularity, int topK, int tokens) {
    Random random(7);
    std::vector<double> count(popularity.size(), 0.0);
    for (int token = 0; token < tokens; ++token) {
        std::vector<double> left = popularity;
        for (int draw = 0; draw < topK; ++draw) {
            double at = random.uniform() * sum(left);
            std::size_t i = 0;
            while (i + 1 < left.size() && (left[i] == 0 || at >= left[i])) at -= left[i++];
            count[i] += 1.0 / tokens;
            left[i] = 0;
        }
    }
    return count;
}

} // namespace

class ExpertLoadTest : public QObject {
    Q_OBJECT
private slots:
    void generatorGivesThePublishedSequence() {
        // First outputs of the reference splitmix64.c (Vigna, prng.di.unimi.it) for seed 1234567.
        Random random(1234567);
        QCOMPARE(random.next(), std::uint64_t{6457827717110365317U});
        QCOMPARE(random.next(), std::uint64_t{3203168211198807973U});
    }

    void popularityIsADistribution_data() {
        QTest::addColumn<int>("distribution");
        QTest::addColumn<double>("skew");
        QTest::newRow("uniform") << int(Distribution::Uniform) << 1.0;
        QTest::newRow("zipf") << int(Distribution::Zipf) << 1.2;
        QTest::newRow("log-normal") << int(Distribution::LogNormal) << 0.8;
        QTest::newRow("no skew") << int(Distribution::LogNormal) << 0.0;
    }
    void popularityIsADistribution() {
        QFETCH(int, distribution);
        QFETCH(double, skew);
        const auto shares = popularity(Distribution(distribution), skew, 60, 3);
        QCOMPARE(shares.size(), std::size_t{60});
        compare(sum(shares), 1, 1e-12);
        QVERIFY(*std::min_element(shares.begin(), shares.end()) > 0);
        QVERIFY(shares == popularity(Distribution(distribution), skew, 60, 3));
        const bool flat = distribution == int(Distribution::Uniform) || skew == 0;
        QCOMPARE(shares == popularity(Distribution(distribution), skew, 60, 4), flat);
    }
    void zipfIsAShuffledPowerLaw() {
        auto shares = popularity(Distribution::Zipf, 0.7, 256, 1);
        QVERIFY(!std::is_sorted(shares.rbegin(), shares.rend()));
        std::sort(shares.rbegin(), shares.rend());
        compare(shares[0] / shares[99], std::pow(100.0, 0.7), 1e-9);
    }

    void oneChoiceIsThePopularity() {
        const auto shares = popularity(Distribution::Zipf, 1.1, 20, 5);
        const auto used = inclusionProbability(shares, 1);
        for (std::size_t i = 0; i < shares.size(); ++i) compare(used[i], shares[i], 1e-6);
    }
    void twoChoicesFollowTheClosedForm() {
        // π_i = p_i + Σ_{j≠i} p_j·p_i/(1 − p_j)
        const auto shares = popularity(Distribution::Zipf, 1.5, 12, 5);
        const auto used = inclusionProbability(shares, 2);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            double expected = shares[i];
            for (std::size_t j = 0; j < shares.size(); ++j)
                if (j != i) expected += shares[j] * shares[i] / (1 - shares[j]);
            compare(used[i], expected, 2e-6);
        }
    }
    void allButOneChoiceLeavesOutTheUnpopular() {
        // Three experts, two chosen: expert i is left out when it comes last.
        const std::vector<double> p{0.9, 0.0999, 0.0001};
        const auto used = inclusionProbability(p, 2);
        const double lastThird = p[0] * p[1] / (1 - p[0]) + p[1] * p[0] / (1 - p[1]);
        compare(1 - used[2], lastThird, 1e-5);
    }
    void expectationAgreesWithDrawing() {
        const auto shares = popularity(Distribution::LogNormal, 1.5, 16, 2);
        const auto used = inclusionProbability(shares, 5);
        const int tokens = 40000;
        const auto drawn = drawnShares(shares, 5, tokens);
        for (std::size_t i = 0; i < shares.size(); ++i)
            compare(used[i], drawn[i], 4.5 * 0.5 / std::sqrt(tokens));
    }
    void inclusionIsAProbability_data() {
        QTest::addColumn<int>("experts");
        QTest::addColumn<int>("topK");
        QTest::addColumn<double>("skew");
        for (const int experts : {1, 2, 8, 64, 257})
            for (const int topK : {1, 2, 7, 8, 64})
                for (const double skew : {0.0, 0.7, 3.0})
                    if (topK <= experts)
                        QTest::addRow("E %d k %d s %g", experts, topK, skew) << experts << topK << skew;
    }
    void inclusionIsAProbability() {
        QFETCH(int, experts);
        QFETCH(int, topK);
        QFETCH(double, skew);
        const auto used = inclusionProbability(popularity(Distribution::Zipf, skew, experts, 1), topK);
        compare(sum(used), topK, 1e-9);
        for (const double value : used) QVERIFY(value >= 0 && value <= 1 + 1e-6);
        if (skew == 0)
            for (const double value : used) compare(value, double(topK) / experts, 1e-9);
    }

    void uniformMaxOverMeanByChance() {
        compare(uniformMaxOverMean(256, 32), 1.53, 0.005);
        compare(uniformMaxOverMean(32, 1024), 1.06, 0.005);
        QCOMPARE(uniformMaxOverMean(1, 10), 1.0);
    }

    void skewOfDeepSeekR1() {
        // Zipf s = 0.7, 256 experts, top-8, 4096 tokens, 8 experts per rank; measured on DeepSeek-R1: 0.480
        // and 2.564.
        double cv = 0, peak = 0;
        for (int seed = 1; seed <= 64; ++seed) {
            const auto load = expectedLoad(popularity(Distribution::Zipf, 0.7, 256, seed), 8, 4096);
            std::vector<double> ranks(32, 0.0);
            for (std::size_t i = 0; i < load.size(); ++i) ranks[i / 8] += load[i];
            const LoadStatistics statistics = loadStatistics(ranks);
            compare(statistics.mean, 1024, 1e-6);
            cv += statistics.cv / 64;
            peak += statistics.maxOverMean / 64;
        }
        qInfo("64 shuffles: rank cv %.4f, max/mean %.3f", cv, peak);
        compare(cv, 0.465, 0.03);
        compare(peak, 2.65, 0.25);
    }

    void auxiliaryLossIsOneWhenBalanced() {
        const auto flat = popularity(Distribution::Uniform, 0, 32, 1);
        compare(auxiliaryLoss(expectedLoad(flat, 4, 100), flat), 1, 1e-9);
        // One expert takes everything: E·1·1.
        QCOMPARE(auxiliaryLoss({10, 0, 0, 0}, {1, 0, 0, 0}), 4.0);
    }

    void statisticsByHand() {
        const LoadStatistics s = loadStatistics({4, 0, 2, 2});
        QCOMPARE(s.mean, 2.0);
        compare(s.std, std::sqrt(2.0), 1e-12);
        compare(s.cv, std::sqrt(2.0) / 2, 1e-12);
        QCOMPARE(s.maxOverMean, 2.0);
        compare(s.gini, (-3 * 0 - 1 * 2 + 1 * 2 + 3 * 4) / (4.0 * 8), 1e-12);
    }
    void statisticsOfNothingAndOfEquals() {
        for (const auto& load : {std::vector<double>{}, {0, 0}, {5, 5, 5}}) {
            const LoadStatistics s = loadStatistics(load);
            QCOMPARE(s.cv, 0.0);
            QCOMPARE(s.maxOverMean, 1.0);
            QCOMPARE(s.gini, 0.0);
        }
    }

    void costOfAnEvaluation() {
        const auto shares = popularity(Distribution::Zipf, 0.7, 256, 1);
        std::vector<double> used;
        QBENCHMARK {
            used = inclusionProbability(shares, 8);
        }
        QCOMPARE(used.size(), std::size_t{256});
    }
};

MOE_TEST(ExpertLoadTest)
#include "expert_load_test.moc"
