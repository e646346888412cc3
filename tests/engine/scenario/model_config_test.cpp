// SPDX-License-Identifier: GPL-3.0-or-later
// The config.json of published models gives the shapes of the shipped presets.

#include "data/csv.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/model_config.h"
#include "models/engine/scenario/scenario_file.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

class ModelConfigTest : public QObject {
    Q_OBJECT

private slots:
    void shapesOfPublishedModels_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QByteArray>("config");
        // Each the relevant keys of the model's published config.json on huggingface.co.
        QTest::newRow("deepseek-ai/DeepSeek-V3") << "deepseek-v3" << QByteArray(R"({
            "architectures": ["DeepseekV3ForCausalLM"], "model_type": "deepseek_v3", "hidden_act": "silu",
            "first_k_dense_replace": 3, "hidden_size": 7168, "intermediate_size": 18432, "kv_lora_rank": 512,
            "max_position_embeddings": 163840, "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_group": 8,
            "n_routed_experts": 256, "n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8,
            "num_hidden_layers": 61, "num_key_value_heads": 128, "num_nextn_predict_layers": 1,
            "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "tie_word_embeddings": false,
            "topk_group": 4, "v_head_dim": 128, "vocab_size": 129280,
            "quantization_config": {"fmt": "e4m3", "weight_block_size": [128, 128]}})");
        QTest::newRow("mistralai/Mixtral-8x7B-v0.1") << "mixtral-8x7b" << QByteArray(R"({
            "model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336,
            "max_position_embeddings": 32768, "num_attention_heads": 32, "num_experts_per_tok": 2,
            "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8, "sliding_window": null,
            "tie_word_embeddings": false, "vocab_size": 32000})");
        QTest::newRow("Qwen/Qwen3-30B-A3B") << "qwen3-30b-a3b" << QByteArray(R"({
            "model_type": "qwen3_moe", "decoder_sparse_step": 1, "head_dim": 128, "hidden_size": 2048,
            "intermediate_size": 6144, "max_position_embeddings": 40960, "mlp_only_layers": [],
            "moe_intermediate_size": 768, "num_attention_heads": 32, "num_experts": 128,
            "num_experts_per_tok": 8, "num_hidden_layers": 48, "num_key_value_heads": 4,
            "tie_word_embeddings": false, "vocab_size": 151936})");
        QTest::newRow("allenai/OLMoE-1B-7B-0924") << "olmoe-1b-7b" << QByteArray(R"({
            "model_type": "olmoe", "hidden_size": 2048, "intermediate_size": 1024,
            "max_position_embeddings": 4096, "num_attention_heads": 16, "num_experts": 64,
            "num_experts_per_tok": 8, "num_hidden_layers": 16, "num_key_value_heads": 16,
            "tie_word_embeddings": false, "vocab_size": 50304})");
        // Some configurations name their architecture only, and say much beside the shape.
        QTest::newRow("meta-llama/Meta-Llama-3-8B")
            << "llama-3-8b"
            << QByteArray(R"({
            "architectures": ["LlamaForCausalLM"], "task": "\ud83d\ude00", "labels": {")" +
                          QByteArray(2000, 'x') + R"(": 1}, "hidden_size": 4096, "intermediate_size": 14336,
            "max_position_embeddings": 8192, "num_attention_heads": 32, "num_hidden_layers": 32,
            "num_key_value_heads": 8, "tie_word_embeddings": false, "vocab_size": 128256})");
    }
    void shapesOfPublishedModels() {
        QFETCH(QString, preset);
        QFETCH(QByteArray, config);
        const Result<Scenario> read =
            readValidScenario(config.toStdString(), "config.json", shippedCatalog());
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        Scenario mine = *read;
        const Scenario known = presetScenario(preset.toStdString());
        const Setup a = setupOf(mine, shippedCatalog()), b = setupOf(known, shippedCatalog());
        QCOMPARE(mine.moe.has_value(), known.moe.has_value());
        QCOMPARE(paramCounts(a).total, paramCounts(b).total);
        QCOMPARE(paramCounts(a).active, paramCounts(b).active);
        QVERIFY(mine.model.sequence <= 4096);
    }

    /// Parameters counted by a program of its own out of the configurations, in billions to four decimals.
    void countsOfReleasedModels() {
        const std::string table = sharedText("cases/configs/expected.csv");
        MOE_NEED_SHARED(table, "cases/configs");
        const Result<CsvTable> expected = readCsv(table, "expected.csv");
        QVERIFY(expected);
        const CsvColumn &models = *expected->find("model"), &totals = *expected->find("counted_total_B"),
                        &active = *expected->find("counted_active_B");
        int checked = 0;
        for (std::size_t row = 0; row < expected->rows(); ++row) {
            const std::string name(models.text(row));
            for (const char* known : {"deepseek-v3", "deepseek-v2-lite", "llama-3.1-8b", "llama-3.1-70b",
                                      "llama-3.1-405b", "mixtral-8x7b", "mixtral-8x22b", "olmoe-1b-7b",
                                      "qwen3-235b-a22b", "qwen3-30b-a3b", "qwen3-32b"}) {
                if (name != known) continue;
                const std::string path = "cases/configs/" + name + "/config.json";
                const Result<Scenario> read = readScenario(sharedText(path), path);
                QVERIFY2(read, read ? "" : toString(read.error()).c_str());
                const ParamCounts counts = paramCounts(setupOf(*read, shippedCatalog()));
                QVERIFY2(std::abs(counts.total / 1e9 - totals.numbers[row]) < 0.51e-4, known);
                QVERIFY2(std::abs(counts.active / 1e9 - active.numbers[row]) < 0.51e-4, known);
                ++checked;
            }
        }
        QCOMPARE(checked, 11);
    }

    /// The released weights of OLMoE-1B-7B (arXiv 2409.02060) hold 6 919 161 856 numbers.
    void qkNormsMaySpanTheWidth() {
        Scenario scenario = presetScenario("olmoe-1b-7b");
        QCOMPARE(paramCounts(setupOf(scenario, shippedCatalog())).total, 6'919'161'856.0);
        // 16 layers, norms of 2 · 2048 instead of 2 · 128.
        QVERIFY(setField(scenario, "model.qk_norm", "head").empty());
        QCOMPARE(paramCounts(setupOf(scenario, shippedCatalog())).total, 6'919'161'856.0 - 61440);
    }

    void whatNoScenarioCanSayIsRefusedInPlace_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown family") << QByteArray("{\"model_type\": \"mamba\"}")
                                        << "config.json:1:16: model_type: must be one of llama";
        QTest::newRow("unknown architecture")
            << QByteArray("{\"architectures\": [\"MambaForCausalLM\"]}")
            << "config.json:1:19: architectures: must be one of LlamaForCausalLM, MistralForCausalLM";
        QTest::newRow("missing keys")
            << QByteArray("{\"model_type\": \"llama\"}") << "vocab_size: must be given";
        QTest::newRow("dense layers in between")
            << QByteArray("{\"model_type\": \"qwen3_moe\", \"num_hidden_layers\": 4, \"hidden_size\": 64,\n"
                          "\"vocab_size\": 100, \"num_attention_heads\": 4, \"num_experts_per_tok\": 2,\n"
                          "\"num_experts\": 8, \"moe_intermediate_size\": 64, \"mlp_only_layers\": [2]}")
            << "config.json:3:";
    }
    void whatNoScenarioCanSayIsRefusedInPlace() {
        QFETCH(QByteArray, config);
        QFETCH(QString, says);
        const Result<Scenario> read = readScenario(config.toStdString(), "config.json");
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(toString(read.error())).contains(says),
                 toString(read.error()).c_str());
    }
};

MOE_TEST(ModelConfigTest)
#include "model_config_test.moc"
