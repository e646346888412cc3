// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_fit.h"

#include "tests/engine/loss_support.h"

#include <QTest>

#include <cmath>

namespace moe::test {

class LossFitTest : public QObject {
    Q_OBJECT

    static bool within(double value, double expected, double share) {
        return std::abs(value - expected) <= share * std::abs(expected);
    }
    std::string m_denseText, m_moeText;
    LossTable m_dense, m_moe;

    bool load() {
        if (m_denseText.empty() || m_moeText.empty()) return false;
        if (m_dense.runs.empty()) {
            m_dense = *readDenseLoss(m_denseText, "dense");
            m_moe = *readMoeLoss(m_moeText, "moe");
        }
        return true;
    }

private slots:
    void initTestCase() {
        m_denseText = sharedText(kDenseTable);
        m_moeText = sharedText(kMoeTable);
        if (m_denseText.empty() || m_moeText.empty()) m_denseText = m_moeText = {};
    }

    void rowsOfThePublishedTables() {
        MOE_NEED_SHARED(m_denseText, "dense_lr_bs_loss.csv");
        QVERIFY(load());
        QCOMPARE(m_dense.runs.size(), std::size_t(1911));
        QCOMPARE(m_moe.runs.size(), std::size_t(708));
        QCOMPARE(m_dense.groups.size(), std::size_t(17));
        QCOMPARE(m_moe.groups.size(), std::size_t(16));
        QCOMPARE(lossRows(m_dense).size(), std::size_t(1911 - 181));
        QCOMPARE(lossRows(m_moe).size(), std::size_t(708));
        int between = 0;
        for (const LossRow& row : lossRows(m_dense)) between += row.excess > 0.1;
        QCOMPARE(between, 75);
    }

    void jointFit() {
        MOE_NEED_SHARED(m_denseText, "dense_lr_bs_loss.csv");
        QVERIFY(load());
        const Result<LossSurface> fit = fitLossSurface(&m_dense, &m_moe);
        QVERIFY(fit.has_value());
        QCOMPARE(fit->keptRows, 2438);
        QCOMPARE(fit->divergedRows, 181);
        QVERIFY2(std::abs(fit->cost - 2070.72) < 0.005, qPrintable(QString::number(fit->cost, 'f', 6)));
        QVERIFY(fit->iterations < 30);
        QCOMPARE(fit->origin, std::string("fit of 2438 runs (dense + MoE), Step Law tables"));
        for (std::size_t k = 0; k < LossSurface::kSize; ++k) {
            const double error = std::abs(fit->c[k] - kReferenceCoefficients[k]);
            QVERIFY2(error < 1e-4, qPrintable(QString("coefficient %1: %2").arg(k).arg(fit->c[k])));
        }
        QVERIFY(within(fit->dense->params.min, 214663680, 1e-9));
        QVERIFY(within(fit->dense->params.max, 1073741824, 1e-9));
        QVERIFY(within(fit->dense->tokensPerParam.min, 18.6, 5e-3));
        QVERIFY(within(fit->dense->tokensPerParam.max, 466, 5e-3));
        QCOMPARE(fit->moe->tokens, (Range{2e9, 2e10}));
        QVERIFY(within(fit->moe->activeShare.min, 2.0 / 90, 1e-9));
        QVERIFY(within(fit->moe->activeShare.max, 6.0 / 11, 1e-9));
    }

    void theSolutionIsAMinimum() {
        MOE_NEED_SHARED(m_denseText, "dense_lr_bs_loss.csv");
        QVERIFY(load());
        const Result<LossSurface> fit = fitLossSurface(&m_dense, &m_moe);
        std::vector<LossRow> rows = lossRows(m_dense);
        const std::vector<LossRow> more = lossRows(m_moe);
        rows.insert(rows.end(), more.begin(), more.end());
        QCOMPARE(lossCost(fit->c, rows), fit->cost);
        for (std::size_t k = 0; k < LossSurface::kSize; ++k) {
            for (double step : {-1e-2, 1e-2}) {
                LossCoefficients c = fit->c;
                c[k] += step;
                QVERIFY(lossCost(c, rows) > fit->cost);
            }
        }
    }

    void denseRunsAloneLeaveSparsityAtItsStart() {
        MOE_NEED_SHARED(m_denseText, "dense_lr_bs_loss.csv");
        QVERIFY(load());
        const Result<LossSurface> fit = fitLossSurface(&m_dense, nullptr);
        QVERIFY(fit.has_value());
        QCOMPARE(fit->keptRows, 1730);
        QVERIFY(!fit->moe);
        const LossCoefficients start = lossStart();
        for (std::size_t k : {LossIndex::Theta, LossIndex::L3, LossIndex::M3}) QCOMPARE(fit->c[k], start[k]);
        // The joint fit and the dense fit agree inside the dense data to a fraction of a percent.
        QVERIFY(within(fit->optimum(429260800, 4e10, 1).loss, 2.2716, 2e-3));
        QVERIFY(QString::fromStdString(fit->origin).contains("sparsity assumed"));
    }

    void moeRunsAloneLeaveSizeAtItsStart() {
        MOE_NEED_SHARED(m_moeText, "moe_lr_bs_loss.csv");
        QVERIFY(load());
        const Result<LossSurface> fit = fitLossSurface(nullptr, &m_moe);
        QVERIFY(fit.has_value());
        QCOMPARE(fit->keptRows, 708);
        QVERIFY(!fit->dense);
        const LossCoefficients start = lossStart();
        for (std::size_t k : {LossIndex::A1, LossIndex::L1, LossIndex::M1}) QCOMPARE(fit->c[k], start[k]);
        // Measured best of 1in8 / 8B is 2.331968.
        QVERIFY(within(fit->optimum(2155174912, 8e9, 2.0 / 9).loss, 2.331968, 5e-3));
        QVERIFY(QString::fromStdString(fit->origin).contains("size assumed"));
    }

    void recoversASurfaceItMadeItself() {
        LossSurface truth = referenceSurface();
        truth.dense = truth.moe = std::nullopt; // the formula alone, without slack beside fitted runs
        const LossTable tables[] = {synthetic(truth, false), synthetic(truth, true)};
        const Result<LossSurface> fit = fitLossSurface(&tables[0], &tables[1]);
        QVERIFY(fit.has_value());
        for (const LossTable& table : tables)
            for (const LossRow& row : lossRows(table))
                QVERIFY(std::abs(lnLoss(fit->c, row.at) - row.lnLoss) < 2e-4);
    }

    void tooFewRunsIsAProblem() {
        QVERIFY(!fitLossSurface(nullptr, nullptr));
        LossTable table = synthetic(referenceSurface(), false);
        table.source = "few.csv";
        table.runs.resize(10);
        const Result<LossSurface> fit = fitLossSurface(&table, nullptr);
        QVERIFY(!fit);
        QCOMPARE(toString(fit.error()[0]),
                 std::string(
                     "few.csv: loss surface: must have at least 18 runs that did not diverge, got \"10\""));
    }

private:
    /// Runs without noise on a small grid around each group's optimum.
    static LossTable synthetic(const LossSurface& truth, bool moe) {
        LossTable table;
        table.moe = moe;
        const double all = 2.15e9, shared = moe ? 143368192 : 0;
        for (double size : moe ? std::vector<double>{0.03, 0.1, 0.5} : std::vector<double>{2e8, 4e8, 1e9}) {
            for (double tokens : {4e9, 1e10, 2e10, 8e10}) {
                const double params = moe ? all : size, share = moe ? size : 1;
                const double active = moe ? shared + share * (all - shared) : size;
                const LossOptimum best = truth.optimum(params, tokens, share);
                LossGroup group{"", params, active, tokens, moe ? shared : params, best.loss, {}};
                for (double u = -1.5; u < 1.6; u += 0.5) {
                    for (double v = -1.5; v < 1.6; v += 0.5) {
                        LossRun run;
                        run.learningRate = best.lr * std::exp(u);
                        run.batch = best.batchTokens * std::exp(v) / kStepLawSequence;
                        run.tokens = tokens;
                        run.params = params;
                        run.activeParams = active;
                        run.loss = truth.loss({params, tokens, share, run.learningRate, run.batchTokens()});
                        run.group = static_cast<int>(table.groups.size());
                        group.runs.push_back(static_cast<int>(table.runs.size()));
                        table.runs.push_back(run);
                    }
                }
                table.groups.push_back(group);
            }
        }
        return table;
    }
};

} // namespace moe::test

using moe::test::LossFitTest;
MOE_TEST(LossFitTest)
#include "loss_fit_test.moc"
