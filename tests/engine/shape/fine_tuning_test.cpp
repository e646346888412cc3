// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/fine_tuning.h"

#include "models/engine/evaluate.h"
#include "models/engine/memory/memory.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/flops.h"
#include "models/engine/shape/params.h"
#include "models/engine/time/step_time.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

Scenario with(Scenario scenario, std::initializer_list<std::pair<const char*, const char*>> set) {
    for (const auto& [key, value] : set)
        if (!setField(scenario, key, value).empty()) throw std::runtime_error(key);
    return scenario;
}

double flopsPerToken(const Scenario& scenario) {
    const Case c{scenario};
    const double tokens = static_cast<double>(scenario.train->globalBatch) * c.setup().s;
    return stepFlops(c.setup()).causal.base / tokens;
}

double termOf(const Report& report, const char* key) {
    const StageMemory& stage = report.memory->heaviest();
    for (std::size_t i = 0; i < memoryTerms().size(); ++i)
        if (std::string_view(memoryTerms()[i].key) == key) return stage.terms[i].base;
    throw std::runtime_error(key);
}

double timeOf(const Report& report, const char* key) {
    for (std::size_t i = 0; i < timeTerms().size(); ++i)
        if (std::string_view(timeTerms()[i].key) == key) return report.train->terms[i].seconds.base;
    throw std::runtime_error(key);
}

} // namespace

class FineTuningTest : public QObject {
    Q_OBJECT

private slots:
    void trainableParameters_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("rank");
        QTest::addColumn<QString>("targets");
        QTest::addColumn<double>("expected");
        // Printed by PEFT's print_trainable_parameters() for meta-llama/Meta-Llama-3-8B, r = 8 on q_proj,
        // v_proj.
        QTest::newRow("Llama 3 8B, PEFT, r 8, q v") << "llama-3-8b"
                                                    << "8"
                                                    << "q,v" << 3407872.0;
        // Printed by Unsloth for Llama-3-8B, r = 16 on all seven linears.
        QTest::newRow("Llama 3 8B, r 16, all") << "llama-3-8b"
                                               << "16"
                                               << "q,k,v,o,gate,up,down" << 41943040.0;
        // By hand: 80·16·((8192 + 10240) + (8192 + 8192)), one adapter for the fused projection.
        QTest::newRow("Llama 3 70B, r 16, fused qkv and o")
            << "llama-3-70b"
            << "16"
            << "qkv,o" << 80.0 * 16 * (8192 + 10240 + 8192 + 8192);
    }
    void trainableParameters() {
        QFETCH(QString, preset);
        QFETCH(QString, rank);
        QFETCH(QString, targets);
        QFETCH(double, expected);
        const Case c{with(presetScenario(preset.toStdString()),
                          {{"train.trainable", "lora"},
                           {"train.lora.rank", rank.toStdString().c_str()},
                           {"train.lora.targets", targets.toStdString().c_str()}})};
        QCOMPARE(paramCounts(c.setup()).trainable, expected);
    }

    void expertsHaveTheirOwnOrOne() {
        const auto adapters = [](const char* experts) {
            const Case c{with(presetScenario("mixtral-8x7b"), {{"train.trainable", "lora"},
                                                               {"train.lora.rank", "16"},
                                                               {"train.lora.targets", "gate,up,down"},
                                                               {"train.lora.experts", experts}})};
            return paramCounts(c.setup()).trainable;
        };
        const double one = 32.0 * 16 * 3 * (4096 + 14336);
        QCOMPARE(adapters("each"), 8 * one);
        QCOMPARE(adapters("shared"), one);
        QCOMPARE(adapters("none"), 0.0);
    }

    /// Dettmers et al. 2023, arXiv 2305.14314: 0.5 bits a parameter of scales, 0.127 with double
    /// quantisation.
    void fourBitWeights() {
        Scenario scenario = presetScenario("llama-3-8b-qlora");
        QVERIFY(std::abs(frozenBytes(Case{scenario}.setup()) - (4 + 0.127) / 8) < 1e-4);
        scenario.precision.frozen = FrozenType::Nf4;
        QCOMPARE(frozenBytes(Case{scenario}.setup()), (4 + 0.5) / 8);
        // A "4-bit model" keeps embedding and head in two bytes: Llama 3 8B takes 5.7 GB, not 4.
        scenario.precision.frozen = FrozenType::Nf4Double;
        const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QVERIFY(std::abs(termOf(report, "frozen_weights") / 5.7e9 - 1) < 0.01);
    }

    /// NVIDIA-NeMo/Megatron-Bridge, docs/performance-summary-archive.md, 26.06, Llama 3 70B at 4096 tokens:
    /// 2086 TFLOP/s at 7481 tokens/s and 2083 at 4819 are 278 and 433 GFLOP a token. LoRA's counts no
    /// attention and no adapters, whose sequences are packed from short samples.
    void flopsOfPublishedRows() {
        Scenario lora = presetScenario("llama-3-70b-lora");
        lora.train->loraRank = 1;
        lora.train->packed = {{1, 1}};
        QVERIFY(std::abs(flopsPerToken(lora) / (2086e12 / 7481) - 1) < 0.005);
        Scenario full = presetScenario("llama-3-70b");
        full.model.sequence = 4096;
        QVERIFY(std::abs(flopsPerToken(full) / (2083e12 / 4819) - 1) < 0.01);
    }

    void attentionStaysWithinSamples() {
        Scenario scenario = presetScenario("llama-3-8b-lora");
        const auto core = [&scenario](std::vector<SampleRun> packed) {
            scenario.train->packed = std::move(packed);
            const Case c{scenario};
            return std::pair{trainingKeys(c.setup()), sampleLength(c.setup())};
        };
        QCOMPARE(core({}), std::pair(2048.0, 4096.0));
        QCOMPARE(core({{4096, 1}}), std::pair(2048.0, 4096.0));
        QCOMPARE(core({{1024, 4}}), std::pair(512.0, 1024.0));
        // Σ s²/Σ s of 6 × 512 and 1024: (6·512² + 1024²)/4096 = 640.
        QCOMPARE(core({{512, 6}, {1024, 1}}), std::pair(320.0, 640.0));
        const Report packed = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        scenario.train->packed = {};
        const Report whole = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QVERIFY(timeOf(packed, "attention") < timeOf(whole, "attention") / 3);
        QCOMPARE(timeOf(packed, "gemm"), timeOf(whole, "gemm"));
        QVERIFY(packed.train->modelTflopsPerGpu < whole.train->modelTflopsPerGpu * 1.05);
    }

    /// What plain training says does not change where every weight learns.
    void nothingFrozenIsPlainTraining() {
        const Scenario plain = presetScenario("mixtral-8x7b");
        const Report report = evaluate(plain, shippedCatalog(), Detail::Numbers);
        QCOMPARE(report.params.trainable, report.params.total);
        for (const char* key : {"frozen_weights", "adapter_weights", "adapter_gradients", "adapter_states",
                                "adapter_inputs", "dequantised"})
            QCOMPARE(termOf(report, key), 0.0);
        QCOMPARE(timeOf(report, "adapters"), 0.0);
        QCOMPARE(timeOf(report, "dequantise"), 0.0);
        QVERIFY(!report.train->fullStep && !report.memory->longestSequence);
    }

    void adaptersSaveMemoryAndTime_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset :
             {"llama-3-8b", "mixtral-8x7b", "deepseek-v3", "qwen3-next", "nemotron-3-nano"})
            QTest::newRow(preset) << preset;
    }
    void adaptersSaveMemoryAndTime() {
        QFETCH(QString, preset);
        Scenario full = presetScenario(preset.toStdString());
        if (!full.train) {
            full.train.emplace();
            full.train->globalBatch = full.cluster.gpus.value_or(8);
            full.model.sequence = 4096;
        }
        const Report all = evaluate(full, shippedCatalog(), Detail::Numbers);
        const Report lora =
            evaluate(with(full, {{"train.trainable", "lora"}}), shippedCatalog(), Detail::Numbers);
        QVERIFY(lora.params.trainable > 0 && lora.params.trainable < 0.1 * all.params.total);
        // What is kept for adapters is bf16: beside inputs that full training keeps in 8 bits it may be more.
        QVERIFY(lora.memory->heaviest().fixed < all.memory->heaviest().fixed);
        // Adapters of 256 small experts are as many small products, which may take longer than is saved.
        const Report outside =
            evaluate(with(full, {{"train.trainable", "lora"}, {"train.lora.experts", "none"}}),
                     shippedCatalog(), Detail::Numbers);
        QVERIFY(outside.train->step < all.train->step);
        QVERIFY(lora.train->fullStep);
        QCOMPARE(lora.train->fullStep->base, all.train->step.base);
        // A frozen model passes forward alone.
        const Report none =
            evaluate(with(full, {{"train.trainable", "none"}}), shippedCatalog(), Detail::Numbers);
        QCOMPARE(none.params.trainable, 0.0);
        QVERIFY(none.train->step < 0.6 * all.train->step);
        QVERIFY(none.memory->heaviest().peak < lora.memory->heaviest().peak);
        double sum = 0;
        for (const TimeTerm& term : lora.train->terms) sum += term.exposed.base;
        QVERIFY(std::abs(sum / lora.train->step.base - 1) < 1e-6);
    }

    void frozenLayersKeepNothing() {
        Scenario scenario = presetScenario("llama-3-8b");
        scenario.parallel.pp = 1;
        scenario.parallel.dp.reset();
        const Report all = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        const Report half = evaluate(with(scenario, {{"train.frozen", "embeddings,first-16"}}),
                                     shippedCatalog(), Detail::Numbers);
        QCOMPARE(termOf(half, "dense_mlp"), termOf(all, "dense_mlp") / 2);
        QCOMPARE(half.params.trainable, all.params.total - 128256.0 * 4096 - 16 * 218112000.0);
        QVERIFY(half.train->step < 0.75 * all.train->step);
        // With a trained embedding gradients pass the frozen layers.
        const Report through =
            evaluate(with(scenario, {{"train.frozen", "first-16"}}), shippedCatalog(), Detail::Numbers);
        QVERIFY(termOf(through, "attention") > termOf(half, "attention"));
        QVERIFY(through.train->step > half.train->step);
    }

    void quantisedWeightsAreReadBeforeEveryPass() {
        Scenario scenario = presetScenario("llama-3-8b-qlora");
        const Report once =
            evaluate(with(scenario, {{"train.recompute", "none"}}), shippedCatalog(), Detail::Numbers);
        QVERIFY(timeOf(once, "dequantise") > 0);
        const Report bf16 =
            evaluate(with(scenario, {{"precision.frozen", "bf16"}}), shippedCatalog(), Detail::Numbers);
        QCOMPARE(timeOf(bf16, "dequantise"), 0.0);
        const Report again = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QVERIFY(timeOf(again, "recompute") > timeOf(bf16, "recompute") + timeOf(once, "dequantise") * 0.49);
        QVERIFY(again.memory->heaviest().peak < bf16.memory->heaviest().peak);
    }

    void longestSequenceFits() {
        const Scenario scenario = presetScenario("llama-3-8b-qlora");
        const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QVERIFY(report.memory->longestSequence);
        const auto fits = [&scenario](double tokens) {
            Scenario longer = scenario;
            longer.model.sequence = static_cast<Count>(tokens);
            return memorySummary(setupOf(longer, shippedCatalog())).fits != Fit::No;
        };
        QVERIFY(fits(*report.memory->longestSequence));
        QVERIFY(!fits(*report.memory->longestSequence + 1));
    }

    void brokenRules_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("value");
        QTest::newRow("no target") << "train.lora.targets"
                                   << "";
        QTest::newRow("every layer") << "train.frozen"
                                     << "first-32";
        QTest::newRow("nothing frozen") << "precision.frozen"
                                        << "nf4";
        QTest::newRow("longer than a sequence") << "train.packed"
                                                << "8193";
    }
    void brokenRules() {
        QFETCH(QString, set);
        QFETCH(QString, value);
        Scenario scenario = presetScenario("llama-3-8b");
        if (set == "train.lora.targets") scenario.train->trainable = Trainable::Lora;
        QVERIFY(setField(scenario, set.toStdString(), value.toStdString()).empty());
        const Problems problems = validate(scenario, shippedCatalog());
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(problems.front().key), set);
    }

    void wrongTexts_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("unknown target") << "train.lora.targets"
                                        << "q,router";
        QTest::newRow("unknown part") << "train.frozen"
                                      << "vision";
        QTest::newRow("half a layer") << "train.frozen"
                                      << "first-1.5";
        QTest::newRow("no length") << "train.packed"
                                   << "512*";
        QTest::newRow("a length of nothing") << "train.packed"
                                             << "0";
        QTest::newRow("too many") << "train.packed"
                                  << "1*1e9";
    }
    void wrongTexts() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        Scenario scenario = presetScenario("llama-3-8b");
        QCOMPARE(setField(scenario, key.toStdString(), value.toStdString()).size(), std::size_t(1));
    }

    void textsComeBack() {
        const Scenario scenario = with(presetScenario("llama-3-8b"), {{"train.lora.targets", "down,q"},
                                                                      {"train.frozen", "first-4,embeddings"},
                                                                      {"train.packed", "512*6, 1024"},
                                                                      {"train.trainable", "lora"}});
        const auto text = [&scenario](const char* key) {
            return QString::fromStdString(fieldText(findField(key)->get(scenario)));
        };
        QCOMPARE(text("train.lora.targets"), QString("q,down"));
        QCOMPARE(text("train.frozen"), QString("embeddings,first-4"));
        QCOMPARE(text("train.packed"), QString("512*6,1024"));
    }
};

MOE_TEST(FineTuningTest)
#include "fine_tuning_test.moc"
