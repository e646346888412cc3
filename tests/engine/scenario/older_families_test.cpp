// SPDX-License-Identifier: GPL-3.0-or-later
// Families from before most experts, and text parts that are written as what differs from their class. Sizes
// as the published files have them, the other keys as these files spell them; totals as the sum over the
// tensors of the modelling code (Hugging Face Transformers, or the code beside the weights), worked out by
// hand, those with a second number beside what the hub counts in the published weights.

#include "models/engine/files/scenario_file.h"
#include "models/engine/shape/params.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

class OlderFamiliesTest : public QObject {
    Q_OBJECT

    static Result<Scenario> read(const char* config) { return readScenario(config, "config.json"); }
    static QString refusal(const char* config) {
        const Result<Scenario> made = read(config);
        return made ? QString() : QString::fromStdString(toString(made.error()));
    }

private slots:
    void totals_data() {
        QTest::addColumn<double>("total");
        QTest::addColumn<QByteArray>("config");
        // 124,439,808 on the hub; tied, positions learned, biases everywhere.
        QTest::newRow("GPT-2") << 124439808. << QByteArray(R"({"model_type": "gpt2",
            "architectures": ["GPT2LMHeadModel"], "activation_function": "gelu_new", "n_ctx": 1024,
            "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "summary_use_proj": true,
            "vocab_size": 50257})");
        // As StarCoder: one head of keys and values; 24·(2·h² + 2·h·d + 2·h·4h + biases, norms) + (V +
        // 2048)·h.
        QTest::newRow("gpt_bigcode") << 1124886528. << QByteArray(R"({"model_type": "gpt_bigcode",
            "architectures": ["GPTBigCodeForCausalLM"], "activation_function": "gelu_pytorch_tanh",
            "attention_softmax_in_fp32": true, "multi_query": true, "n_embd": 2048, "n_head": 16, "n_inner": 8192,
            "n_layer": 24, "n_positions": 2048, "scale_attn_weights": true, "vocab_size": 49280})");
        // 20,554,567,680 (EleutherAI's paper, arXiv 2204.06745, says 20 B).
        QTest::newRow("GPT-NeoX-20B") << 20554567680. << QByteArray(R"({"model_type": "gpt_neox",
            "architectures": ["GPTNeoXForCausalLM"], "hidden_act": "gelu_fast", "hidden_size": 6144,
            "intermediate_size": 24576, "layer_norm_eps": 1e-05, "max_position_embeddings": 2048,
            "num_attention_heads": 64, "num_hidden_layers": 44, "rotary_pct": 0.25,
            "tie_word_embeddings": false, "vocab_size": 50432})");
        // EleutherAI's table: 1,011,781,632. Both blocks side by side, each behind a norm of its own.
        QTest::newRow("Pythia-1B") << 1011781632. << QByteArray(R"({"model_type": "gpt_neox",
            "architectures": ["GPTNeoXForCausalLM"], "hidden_act": "gelu", "hidden_size": 2048,
            "intermediate_size": 8192, "layer_norm_eps": 1e-05, "max_position_embeddings": 2048,
            "num_attention_heads": 8, "num_hidden_layers": 16, "rotary_pct": 0.25,
            "tie_word_embeddings": false, "use_parallel_residual": true, "vocab_size": 50304})");
        QTest::newRow("StarCoder2-7B") << 7173923840. << QByteArray(R"({"model_type": "starcoder2",
            "architectures": ["Starcoder2ForCausalLM"], "hidden_act": "gelu_pytorch_tanh", "hidden_size": 4608,
            "intermediate_size": 18432, "max_position_embeddings": 16384, "mlp_type": "default",
            "norm_type": "layer_norm", "num_attention_heads": 36, "num_hidden_layers": 32,
            "num_key_value_heads": 4, "sliding_window": 4096, "use_bias": true, "vocab_size": 49152})");
        QTest::newRow("StableLM-3B-4E1T") << 2795443200. << QByteArray(R"({"model_type": "stablelm",
            "architectures": ["StableLmForCausalLM"], "hidden_act": "silu", "hidden_size": 2560,
            "intermediate_size": 6912, "max_position_embeddings": 4096, "num_attention_heads": 32,
            "num_hidden_layers": 32, "num_key_value_heads": 32, "partial_rotary_factor": 0.25,
            "tie_word_embeddings": false, "use_qkv_bias": false, "vocab_size": 50304})");
        QTest::newRow("Baichuan2-7B") << 7505973248. << QByteArray(R"({"model_type": "baichuan",
            "architectures": ["BaichuanForCausalLM"], "hidden_act": "silu", "hidden_size": 4096,
            "intermediate_size": 11008, "max_position_embeddings": 4096, "_from_model_config": true,
            "num_attention_heads": 32, "num_hidden_layers": 32, "tie_word_embeddings": false,
            "vocab_size": 125696})");
        // One norm a layer, both blocks behind it; totals as the hub counts the published weights, Falcon's
        // without the copy that the tied head has there.
        QTest::newRow("Phi-2") << 2779683840. << QByteArray(R"({"model_type": "phi",
            "architectures": ["PhiForCausalLM"], "hidden_act": "gelu_new", "hidden_size": 2560,
            "intermediate_size": 10240, "max_position_embeddings": 2048, "num_attention_heads": 32,
            "num_hidden_layers": 32, "num_key_value_heads": 32, "partial_rotary_factor": 0.4,
            "qk_layernorm": false, "tie_word_embeddings": false, "vocab_size": 51200})");
        QTest::newRow("GPT-J-6B") << 6050882784. << QByteArray(R"({"model_type": "gptj",
            "architectures": ["GPTJForCausalLM"], "activation_function": "gelu_new", "n_embd": 4096, "n_head": 16,
            "n_inner": null, "n_layer": 28, "n_positions": 2048, "rotary": true, "rotary_dim": 64,
            "tie_word_embeddings": false, "vocab_size": 50400})");
        QTest::newRow("CodeGen-16B") << 16032155648. << QByteArray(R"({"model_type": "codegen",
            "architectures": ["CodeGenForCausalLM"], "activation_function": "gelu_new", "n_ctx": 2048,
            "n_embd": 6144, "n_head": 24, "n_layer": 34, "n_positions": 2048, "rotary_dim": 64,
            "tie_word_embeddings": false, "vocab_size": 51200})");
        QTest::newRow("Falcon-7B") << 6921720704. << QByteArray(R"({"model_type": "falcon", "alibi": false,
            "architectures": ["FalconForCausalLM"], "bias": false, "hidden_size": 4544, "multi_query": true,
            "new_decoder_architecture": false, "num_attention_heads": 71, "num_hidden_layers": 32,
            "parallel_attn": true, "vocab_size": 65024})");
        QTest::newRow("Falcon-40B") << 41303293952. << QByteArray(R"({"model_type": "falcon", "alibi": false,
            "architectures": ["FalconForCausalLM"], "bias": false, "hidden_size": 8192, "multi_query": true,
            "new_decoder_architecture": true, "num_attention_heads": 128, "num_hidden_layers": 60,
            "num_kv_heads": 8, "parallel_attn": true, "vocab_size": 65024})");
        QTest::newRow("Falcon-RW-1B") << 1311625216. << QByteArray(R"({"model_type": "falcon", "alibi": true,
            "architectures": ["FalconForCausalLM"], "bias": true, "hidden_size": 2048, "multi_query": false,
            "new_decoder_architecture": false, "num_attention_heads": 32, "num_hidden_layers": 24,
            "parallel_attn": false, "vocab_size": 50304})");
        QTest::newRow("Command R+") << 103810674688. << QByteArray(R"({"model_type": "cohere",
            "architectures": ["CohereForCausalLM"], "attention_bias": false, "hidden_act": "silu",
            "hidden_size": 12288, "intermediate_size": 33792, "logit_scale": 0.83, "num_attention_heads": 96,
            "num_hidden_layers": 64, "num_key_value_heads": 8, "use_qk_norm": true, "vocab_size": 256000})");
        QTest::newRow("StableLM-2-12B") << 12143185920. << QByteArray(R"({"model_type": "stablelm",
            "architectures": ["StableLmForCausalLM"], "hidden_act": "silu", "hidden_size": 5120,
            "intermediate_size": 13824, "max_position_embeddings": 4096, "num_attention_heads": 32,
            "num_hidden_layers": 40, "num_key_value_heads": 8, "qk_layernorm": true,
            "tie_word_embeddings": false, "use_parallel_residual": true, "use_qkv_bias": false,
            "vocab_size": 100352})");
        // 32·(4·h² + 4·h + 3·h·11008 + 2·h) + 2·V·h + h
        QTest::newRow("InternLM-7B") << 7321948160. << QByteArray(R"({"model_type": "internlm",
            "architectures": ["InternLMForCausalLM"], "bias": true, "hidden_act": "silu", "hidden_size": 4096,
            "intermediate_size": 11008, "max_position_embeddings": 2048, "num_attention_heads": 32,
            "num_hidden_layers": 32, "tie_word_embeddings": false, "vocab_size": 103168})");
        QTest::newRow("EXAONE-3.5-7.8B") << 7818448896. << QByteArray(R"({"model_type": "exaone",
            "architectures": ["ExaoneForCausalLM"], "activation_function": "silu", "head_dim": 128,
            "hidden_size": 4096, "intermediate_size": 14336, "max_position_embeddings": 32768,
            "num_attention_heads": 32, "num_key_value_heads": 8, "num_layers": 32,
            "tie_word_embeddings": false, "vocab_size": 102400})");
        QTest::newRow("MiniCPM3-4B") << 4073875968. << QByteArray(R"({"model_type": "minicpm3",
            "architectures": ["MiniCPM3ForCausalLM"], "hidden_act": "silu", "hidden_size": 2560,
            "intermediate_size": 6400, "kv_lora_rank": 256, "q_lora_rank": 768, "qk_nope_head_dim": 64,
            "qk_rope_head_dim": 32, "max_position_embeddings": 32768, "num_attention_heads": 40,
            "num_key_value_heads": 40, "num_hidden_layers": 62, "vocab_size": 73448})");
        // 480 B, 17 B active: a dense network of the model's width beside 128 experts.
        QTest::newRow("Snowflake Arctic") << 478584608768. << QByteArray(R"({"model_type": "arctic",
            "architectures": ["ArcticForCausalLM"], "enc_index": [0, 1, 2], "hidden_act": "silu",
            "hidden_size": 7168, "intermediate_size": 4864, "max_position_embeddings": 4096,
            "max_sequence_length": 4096, "moe_eval_capacity_factor": 1, "moe_layer_frequency": 1,
            "num_attention_heads": 56, "num_experts_per_tok": 2, "num_hidden_layers": 35,
            "num_key_value_heads": 8, "num_local_experts": 128, "parallel_attn_mlp_res": true,
            "use_residual": true, "tie_word_embeddings": false, "vocab_size": 32000})");
        // Its text part has only what differs from Gemma3TextConfig: no heads, no vocabulary.
        QTest::newRow("Gemma-3-4B") << 3880263168. << QByteArray(R"({"model_type": "gemma3",
            "architectures": ["Gemma3ForConditionalGeneration"], "mm_tokens_per_image": 256,
            "text_config": {"hidden_size": 2560, "intermediate_size": 10240, "model_type": "gemma3_text",
            "num_hidden_layers": 34, "sliding_window": 1024}, "vision_config": {"hidden_size": 1152}})");
        QTest::newRow("LLaVA-1.5-7B") << 6738939904. << QByteArray(R"({"model_type": "llava",
            "architectures": ["LlavaForConditionalGeneration"], "image_token_index": 32000,
            "text_config": {"architectures": ["LlamaForCausalLM"], "max_position_embeddings": 4096,
            "model_type": "llama", "vocab_size": 32064}, "vision_config": {"hidden_size": 1024}})");
    }
    void totals() {
        QFETCH(double, total);
        QFETCH(QByteArray, config);
        const Result<Scenario> made = read(config.constData());
        QVERIFY2(made, made ? "" : toString(made.error()).c_str());
        Scenario scenario = *made;
        QCOMPARE(paramCounts(setupOf(scenario, shippedCatalog())).total, total);
        QVERIFY(scenario.leftOut.empty() || scenario.leftOut == std::vector<std::string>{"vision_config"});
    }

    /// A file of its own without its sizes is cut: no default is its.
    void aWholeFileIsNotFilledUp() {
        const QString said = refusal(R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"],
            "max_position_embeddings": 4096, "vocab_size": 32064})");
        QVERIFY2(said.contains("num_hidden_layers") && said.contains("must be given"), qPrintable(said));
    }

    /// Keys that say what every model of a family has refuse it where they say otherwise.
    void otherwiseRefuses() {
        for (const char* more : {R"("use_residual": false)", R"("moe_layer_frequency": 2)"}) {
            const std::string config = std::string(R"({"model_type": "arctic", "hidden_size": 7168,
                "intermediate_size": 4864, "num_attention_heads": 56, "num_experts_per_tok": 2,
                "num_hidden_layers": 35, "num_key_value_heads": 8, "num_local_experts": 128,
                "vocab_size": 32000, )") +
                                       more + "}";
            QVERIFY2(refusal(config.c_str()).contains("in this family"), more);
        }
        const char* apart = R"({"model_type": "gptj", "n_embd": 64, "n_head": 4, "n_layer": 2,
            "n_positions": 64, "rotary": false, "tie_word_embeddings": false, "vocab_size": 100})";
        QVERIFY2(refusal(apart).contains("rotary"), qPrintable(refusal(apart)));
    }

    /// MLX quantises embeddings and head as well, and names no method.
    void mlxQuantisesTheHeadToo() {
        const Result<Scenario> made = read(R"({"model_type": "llama", "hidden_size": 64,
            "intermediate_size": 128, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 100,
            "quantization": {"group_size": 64, "bits": 4}, "quantization_config": {"group_size": 64, "bits": 4}})");
        QVERIFY2(made, made ? "" : toString(made.error()).c_str());
        QCOMPARE(made->precision.weights, DataType::Int4By64);
        QVERIFY(!made->precision.head);
    }
};

MOE_TEST(OlderFamiliesTest)
#include "older_families_test.moc"
