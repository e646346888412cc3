// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/study/loss_study.h"

#include "tests/engine/loss_support.h"

#include <QTest>

#include <cmath>
#include <set>

namespace moe::test {

class LossStudyTest : public QObject {
    Q_OBJECT

    Result<LossTable> m_dense = Problem{}, m_moe = Problem{};
    StudyTables m_tables;
    StudyTruths m_truths;

    StudyRow study(StudySplit split, const char* key) const {
        for (const StudyPredictor& predictor : studyPredictors()) {
            if (predictor.key != key) continue;
            std::vector<StudyScore> scores;
            for (const StudyFold& fold : studyFolds(m_tables))
                if (fold.split == split) scores.push_back(studyFold(m_tables, m_truths, fold, predictor));
            return studyRow(split, predictor, scores);
        }
        return {};
    }
    static bool near(std::optional<double> value, double percent, double tolerance) {
        return value && std::abs(100 * *value - percent) <= tolerance;
    }

private slots:
    void init() {
        MOE_NEED_SHARED(sharedText(kDenseTable), "dense_lr_bs_loss.csv");
        MOE_NEED_SHARED(sharedText(kMoeTable), "moe_lr_bs_loss.csv");
        if (m_dense) return;
        m_dense = readDenseLoss(sharedText(kDenseTable), "dense");
        m_moe = readMoeLoss(sharedText(kMoeTable), "moe");
        QVERIFY(m_dense.has_value() && m_moe.has_value());
        m_tables = {&*m_dense, &*m_moe};
        m_truths = studyTruths(m_tables);
    }

    void everyGroupIsHeldOutOnce() {
        std::multiset<std::string> dense, moe, architectures;
        for (const StudyFold& fold : studyFolds(m_tables)) {
            if (fold.split == StudySplit::DenseGroup) dense.insert(fold.name);
            if (fold.split == StudySplit::MoeGroup) moe.insert(fold.name);
            if (fold.split != StudySplit::MoeArchitecture) continue;
            architectures.insert(fold.name);
            QCOMPARE(fold.groups.size(), std::size_t(4));
        }
        QCOMPARE(dense.size(), std::size_t(17));
        QCOMPARE(moe.size(), std::size_t(16));
        QCOMPARE(architectures, (std::multiset<std::string>{"1in8", "1in89", "2in88", "3in8"}));
    }

    void aHeldOutGroupIsGone() {
        const LossTable rest = withoutGroups(*m_dense, {0, 5});
        QCOMPARE(rest.groups.size(), std::size_t(15));
        QCOMPARE(rest.runs.size(), 1911 - m_dense->groups[0].runs.size() - m_dense->groups[5].runs.size());
        for (std::size_t i = 0; i < rest.groups.size(); ++i) {
            QVERIFY(rest.groups[i].name != m_dense->groups[0].name);
            for (const int index : rest.groups[i].runs) {
                const LossRun& run = rest.runs[static_cast<std::size_t>(index)];
                QCOMPARE(run.group, static_cast<int>(i));
                QCOMPARE(run.params, rest.groups[i].params);
                QCOMPARE(run.tokens, rest.groups[i].tokens);
            }
        }
    }

    void theTruthIsSmoothAndNearTheRuns() {
        for (const auto& [table, truths] :
             {std::pair{&*m_dense, &m_truths.dense}, {&*m_moe, &m_truths.moe}}) {
            for (std::size_t i = 0; i < truths->size(); ++i) {
                const StudyTruth& truth = (*truths)[i];
                QVERIFY(std::abs(truth.bestLoss() / table->groups[i].bestLoss - 1) < 0.0015);
                QCOMPARE(truth.regret(truth.best().lr, truth.best().batchTokens), 0.0);
                for (const int index : table->groups[i].runs) {
                    const LossRun& run = table->runs[static_cast<std::size_t>(index)];
                    QVERIFY(truth.regret(run.learningRate, run.batchTokens()) >= -1e-6);
                }
            }
        }
    }

    /// Without its group a run is predicted as well as the published figures of this method say.
    void theSurfaceAloneReachesItsFigures() {
        const StudyRow row = study(StudySplit::DenseGroup, "surface");
        QVERIFY(near(row.rmse2, 0.274, 0.002));
        QVERIFY(near(row.rmse5, 0.388, 0.002));
        QVERIFY(near(row.median, 0.220, 0.01));
        QVERIFY(row.regretMean && *row.regretMean < 0.078e-2 && *row.regretMax < 0.22e-2);
        QCOMPARE(row.diverged, 181);
        QCOMPARE(row.runs, 1730);
    }

    /// One fold: 429M on 40B, of which the fit saw nothing. All folds: `moe-explorer loss --study`.
    void theWholeMethodPredictsAHeldOutGroup() {
        for (const StudyFold& fold : studyFolds(m_tables)) {
            if (fold.name != "429M / 40B") continue;
            const StudyPredictor whole = studyPredictors().front();
            QCOMPARE(whole.key, std::string("model"));
            const StudyRow row = studyRow(fold.split, whole, {studyFold(m_tables, m_truths, fold, whole)});
            QVERIFY2(row.rmse5 && *row.rmse5 < 0.272e-2 * 1.5, qPrintable(QString::number(*row.rmse5)));
            QVERIFY(row.coverage && *row.coverage > 0.8);
            QVERIFY(row.regretMax && *row.regretMax < 0.1e-2);
            return;
        }
        QFAIL("no such group");
    }

    /// Regret of published laws, percent (loss.md table: .69, .86, .91, .62; MoE .110).
    void publishedLawsCostTheirRegret_data() {
        QTest::addColumn<int>("split");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("percent");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("Porian") << 0 << "porian" << 0.69 << 0.03;
        QTest::newRow("DeepSeek") << 0 << "deepseek" << 0.86 << 0.03;
        QTest::newRow("OpenAI, lr alone") << 0 << "openai" << 0.91 << 0.03;
        QTest::newRow("Microsoft, lr alone") << 0 << "microsoft" << 0.62 << 0.03;
        QTest::newRow("Step Law, MoE") << 1 << "step-law" << 0.110 << 0.005;
    }
    void publishedLawsCostTheirRegret() {
        QFETCH(int, split);
        QFETCH(QString, key);
        QFETCH(double, percent);
        QFETCH(double, tolerance);
        const StudyRow row = study(static_cast<StudySplit>(split), qPrintable(key));
        QVERIFY2(near(row.regretMean, percent, tolerance),
                 qPrintable(QString::number(100 * row.regretMean.value_or(-1))));
    }

    void aPredictorThatCannotBeFittedSaysWhy() {
        StudyPredictor broken{"broken", "Broken", "", [](const StudyTraining&) -> Result<StudyModel> {
                                  return Problem{.rule = "no"};
                              }};
        const StudyFold fold = studyFolds(m_tables).front();
        const StudyScore score = studyFold(m_tables, m_truths, fold, broken);
        QCOMPARE(score.problems.size(), std::size_t(1));
        const StudyRow row = studyRow(fold.split, broken, {score});
        QVERIFY(!row.rmse2 && !row.regretMean && row.groups == 0);
    }
};

} // namespace moe::test

using moe::test::LossStudyTest;
MOE_TEST(LossStudyTest)
#include "loss_study_test.moc"
