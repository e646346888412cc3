// SPDX-License-Identifier: GPL-3.0-or-later
// Which keys of a model's file may be passed over, and which refuse it.
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/scenario_file.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class ConfigKeysTest : public QObject {
    Q_OBJECT

    /// A dense model of the llama family, and whatever stands beside.
    static std::string config(const std::string& more) {
        return "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], "
               "\"num_hidden_layers\": 4,\n"
               " \"hidden_size\": 64, \"num_attention_heads\": 4, \"num_key_value_heads\": 2, "
               "\"vocab_size\": 1000,\n"
               " \"intermediate_size\": 128, \"max_position_embeddings\": 4096, \"tie_word_embeddings\": "
               "false" +
               (more.empty() ? more : ", " + more) + "}";
    }
    static QString refusal(const std::string& more) {
        const Result<Scenario> read = readScenario(config(more), "config.json");
        return read ? QString() : QString::fromStdString(toString(read.error()));
    }

private slots:
    /// A pattern for ids of tokens once swallowed num_experts_per_token.
    void noHarmlessNameIsStructural() {
        QVERIFY(refusal("").isEmpty());
        for (const std::string& key : structuralKeys()) QVERIFY2(harmlessKey(key).empty(), key.c_str());
        QVERIFY(structuralKeys().size() > 100);
        for (const char* key : {"num_experts_per_token", "hc_mult", "swa_num_attention_heads"})
            QVERIFY2(harmlessKey(key).empty(), key);
        for (const char* key : {"length_penalty", "begin_suppress_tokens", "swa_rope_theta", "image_token_id",
                                "attention_dropout_p", "router_aux_loss_coef", "final_logit_softcapping"})
            QVERIFY2(!harmlessKey(key).empty(), key);
    }

    /// Names that other families have, with values as they publish them: none is read in silence.
    void injectedNamesRefuse_data() {
        QTest::addColumn<QByteArray>("more");
        for (const char* one : {"\"hc_mult\": 4",
                                "\"hc_count\": 4",
                                "\"compress_ratios\": [0, 4, 128, 4]",
                                "\"d_model\": 64",
                                "\"d_rel\": 16",
                                "\"altup_num_inputs\": 4",
                                "\"attention_k_eq_v\": true",
                                "\"mla_use_output_gate\": true",
                                "\"latent_moe_use_norm\": true",
                                "\"use_cla\": true",
                                "\"index_topk_pattern\": \"FFSS\"",
                                "\"mtp_hybrid_override_pattern\": \"*E\"",
                                "\"moe_layers_enum\": \"3,4,5\"",
                                "\"n_routed_experts\": 8",
                                "\"sliding_window_pattern\": 6",
                                "\"global_head_dim\": 512",
                                "\"o_groups\": 8",
                                "\"laurel_rank\": 64",
                                "\"layers_block_type\": [\"mamba\", \"moe\"]",
                                "\"expansion_ratio\": 1.5",
                                "\"alpha_7\": 12"})
            QTest::newRow(one) << QByteArray(one);
    }
    void injectedNamesRefuse() {
        QFETCH(QByteArray, more);
        const QString said = refusal(more.toStdString());
        QVERIFY2(!said.isEmpty(), more.constData());
        QCOMPARE(said.trimmed().count('\n'), 0);
        QVERIFY2(said.contains("--accept") && !said.contains("remove"), qPrintable(said));
    }

    /// A model's own file has keys of a generation_config.json, too: the reason stays that of the model.
    void aRefusedModelIsNoFileOfGeneration() {
        const QString said = refusal("\"alpha_7\": 12, \"bos_token_id\": 1, \"eos_token_id\": 2, "
                                     "\"transformers_version\": \"4.51.0\"");
        QVERIFY2(said.contains("alpha_7") && said.contains("--accept alpha_7"), qPrintable(said));
        QVERIFY2(!said.contains("generation_config"), qPrintable(said));
    }

    void theLineNamesTheFamilies() {
        const QString said = refusal("\"hc_mult\": 4, \"compress_ratios\": [0, 4, 4, 4]");
        QVERIFY2(said.contains("deepseek_v4") && said.contains("hy_v4"), qPrintable(said));
        QVERIFY2(said.contains("compress_ratios") && said.contains("--accept hc_mult"), qPrintable(said));
    }

    /// Off, or of no size: read, and what is not known is said.
    void whatSaysNothingOfSizesIsRead() {
        QVERIFY(refusal("\"hc_mult\": null, \"num_beams\": 1, \"length_penalty\": 1.0, \"use_cla\": false")
                    .isEmpty());
        const Result<Scenario> read =
            readScenario(config("\"flavour\": \"vanilla\", \"spice\": 0.25"), "c.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->leftOut, (std::vector<std::string>{"flavour", "spice"}));
    }

    /// What every model of the family does, in the words of other programs.
    void whatIsSaidTwiceIsReadOrRefused() {
        for (const char* more :
             {"\"norm_type\": \"rmsnorm\"", "\"use_rmsnorm\": true", "\"mlp_type\": \"gated\"",
              "\"num_key_value_groups\": 2", "\"ffn_type\": null"})
            QVERIFY2(refusal(more).isEmpty(), qPrintable(refusal(more)));
        for (const char* more : {"\"norm_type\": \"layernorm\"", "\"use_rmsnorm\": false",
                                 "\"mlp_type\": \"default\"", "\"num_key_value_groups\": 4"})
            QVERIFY2(refusal(more).contains("must be"), more);
        const Result<Scenario> adapted = readScenario(config("\"lora_r\": 16"), "config.json");
        QVERIFY2(adapted, adapted ? "" : toString(adapted.error()).c_str());
        QCOMPARE(adapted->leftOut, std::vector<std::string>{"lora_r"});
    }

    /// A flag under a name that says nothing may be the switch that the file lacks.
    void aFlagMayBeTheMissingSwitch() {
        std::string text = config("\"alpha_7\": true");
        const Result<Scenario> whole = readScenario(text, "config.json");
        QVERIFY2(whole, whole ? "" : toString(whole.error()).c_str());
        QCOMPARE(whole->leftOut, std::vector<std::string>{"alpha_7"});
        const std::string tied = "\"tie_word_embeddings\": false, ";
        text.erase(text.find(tied), tied.size());
        const Result<Scenario> read = readScenario(text, "config.json");
        QVERIFY(!read);
        const QString said = QString::fromStdString(toString(read.error()));
        QVERIFY2(said.contains("tie_word_embeddings") && said.contains("--accept alpha_7"), qPrintable(said));
    }

    /// Switches of Gemma 4 without which its other keys say nothing.
    void switchesMustStandWhereTheyMatter() {
        const std::string rest = R"("hidden_size": 64, "num_hidden_layers": 6, "num_attention_heads": 4,
 "num_key_value_heads": 2, "head_dim": 16, "vocab_size": 100, "intermediate_size": 128, "sliding_window": 32)";
        for (const auto& [more, key] :
             {std::pair{R"("num_experts": 8, "moe_intermediate_size": 32, "top_k_experts": 2)",
                        "enable_moe_block"},
              {R"("num_global_key_value_heads": 1, "global_head_dim": 32)", "attention_k_eq_v"}}) {
            const Result<Scenario> read =
                readScenario("{\"model_type\": \"gemma4_text\", " + rest + ", " + more + "}", "config.json");
            QVERIFY(!read);
            QVERIFY2(toString(read.error()).find(key) != std::string::npos, toString(read.error()).c_str());
        }
    }

    void acceptedKeysAreRecorded() {
        const std::string text =
            config(std::string("\"alpha_7\": 12, \"") + std::string(kAcceptedKeys) + "\": [\"alpha_7\"]");
        const Result<Scenario> read = readScenario(text, "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->accepted, std::vector<std::string>{"alpha_7"});
        const Result<Scenario> again = readScenario(scenarioText(*read), "again.yaml");
        QVERIFY2(again, again ? "" : toString(again.error()).c_str());
        QCOMPARE(again->accepted, read->accepted);
    }

    /// A wrapper opens by the type within; an unknown type within is the one that is named.
    void wrappersOpenByTheTypeWithin() {
        const std::string inner = config("");
        const Result<Scenario> read = readScenario(
            "{\"model_type\": \"some_vlm\", \"text_config\": " + inner +
                ", \"vision_config\": {\"hidden_size\": 1152, \"depth\": 27}, \"image_token_id\": 5}",
            "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->model.hidden, Count(64));
        QCOMPARE(read->leftOut, std::vector<std::string>{"vision_config"});
        const Result<Scenario> other =
            readScenario("{\"model_type\": \"llama\", \"text_config\": {\"model_type\": \"strange_text\", "
                         "\"hidden_size\": 64}}",
                         "f");
        QVERIFY(!other);
        QVERIFY(toString(other.error()).find("strange_text") != std::string::npos);
    }

    void rememberedAssumptionsGoWhereTheyAreSet() {
        const Result<Scenario> read =
            readScenario("schema: moe-explorer/scenario/1\nassumed: [\"model.vocab: Vocabulary 5 assumed.\", "
                         "\"Other: x\"]\n"
                         "model: {layers: 2, hidden: 64, heads: 4, vocab: 5, sequence: 8}\n",
                         "f.yaml");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->assumed.size(), std::size_t(2));
        QCOMPARE(read->assumed[0].key, std::string("model.vocab"));
        QCOMPARE(toString(read->assumed[1].text), std::string("Other: x"));
        QCOMPARE(*readScenario(scenarioText(*read), "again"), *read);
    }
};

MOE_TEST(ConfigKeysTest)
#include "config_keys_test.moc"
