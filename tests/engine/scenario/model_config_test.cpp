// SPDX-License-Identifier: GPL-3.0-or-later
// The config.json of published models gives the shapes of the shipped presets.

#include "data/csv.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/models/model_config.h"
#include "models/engine/files/models/model_families.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"
#include "tests/engine/scenario/config_changes.h"

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
                          QByteArray(2000, 'x') + R"(": 0.5}, "hidden_size": 4096, "intermediate_size": 14336,
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
        // DeepSeek-V3 corrects the scores of 256 experts in 58 layers; its preset leaves these numbers out.
        QVERIFY(std::abs(paramCounts(a).total / paramCounts(b).total - 1) < 1e-7);
        QVERIFY(std::abs(paramCounts(a).active / paramCounts(b).active - 1) < 1e-6);
        QVERIFY(mine.model.sequence <= 4096);
    }

    /// Parameters, keys and values, windows and states counted by a program of its own out of the published
    /// configurations; each of its columns stands in expected.csv.
    void countsOfReleasedModels() {
        const std::string table = sharedText("cases/configs/expected.csv");
        MOE_NEED_SHARED(table, "cases/configs");
        const Result<CsvTable> expected = readCsv(table, "expected.csv");
        QVERIFY(expected);
        const auto number = [&](const char* column, std::size_t row) {
            return expected->find(column)->numbers[row];
        };
        constexpr double kLong = 1e7; // tokens; beyond every window
        for (std::size_t row = 0; row < expected->rows(); ++row) {
            const std::string name(expected->find("model")->text(row));
            const std::string path = "cases/configs/" + name + "/config.json";
            const Result<Scenario> read = readScenario(sharedText(path), path);
            QVERIFY2(read, read ? "" : toString(read.error()).c_str());
            Scenario scenario = *read;
            const Setup setup = setupOf(scenario, shippedCatalog());
            const ParamCounts counts = paramCounts(setup);
            const double total = counts.total / 1e9 / number("counted_total_B", row) - 1;
            const double active = counts.active / 1e9 / number("counted_active_B", row) - 1;
            const SequenceCache one = sequenceCache(setup, 1), many = sequenceCache(setup, kLong);
            const double growing = many.nextToken.base;
            const double held = many.kept.base - growing * kLong + many.states.base;
            qInfo().noquote() << QString::asprintf(
                "%-22s total %8.2f B (%+.4f %%), active %7.2f B (%+.4f %%), KV %6.0f "
                "B, growing %6.0f B, held %10.0f B",
                name.c_str(), counts.total / 1e9, 100 * total, counts.active / 1e9, 100 * active,
                one.kept.base, growing, held);
            QVERIFY2(std::abs(total) < 0.5e-4 && std::abs(active) < 0.5e-4, name.c_str());
            QVERIFY2(one.kept.base == number("kv_bytes_per_token_bf16", row), name.c_str());
            QVERIFY2(growing == number("kv_bytes_per_token_beyond_windows", row), name.c_str());
            QVERIFY2(held == number("held_bytes_per_sequence", row), name.c_str());
        }
        QCOMPARE(expected->rows(), std::size_t(37));
    }

    /// Every key of every published file taken away, renamed and changed: refused, other numbers, or named.
    void noKeyChangesInSilence() {
        const std::string table = sharedText("cases/configs/expected.csv");
        MOE_NEED_SHARED(table, "cases/configs");
        const Result<CsvTable> expected = readCsv(table, "expected.csv");
        int tried = 0;
        std::string silent;
        for (std::size_t row = 0; row < expected->rows(); ++row) {
            const std::string name(expected->find("model")->text(row));
            const std::string path = "cases/configs/" + name + "/config.json";
            const Result<Document> file = parseDocument(sharedText(path), path);
            QVERIFY(file);
            for (const std::string& change : silentChanges(*file, path, tried))
                silent += name + ": " + change + "\n";
        }
        QVERIFY2(silent.empty(), silent.c_str());
        QVERIFY2(tried > 4000, std::to_string(tried).c_str());
    }

    /// A type in another's file: refused, or of the same counts because the families are of one class.
    void anotherTypeIsRefusedOrTheSame() {
        const std::string table = sharedText("cases/configs/expected.csv");
        MOE_NEED_SHARED(table, "cases/configs");
        const Result<CsvTable> expected = readCsv(table, "expected.csv");
        std::string wrong;
        for (std::size_t row = 0; row < expected->rows(); ++row) {
            const std::string name(expected->find("model")->text(row));
            const std::string path = "cases/configs/" + name + "/config.json";
            const Result<Document> file = parseDocument(sharedText(path), path);
            QVERIFY(file);
            const ParamCounts known = paramCounts(setupOf(*scenarioFrom(*file, path), shippedCatalog()));
            for (const ModelFamily& family : modelFamilies()) {
                Document changed = *file;
                for (DocumentEntry& entry : changed)
                    if (entry.key == "model_type") entry.values = {family.type};
                const Result<Scenario> read = scenarioFrom(changed, path);
                if (!read) continue;
                const ParamCounts counts = paramCounts(setupOf(*read, shippedCatalog()));
                if (counts.total != known.total || counts.active != known.active)
                    wrong += name + " as " + family.type + "\n";
            }
        }
        QVERIFY2(wrong.empty(), wrong.c_str());
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
                                        << "config.json:1:16: model_type: is no model this program reads";
        QTest::newRow("unknown architecture")
            << QByteArray("{\"architectures\": [\"MambaForCausalLM\"]}")
            << "config.json:1:19: architectures: is no model this program reads";
        QTest::newRow("a family with more than kinds of layers can say")
            << QByteArray("{\"model_type\": \"deepseek_v4\"}") << "compresses the keys of earlier tokens";
        QTest::newRow("missing keys")
            << QByteArray("{\"model_type\": \"llama\"}")
            << "num_hidden_layers: must be given, as must hidden_size, num_attention_heads, vocab_size";
        QTest::newRow("a wrapper without a text model")
            << QByteArray("{\"model_type\": \"llama4\", \"text_config\": null}")
            << "config.json:1:41: text_config: must hold the text model";
        QTest::newRow("an unknown wrapper")
            << QByteArray("{\"model_type\": \"llama\", \"text_config\": {\"model_type\": \"mine\"}}")
            << "text_config.model_type: is no model this program reads";
        QTest::newRow("a key twice")
            << QByteArray("{\"model_type\": \"llama\",\n\"hidden_size\": 64, \"hidden_size\": 128}")
            << "config.json:2:20: hidden_size: this key is already in line 2";
        QTest::newRow("hf_quant_config.json alone")
            << QByteArray("{\"quantization\": {\"quant_algo\": \"NVFP4\"}}")
            << "open the config.json beside it";
        const QByteArray qwen =
            "{\"model_type\": \"qwen3_moe\", \"num_hidden_layers\": 4, \"hidden_size\": 64,\n"
            "\"vocab_size\": 100, \"num_attention_heads\": 4, \"num_experts_per_tok\": 2,\n"
            "\"num_key_value_heads\": null, \"intermediate_size\": 64,\n"
            "\"num_experts\": 8, \"moe_intermediate_size\": 64";
        const auto add = [&](const char* name, const char* more, const char* says) {
            QTest::newRow(name) << qwen + ",\n" + more + "}" << says;
        };
        add("a layer that is not there", "\"mlp_only_layers\": [9]",
            "config.json:5:20: mlp_only_layers: holds \"9\"; must be layers from 0 to 3");
        add("a list of another length", "\"layer_types\": [\"full_attention\"]",
            "config.json:5:16: layer_types: must list one entry for each of 4 layers, has 1");
        add("a dropout that is no number", "\"attention_dropout\": NaN",
            "config.json:5:22: attention_dropout: must be a number, or be removed");
        add("an unknown activation", "\"hidden_act\": \"swish2\"",
            "config.json:5:15: hidden_act: must be silu");
        add("an unknown key of the structure", "\"layers_block_type\": [\"attention\"]",
            "config.json:5:22: layers_block_type: is no key of qwen3_moe models");
        add("another family's key", "\"num_local_experts\": 9",
            "config.json:5:22: num_local_experts: differs from num_experts");
        add("an architecture of another type", "\"architectures\": [\"LlamaForCausalLM\"]",
            "config.json:5:18: architectures: is not the architecture of model_type qwen3_moe");
        add("an unknown quantisation", "\"quantization_config\": {\"quant_method\": \"mine\"}",
            "quantization_config.quant_method: is no method this program reads");
        add("a fraction of layers", "\"max_window_layers\": 2.5",
            "max_window_layers: must be a whole number");
    }
    void whatNoScenarioCanSayIsRefusedInPlace() {
        QFETCH(QByteArray, config);
        QFETCH(QString, says);
        const Result<Scenario> read = readScenario(config.toStdString(), "config.json");
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(toString(read.error())).contains(says),
                 toString(read.error()).c_str());
    }

    void everyProblemIsToldAtOnce() {
        const std::string config =
            "{\"model_type\": \"llama\", \"hidden_size\": -1,\n\"sliding_layers\": 3,\n"
            "\"hidden_act\": \"odd\"}";
        const Result<Scenario> read = readScenario(config, "config.json");
        QVERIFY(!read);
        const std::string said = toString(read.error());
        for (const char* key :
             {"hidden_size", "num_hidden_layers", "vocab_size", "sliding_layers", "hidden_act"})
            QVERIFY2(said.find(key) != std::string::npos, said.c_str());
    }

    /// Keys in whose names and values nothing speaks of sizes are named in every report, and in the saved
    /// scenario.
    void whatIsLeftOutIsNamed() {
        const std::string config =
            "{\"model_type\": \"llama\", \"hidden_size\": 64, \"num_hidden_layers\": 2, \"vocab_size\": 10,\n"
            "\"num_attention_heads\": 2, \"intermediate_size\": 64, \"sparkle\": 0.3}";
        const Result<Scenario> read = readScenario(config, "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->leftOut, std::vector<std::string>{"sparkle"});
        const Result<Scenario> again = readScenario(scenarioText(*read), "saved.yaml");
        QVERIFY(again);
        QCOMPARE(again->leftOut, read->leftOut);
        const Report report = evaluate(*read, shippedCatalog(), Detail::Numbers);
        QCOMPARE(report.warnings.front().id, std::string("unknown-structure"));
        QCOMPARE(toString(report.warnings.front().text),
                 std::string("The model's file says more than is counted: sparkle."));
    }

    void typesOfWeights_data() {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QString>("experts");
        QTest::addColumn<QString>("attention");
        QTest::addColumn<QString>("head");
        QTest::addColumn<QString>("cache");
        // Quantisation sections as the named models publish them.
        QTest::newRow("none") << QByteArray("\"torch_dtype\": \"bfloat16\"") << "bf16"
                              << "bf16"
                              << "bf16"
                              << "bf16";
        QTest::newRow("DeepSeek-V3")
            << QByteArray("\"quantization_config\": {\"activation_scheme\": \"dynamic\", \"fmt\": \"e4m3\", "
                          "\"quant_method\": \"fp8\", \"weight_block_size\": [128, 128]}")
            << "fp8_block"
            << "fp8_block"
            << "bf16"
            << "bf16";
        QTest::newRow("gpt-oss")
            << QByteArray(
                   "\"quantization_config\": {\"quant_method\": \"mxfp4\", \"modules_to_not_convert\": "
                   "[\"model.layers.*.self_attn\", \"lm_head\"]}")
            << "mxfp4"
            << "bf16"
            << "bf16"
            << "bf16";
        QTest::newRow("AWQ") << QByteArray(
                                    "\"quantization_config\": {\"quant_method\": \"awq\", \"bits\": 4, "
                                    "\"group_size\": 128, \"zero_point\": true}")
                             << "int4"
                             << "int4"
                             << "bf16"
                             << "bf16";
        QTest::newRow("hf_quant_config.json of ModelOpt")
            << QByteArray(
                   "\"quantization\": {\"quant_algo\": \"NVFP4\", \"kv_cache_quant_algo\": \"FP8\", "
                   "\"group_size\": 16, \"exclude_modules\": [\"lm_head\", \"model.layers.*.self_attn*\"]}")
            << "nvfp4"
            << "bf16"
            << "bf16"
            << "fp8";
        QTest::newRow("compressed-tensors")
            << QByteArray(
                   "\"quantization_config\": {\"quant_method\": \"compressed-tensors\", \"ignore\": "
                   "[\"lm_head\"], \"config_groups\": {\"group_0\": {\"targets\": [\"Linear\"], \"weights\": "
                   "{\"num_bits\": 8, \"type\": \"float\", \"strategy\": \"channel\"}}}, "
                   "\"kv_cache_scheme\": {\"num_bits\": 8, \"type\": \"float\"}}")
            << "fp8"
            << "fp8"
            << "bf16"
            << "fp8";
    }
    void typesOfWeights() {
        QFETCH(QByteArray, keys);
        const std::string config =
            "{\"model_type\": \"mixtral\", \"hidden_size\": 64, \"num_hidden_layers\": 2, "
            "\"vocab_size\": 10, \"num_attention_heads\": 8, \"intermediate_size\": 64, "
            "\"num_local_experts\": 8, \"num_experts_per_tok\": 2, " +
            keys.toStdString() + "}";
        const Result<Scenario> read = readScenario(config, "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        const WeightTypes types = weightTypes(read->precision);
        const auto text = [](DataType type) { return QString::fromStdString(std::string(enumText(type))); };
        QTEST(text(types.experts), "experts");
        QTEST(text(types.attention), "attention");
        QTEST(text(types.head), "head");
        QTEST(text(read->precision.kvCache), "cache");
        QVERIFY(read->leftOut.empty());
    }

    /// "60.8 GiB" of checkpoint: experts in MXFP4, all else in bf16 (gpt-oss, arXiv 2508.10925).
    void weightsOfGptOssAreAsPublished() {
        const std::string text = sharedText("cases/configs/gpt-oss-120b/config.json");
        MOE_NEED_SHARED(text, "cases/configs");
        Result<Scenario> read = readScenario(text, "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        Scenario scenario = *read;
        scenario.serve.emplace();
        const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QCOMPARE(std::round(report.serve->weights / GiB * 10) / 10, 60.8);
    }

    void namesComeFromTheFolder_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("name");
        QTest::newRow("folder") << "/models/Qwen3-30B-A3B/config.json"
                                << "Qwen3-30B-A3B";
        QTest::newRow("file") << "/models/mine.json"
                              << "mine";
        QTest::newRow("hub") << "/c/models--Qwen--Qwen3-8B/snapshots/0123abcd/config.json"
                             << "Qwen3-8B";
        QTest::newRow("neither") << "config.json"
                                 << "llama, 2 × 64";
    }
    void namesComeFromTheFolder() {
        QFETCH(QString, source);
        const std::string config =
            "{\"model_type\": \"llama\", \"hidden_size\": 64, \"num_hidden_layers\": 2, \"vocab_size\": 10,\n"
            "\"num_attention_heads\": 2, \"intermediate_size\": 64}";
        const Result<Scenario> read = readScenario(config, source.toStdString());
        QVERIFY(read);
        QTEST(QString::fromStdString(read->name), "name");
    }

    /// Lists have an entry for each layer: their number is checked before anything is made that long.
    void shapesOutOfRangeAreRefusedInPlace() {
        for (const std::string layers : {"0", "1001", "1000000000"}) {
            const std::string config = "{\"model_type\": \"mixtral\",\n\"num_hidden_layers\": " + layers +
                                       ", \"hidden_size\": 64, \"num_experts_per_tok\": [], "
                                       "\"vocab_size\": 10, \"num_attention_heads\": 8}";
            const Result<Scenario> read = readScenario(config, "config.json");
            QVERIFY(!read);
            const std::string says = "config.json:2:22: num_hidden_layers: must be a whole number from 1 to "
                                     "1000, got \"" +
                                     layers + "\"";
            QVERIFY2(toString(read.error()).find(says) != std::string::npos, toString(read.error()).c_str());
        }
    }

    /// The params.json beside Meta's weights of Llama 3.1 8B: its rule for the width gives 14336.
    void paramsOfTheAuthorsAreRead() {
        const std::string params =
            "{\"dim\": 4096, \"ffn_dim_multiplier\": 1.3, \"multiple_of\": 1024, "
            "\"n_heads\": 32, \"n_kv_heads\": 8, \"n_layers\": 32, \"norm_eps\": 1e-05, "
            "\"rope_theta\": 500000.0, \"use_scaled_rope\": true, \"vocab_size\": 128256}";
        const Result<Scenario> read = readScenario(params, "Llama-3.1-8B/params.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(paramCounts(setupOf(*read, shippedCatalog())).total, 8'030'261'248.0);
    }
};

MOE_TEST(ModelConfigTest)
#include "model_config_test.moc"
