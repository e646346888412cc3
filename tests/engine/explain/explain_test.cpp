// SPDX-License-Identifier: GPL-3.0-or-later
// Every account is worked out by its own formula from the numbers it says were put in.

#include "models/engine/explain/explain.h"

#include "models/engine/evaluate.h"
#include "models/engine/explain/formula_words.h"
#include "models/engine/loss/model/loss_file.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/report.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/time/step_time_report.h"
#include "tests/engine/cases.h"
#include "tests/engine/formula_value.h"
#include "tests/engine/operator_cases.h"

#include "data/document.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

static Report reportOf(const Scenario& scenario) {
    return evaluate(scenario, numbersCatalog(), Detail::Numbers);
}

static Scenario changed(const char* preset, const QStringList& edits) {
    Scenario scenario = presetScenario(preset);
    for (const QString& edit : edits) {
        const Problems problems =
            setField(scenario, edit.section('=', 0, 0).toStdString(), edit.section('=', 1).toStdString());
        if (!problems.empty()) throw std::runtime_error(toString(problems));
    }
    return scenario;
}

class ExplainTest : public QObject {
    Q_OBJECT

    static const AccountInput* input(const Account& account, const std::string& symbol) {
        for (const AccountInput& row : account.inputs)
            if (row.symbol == symbol) return &row;
        return nullptr;
    }
    static SymbolValue valuesOf(const Account& account) {
        return [&account](const std::string& symbol) -> std::optional<double> {
            const AccountInput* row = input(account, symbol);
            return row ? row->value : std::nullopt;
        };
    }
    static bool same(double a, double b) {
        return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-12});
    }

private slots:
    void everyNumberHasAnAccount() {
        const Report report = reportOf(presetScenario("mixtral-8x7b"));
        std::vector<std::string> keys;
        for (const MemoryTerm& term : memoryTerms()) keys.push_back(std::string("memory.terms.") + term.key);
        for (const TimeTermRow& term : timeTerms()) keys.push_back(std::string("train.terms.") + term.key);
        for (const Metric& metric : metrics()) keys.emplace_back(metric.key);
        QCOMPARE(accountRows().size(), keys.size());
        for (const std::string& key : keys) {
            const std::optional<Account> found = account(key, report, numbersCatalog());
            QVERIFY2(found, key.c_str());
            QVERIFY2(!found->formula.empty() && !found->source.empty() && !found->title.empty(), key.c_str());
            QVERIFY2(!found->inputs.empty() || !found->parts.empty(), key.c_str());
            for (const AccountInput& row : found->inputs)
                QVERIFY2(row.field.empty() || findField(row.field), row.field.c_str());
        }
    }

    /// A letter that nobody explains is a hole in the account.
    void everySymbolOfAFormulaIsExplained() {
        const Report report = reportOf(presetScenario("mixtral-8x7b"));
        for (const AccountRow& row : accountRows()) {
            const Account found = *account(row.key, report, numbersCatalog());
            for (const FormulaWord& word : formulaWords(found.formula))
                QVERIFY2(input(found, word.text), (row.key + ": " + word.text).c_str());
            for (const AccountInput& put : found.inputs)
                for (const FormulaWord& word : formulaWords(put.definition))
                    QVERIFY2(input(found, word.text),
                             (row.key + ": " + put.symbol + ": " + word.text).c_str());
        }
    }

    void formulasGiveTheirValues_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QStringList>("edits");
        for (const char* preset : {"deepseek-v3", "llama-3-70b", "llama-3-8b", "mixtral-8x7b", "olmoe-1b-7b",
                                   "qwen3-235b-a22b", "qwen3-30b-a3b", "reference", "reference-baseline",
                                   "seed-dense", "seed-moe64", "step-law-1in8", "step-law-2in88"})
            QTest::newRow(preset) << preset << QStringList();
        const auto variant = [](const char* preset, const QStringList& edits) {
            QTest::newRow(qPrintable(QString(preset) + ' ' + edits.join(' '))) << preset << edits;
        };
        variant("mixtral-8x7b", {"train.recompute=full"});
        variant("mixtral-8x7b", {"train.recompute=op-level"});
        variant("mixtral-8x7b", {"train.recompute=core_attn,layernorm,moe_act"});
        variant("qwen3-30b-a3b", {"train.recompute=moe", "precision.compute=fp8"});
        variant("llama-3-8b", {"train.recompute=mlp", "train.dropout=0.1"});
        variant("llama-3-8b", {"train.zero=3", "train.unsharded_grads=true"});
        variant("llama-3-8b", {"parallel.tp=2", "train.loss=compiled", "train.parallel_loss=false"});
        variant("mixtral-8x7b", {"train.zero=3"});
        variant("mixtral-8x7b", {"train.zero=2"});
        variant("mixtral-8x7b", {"train.zero=0", "train.loss=eager", "train.ep_overlap=true"});
        variant("mixtral-8x7b", {"train.stack=megatron-2024", "train.mask_in_loader=true"});
        variant("llama-3-8b", {"train.loss=chunked", "train.attention_kernel=unfused"});
        // Whose products slow down with the share of the time that they take.
        variant("llama-3-8b", {"train.stack=pytorch"});
        variant("mixtral-8x7b", {"train.stack=pytorch", "train.eager=true"});
        variant("deepseek-v3", {"train.recompute=mla_up_proj", "cluster.a2a=normal"});
        variant("deepseek-v3", {"model.norm=layernorm", "train.attention_window=1024"});
        variant("deepseek-v3", {"reliability.failures_per_1000_node_days=3.8"});
        variant("llama-3-8b", {"reliability.failures_per_1000_node_days=100", "price.gpu_hour_usd=2",
                               "reliability.checkpoint_seconds=20", "reliability.checkpoint_interval=600",
                               "reliability.straggler_share=0.05"});
        variant("mixtral-8x7b", {"power.limit_w=400", "price.gpu_hour_usd=2", "cost.co2_g_per_kwh=414"});
        variant("deepseek-v3", {"cost.gpu_usd=40000", "cost.kwh=0.1", "cost.co2_g_per_kwh=414"});
        for (const char* schedule : {"dualpipe", "dualpipev", "zb-v", "zb-h1", "zb-h2", "gpipe"})
            variant("deepseek-v3", {QString("train.schedule=") + schedule});
        variant("deepseek-v3", {"train.schedule=auto"});
        variant("deepseek-v3", {"train.schedule=auto", "parallel.vpp=2"});
        variant("deepseek-v3", {"parallel.layout=Et*4|(t*4|)*14tmL"});
        for (const char* preset :
             {"llama-3-8b-lora", "llama-3-8b-qlora", "llama-3-70b-lora", "llama-3-70b-qlora"})
            QTest::newRow(preset) << preset << QStringList();
        variant("mixtral-8x7b", {"train.trainable=lora", "train.lora.experts=shared", "train.zero=3"});
        variant("deepseek-v3", {"train.trainable=lora", "train.schedule=auto", "precision.frozen=fp8"});
        variant("deepseek-v3", {"train.fused_rope=true", "train.fp8_attention=true"});
        variant("llama-3-8b", {"train.trainable=none"});
        variant("llama-3-8b", {"train.frozen=embeddings,first-8", "train.packed=512*4,2048"});
        variant("qwen3-30b-a3b", {"train.fused_grad_accumulation=false", "model.linear_bias=true"});
    }
    void formulasGiveTheirValues() {
        QFETCH(QString, preset);
        QFETCH(QStringList, edits);
        const Report report = reportOf(changed(qPrintable(preset), edits));
        int checked = 0;
        for (const AccountRow& row : accountRows()) {
            const Account found = *account(row.key, report, numbersCatalog());
            const SymbolValue values = valuesOf(found);
            const std::optional<double> worked = formulaValue(formulaHead(found.formula), values);
            if (worked && found.value) {
                ++checked;
                QVERIFY2(same(*worked, *found.value),
                         qPrintable(QString("%1 = %2: worked out %3, reported %4")
                                        .arg(row.key.c_str(), found.formula.c_str())
                                        .arg(*worked, 0, 'g', 12)
                                        .arg(*found.value, 0, 'g', 12)));
            }
            for (const AccountInput& put : found.inputs) {
                if (put.definition.empty() || !put.value) continue;
                const std::optional<double> defined = formulaValue(put.definition, values);
                if (!defined) continue;
                QVERIFY2(same(*defined, *put.value),
                         qPrintable(QString("%1: %2 = %3: worked out %4, put in %5")
                                        .arg(row.key.c_str(), put.symbol.c_str(), put.definition.c_str())
                                        .arg(*defined, 0, 'g', 12)
                                        .arg(*put.value, 0, 'g', 12)));
            }
        }
        QVERIFY(checked >= (report.train ? 60 : 8));
    }

    /// Memory is worked out from its formula for every term, whatever the scenario.
    void noMemoryFormulaIsLeftOut() {
        const Report report = reportOf(presetScenario("deepseek-v3"));
        for (const MemoryTerm& term : memoryTerms()) {
            const Account found = *account(std::string("memory.terms.") + term.key, report, numbersCatalog());
            QVERIFY2(formulaValue(formulaHead(found.formula), valuesOf(found)), term.key);
        }
    }

    /// 1550.40 MiB static: dense 512 wide, 24 layers, FFN 1792, 8 A100 (Megatron-LM log, memory model's first
    /// case). Parameters by hand: embeddings 2·128256·512, layers 24·(2·512² + 2·512·128 + 3·512·1792 +
    /// 2·512), final norm 512.
    void aDenseRunOnA100IsCheckedByHand() {
        const double parameters =
            2.0 * 128256 * 512 + 24 * (2.0 * 512 * 512 + 2 * 512 * 128 + 3 * 512 * 1792 + 1024) + 512;
        Scenario scenario = presetScenario("seed-dense");
        scenario.train->zero = 1;
        const Report report = reportOf(scenario);
        const auto of = [&](const char* key) { return *account(key, report, numbersCatalog()); };
        const Account weights = of("memory.terms.dense_weights");
        QCOMPARE(weights.formula, std::string("(b_w·P_dense − b_x·P_linear)/Z_wd"));
        QCOMPARE(*input(weights, "P_dense")->value, parameters);
        QCOMPARE(*input(weights, "b_w")->value, 2.0);
        QCOMPARE(*weights.value, 2 * parameters);
        QCOMPARE(*of("memory.terms.dense_gradients").value, 4 * parameters);
        QCOMPARE(*of("memory.terms.dense_optimizer").value, 12 * parameters / 8);
        QCOMPARE(*of("memory.terms.framework").value, 28 * MiB.base);
        QVERIFY(std::abs(*of("memory.static_bytes").value / MiB.base / 1550.40 - 1) < 0.005);
        QCOMPARE(input(weights, "b_w")->field, std::string("precision.weights"));
        QCOMPARE(*of("memory.terms.inputs").value, 28.0 * 8 * 2048);
    }

    void partsSumToTheirTotal() {
        for (const char* preset : {"deepseek-v3", "mixtral-8x7b", "seed-dense"}) {
            const Report report = reportOf(presetScenario(preset));
            int sums = 0;
            for (const AccountRow& row : accountRows()) {
                const Account found = *account(row.key, report, numbersCatalog());
                if (found.parts.empty()) continue;
                double sum = 0;
                for (const AccountPart& part : found.parts) {
                    sum += part.value;
                    QVERIFY2(part.key.empty() || account(part.key, report, numbersCatalog()),
                             part.key.c_str());
                }
                QVERIFY2(same(sum, *found.value), row.key.c_str());
                ++sums;
            }
            QVERIFY(sums >= 4);
        }
    }

    void constantsSayWhetherTheyAreFitted() {
        const Report report = reportOf(presetScenario("mixtral-8x7b"));
        const Account gemm = *account("train.terms.gemm", report, numbersCatalog());
        QCOMPARE(*input(gemm, "K_0")->value, 140.0);
        QCOMPARE(input(gemm, "K_0")->basis, std::string("fit"));
        const Account experts = *account("train.terms.expert_gemm", report, numbersCatalog());
        QCOMPARE(input(experts, "n_0")->basis, std::string("prior"));
        QCOMPARE(*input(experts, "η_mem")->value, 0.78);
    }

    void aLetterMeansWhatItsPartOfTheModelSays() {
        const Report report = reportOf(presetScenario("step-law-2in88"));
        QCOMPARE(*input(*account("memory.terms.attention", report, numbersCatalog()), "n")->value,
                 double(report.scenario.model.heads));
        const Account loss = *account("loss.value", report, numbersCatalog());
        QCOMPARE(*input(loss, "n")->value, std::log(report.params.nonEmbedding / 5e8));
    }

    void absentSectionsKeepTheirFormulas() {
        Scenario scenario = presetScenario("llama-3-8b");
        scenario.train.reset();
        scenario.serve.reset();
        const Report report = reportOf(scenario);
        for (const AccountRow& row : accountRows()) {
            const Account found = *account(row.key, report, numbersCatalog());
            QVERIFY(!found.formula.empty());
            if (row.group == "Memory" || row.group == "Time" || row.group == "Loss") QVERIFY(!found.value);
        }
    }

    /// What only training has is neither read nor counted where a scenario has none.
    void everyNumberOfAServedModelIsExplained() {
        for (const char* preset : {"kimi-k2", "deepseek-v3.2"}) {
            const Report report = reportOf(presetScenario(preset));
            QVERIFY(!report.scenario.train && report.scenario.parallel.ep > 1);
            for (const AccountRow& row : accountRows()) {
                const Account found = *account(row.key, report, numbersCatalog());
                if (const AccountInput* paired = input(found, "paired"))
                    QVERIFY2(paired->value.value_or(0) == 0, (preset + (": " + row.key)).c_str());
            }
        }
    }

    void aDataSheetSaysWhereEachFigureWasRead() {
        Scenario scenario = presetScenario("llama-3-8b");
        scenario.gpu.preset = "mi355x";
        scenario.gpu.memoryGib = 200;
        const Account sheet = *account("gpu.data_sheet", reportOf(scenario), numbersCatalog());
        const auto figure = [&](const char* key) {
            for (const AccountFigure& one : sheet.figures)
                if (one.key == key) return one;
            throw std::runtime_error(key);
        };
        QCOMPARE(sheet.name, std::string("MI355X 288 GB"));
        QCOMPARE(*figure("bandwidth_gbps").value, 8e12);
        QCOMPARE(figure("bandwidth_gbps").unit, std::string("B/s"));
        QCOMPARE(figure("bandwidth_gbps").citation, std::string("Primus Tom's Hardware"));
        QVERIFY(figure("fp8_tflops").uncited && !figure("bf16_tflops").uncited);
        QCOMPARE(*figure("memory_mib").value, 200 * GiB.base);
        QCOMPARE(*figure("memory_mib").replaced, 294912 * MiB.base);
        QVERIFY(!figure("bf16_tflops").replaced);
        QCOMPARE(figure("topology").text, std::string("Full mesh"));
        QCOMPARE(sheet.assumptions.size(), std::size_t(3)); // uncited, replaced, the mesh
        QVERIFY(!account("gpu.data", reportOf(scenario), numbersCatalog()));
    }

    void aServedTokenSaysWhoseKernelsItIsMadeOf() {
        Scenario scenario = test::presetScenario("gpt-oss-120b");
        scenario.serve->engine = ServeEngine::Vllm;
        const Report report = evaluate(scenario, test::measuredCatalog(), Detail::Numbers);
        const Account told = *account("serve.tpot_seconds", report, test::measuredCatalog());
        const auto holds = [&](const char* text) {
            return std::any_of(told.assumptions.begin(), told.assumptions.end(), [&](const Message& one) {
                return toString(one).find(text) != std::string::npos;
            });
        };
        QVERIFY(holds("moe by vLLM 0.24.0, h100-sxm"));
        QVERIFY(holds("attn-generation by vLLM 0.24.0, h100-sxm"));
        QVERIFY(holds("9 µs per layer"));
        QVERIFY(told.origin == Origin::Simulated);
        scenario.serve->engine = ServeEngine::Steady;
        const Account model =
            *account("serve.tpot_seconds", evaluate(scenario, test::shippedCatalog(), Detail::Numbers),
                     test::shippedCatalog());
        QVERIFY(model.origin == Origin::Analytic);
    }

    void unknownKeysNameTheNearest() {
        const Report report = reportOf(presetScenario("llama-3-8b"));
        QVERIFY(!account("dense_weights", report, numbersCatalog()));
        QCOMPARE(nearestAccounts("dense_weights").front(), std::string("memory.terms.dense_weights"));
        QCOMPARE(nearestAccounts("train.stepseconds").front(), std::string("train.step_seconds"));
        QCOMPARE(nearestAccounts("x", 3).size(), std::size_t(3));
    }

    void wordsOfAFormula() {
        QStringList words;
        for (const FormulaWord& word : formulaWords("λ·k·T_v·max(2e-3, b_g)/1e12 − s²; Σ η_mem"))
            words << QString::fromStdString(word.text);
        QCOMPARE(words, QStringList({"λ", "k", "T_v", "b_g", "s", "η_mem"}));
    }
};

MOE_TEST(ExplainTest)
#include "explain_test.moc"
