// SPDX-License-Identifier: GPL-3.0-or-later
// Families of 2025 and 2026: sizes that every key of the family enters. Expected counts are those of an
// independent reference in Python, which agrees with the modelling code of mlx-lm and mlx-vlm.
#include "models/engine/files/scenario_file.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class Models2026Test : public QObject {
    Q_OBJECT

private slots:
    void countsAreTheReferences_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active");
        QTest::addColumn<double>("cache"); // bytes of one more token, beyond windows
        QTest::newRow("gemma4_text")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":256,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":true,"model_type":"gemma4_text","architectures":["Gemma4ForCausalLM"],"hidden_activation":"gelu_pytorch_tanh","global_head_dim":512,"num_global_key_value_heads":2,"attention_k_eq_v":true,"layer_types":["sliding_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention"],"sliding_window":1024,"enable_moe_block":true,"num_experts":32,"moe_intermediate_size":704,"top_k_experts":8,"num_kv_shared_layers":0,"hidden_size_per_layer_input":0})")
            << 2498340236.0 << 1252631948.0 << 8192.0;
        QTest::newRow("gemma4_textd")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":256,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":true,"model_type":"gemma4_text","architectures":["Gemma4ForCausalLM"],"hidden_activation":"gelu_pytorch_tanh","global_head_dim":512,"num_global_key_value_heads":2,"attention_k_eq_v":true,"layer_types":["sliding_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention"],"sliding_window":1024,"enable_moe_block":false,"num_experts":null})")
            << 836510732.0 << 836510732.0 << 8192.0;
        QTest::newRow("minimax_m3")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":1024,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"swigluoai","model_type":"minimax_m3","architectures":["MiniMaxM3ForCausalLM"],"num_local_experts":16,"num_experts_per_tok":4,"n_shared_experts":1,"shared_intermediate_size":1024,"dense_intermediate_size":8192,"moe_layer_freq":[0,0,0,1,1,1,1,1,1,1,1,1],"sparse_attention_config":{"use_sparse_attention":true,"sparse_index_dim":128,"sparse_num_index_heads":4,"sparse_topk_blocks":16,"sparse_block_size":128,"sparse_score_type":"max","sparse_init_block":0,"sparse_local_block":1,"sparse_attention_freq":[0,0,0,1,1,1,1,1,1,1,1,1],"sparse_disable_index_value":[0,0,0,1,1,1,1,1,1,1,1,1]},"use_qk_norm":true,"qk_norm_type":"per_head","scoring_func":"sigmoid","use_routing_bias":true,"num_mtp_modules":3,"rotary_dim":64})")
            << 1456364944.0 << 776887696.0 << 26880.0;
        QTest::newRow("step3p5")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"step3p5","architectures":["Step3p5ForCausalLM"],"num_attention_groups":8,"moe_num_experts":32,"moe_top_k":4,"moe_intermediate_size":640,"share_expert_dim":640,"moe_layers_enum":"3,4,5,6,7,8,9,10,11","layer_types":["full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention"],"num_nextn_predict_layers":3,"sliding_window":512,"attention_other_setting":{"attention_type":"sliding_attention","num_attention_heads":24,"num_attention_groups":8,"head_dim":128},"use_head_wise_attn_gate":true,"use_moe_router_bias":true})")
            << 1675826464.0 << 684922144.0 << 12288.0;
        QTest::newRow("glm_moe_dsa")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":16,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"glm_moe_dsa","architectures":["GlmMoeDsaForCausalLM"],"n_routed_experts":16,"moe_intermediate_size":512,"num_experts_per_tok":4,"n_shared_experts":1,"first_k_dense_replace":1,"kv_lora_rank":256,"q_lora_rank":512,"qk_nope_head_dim":64,"qk_rope_head_dim":32,"v_head_dim":64,"index_n_heads":8,"index_head_dim":64,"index_topk":512,"index_topk_freq":4,"index_skip_topk_offset":3,"topk_method":"noaux_tc"})")
            << 893824816.0 << 478588720.0 << 7552.0;
        QTest::newRow("glm4_moe_lite")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":16,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"glm4_moe_lite","architectures":["Glm4MoeLiteForCausalLM"],"n_routed_experts":16,"moe_intermediate_size":512,"num_experts_per_tok":4,"n_shared_experts":1,"first_k_dense_replace":1,"kv_lora_rank":256,"q_lora_rank":512,"qk_nope_head_dim":64,"qk_rope_head_dim":32,"v_head_dim":64})")
            << 891776176.0 << 476540080.0 << 6912.0;
        QTest::newRow("afmoe")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"afmoe","architectures":["AfmoeForCausalLM"],"num_experts":16,"moe_intermediate_size":512,"num_experts_per_tok":4,"num_shared_experts":1,"num_dense_layers":2,"global_attn_every_n_layers":4,"sliding_window":2048,"layer_types":["sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention"]})")
            << 991663264.0 << 614175904.0 << 6144.0;
        QTest::newRow("olmo3")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"olmo3","architectures":["Olmo3ForCausalLM"],"sliding_window":4096,"layer_types":["sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention"]})")
            << 783695872.0 << 783695872.0 << 6144.0;
        QTest::newRow("exaone4")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"exaone4","architectures":["Exaone4ForCausalLM"],"sliding_window":4096,"sliding_window_pattern":"LLLG","layer_types":["sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","full_attention"]})")
            << 783668224.0 << 783668224.0 << 6144.0;
        QTest::newRow("qwen3_5_text")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":256,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"qwen3_5_text","architectures":["Qwen3_5ForCausalLM"],"linear_num_key_heads":16,"linear_num_value_heads":32,"linear_key_head_dim":128,"linear_value_head_dim":128,"linear_conv_kernel_dim":4,"full_attention_interval":4,"layer_types":["linear_attention","linear_attention","linear_attention","full_attention","linear_attention","linear_attention","linear_attention","full_attention","linear_attention","linear_attention","linear_attention","full_attention"]})")
            << 1049384128.0 << 1049384128.0 << 12288.0;
        QTest::newRow("nemotron_h")
            << QByteArray(
                   R"({"hidden_size":2048,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"model_type":"nemotron_h","architectures":["NemotronHForCausalLM"],"layers_block_type":["mamba","moe","mamba","moe","attention","moe","mamba","mlp"],"mlp_hidden_act":"relu2","mamba_num_heads":32,"mamba_head_dim":64,"ssm_state_size":128,"n_groups":8,"conv_kernel":4,"n_routed_experts":16,"moe_intermediate_size":512,"num_experts_per_tok":4,"n_shared_experts":1,"moe_shared_expert_intermediate_size":1024,"moe_latent_size":512,"use_conv_bias":true,"mtp_layers_block_type":["attention","moe"],"num_nextn_predict_layers":1})")
            << 335204688.0 << 316330320.0 << 2048.0;
        QTest::newRow("kimi_lineark3")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":16,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"kimi_linear","architectures":["KimiLinearForCausalLM"],"num_experts":16,"moe_intermediate_size":512,"num_experts_per_token":4,"num_shared_experts":2,"first_k_dense_replace":1,"moe_layer_freq":1,"kv_lora_rank":256,"q_lora_rank":512,"qk_nope_head_dim":64,"qk_rope_head_dim":32,"v_head_dim":64,"linear_attn_config":{"full_attn_layers":[4,8,12],"kda_layers":[1,2,3,5,6,7,9,10,11],"head_dim":128,"num_heads":16,"short_conv_kernel_size":4,"use_full_rank_gate":true},"mla_use_output_gate":true,"routed_expert_hidden_size":1024,"latent_moe_use_norm":true,"mla_use_nope":true,"moe_router_activation_func":"sigmoid"})")
            << 850569920.0 << 642951872.0 << 1728.0;
        QTest::newRow("dots1")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"dots1","architectures":["Dots1ForCausalLM"],"n_routed_experts":16,"moe_intermediate_size":512,"num_experts_per_tok":4,"n_shared_experts":2,"first_k_dense_replace":1,"scoring_func":"noaux_tc"})")
            << 991646896.0 << 576410800.0 << 24576.0;
        QTest::newRow("arcee")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"relu2","model_type":"arcee","architectures":["ArceeForCausalLM"]})")
            << 632670208.0 << 632670208.0 << 24576.0;
        QTest::newRow("phi3")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":4096,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"phi3","architectures":["Phi3ForCausalLM"],"sliding_window":2047})")
            << 783665152.0 << 783665152.0 << 0.0;
        QTest::newRow("mimo")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":4,"head_dim":128,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","attention_bias":true,"model_type":"mimo","architectures":["MiMoForCausalLM"],"num_nextn_predict_layers":1,"use_sliding_window":false})")
            << 783702016.0 << 783702016.0 << 24576.0;
    }
    void countsAreTheReferences() {
        QFETCH(QByteArray, config);
        const Result<Scenario> read = readScenario(config.toStdString(), "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        Scenario scenario = *read;
        scenario.precision.kvCache = DataType::Bf16;
        scenario.serve.emplace();
        const Setup setup = setupOf(scenario, shippedCatalog());
        const ParamCounts counts = paramCounts(setup);
        QTEST(counts.total, "total");
        QTEST(counts.active, "active");
        const double far = 200000;
        QTEST(sequenceCache(setup, far).nextToken.base, "cache");
        // A scenario keeps what its file said.
        const Result<Scenario> again = readScenario(scenarioText(*read), "again.yaml");
        QVERIFY2(again, again ? "" : toString(again.error()).c_str());
        QCOMPARE(*again, *read);
    }

    /// What no kind of layer here can say is refused with the reason.
    void theRestIsRefusedWithItsReason_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QString>("reason");
        QTest::newRow("deepseek_v4") << QByteArray("deepseek_v4") << "compresses the keys";
        QTest::newRow("mimo_v2_flash") << QByteArray("mimo_v2_flash") << "value heads narrower";
        QTest::newRow("longcat_flash") << QByteArray("longcat_flash") << "two attentions";
        QTest::newRow("hy_v4") << QByteArray("hy_v4") << "hyper-connections";
        QTest::newRow("lfm2_moe") << QByteArray("lfm2_moe") << "short convolutions";
        QTest::newRow("nobody's") << QByteArray("laguna") << "is no model this program reads";
    }
    void theRestIsRefusedWithItsReason() {
        QFETCH(QByteArray, type);
        QFETCH(QString, reason);
        const Result<Scenario> read = readScenario(
            "{\"model_type\": \"" + type.toStdString() + "\", \"hidden_size\": 64}", "config.json");
        QVERIFY(!read);
        QCOMPARE(read.error().size(), std::size_t(1));
        QVERIFY2(QString::fromStdString(toString(read.error())).contains(reason),
                 toString(read.error()).c_str());
    }

    /// ModelOpt's per-module types: experts in NVFP4, mixers in FP8 (Nemotron-3.5-Lightning of NVIDIA).
    void mixedPrecisionIsReadByModule() {
        const std::string config =
            R"({"model_type": "mixtral", "hidden_size": 64, "num_hidden_layers": 2, "vocab_size": 10,
 "num_attention_heads": 8, "intermediate_size": 64, "num_local_experts": 8, "num_experts_per_tok": 2,
 "hf_quant_config": {"quantization": {"quant_algo": "MIXED_PRECISION", "kv_cache_quant_algo": "FP8",
 "quantized_layers": {"model.layers.0.self_attn.q_proj": {"quant_algo": "FP8"},
 "model.layers.0.mlp.experts.0.w1": {"quant_algo": "NVFP4", "group_size": 16},
 "lm_head": {"quant_algo": "NVFP4"}}, "exclude_modules": ["model.layers.1.self_attn.o_proj"]}}})";
        const Result<Scenario> read = readScenario(config, "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->precision.experts, std::optional(DataType::NvFp4));
        QCOMPARE(read->precision.attention, std::optional(DataType::Fp8));
        QCOMPARE(read->precision.head, std::optional(DataType::NvFp4));
        QCOMPARE(read->precision.weights, DataType::Bf16);
        QCOMPARE(read->precision.kvCache, DataType::Fp8);
    }

    void groupsOfFourBitWeights() {
        const auto type = [](const char* group) {
            const Result<Scenario> read = readScenario(
                std::string(
                    R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "vocab_size": 10,
 "num_attention_heads": 8, "intermediate_size": 64, "quantization_config": {"quant_method": "gptq", "bits": 4,
 "group_size": )") + group +
                    "}}",
                "config.json");
            return read ? read->precision.weights : DataType::Fp32;
        };
        QCOMPARE(type("128"), DataType::Int4);
        QCOMPARE(type("64"), DataType::Int4By64);
        QCOMPARE(type("32"), DataType::Int4By32);
    }
};

MOE_TEST(Models2026Test)
#include "models_2026_test.moc"
