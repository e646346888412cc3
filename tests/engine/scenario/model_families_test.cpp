// SPDX-License-Identifier: GPL-3.0-or-later
// Families that no stored file stands for. Shapes as the models' cards give them; parameters in billions,
// keys and values a token beyond windows and bytes held per sequence (windows and states), as a program of
// its own counted them from the same keys.

#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"
#include "tests/engine/cases.h"
#include "tests/engine/scenario/config_changes.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

class ModelFamiliesTest : public QObject {
    Q_OBJECT

private slots:
    void familiesAreCounted_data() {
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active");
        QTest::addColumn<double>("growing");
        QTest::addColumn<double>("held");
        QTest::addColumn<QByteArray>("config");
        // clang-format off
        QTest::newRow("tencent/Hunyuan-A13B") << 80.3932 << 12.7474 << 131072. << 0. << QByteArray(R"({"model_type": "hunyuan_v1_moe", "architectures": ["HunYuanMoEV1ForCausalLM"], "hidden_size":
            4096, "num_hidden_layers": 32, "vocab_size": 128167, "num_attention_heads": 32,
            "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 3072, "moe_intermediate_size":
            [3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072,
            3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072, 3072,
            3072], "num_experts": 64, "moe_topk": [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
            8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8], "num_shared_expert": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], "use_qk_norm": true, "use_cla":
            false, "cla_share_factor": 2, "use_mixed_mlp_moe": true, "tie_word_embeddings": true,
            "hidden_act": "silu", "max_position_embeddings": 32768, "attention_bias": false})");
        QTest::newRow("ai21labs/Jamba-v0.1") << 51.5703 << 12.1103 << 16384. << 16056320. << QByteArray(R"({"model_type": "jamba", "architectures": ["JambaForCausalLM"], "hidden_size": 4096,
            "num_hidden_layers": 32, "vocab_size": 65536, "num_attention_heads": 32, "num_key_value_heads":
            8, "intermediate_size": 14336, "num_experts": 16, "num_experts_per_tok": 2,
            "attn_layer_period": 8, "attn_layer_offset": 4, "expert_layer_period": 2,
            "expert_layer_offset": 1, "mamba_d_conv": 4, "mamba_d_state": 16, "mamba_dt_rank": 256,
            "mamba_expand": 2, "mamba_conv_bias": true, "mamba_proj_bias": false, "tie_word_embeddings":
            false, "hidden_act": "silu", "use_mamba_kernels": true, "num_logits_to_keep": 1,
            "max_position_embeddings": 262144, "output_router_logits": false, "router_aux_loss_coef":
            0.001, "sliding_window": null})");
        QTest::newRow("databricks/dbrx-base") << 131.5965 << 36.4697 << 163840. << 0. << QByteArray(R"({"model_type": "dbrx", "architectures": ["DbrxForCausalLM"], "d_model": 6144, "n_heads": 48,
            "n_layers": 40, "max_seq_len": 32768, "vocab_size": 100352, "attn_config": {"clip_qkv": 8,
            "kv_n_heads": 8, "model_type": "", "rope_theta": 500000}, "ffn_config": {"ffn_hidden_size":
            10752, "model_type": "", "moe_jitter_eps": 0.01, "moe_loss_weight": 0.05, "moe_num_experts":
            16, "moe_top_k": 4}, "tie_word_embeddings": false, "torch_dtype": "bfloat16", "resid_pdrop":
            0.0, "emb_pdrop": 0.0, "output_router_logits": false, "router_aux_loss_coef": 0.05,
            "use_cache": true, "initializer_range": 0.02})");
        QTest::newRow("baidu/ERNIE-4.5-300B-A47B") << 299.4842 << 47.9266 << 221184. << 0. << QByteArray(R"({"model_type": "ernie4_5_moe", "architectures": ["Ernie4_5_MoeForCausalLM"], "hidden_size":
            8192, "num_hidden_layers": 54, "vocab_size": 103424, "num_attention_heads": 64,
            "num_key_value_heads": 8, "intermediate_size": 28672, "moe_num_experts": 64, "moe_k": 8,
            "moe_intermediate_size": 3584, "moe_layer_start_index": 3, "moe_layer_end_index": 53,
            "moe_layer_interval": 1, "moe_num_shared_experts": 0, "use_bias": false, "tie_word_embeddings":
            false, "hidden_act": "silu", "max_position_embeddings": 131072, "rms_norm_eps": 1e-05,
            "moe_use_aux_free": true, "moe_capacity": [64, 64, 64]})");
        QTest::newRow("moonshotai/Kimi-Linear-48B-A3B") << 49.1227 << 3.4845 << 8064. << 43417600. << QByteArray(R"({"model_type": "kimi_linear", "architectures": ["KimiLinearForCausalLM"], "hidden_size": 2304,
            "num_hidden_layers": 27, "vocab_size": 163840, "num_attention_heads": 32,
            "num_key_value_heads": 32, "head_dim": 72, "intermediate_size": 9216, "moe_intermediate_size":
            1024, "num_experts": 256, "num_experts_per_token": 8, "num_shared_experts": 1,
            "first_k_dense_replace": 1, "moe_layer_freq": 1, "kv_lora_rank": 512, "q_lora_rank": null,
            "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "mla_use_nope": true,
            "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "kda_layers": [1, 2, 3,
            5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26], "head_dim": 128, "num_heads":
            32, "short_conv_kernel_size": 4}, "moe_router_activation_func": "sigmoid", "moe_renormalize":
            true, "routed_scaling_factor": 2.446, "num_expert_group": 1, "topk_group": 1,
            "use_grouped_topk": true, "tie_word_embeddings": false, "hidden_act": "silu",
            "num_nextn_predict_layers": 0, "model_max_length": 1048576, "rope_theta": 10000.0,
            "rope_scaling": null})");
        QTest::newRow("zai-org/GLM-5") << 743.9112 << 41.7847 << 109824. << 0. << QByteArray(R"({"model_type": "glm_moe_dsa", "architectures": ["GlmMoeDsaForCausalLM"], "hidden_size": 6144,
            "num_hidden_layers": 78, "vocab_size": 154880, "num_attention_heads": 64,
            "num_key_value_heads": 64, "head_dim": 64, "intermediate_size": 12288, "moe_intermediate_size":
            2048, "n_routed_experts": 256, "num_experts_per_tok": 8, "n_shared_experts": 1,
            "first_k_dense_replace": 3, "moe_layer_freq": 1, "kv_lora_rank": 512, "q_lora_rank": 2048,
            "qk_nope_head_dim": 192, "qk_rope_head_dim": 64, "qk_head_dim": 256, "v_head_dim": 256,
            "index_head_dim": 128, "index_n_heads": 32, "index_topk": 2048, "indexer_rope_interleave":
            true, "topk_method": "noaux_tc", "scoring_func": "sigmoid", "n_group": 1, "topk_group": 1,
            "num_nextn_predict_layers": 1, "tie_word_embeddings": false, "hidden_act": "silu",
            "max_position_embeddings": 202752, "attention_bias": false, "attention_dropout": 0.0, "dtype":
            "bfloat16", "ep_size": 1, "pretraining_tp": 1, "norm_topk_prob": true, "rms_norm_eps": 1e-05,
            "rope_interleave": true, "rope_parameters": {"rope_theta": 1000000, "rope_type": "default"},
            "routed_scaling_factor": 2.5, "use_cache": true, "pad_token_id": 1, "eos_token_id": [1, 2]})");
        QTest::newRow("Qwen/Qwen3.5-397B-A17B") << 396.3464 << 17.3490 << 30720. << 192061440. << QByteArray(R"({"model_type": "qwen3_5_moe", "architectures": ["Qwen3_5MoeForConditionalGeneration"],
            "image_token_id": 1, "tie_word_embeddings": false, "text_config": {"model_type":
            "qwen3_5_moe_text", "attention_bias": false, "attention_dropout": 0.0, "attn_output_gate":
            true, "dtype": "bfloat16", "eos_token_id": 248044, "full_attention_interval": 4, "head_dim":
            256, "hidden_act": "silu", "hidden_size": 4096, "initializer_range": 0.02, "layer_types":
            ["linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention",
            "linear_attention", "linear_attention", "linear_attention", "full_attention"],
            "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128, "linear_num_key_heads": 16,
            "linear_num_value_heads": 64, "linear_value_head_dim": 128, "max_position_embeddings": 262144,
            "mamba_ssm_dtype": "float32", "mlp_only_layers": [], "moe_intermediate_size": 1024,
            "mtp_num_hidden_layers": 1, "mtp_use_dedicated_embeddings": false, "num_attention_heads": 32,
            "num_experts": 512, "num_experts_per_tok": 10, "num_hidden_layers": 60, "num_key_value_heads":
            2, "output_router_logits": false, "rms_norm_eps": 1e-06, "rope_parameters":
            {"mrope_interleaved": true, "mrope_section": [11, 11, 10]}, "router_aux_loss_coef": 0.001,
            "shared_expert_intermediate_size": 1024, "use_cache": true, "vocab_size": 248320,
            "partial_rotary_factor": 0.25}, "vision_config": {"depth": 27}, "video_token_id": 3})");
        QTest::newRow("MiniMaxAI/MiniMax-M2") << 228.6898 << 11.0306 << 253952. << 0. << QByteArray(R"({"model_type": "minimax_m2", "architectures": ["MiniMaxM2ForCausalLM"], "attn_type_list": [1,
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            "hidden_size": 3072, "num_hidden_layers": 62, "vocab_size": 200064, "num_attention_heads": 48,
            "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 1536, "num_local_experts": 256,
            "num_experts_per_tok": 8, "shared_intermediate_size": 0, "use_qk_norm": true, "qk_norm_type":
            "per_layer", "use_routing_bias": true, "use_mtp": true, "num_mtp_modules": 3,
            "mtp_transformer_layers": 1, "scoring_func": "sigmoid", "rotary_dim": 64,
            "tie_word_embeddings": false, "hidden_act": "silu", "max_position_embeddings": 196608,
            "attention_dropout": 0.0, "output_router_logits": false, "layernorm_full_attention_beta": 1.0,
            "torch_dtype": "bfloat16", "router_jitter_noise": 0.0, "sliding_window": null,
            "initializer_range": 0.02, "layernorm_linear_attention_beta": 1.0, "layernorm_mlp_beta": 1.0,
            "max_model_len": 196608, "mlp_ratio": null, "postnorm": false})");
        QTest::newRow("nvidia/Nemotron-3-Nano") << 31.5779 << 3.5801 << 6144. << 49082368. << QByteArray(R"({"model_type": "nemotron_h", "architectures": ["NemotronHForCausalLM"], "attention_bias":
            false, "attention_dropout": 0.0, "chunk_size": 128, "conv_kernel": 4, "expand": 2, "head_dim":
            128, "hidden_dropout": 0.0, "hidden_size": 2688, "hybrid_override_pattern":
            "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME", "initializer_range": 0.02,
            "intermediate_size": 1856, "layer_norm_epsilon": 1e-05, "mamba_head_dim": 64,
            "mamba_hidden_act": "silu", "mamba_num_heads": 64, "mamba_proj_bias": false,
            "mamba_ssm_cache_dtype": "float32", "max_position_embeddings": 262144, "mlp_bias": false,
            "mlp_hidden_act": "relu2", "moe_intermediate_size": 1856,
            "moe_shared_expert_intermediate_size": 3712, "n_group": 1, "n_groups": 8, "n_routed_experts":
            128, "n_shared_experts": 1, "norm_eps": 1e-05, "norm_topk_prob": true, "num_attention_heads":
            32, "num_experts_per_tok": 6, "num_hidden_layers": 52, "num_key_value_heads": 2,
            "num_logits_to_keep": 1, "partial_rotary_factor": 1.0, "rescale_prenorm_residual": true,
            "residual_in_fp32": false, "rope_theta": 10000, "routed_scaling_factor": 2.5, "sliding_window":
            null, "ssm_state_size": 128, "tie_word_embeddings": false, "time_step_floor": 0.0001,
            "topk_group": 1, "torch_dtype": "bfloat16", "use_bias": false, "use_cache": true,
            "use_conv_bias": true, "use_mamba_kernels": true, "vocab_size": 131072, "time_step_limit":
            [0.0, 1000000000.0], "time_step_max": 0.1, "time_step_min": 0.001})");
        QTest::newRow("zai-org/GLM-4.5-Air") << 106.8523 << 13.4241 << 188416. << 0. << QByteArray(R"({"model_type": "glm4_moe", "architectures": ["Glm4MoeForCausalLM"], "hidden_size": 4096,
            "num_hidden_layers": 46, "vocab_size": 151552, "num_attention_heads": 96,
            "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 10944, "moe_intermediate_size":
            1408, "n_routed_experts": 128, "n_shared_experts": 1, "num_experts_per_tok": 8,
            "first_k_dense_replace": 1, "num_nextn_predict_layers": 1, "attention_bias": true,
            "use_qk_norm": false, "n_group": 1, "topk_group": 1, "tie_word_embeddings": false,
            "hidden_act": "silu", "max_position_embeddings": 131072, "partial_rotary_factor": 0.5,
            "norm_topk_prob": true})");
        QTest::newRow("meta-llama/Llama-4-Maverick") << 400.7118 << 17.1847 << 49152. << 1207959552. << QByteArray(R"({"model_type": "llama4", "architectures": ["Llama4ForConditionalGeneration"], "text_config":
            {"model_type": "llama4_text", "hidden_size": 5120, "num_hidden_layers": 48, "vocab_size":
            202048, "num_attention_heads": 40, "num_key_value_heads": 8, "head_dim": 128,
            "intermediate_size": 8192, "intermediate_size_mlp": 16384, "num_local_experts": 128,
            "num_experts_per_tok": 1, "interleave_moe_layer_step": 2, "attention_chunk_size": 8192,
            "moe_layers": [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41,
            43, 45, 47], "no_rope_layers": [], "use_qk_norm": false, "attn_temperature_tuning": 4,
            "attn_scale": 0.1, "floor_scale": 8192, "for_llm_class": true, "max_position_embeddings":
            1048576, "hidden_act": "silu", "attention_bias": false, "tie_word_embeddings": false,
            "layer_types": ["chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention", "chunked_attention", "chunked_attention", "chunked_attention",
            "full_attention"]}})");
        // clang-format on
    }
    void familiesAreCounted() {
        QFETCH(QByteArray, config);
        const Result<Scenario> read = readScenario(config.toStdString(), "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        Scenario scenario = *read;
        const Setup setup = setupOf(scenario, shippedCatalog());
        const ParamCounts counts = paramCounts(setup);
        QTEST(std::round(counts.total / 1e5) / 1e4, "total");
        QTEST(std::round(counts.active / 1e5) / 1e4, "active");
        constexpr double kLong = 1e7;
        const SequenceCache cache = sequenceCache(setup, kLong);
        QTEST(cache.nextToken.base, "growing");
        QTEST(cache.kept.base - cache.nextToken.base * kLong + cache.states.base, "held");
    }

    void noneOfTheirKeysChangesInSilence_data() { familiesAreCounted_data(); }
    void noneOfTheirKeysChangesInSilence() {
        QFETCH(QByteArray, config);
        int tried = 0;
        const Result<Document> file = parseDocument(config.toStdString(), "config.json");
        QVERIFY(file);
        std::string silent;
        for (const std::string& change : silentChanges(*file, "config.json", tried)) silent += change + "\n";
        QVERIFY2(silent.empty(), silent.c_str());
        QVERIFY(tried > 50);
    }

    void rowsAreFoundByTypeAndArchitecture() {
        for (const ModelFamily& row : modelFamilies()) {
            QCOMPARE(findFamily(row.type), &row);
            QVERIFY(row.shape);
            QVERIFY(undescribable(row.type).empty());
        }
        QCOMPARE(stemOf("Qwen3MoeForCausalLM"), std::string_view("Qwen3Moe"));
        QCOMPARE(stemOf("Grok1ModelForCausalLM"), std::string_view("Grok1"));
        QVERIFY(!familyOfStem("Mamba"));
    }

    void keysWithoutSizesAreHarmless() {
        for (const char* key :
             {"rope_theta", "rope_scaling.factor", "bos_token_id", "use_cache", "auto_map.AutoModel"})
            QVERIFY2(!harmlessKey(key).empty(), key);
        for (const char* key :
             {"hidden_size_v2", "num_kv_shared_layers", "sliding_stride", "my_block", "use_cla"})
            QVERIFY2(harmlessKey(key).empty() && looksStructural(key), key);
    }
};

MOE_TEST(ModelFamiliesTest)
#include "model_families_test.moc"
