// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_model.h"

#include "tests/engine/loss_support.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace moe::test {

/// Tables that are too small, lopsided or spoilt: a located problem or a wide, marked prediction, never a
/// confident number, a NaN or a crash.
class LossRobustTest : public QObject {
    Q_OBJECT

    const PublishedLoss& m_published = publishedLoss();

    static LossFitOptions quick() {
        LossFitOptions options;
        options.bootstraps = 16;
        return options;
    }

    /// The dense table's runs that `keep` takes, as the reader gives them.
    template <class Keep> LossTable dense(Keep keep) const {
        LossTable rest;
        rest.source = "some.csv";
        for (const LossGroup& whole : m_published.dense.groups) {
            LossGroup group = whole;
            group.runs.clear();
            for (int index : whole.runs) {
                LossRun run = m_published.dense.runs[static_cast<std::size_t>(index)];
                if (!keep(run)) continue;
                run.group = static_cast<int>(rest.groups.size());
                group.runs.push_back(static_cast<int>(rest.runs.size()));
                group.bestLoss = group.runs.size() == 1 ? run.loss : std::min(group.bestLoss, run.loss);
                rest.runs.push_back(run);
            }
            if (!group.runs.empty()) rest.groups.push_back(group);
        }
        return rest;
    }

    static void isSane(const LossModel& model) {
        for (double params : {1e6, 214663680.0, 5e8, 1e12})
            for (double tokens : {1e6, 4e9, 2e10, 1e17})
                for (double share : {0.0, 0.03, 1.0})
                    for (double lr : {1e-9, 1e-3, 1e3}) {
                        const LossPrediction p = model.predict({params, tokens, share, lr, 5e5});
                        for (double value : {p.loss, p.low, p.high, p.sd, p.unstable})
                            QVERIFY(std::isfinite(value) && value >= 0);
                        // Equal where a bound holds: no model is worse than guessing.
                        QVERIFY(p.low <= p.loss && p.loss <= p.high && p.low < p.high);
                        const LossOptimum best = model.optimum(params, tokens, share);
                        QVERIFY(best.lr > 0 && best.batchTokens > 0 && std::isfinite(best.loss));
                    }
    }

private slots:
    void init() {
        if (!m_published.fitted) QSKIP("the published tables are absent");
    }

    void thePublishedModelIsSaneEverywhere() { isSane(*m_published.fitted); }

    void oneGroupKnowsItselfOnly() {
        const LossTable table =
            dense([](const LossRun& run) { return run.params < 3e8 && run.tokens < 5e9; });
        QCOMPARE(table.groups.size(), std::size_t(1));
        const Result<LossModel> fit = fitLossModel(&table, nullptr, quick());
        QVERIFY(fit.has_value());
        isSane(*fit);
        QVERIFY(fit->surface.origin.find("effect of model size assumed") != std::string::npos);
        QVERIFY(fit->surface.origin.find("effect of tokens assumed") != std::string::npos);
        const LossOptimum best = fit->optimum(214663680, 4e9, 1);
        QVERIFY(std::abs(best.loss / 2.6195 - 1) < 5e-3); // the group itself, 2.6195 by the whole table
        for (const auto& [params, tokens] : {std::pair(1e9, 4e9), std::pair(214663680.0, 1e11)}) {
            const LossOptimum far = fit->optimum(params, tokens, 1);
            const LossPrediction p = fit->predict({params, tokens, 1, far.lr, far.batchTokens});
            QVERIFY(!p.inside);
            QVERIFY2(p.sd > 0.02, qPrintable(QString::number(p.sd)));
            const double truth = m_published.fitted->optimum(params, tokens, 1).loss;
            QVERIFY2(p.low < truth && truth < p.high, qPrintable(QString::number(p.loss)));
        }
    }

    void oneLearningRateSaysNothingOfOthers() {
        const LossTable table =
            dense([](const LossRun& run) { return std::abs(run.learningRate / 0.001953125 - 1) < 0.01; });
        const Result<LossModel> fit = fitLossModel(&table, nullptr, quick());
        QVERIFY(fit.has_value());
        isSane(*fit);
        QVERIFY(fit->surface.origin.find("effect of learning rate assumed") != std::string::npos);
        QVERIFY(fit->predict({429260800, 4e10, 1, 0.001953125, 5e5}).inside);
        const LossPrediction other = fit->predict({429260800, 4e10, 1, 0.0078125, 5e5});
        QVERIFY(!other.inside);
        QVERIFY2(other.sd > 0.005, qPrintable(QString::number(other.sd)));
    }

    void lossesThatAreNotNumbersAreLeftOut() {
        LossTable table = m_published.dense;
        for (LossRun& run : table.runs) run.loss = std::nan("");
        QVERIFY(!fitLossModel(&table, nullptr, quick()));
        table = m_published.dense;
        for (std::size_t i = 0; i < table.runs.size(); i += 3) table.runs[i].loss = std::nan("");
        for (std::size_t i = 1; i < table.runs.size(); i += 9) table.runs[i].learningRate = 0;
        const Result<LossModel> fit = fitLossModel(&table, nullptr, quick());
        QVERIFY(fit.has_value());
        isSane(*fit);
    }

    void tooFewRunsAreAProblemOfTheirFile() {
        const LossTable table = dense([](const LossRun& run) { return run.line <= 12; });
        const Result<LossModel> fit = fitLossModel(&table, nullptr, quick());
        QVERIFY(!fit);
        QCOMPARE(fit.error()[0].source, std::string("some.csv"));
    }

    void repeatedRowsChangeLittle() {
        LossTable table = m_published.dense;
        const std::size_t size = table.runs.size();
        for (std::size_t i = 0; i < size; ++i) {
            LossRun run = table.runs[i];
            table.groups[static_cast<std::size_t>(run.group)].runs.push_back(
                static_cast<int>(table.runs.size()));
            table.runs.push_back(run);
        }
        LossFitOptions options;
        options.bootstraps = 0;
        const Result<LossModel> once = fitLossModel(&m_published.dense, nullptr, options);
        const Result<LossModel> twice = fitLossModel(&table, nullptr, options);
        QVERIFY(once && twice);
        for (std::size_t i = 0; i < size; i += 37) {
            if (runExcess(table, table.runs[i]) > 0.05) continue;
            const LossPoint at = pointOf(table, table.runs[i]);
            QVERIFY(std::abs(once->loss(at) / twice->loss(at) - 1) < 2e-3);
            QVERIFY(twice->predict(at).sd > 0.3 * once->predict(at).sd);
        }
    }

    void theOrderOfColumnsDoesNotMatter() {
        const std::string text = sharedText(kDenseTable);
        QString shuffled;
        for (const QString& line : QString::fromStdString(text).split('\n', Qt::SkipEmptyParts)) {
            QStringList cells = line.trimmed().split(',');
            std::reverse(cells.begin(), cells.end());
            shuffled += cells.join(',') + '\n';
        }
        const Result<LossTable> table = readDenseLoss(shuffled.toStdString(), "reversed");
        QVERIFY(table.has_value());
        LossFitOptions options;
        options.bootstraps = 0;
        const Result<LossModel> a = fitLossModel(&*table, &m_published.moe, options);
        QVERIFY(a.has_value());
        const LossPoint at{429260800, 4e10, 1, 2.76e-3, 256 * 2048.0};
        QVERIFY(std::abs(a->loss(at) / m_published.fitted->loss(at) - 1) < 1e-9);
    }
};

} // namespace moe::test

using moe::test::LossRobustTest;
MOE_TEST(LossRobustTest)
#include "loss_robust_test.moc"
