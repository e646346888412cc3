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
        QTest::newRow("deepseek_v4")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"vocab_size":50000,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"deepseek_v4","architectures":["DeepseekV4ForCausalLM"],"num_key_value_heads":1,"head_dim":256,"q_lora_rank":512,"o_groups":4,"o_lora_rank":256,"qk_rope_head_dim":64,"compress_ratios":[0,0,4,128,4,128,4,128,4,128,4,128,0],"num_nextn_predict_layers":1,"sliding_window":128,"index_n_heads":8,"index_head_dim":64,"index_topk":512,"hc_mult":4,"hc_eps":1e-06,"hc_sinkhorn_iters":20,"num_hash_layers":0,"n_routed_experts":16,"n_shared_experts":1,"num_experts_per_tok":4,"moe_intermediate_size":512,"topk_method":"noaux_tc","scoring_func":"sqrtsoftplus","compress_rope_theta":160000,"swiglu_limit":10.0,"attention_bias":false})")
            << 953445709.0 << 500460877.0 << 820.0;
        QTest::newRow("mimo_v2_flash")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"vocab_size":50000,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"mimo_v2_flash","architectures":["MiMoV2FlashForCausalLM"],"num_key_value_heads":4,"head_dim":192,"v_head_dim":128,"swa_num_attention_heads":16,"swa_num_key_value_heads":8,"swa_head_dim":192,"swa_v_head_dim":128,"sliding_window":128,"sliding_window_size":128,"attention_chunk_size":128,"hybrid_layer_pattern":[0,1,1,1,1,1,0,1,1,1,1,1],"moe_layer_freq":[0,1,1,1,1,1,1,1,1,1,1,1],"add_swa_attention_sink_bias":true,"add_full_attention_sink_bias":false,"intermediate_size":6144,"n_routed_experts":16,"n_shared_experts":null,"num_experts_per_tok":4,"moe_intermediate_size":512,"scoring_func":"sigmoid","topk_method":"noaux_tc","layernorm_epsilon":1e-05,"attention_value_scale":0.7})")
            << 980109648.0 << 564873552.0 << 5120.0;
        QTest::newRow("nemotron-nas")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":4,"num_attention_heads":16,"vocab_size":50000,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"nemotron-nas","architectures":["DeciLMForCausalLM"],"num_key_value_heads":null,"intermediate_size":null,"mlp_bias":false,"attention_bias":false,"block_configs":[{"attention":{"n_heads_in_group":8,"no_op":false,"replace_with_linear":false,"window_length":null},"ffn":{"ffn_mult":2.625,"no_op":false,"replace_with_linear":false}},{"attention":{"n_heads_in_group":null,"no_op":true},"ffn":{"ffn_mult":1.3125,"no_op":false}},{"attention":{"n_heads_in_group":8,"no_op":false},"ffn":{"ffn_mult":5.25,"no_op":false}},{"attention":{"n_heads_in_group":8,"no_op":false},"ffn":{"ffn_mult":null,"no_op":true}}]})")
            << 310196224.0 << 310196224.0 << 3072.0;
        QTest::newRow("gemma4_e")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"vocab_size":50000,"max_position_embeddings":131072,"tie_word_embeddings":true,"model_type":"gemma4_text","architectures":["Gemma4ForCausalLM"],"hidden_activation":"gelu_pytorch_tanh","num_key_value_heads":2,"head_dim":128,"global_head_dim":256,"intermediate_size":4096,"num_kv_shared_layers":6,"use_double_wide_mlp":true,"hidden_size_per_layer_input":128,"vocab_size_per_layer_input":50000,"sliding_window":512,"layer_types":["sliding_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","sliding_attention","full_attention"]})")
            << 766530316.0 << 689730316.0 << 2048.0;
        QTest::newRow("longcat")
            << QByteArray(
                   R"({"hidden_size":2048,"num_attention_heads":16,"vocab_size":50000,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"longcat_flash","architectures":["LongcatFlashForCausalLM"],"num_layers":6,"ffn_hidden_size":4096,"expert_ffn_hidden_size":512,"moe_topk":6,"n_routed_experts":16,"zero_expert_num":8,"zero_expert_type":"identity","kv_lora_rank":256,"q_lora_rank":512,"qk_nope_head_dim":64,"qk_rope_head_dim":32,"v_head_dim":64,"attention_method":"MLA","mla_scale_q_lora":true,"router_bias":false})")
            << 869690512.0 << 643198096.0 << 6912.0;
        QTest::newRow("kimi_k3_residuals")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"num_key_value_heads":16,"vocab_size":50000,"intermediate_size":6144,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"kimi_linear","architectures":["KimiLinearForCausalLM"],"num_experts":16,"moe_intermediate_size":512,"num_experts_per_token":4,"num_shared_experts":2,"first_k_dense_replace":1,"moe_layer_freq":1,"kv_lora_rank":256,"q_lora_rank":512,"qk_nope_head_dim":64,"qk_rope_head_dim":32,"v_head_dim":64,"linear_attn_config":{"full_attn_layers":[4,8,12],"kda_layers":[1,2,3,5,6,7,9,10,11],"head_dim":128,"num_heads":16,"short_conv_kernel_size":4,"use_full_rank_gate":true},"mla_use_output_gate":true,"routed_expert_hidden_size":1024,"latent_moe_use_norm":true,"mla_use_nope":true,"moe_router_activation_func":"sigmoid","attn_res_block_size":4})")
            << 850672320.0 << 643054272.0 << 1728.0;
        QTest::newRow("glm5_next")
            << QByteArray(
                   R"({"hidden_size":2048,"num_hidden_layers":12,"num_attention_heads":16,"vocab_size":50000,"max_position_embeddings":131072,"tie_word_embeddings":false,"hidden_act":"silu","model_type":"glm5_next","architectures":["Glm5NextForCausalLM"],"num_key_value_heads":16,"kv_lora_rank":256,"q_lora_rank":512,"qk_nope_head_dim":64,"qk_rope_head_dim":0,"v_head_dim":64,"linear_attn_config":{"num_heads":16,"head_dim":128,"short_conv_kernel_size":4},"layer_types":["linear_attention","linear_attention","linear_attention","deepseek_sparse_attention","linear_attention","linear_attention","linear_attention","deepseek_sparse_attention","linear_attention","linear_attention","linear_attention","deepseek_sparse_attention"],"index_n_heads":8,"index_head_dim":64,"index_topk":512,"index_kpool":4,"hc_mult":4,"n_routed_experts":16,"n_shared_experts":1,"num_experts_per_tok":4,"moe_intermediate_size":512,"intermediate_size":6144,"first_k_dense_replace":3,"mlp_layer_types":["dense","dense","dense","sparse","sparse","sparse","sparse","sparse","sparse","sparse","sparse","sparse"]})")
            << 980796077.0 << 641057453.0 << 1632.0;
        QTest::newRow("lfm2-1.2b")
            << QByteArray(
                   R"({"architectures":["Lfm2ForCausalLM"],"block_auto_adjust_ff_dim":true,"block_dim":2048,"block_ff_dim":12288,"block_ffn_dim_multiplier":1.0,"block_mlp_init_scale":1.0,"block_multiple_of":256,"block_norm_eps":1e-05,"block_out_init_scale":1.0,"block_use_swiglu":true,"block_use_xavier_init":true,"conv_L_cache":3,"conv_bias":false,"conv_dim":2048,"conv_dim_out":2048,"conv_use_xavier_init":true,"full_attn_idxs":[2,5,8,10,12,14],"hidden_size":2048,"initializer_range":0.02,"max_position_embeddings":128000,"model_type":"lfm2","norm_eps":1e-05,"num_attention_heads":32,"num_heads":32,"num_hidden_layers":16,"num_key_value_heads":8,"rope_theta":1000000.0,"use_cache":true,"use_pos_enc":true,"vocab_size":65536})")
            << 1170340608.0 << 1170340608.0 << 12288.0;
        QTest::newRow("lfm2-8b-a1b")
            << QByteArray(
                   R"({"architectures":["Lfm2MoeForCausalLM"],"conv_L_cache":3,"conv_bias":false,"hidden_size":2048,"initializer_range":0.02,"intermediate_size":7168,"layer_types":["conv","conv","full_attention","conv","conv","conv","full_attention","conv","conv","conv","full_attention","conv","conv","conv","full_attention","conv","conv","conv","full_attention","conv","conv","full_attention","conv","conv"],"max_position_embeddings":128000,"model_type":"lfm2_moe","moe_intermediate_size":1792,"norm_eps":1e-05,"norm_topk_prob":true,"num_attention_heads":32,"num_dense_layers":2,"num_experts":32,"num_experts_per_tok":4,"num_hidden_layers":24,"num_key_value_heads":8,"rope_theta":1000000.0,"routed_scaling_factor":1.0,"use_cache":true,"use_expert_bias":true,"vocab_size":65536})")
            << 8339930560.0 << 1557740992.0 << 12288.0;
        QTest::newRow("falcon-h1-34b")
            << QByteArray(
                   R"({"architectures":["FalconH1ForCausalLM"],"attention_bias":false,"attention_dropout":0.0,"attention_in_multiplier":1.0,"attention_out_multiplier":0.9375,"attn_layer_indices":null,"embedding_multiplier":5.656854249492381,"hidden_act":"silu","initializer_range":0.02,"key_multiplier":0.390625,"lm_head_multiplier":0.0390625,"mamba_chunk_size":256,"mamba_conv_bias":true,"mamba_d_conv":4,"mamba_expand":2,"mamba_norm_before_gate":false,"mamba_proj_bias":false,"mamba_rms_norm":false,"mamba_use_mlp":true,"max_position_embeddings":262144,"mlp_bias":false,"mlp_expansion_factor":8,"mlp_multipliers":[0.88,0.5859375],"model_type":"falcon_h1","num_logits_to_keep":1,"projectors_bias":false,"rms_norm_eps":1e-05,"rope_scaling":null,"rope_theta":100000000000.0,"ssm_in_multiplier":1.25,"ssm_multipliers":[0.35,0.25,0.17,0.5,0.35],"ssm_out_multiplier":0.23,"tie_word_embeddings":false,"use_cache":true,"hidden_size":5120,"intermediate_size":21504,"num_hidden_layers":72,"num_attention_heads":20,"num_key_value_heads":4,"head_dim":128,"mamba_d_head":128,"mamba_n_heads":32,"mamba_d_ssm":4096,"mamba_d_state":256,"mamba_n_groups":2,"vocab_size":261120})")
            << 33642221312.0 << 33642221312.0 << 147456.0;
        QTest::newRow("command-r7b")
            << QByteArray(
                   R"({"architectures":["Cohere2ForCausalLM"],"attention_bias":false,"attention_dropout":0.0,"cache_implementation":"hybrid","head_dim":128,"hidden_act":"silu","hidden_size":4096,"initializer_range":0.02,"intermediate_size":14336,"layer_norm_eps":1e-05,"layer_switch":4,"logit_scale":0.25,"max_position_embeddings":132096,"model_type":"cohere2","num_attention_heads":32,"num_hidden_layers":32,"num_key_value_heads":8,"order_of_interleaved_layers":"local_attn_first","position_embedding_type":"rope_gptj","rope_scaling":null,"rope_theta":50000,"rotary_pct":1.0,"sliding_window":4096,"sliding_window_pattern":4,"use_cache":true,"use_embedding_sharing":true,"use_gated_activation":true,"use_parallel_block":true,"use_parallel_embedding":false,"vocab_size":256000})")
            << 8028033024.0 << 8028033024.0 << 32768.0;
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
        QTest::newRow("deepseek_v41") << QByteArray("deepseek_v41") << "looks up n-grams";
        QTest::newRow("longcat_flash_ngram") << QByteArray("longcat_flash_ngram") << "looks up n-grams";
        QTest::newRow("hy_v4") << QByteArray("hy_v4") << "do not mix";
        QTest::newRow("gemma3n") << QByteArray("gemma3n_text") << "AltUp";
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
