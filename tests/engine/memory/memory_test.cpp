// SPDX-License-Identifier: GPL-3.0-or-later
// Predicted memory against public measurements (allocated by torch, MiB).

#include "models/engine/memory/memory.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

/// Plain PyTorch 2.11 on one H200, 2 + 2 + 12 bytes a parameter: resources/runs/h200-steps.yaml.
Scenario plainH200(const std::string& model, const std::string& train, int sequences) {
    return scenarioOf("model: {sequence: 4096, tied_embeddings: false, " + model +
                      "}\ntrain: {stack: pytorch, zero: 0, grad_bytes: 2, micro_batch: " +
                      std::to_string(sequences) + ", global_batch: " + std::to_string(sequences) + ", " +
                      train + "}\ngpu: {preset: h200}\ncluster: {gpus: 1}\nparallel: {tp: 1, pp: 1}\n");
}
const std::string kOneBillion = "layers: 16, hidden: 2048, ffn: 8192, heads: 32, kv_heads: 8, "
                                "head_dim: 64, vocab: 128256";
const std::string kThreeBillion = "layers: 28, hidden: 3072, ffn: 8192, heads: 24, kv_heads: 8, "
                                  "head_dim: 128, vocab: 128256";

} // namespace

class MemoryTest : public QObject {
    Q_OBJECT

    struct Row {
        const char* name;
        Scenario scenario;
        int stage;
        double fixed, fixedTolerance; // MiB, %; 0 = not measured
        double peak, peakTolerance;
    };
    static const std::vector<Row>& rows() {
        static const std::vector<Row> kRows = {
            {"A100 dense, Megatron-LM log October 2024", presetScenario("seed-dense"), 0, 1550.40, 0.5,
             20561.49, 1},
            {"A100 64 experts EP4, Megatron-LM log October 2024", presetScenario("seed-moe64"), 0, 13182.67,
             0.5, 33742.08, 1},
            {"B200 Llama-3-70B shape TP1 PP2 stage 0, SimuMax 4dcaae5", llamaB200(1, 2), 0, 0, 0, 68149.2,
             1.5},
            {"B200 Llama-3-70B shape TP1 PP2 stage 1, SimuMax 4dcaae5", llamaB200(1, 2), 1, 0, 0, 64479.5,
             1.5},
            {"B200 Llama-3-70B shape TP2, SimuMax 4dcaae5", llamaB200(2, 1), 0, 0, 0, 62136.4, 1.5},
            {"B200 Llama-3-70B shape TP4, SimuMax 4dcaae5", llamaB200(4, 1), 0, 0, 0, 39.07 * 1024, 1.5},
            {"B200 Llama-3-70B shape TP8, SimuMax 4dcaae5", llamaB200(8, 1), 0, 0, 0, 28.29 * 1024, 1.5},
            {"B200 DeepSeek-V2 shape EP8, SimuMax 4dcaae5", deepseekV2B200(), 0, 0, 0, 46730.0, 1.5},
            {"H100 GPT 7B TP4, Megatron-LM d98e8a64", gpt7bH100(false), 0, 20663519232.0 / MiB.base, 0.5,
             57143791616.0 / MiB.base, 1.5},
            // Steady memory of interleaved stages is 5 to 8 % over the formula in these three runs.
            {"H100 GPT 7B PP4 VPP8 last stage, Megatron-LM d98e8a64", gpt7bH100(true), 3,
             24808996864.0 / MiB.base, 10, 60720852992.0 / MiB.base, 5},
            {"H100 MoE with MLA PP2 VPP4 last stage, Megatron-LM d98e8a64", moeMemorySpeedH100(), 1,
             6632031744.0 / MiB.base, 10, 57920471040.0 / MiB.base, 5},
            {"H100 Mixtral 8x7B PP4 VPP8 last stage, Megatron-LM d98e8a64", mixtralH100(), 3,
             19743387648.0 / MiB.base, 10, 35505844224.0 / MiB.base, 5},
            {"H200 Qwen3-4B steady, PAIP-Pretrain e961f8a4", qwen4bH200(), 0, 69454.74, 1, 0, 0},
            // Measured by resources/scripts/gpu; static is what lies between two steps, without gradients.
            {"H200 1B eager, plain PyTorch", plainH200(kOneBillion, "eager: true", 4), 0, 19.603 * 1024, 0.5,
             67.996 * 1024, 0.3},
            {"H200 1B eager, all recomputed", plainH200(kOneBillion, "eager: true, recompute: full", 4), 0,
             19.603 * 1024, 0.5, 44.213 * 1024, 0.3},
            {"H200 1B compiled", plainH200(kOneBillion, "eager: false", 4), 0, 19.603 * 1024, 0.5,
             48.340 * 1024, 0.3},
            {"H200 1B compiled, all recomputed", plainH200(kOneBillion, "eager: false, recompute: full", 4),
             0, 19.603 * 1024, 0.5, 28.556 * 1024, 0.3},
            {"H200 3B eager", plainH200(kThreeBillion, "eager: true", 2), 0, 47.094 * 1024, 0.5,
             84.765 * 1024, 0.3},
            {"H200 3B compiled, the optimizer sets the peak",
             plainH200(kThreeBillion, "eager: false, recompute: full", 2), 0, 47.096 * 1024, 0.5,
             67.251 * 1024, 0.3},
        };
        return kRows;
    }

private slots:
    void measured_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < rows().size(); ++i) QTest::newRow(rows()[i].name) << static_cast<int>(i);
    }
    void measured() {
        QFETCH(int, index);
        const Row& row = rows()[static_cast<std::size_t>(index)];
        const Problems problems = validate(row.scenario, shippedCatalog());
        QVERIFY2(problems.empty(), toString(problems).c_str());
        const MemoryReport report = memoryWithoutSuggestions(setupOf(row.scenario, shippedCatalog()));
        const StageMemory& stage = report.stages[static_cast<std::size_t>(row.stage)];
        const auto near = [](double predicted, double expected, double tolerance) {
            return expected == 0 || std::abs(predicted / expected - 1) <= tolerance / 100;
        };
        QVERIFY2(near(stage.fixed / MiB, row.fixed, row.fixedTolerance),
                 qPrintable(QString("static %1 MiB, measured %2").arg(stage.fixed / MiB).arg(row.fixed)));
        QVERIFY2(near(stage.peak / MiB, row.peak, row.peakTolerance),
                 qPrintable(QString("peak %1 MiB, measured %2").arg(stage.peak / MiB).arg(row.peak)));
    }

    void peakPhases() {
        const Case dense{presetScenario("seed-dense")};
        QCOMPARE(QString::fromStdString(memoryWithoutSuggestions(dense.setup()).heaviest().peakPhase),
                 "loss forward");
        const Case llama{llamaB200(1, 2)};
        const MemoryReport report = memoryWithoutSuggestions(llama.setup());
        QCOMPARE(report.worst, 0);
        QCOMPARE(QString::fromStdString(report.stages[0].peakPhase), "last-layer backward");
        QCOMPARE(QString::fromStdString(report.stages[1].peakPhase), "LM-head backward");
        const Case plain{plainH200(kThreeBillion, "eager: false, recompute: full", 2)};
        QCOMPARE(QString::fromStdString(memoryWithoutSuggestions(plain.setup()).heaviest().peakPhase),
                 "optimizer step");
        const StageMemory stage = memoryWithoutSuggestions(plain.setup()).heaviest();
        QCOMPARE(stage.phases[3].base, stage.peak.base);
        // 2 of the 20 bytes of a parameter are the gradient, 4 its copy.
        QVERIFY(std::abs(stage.stepGradients[1] / stage.stepGradients[0] - 3) < 1e-12);
        QVERIFY(std::abs((stage.phases[3] - stage.stepGradients[1]) / stage.fixed - 1) < 1e-12);
    }

    /// The last layer's backward pass finds all gradients there; without copies in fp32 it sets the peak.
    void theBackwardPassEndsBesideAllGradients() {
        Case c{plainH200(kThreeBillion,
                         "eager: false, recompute: full, master_weights: false, moment_bytes: 2", 2)};
        c.scenario.train->gradBytes = 4;
        const StageMemory stage = memoryWithoutSuggestions(c.setup()).heaviest();
        QCOMPARE(stage.stepGradients[0].base, stage.stepGradients[1].base);
        QVERIFY(stage.phases[2] > stage.phases[3]);
        QCOMPARE(stage.phases[2].base, stage.peak.base);
        QCOMPARE(stage.peakPhase, std::string("last-layer backward"));
        QCOMPARE(memorySummary(c.setup()).peak.base, stage.peak.base);
    }

    /// Gradients that several micro-batches add up stay; those of one are there for the step alone.
    void gradientsStayOnlyWhereTheyAreAddedUp() {
        Case c{plainH200(kOneBillion, "eager: true", 4)};
        const double parameters = 1498482688; // as PyTorch counted them
        const auto gradients = [&] {
            const Setup setup = c.setup();
            const MemoryReport report = memoryWithoutSuggestions(setup);
            for (std::size_t i = 0; i < memoryTerms().size(); ++i)
                if (std::string_view(memoryTerms()[i].key) == "dense_gradients")
                    return report.stages[0].terms[i].base;
            return -1.0;
        };
        QCOMPARE(gradients(), 0.0);
        c.scenario.train->microBatch = 2;
        QCOMPARE(gradients(), 2 * parameters);
        c.scenario.train->stack = Stack::Megatron2026;
        c.scenario.train->microBatch = 4;
        QCOMPARE(gradients(), 2 * parameters);
    }

    void threeNumbersAndAVerdict() {
        Case c{presetScenario("seed-dense")};
        const MemoryReport report = trainingMemory(c.setup(), shippedCatalog());
        QCOMPARE(report.reserved.base, 1.10 * report.heaviest().peak.base);
        QCOMPARE((report.device - report.reserved) / GiB, 3.0);
        QVERIFY(report.fits == Fit::Yes);
        QVERIFY(report.suggestions.empty());
        c.scenario.gpu.memoryGib = report.device / GiB * 1.05; // 95 %
        QVERIFY(trainingMemory(c.setup(), shippedCatalog()).fits == Fit::Tight);
        c.scenario.gpu.memoryGib = report.device / GiB * 0.99;
        QVERIFY(trainingMemory(c.setup(), shippedCatalog()).fits == Fit::No);
    }

    void everyStageHasItsShareOfTheGpus() {
        for (const char* key : {"deepseek-v3", "qwen3-235b-a22b", "reference"}) {
            const Scenario scenario = moe::test::presetScenario(key);
            const Setup setup = setupOf(scenario, moe::test::shippedCatalog());
            QCOMPARE(trainingMemory(setup, moe::test::shippedCatalog()).gpusPerStage * setup.pp, setup.gpus);
        }
    }

    void suggestionsFit() {
        Case c{presetScenario("seed-moe64")};
        c.scenario.gpu.memoryGib = 32;
        const MemoryReport report = trainingMemory(c.setup(), shippedCatalog());
        QVERIFY(report.fits == Fit::No);
        QVERIFY(!report.suggestions.empty());
        QStringList keys;
        for (const MemorySuggestion& suggestion : report.suggestions) {
            QVERIFY(suggestion.device <= report.capacity);
            keys << QString::fromStdString(suggestion.set.front().first);
        }
        QVERIFY(keys.contains("train.micro_batch"));
        QVERIFY(keys.contains("train.recompute"));
    }
};

MOE_TEST(MemoryTest)
#include "memory_test.moc"
