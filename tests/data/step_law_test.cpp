// SPDX-License-Identifier: GPL-3.0-or-later
// The published Step Law tables: counts, groups, grid minima (Predictable Scale Part I, arXiv 2503.04715).

#include "data/number.h"
#include "data/step_law.h"

#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace moe;

namespace {

const LossGroup* groupOf(const LossTable& table, const std::string& name) {
    for (const LossGroup& group : table.groups)
        if (group.name == name) return &group;
    return nullptr;
}

const LossRun& bestRun(const LossTable& table, const LossGroup& group) {
    return table.runs[static_cast<std::size_t>(
        *std::min_element(group.runs.begin(), group.runs.end(), [&](int a, int b) {
            return table.runs[static_cast<std::size_t>(a)].loss <
                   table.runs[static_cast<std::size_t>(b)].loss;
        }))];
}

constexpr const char* kDense = "data/step-law/dense_lr_bs_loss.csv";
constexpr const char* kMoe = "data/step-law/moe_lr_bs_loss.csv";
constexpr const char* kFits = "data/step-law/1004_fitted_lr_bs_scaling_model_parameters.csv";

const std::string kDenseHeader = "lr,bs,smooth loss,D,N,D/N\n";

} // namespace

class StepLawTest : public QObject {
    Q_OBJECT
private slots:
    void readsTheDenseTable() {
        const std::string text = test::sharedText(kDense);
        MOE_NEED_SHARED(text, "dense_lr_bs_loss.csv");
        const Result<LossTable> table = readDenseLoss(text, "dense_lr_bs_loss.csv");
        QVERIFY(table.has_value());
        QCOMPARE(toString(table->problems), std::string());
        QCOMPARE(table->runs.size(), std::size_t{1911});
        QCOMPARE(table->groups.size(), std::size_t{17});
        QVERIFY(!table->moe);
        QCOMPARE(table->table->columns.size(), std::size_t{13});
        QVERIFY(std::is_sorted(table->groups.begin(), table->groups.end(),
                               [](const LossGroup& a, const LossGroup& b) {
                                   return std::pair(a.params, a.tokens) < std::pair(b.params, b.tokens);
                               }));
        for (const LossGroup& group : table->groups) QCOMPARE(group.sharedParams, group.params);
    }

    void moreRunsThanAreFittedInAMinuteAreRefused() {
        std::string text = "h,ffnh,numh,numl,lr,bs,ti,loss,smooth loss,exp_name,D,N,D/N\n";
        const std::string row = "960,9368,15,7,0.0003453,736,66342,2.4,2.397,x,1e11,214663680,465.8\n";
        for (int i = 0; i < 20000; ++i) text += row;
        QVERIFY(readDenseLoss(text, "many").has_value());
        const Result<LossTable> table = readDenseLoss(text + row, "many");
        QVERIFY(!table);
        QCOMPARE(toString(table.error().front()),
                 std::string("many:20002: at most 20000 runs are fitted, the table has "
                             "20001: give one run of each point"));
    }

    void keepsOneLearningRatePerRung() {
        const std::string text = test::sharedText(kDense);
        MOE_NEED_SHARED(text, "dense_lr_bs_loss.csv");
        const Result<LossTable> table = readDenseLoss(text, "dense");
        std::set<double> rungs, spelled;
        for (const LossRun& run : table->runs) rungs.insert(run.learningRate);
        for (const double lr : table->table->find("lr")->numbers) spelled.insert(lr);
        QCOMPARE(spelled.size(), std::size_t{26});
        QCOMPARE(rungs.size(), std::size_t{14}); // 2^-12 ... 2^-5.5
        for (const double lr : rungs) QCOMPARE(2 * std::log2(lr), std::round(2 * std::log2(lr)));
        // Groups have at most 12 learning rates by 10 batch sizes, each cell at most once.
        for (const LossGroup& group : table->groups) {
            std::set<std::pair<double, double>> cells;
            std::set<double> rates, batches;
            for (const int index : group.runs) {
                const LossRun& run = table->runs[static_cast<std::size_t>(index)];
                cells.insert({run.learningRate, run.batch});
                rates.insert(run.learningRate);
                batches.insert(run.batch);
            }
            QCOMPARE(cells.size(), group.runs.size());
            QVERIFY(rates.size() <= 12 && batches.size() <= 10);
        }
    }

    void countsDivergedRunsAsTheStudyDoes() {
        const std::string text = test::sharedText(kDense);
        MOE_NEED_SHARED(text, "dense_lr_bs_loss.csv");
        const Result<LossTable> table = readDenseLoss(text, "dense");
        int diverged = 0;
        for (const LossRun& run : table->runs)
            diverged +=
                std::log(run.loss / table->groups[static_cast<std::size_t>(run.group)].bestLoss) > 0.3;
        QCOMPARE(diverged, 181); // excess r > 0.3; they stay in the table
    }

    void findsTheGridMinima_data() {
        QTest::addColumn<bool>("moe");
        QTest::addColumn<QString>("group");
        QTest::addColumn<double>("lr");
        QTest::addColumn<double>("batch");
        QTest::addColumn<double>("loss");
        const auto row = [](bool moe, const char* group, double lr, double batch, double loss) {
            QTest::newRow(group) << moe << group << lr << batch << loss;
        };
        row(false, "215M / 4B", .002762, 128, 2.621446);
        row(false, "215M / 100B", .007812, 1024, 2.342014);
        row(false, "429M / 40B", .00276, 256, 2.274885);
        row(false, "537M / 50B", .00276, 352, 2.217085);
        row(false, "1.07B / 20B", .001381, 256, 2.225496);
        row(false, "1.07B / 56.9B", .001381, 256, 2.120634);
        row(true, "1in89 / 8B", 4.883e-4, 128, 2.417205);
        row(true, "2in88 / 8B", 4.883e-4, 128, 2.375905);
        row(true, "1in8 / 8B", 4.883e-4, 128, 2.331968);
        row(true, "3in8 / 8B", 6.905e-4, 64, 2.300157);
    }
    void findsTheGridMinima() {
        QFETCH(bool, moe);
        QFETCH(QString, group);
        QFETCH(double, lr);
        const std::string text = test::sharedText(moe ? kMoe : kDense);
        MOE_NEED_SHARED(text, "of the Step Law");
        const Result<LossTable> table = moe ? readMoeLoss(text, "moe") : readDenseLoss(text, "dense");
        const LossGroup* found = groupOf(*table, group.toStdString());
        QVERIFY(found != nullptr);
        const LossRun& best = bestRun(*table, *found);
        QVERIFY(std::abs(best.learningRate / lr - 1) < 1e-3);
        QTEST(best.batch, "batch");
        QFETCH(double, loss);
        QVERIFY(std::abs(best.loss - loss) < 6e-7);
        QCOMPARE(found->bestLoss, best.loss);
    }

    void readsTheMoeTable() {
        const std::string text = test::sharedText(kMoe);
        MOE_NEED_SHARED(text, "moe_lr_bs_loss.csv");
        const Result<LossTable> table = readMoeLoss(text, "moe_lr_bs_loss.csv");
        QVERIFY(table.has_value());
        QCOMPARE(toString(table->problems), std::string());
        QCOMPARE(table->runs.size(), std::size_t{708});
        QCOMPARE(table->groups.size(), std::size_t{16});
        std::vector<std::string> names;
        for (const LossGroup& group : table->groups) names.push_back(group.name);
        const std::vector<std::string> firstFive(names.begin(), names.begin() + 5);
        QCOMPARE(firstFive, (std::vector<std::string>{"1in89 / 2B", "1in89 / 4B", "1in89 / 8B", "1in89 / 20B",
                                                      "2in88 / 2B"}));
        // Two architectures share N; the key must keep them apart.
        QCOMPARE(groupOf(*table, "1in89 / 8B")->params, groupOf(*table, "2in88 / 8B")->params);
        for (const LossGroup& group : table->groups) {
            QCOMPARE(group.sharedParams, 143368192.0); // Nattn + 3·h·ffnh·numld of this family
            for (const int index : group.runs) {
                const LossRun& run = table->runs[static_cast<std::size_t>(index)];
                QCOMPARE(run.activeParams, group.activeParams);
                QCOMPARE(run.tokens, group.tokens);
            }
        }
    }

    void readsTheFits() {
        const std::string text = test::sharedText(kFits);
        MOE_NEED_SHARED(text, "1004_fitted_lr_bs_scaling_model_parameters.csv");
        const Result<StepLawFits> fits = readStepLawFits(text, "fits");
        QVERIFY(fits.has_value());
        QCOMPARE(fits->fits.size(), std::size_t{1000});
        double lr = 0, batch = 0;
        for (const StepLawFit& fit : fits->fits) {
            lr += fit.lrIntercept + fit.lrParams * std::log(7e9) + fit.lrTokens * std::log(1.4e12);
            batch += fit.batchIntercept + fit.batchTokens * std::log(1.4e12);
        }
        // The law at N 7e9, D 1.4e12 by the mean of the coefficient rows.
        QVERIFY(std::abs(std::exp(lr / 1000) / 9.346841e-4 - 1) < 1e-6);
        QVERIFY(std::abs(std::exp(batch / 1000) / 4996961.32 - 1) < 1e-6);
    }

    void recognisesTables_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* header, TableKind kind) {
            QTest::newRow(header) << header << static_cast<int>(kind);
        };
        row("h,ffnh,numh,numl,lr,bs,ti,loss,smooth_loss,D,N,D_N", TableKind::DenseLoss);
        row("bs,ti,loss,smooth loss,D,N", TableKind::DenseLoss);
        row("topk,nume,moeh,lr,bs,smooth loss,D,N", TableKind::MoeLoss);
        row("nume,moeh,lr,bs,smooth loss,D,N", TableKind::MoeLoss);
        row("lr_intercept,lr_coefN,lr_coefD,bs_intercept", TableKind::StepLawFits);
        row("run,params,tokens,loss", TableKind::Unknown);
        row("", TableKind::Unknown);
    }
    void recognisesTables() {
        QFETCH(QString, header);
        QTEST(static_cast<int>(recogniseTable(csvHeader(header.toStdString()))), "kind");
    }

    void snapsOnlyToNearRungs() {
        QCOMPARE(snappedLearningRate(0.000345), snappedLearningRate(0.0003453));
        QCOMPARE(snappedLearningRate(0.0111), snappedLearningRate(0.01105));
        QCOMPARE(snappedLearningRate(0.0111), std::exp2(-6.5));
        QCOMPARE(snappedLearningRate(0.003), 0.003);
    }

    void keepsGoodRunsAndLocatesTheOthers() {
        const std::string text = kDenseHeader + "0.001,64,2.5,4e9,2e8,20\n"
                                                "abc,64,2.5,4e9,2e8,20\n"
                                                "0.001,-1,0,4e9,2e8,20\n"
                                                "0.002,64,11.2,4e9,2e8,20";
        const Result<LossTable> table = readDenseLoss(text, "t.csv");
        QVERIFY(table.has_value());
        QCOMPARE(table->runs.size(), std::size_t{2});
        QCOMPARE(table->runs[1].line, 5);
        QCOMPARE(table->runs[1].loss, 11.2);
        QCOMPARE(table->groups.size(), std::size_t{1});
        QCOMPARE(toString(table->problems),
                 std::string("t.csv:3:1: lr: expected a number > 0, got \"abc\"\n"
                             "t.csv:4:7: bs: expected a number > 0, got \"-1\"\n"
                             "t.csv:4:10: smooth loss: expected a number > 0, got \"0\"\n"));
    }

    void failsWithoutOneUsableRun() {
        const Result<LossTable> table = readDenseLoss(kDenseHeader + "x,64,2.5,4e9,2e8,20\n", "t.csv");
        QVERIFY(!table.has_value());
        QCOMPARE(toString(table.error()), std::string("t.csv:2:1: lr: expected a number > 0, got \"x\"\n"
                                                      "t.csv:1:1: no run could be read\n"));
    }
};

MOE_TEST(StepLawTest)
#include "step_law_test.moc"
