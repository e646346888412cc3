// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/laws/laws.h"

#include "models/engine/loss/laws/laws_ellipse.h"
#include "tests/engine/formula_value.h"
#include "tests/engine/loss_support.h"

#include <QTest>

#include <cmath>
#include <set>

namespace moe::test {
namespace {

/// 7B on 1.4T, a Llama-like shape.
LawInputs seven() {
    LawInputs in = denseInputs(7e9, 1.4e12);
    in.flopsPerToken = 4.5e10;
    in.headParams = 4096.0 * 128000;
    in.loss = 2.0;
    return in;
}
/// The table's 429M on 40B.
LawInputs small() {
    LawInputs in = denseInputs(429260800, 4e10);
    in.flopsPerToken = 3.1e9;
    in.headParams = 65536.0 * 1280;
    in.loss = 2.274885;
    return in;
}
/// 3 of 8 experts, 2.16B in all.
LawInputs mixture() {
    LawInputs in = denseInputs(2156188672, 2e10);
    in.moe = true;
    in.activeParams = 1241270272;
    in.flopsPerToken = 8e9;
    in.headParams = 65536.0 * 1408;
    in.experts = 8;
    in.topK = 3;
    in.granularity = 4;
    in.loss = 2.17;
    return in;
}

using Member = std::optional<double> LawAnswer::*;

} // namespace

class LawsTest : public QObject {
    Q_OBJECT

private slots:
    /// What the documentation prints is what is computed.
    void writtenFormulasGiveTheLawsValues() {
        LawInputs in = mixture();
        in.params = 3e9; // apart from the others
        int compared = 0;
        for (const Law& law : laws()) {
            for (const LawFormula* one : {&law.lr, &law.batchTokens, &law.loss, &law.criticalBatchTokens}) {
                QCOMPARE(one->value != nullptr, *one->text != '\0');
                if (!one->value) continue;
                const std::string text = one->text;
                const auto written =
                    formulaValue(text.substr(0, text.find(';')), [&](const std::string& symbol) {
                        for (const LawSymbol& row : lawSymbols())
                            if (symbol == row.symbol) return row.value(in);
                        return std::optional<double>();
                    });
                const std::optional<double> computed = one->value(in);
                QVERIFY2(written && computed, one->text);
                QVERIFY2(std::abs(*written / *computed - 1) < 1e-12, one->text);
                ++compared;
            }
        }
        QVERIFY(compared > 15);
    }

    /// From the published formulas, worked out apart from this code to eight digits.
    void goldenValues_data() {
        QTest::addColumn<int>("scenario");
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("quantity");
        QTest::addColumn<double>("expected");
        constexpr int kLr = 0, kBatch = 1, kLoss = 2, kCritical = 3;
        const auto row = [](const char* name, int scenario, const char* key, int quantity, double value) {
            QTest::newRow(name) << scenario << QString(key) << quantity << value;
        };
        row("2503.04715 published fits, lr 7B/1.4T", 0, "step-law", kLr, 9.346841e-4);
        row("2503.04715 published fits, B 7B/1.4T", 0, "step-law", kBatch, 4996961.32);
        row("2503.04715 abstract, lr 7B/1.4T", 0, "step-law-rounded", kLr, 9.1655691e-4);
        row("2503.04715 abstract, B 7B/1.4T", 0, "step-law-rounded", kBatch, 4998815.4);
        row("2503.04715 abstract, lr 429M/40B", 1, "step-law-rounded", kLr, 2.2519317e-3);
        row("2503.04715 abstract, lr MoE with total N", 2, "step-law-rounded", kLr, 5.7590464e-4);
        row("2401.02954 eq. 1, lr 7B/1.4T", 0, "deepseek", kLr, 4.4051281e-4);
        row("2401.02954 eq. 1, B 7B/1.4T", 0, "deepseek", kBatch, 8376202.1);
        row("2401.02954 eq. 1, lr 429M/40B", 1, "deepseek", kLr, 9.5983902e-4);
        row("2001.08361 eq. D.1, lr 429M", 1, "openai", kLr, 4.6607826e-4);
        row("2001.08361 eq. D.1, lr 7B", 0, "openai", kLr, 7.664995e-5);
        row("2001.08361 eq. 5.3, critical batch at 2.0", 0, "openai", kCritical, 7381204.1);
        row("2406.19146, lr 429M + head", 1, "porian", kLr, 2.7071649e-3);
        row("2406.19146, B 429M + head", 1, "porian", kBatch, 1006328.7);
        row("2409.19913, lr 7B/1.4T", 0, "microsoft", kLr, 9.8172777e-5);
        row("2409.19913, lr 429M/40B", 1, "microsoft", kLr, 5.8202216e-4);
        row("2502.16982, lr 429M/40B", 1, "moonlight", kLr, 9.1847337e-4);
        row("2502.16982, B 7B/1.4T", 0, "moonlight", kBatch, 17174405);
        row("2507.17702, lr MoE", 2, "ling-moe", kLr, 9.4264588e-4);
        row("2507.17702, B MoE", 2, "ling-moe", kBatch, 1598603.6);
        row("2203.15556 eq. 10, 7B/1.4T", 0, "chinchilla", kLoss, 2.0358085);
        row("2404.10102, 429M/40B", 1, "chinchilla-refit", kLoss, 2.5725206);
        row("2502.05172, dense 7B/1.4T", 0, "joint-moe", kLoss, 2.07914);
        row("2502.05172, MoE", 2, "joint-moe", kLoss, 2.5235152);
        row("2502.05172, lr MoE", 2, "joint-moe", kLr, 1.4832241e-4);
        row("2402.07871, MoE with granularity 4", 2, "krajewski", kLoss, 3.0205457);
        row("2501.12370, dense 7B/1.4T", 0, "abnar", kLoss, 1.9724279);
        row("2501.12370, MoE", 2, "abnar", kLoss, 2.4924103);
        row("2506.10972, 7B/1.4T, bits per character", 0, "farseer", kLoss, 0.40385535);
        // To four digits as scaling-laws-as-production-functions@59c5707 has them, × 4.1431: 1.7204
        // and 1.7561.
        row("2506.10972, refit of equation 3, 7B/1.4T", 0, "farseer-eq3", kLoss, 1.7204366);
        row("2506.10972, refit of one exponent, 7B/1.4T", 0, "farseer-q", kLoss, 1.75578368);
        row("2506.10972, 429M/40B, bits per character", 1, "farseer", kLoss, 0.54146195);
    }
    void goldenValues() {
        QFETCH(int, scenario);
        QFETCH(QString, key);
        QFETCH(int, quantity);
        QFETCH(double, expected);
        const LawInputs inputs = scenario == 0 ? seven() : scenario == 1 ? small() : mixture();
        static constexpr Member kMembers[] = {&LawAnswer::lr, &LawAnswer::batchTokens, &LawAnswer::loss,
                                              &LawAnswer::criticalBatchTokens};
        const Law* law = findLaw(key.toStdString());
        QVERIFY(law != nullptr);
        const std::optional<double> value = evaluateLaw(*law, inputs).*kMembers[quantity];
        QVERIFY(value.has_value());
        QVERIFY2(std::abs(*value / expected - 1) < 1e-7, qPrintable(QString::number(*value, 'g', 10)));
    }

    void everyLawSaysWhereItIsFrom() {
        std::set<std::string> keys;
        for (const Law& law : laws()) {
            QVERIFY2(keys.insert(law.key).second, law.key);
            QVERIFY2(std::string(law.citation).starts_with("arXiv 2"), law.key);
            QVERIFY2(*law.label != '\0' && *law.domain != '\0', law.key);
            QVERIFY2(law.dense || law.moe, law.key);
            QVERIFY2(law.lr.value || law.loss.value, law.key);
            QVERIFY2(evaluateLaw(law, mixture()).missing.empty(), law.key);
        }
    }

    void outsideItsDomainALawStillAnswersAndSaysSo_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<int>("scenario");
        QTest::addColumn<QString>("why");
        QTest::newRow("too large") << "step-law" << 0 << "parameters 7B (fitted on 215M–1.07B)";
        QTest::newRow("too many tokens") << "step-law" << 0 << "tokens 1.4T (fitted on 4B–100B)";
        QTest::newRow("MoE to a dense law") << "deepseek" << 2 << "not fitted on MoE models";
        QTest::newRow("dense to an MoE law") << "ling-moe" << 1 << "not fitted on dense models";
        QTest::newRow("compute") << "deepseek" << 1 << "FLOP of training 1.2e+20 (fitted on 1e+17–2e+19)";
        QTest::newRow("inside") << "step-law" << 1 << "";
        QTest::newRow("inside, MoE") << "step-law" << 2 << "";
    }
    void outsideItsDomainALawStillAnswersAndSaysSo() {
        QFETCH(QString, key);
        QFETCH(int, scenario);
        QFETCH(QString, why);
        const LawInputs inputs = scenario == 0 ? seven() : scenario == 1 ? small() : mixture();
        const LawAnswer answer = evaluateLaw(*findLaw(key.toStdString()), inputs);
        QVERIFY(answer.lr.has_value());
        QCOMPARE(answer.inDomain, why.isEmpty());
        QVERIFY2(toString(answer.outside).find(why.toStdString()) != std::string::npos,
                 toString(answer.outside).c_str());
    }

    void aMissingInputGivesNoValueAndAReason() {
        const LawInputs bare = denseInputs(429260800, 4e10);
        const LawAnswer deepseek = evaluateLaw(*findLaw("deepseek"), bare);
        QVERIFY(!deepseek.lr && !deepseek.batchTokens);
        QCOMPARE(toString(deepseek.missing), std::string("needs the FLOP per token (layers, hidden size)"));
        const LawAnswer openai = evaluateLaw(*findLaw("openai"), bare);
        QVERIFY(openai.lr && !openai.criticalBatchTokens);
        QCOMPARE(toString(openai.missing), std::string("needs the loss"));
        QVERIFY(!evaluateLaw(*findLaw("openai"), denseInputs(2e10, 1e12)).lr); // negative there
    }

    void theTableFillsInTheInputs() {
        MOE_NEED_SHARED(sharedText(kMoeTable), "moe_lr_bs_loss.csv");
        const Result<LossTable> moe = readMoeLoss(sharedText(kMoeTable), "moe");
        QVERIFY(moe.has_value());
        const LawInputs inputs = lawInputs(*moe, moe->groups.front());
        QCOMPARE(*inputs.experts, 89.0);
        QCOMPARE(*inputs.topK, 1.0);
        QCOMPARE(*inputs.flopsPerToken, 1681489920.0); // column M of the published table
    }

    /// Loss laws of other recipes miss these tables; one number carries them over.
    void anOffsetCarriesALossLawOver() {
        MOE_NEED_SHARED(sharedText(kDenseTable), "dense_lr_bs_loss.csv");
        const Result<LossTable> dense = readDenseLoss(sharedText(kDenseTable), "dense");
        QVERIFY(dense.has_value());
        for (const char* key : {"chinchilla", "chinchilla-refit", "joint-moe", "abnar"}) {
            const std::optional<LawOffset> offset = fitOffset(*findLaw(key), *dense);
            QVERIFY(offset && !offset->scale && offset->groups == 17);
            QVERIFY2(offset->rawError > 0.07 && offset->rawError < 0.30, key);
            QVERIFY2(offset->residualRmse < 0.05, key);
            QVERIFY(!offset->text.empty());
        }
        const std::optional<LawOffset> farseer = fitOffset(*findLaw("farseer"), *dense);
        QVERIFY(farseer && farseer->scale && farseer->residualRmse < 0.02);
        QVERIFY(!fitOffset(*findLaw("deepseek"), *dense));
    }

    void theRegionHoldsNinetyFivePercentOfTheFits() {
        MOE_NEED_SHARED(sharedText(kFitsTable), "1004_fitted_lr_bs_scaling_model_parameters.csv");
        const Result<StepLawFits> fits = readStepLawFits(sharedText(kFitsTable), "fits");
        QVERIFY(fits.has_value());
        const StepLawRegion region = stepLawRegion(*fits, 7e9, 1.4e12);
        QVERIFY(std::abs(std::exp(region.lnLr) / 9.346841e-4 - 1) < 1e-6);
        QVERIFY(std::abs(std::exp(region.lnBatch) / 4996961.32 - 1) < 1e-6);
        QVERIFY(std::abs(region.box.lr.min / 7.651e-4 - 1) < 1e-3); // 95 % box
        int inside = 0;
        for (const StepLawFit& fit : fits->fits) {
            const StepLawOptimum optimum = stepLaw(fit, 7e9, 1.4e12);
            inside += contains(region, optimum.lr, optimum.batchTokens) ? 1 : 0;
        }
        QVERIFY2(inside > 930 && inside < 970, qPrintable(QString::number(inside)));
        QCOMPARE(region.lr.size(), std::size_t(97));
        QCOMPARE(region.lr.front(), region.lr.back());
        for (std::size_t i = 0; i < region.lr.size(); ++i)
            QVERIFY(contains(region, region.lr[i], region.batchTokens[i], 0.9501) &&
                    !contains(region, region.lr[i], region.batchTokens[i], 0.9499));
    }

    void tooFewFitsHaveNoOutline() {
        const StepLawFits one{"one", {kStepLawMean}, {}, nullptr};
        const StepLawRegion region = stepLawRegion(one, 7e9, 1.4e12);
        QVERIFY(region.lr.empty() && !contains(region, 1e-3, 5e6));
        QVERIFY(stepLawRegion({}, 7e9, 1.4e12).lr.empty());
    }
};

} // namespace moe::test

using moe::test::LawsTest;
MOE_TEST(LawsTest)
#include "laws_test.moc"
