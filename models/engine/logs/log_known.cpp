// SPDX-License-Identifier: GPL-3.0-or-later
// Which arguments of Megatron-LM mean what for a scenario. Those that log_scenario.cpp and its parts read
// need no row; they are known by what LogArguments was asked for.

#include "data/number.h"
#include "data/text.h"
#include "models/engine/logs/log_draft.h"

#include <algorithm>

namespace moe {
namespace {

/// Change memory, time or parameters, and no key says how.
struct Structural {
    std::string_view argument;
    std::string_view standard = {}; ///< the value that changes nothing, besides None, False and 0
};
constexpr Structural kStructural[] = {
    {"account_for_embedding_in_pipeline_split"},
    {"account_for_loss_in_pipeline_split"},
    {"cpu_offloading"},
    {"cpu_offloading_num_layers"},
    {"delay_wgrad_compute"},
    {"encoder_pipeline_model_parallel_size"},
    {"encoder_tensor_model_parallel_size"},
    {"fine_grained_activation_offloading"},
    {"fp32_residual_connection"},
    {"heterogeneous_layers_config_encoded_json"},
    {"heterogeneous_layers_config_path"},
    {"hierarchical_context_parallel_sizes"},
    {"hybrid_attention_ratio"},
    {"hybrid_mlp_ratio"},
    {"linear_cross_entropy_loss_fusion"},
    {"moe_extended_tp"},
    {"moe_layer_recompute"},
    {"moe_use_upcycling"},
    {"num_distributed_optimizer_instances", "1"},
    {"offload_modules"},
    {"pipeline_model_parallel_comm_backend"},
    {"retro_add_retriever"},
    {"transformer_pipeline_model_parallel_size"},
    {"untie_position_embeddings"},
};

/// Make another model of it, whose parameters or FLOPs would be wrong: Primus' DeepSeek-V4, Kimi K3,
/// MiniMax-M3, ZAYA1 and pure gated delta nets.
constexpr std::string_view kOtherModels[] = {"attn_res_block_size",
                                             "cca_*",
                                             "compress_ratios",
                                             "engram_*",
                                             "hc_mult",
                                             "hybrid_attention_enabled",
                                             "kda_use_full_rank_gate",
                                             "minimax_sparse_attention",
                                             "mla_use_output_gate",
                                             "num_hash_layers",
                                             "o_lora_rank",
                                             "routed_expert_hidden_size",
                                             "sparse_attention_freq",
                                             "use_short_conv",
                                             "zaya_*"};

/// Sound like structure and are none, or are read elsewhere; `*` stands for the rest of a name.
constexpr std::string_view kHarmless[] = {
    "add_bias_linear",
    "add_position_embedding",
    "add_qkv_bias",
    "allow_padding_num_layers",
    "apply_layernorm_1p",
    "apply_query_key_layer_scaling",
    "apply_residual_connection_post_layernorm",
    "attention_backend",
    "attention_dropout",
    "attention_output_gate",
    "attention_softmax_in_fp32",
    "auto_offload_time", // of Primus, like the others of its tree: nothing without a switch of their own
    "bias_*",
    "create_attention_mask_in_dataloader",
    "data_parallel_sharding_strategy",
    "decoder_first_pipeline_num_layers",
    "decoder_last_pipeline_num_layers",
    "decoder_num_layers",
    "decoder_seq_length",
    "disable_bias_linear",
    "dino_*",
    "disable_mamba_mem_eff_path",
    "dsa_indexer_*",
    "encoder_num_layers",
    "encoder_seq_length",
    "expert_*",
    "experimental_attention_variant",
    "export_*",
    "fp4_format",
    "fp4_recipe",
    "fp8_amax_*",
    "fp8_format",
    "fp8_interval",
    "fp8_margin",
    "fp8_recipe",
    "fp8_reduce_amax",
    "fp8_weight_*",
    "fp8_wgrad",
    "fsdp_*",
    "fused_padded_mla_attention",
    "hybrid_layer_pattern",
    "hybrid_override_pattern",
    "ict_*",
    "indexer_batch_size",
    "indexer_log_interval",
    "inference_*",
    "is_hybrid_model",
    "keep_fp8_*",
    "kv_lora_rank",
    "layernorm_epsilon",
    "layernorm_zero_centered_gamma",
    "linear_attention_*",
    "linear_conv_kernel_dim",
    "linear_key_head_dim",
    "linear_num_*",
    "linear_value_head_dim",
    "load_*",
    "log_*",
    "loss_scale_window",
    "lora_A_init_method",
    "lora_B_init_method",
    "mamba_*",
    "moe_apply_probs_on_input",
    "moe_aux_loss_*",
    "moe_deepep_num_sms",
    "moe_enable_deepep",
    "moe_enable_routing_replay",
    "moe_expert_capacity_factor",
    "moe_ffn_hidden_size",
    "moe_flex_dispatcher_backend",
    "moe_grouped_gemm",
    "moe_hybridep_*",
    "moe_input_jitter_eps",
    "moe_latent_size",
    "moe_layer_freq",
    "moe_pad_*",
    "moe_per_layer_logging",
    "moe_permute_*",
    "moe_router_*",
    "moe_shared_expert_*",
    "moe_token_*",
    "moe_upcycling_*",
    "moe_use_legacy_grouped_gemm",
    "moe_use_megablocks_dmoe",
    "moe_z_loss_coeff",
    "mtp_*",
    "multi_latent_attention",
    "no_create_attention_mask_in_dataloader",
    "no_persist_layer_norm",
    "no_rope_freq",
    "num_experts",
    "num_layers",
    "num_layers_at_*",
    "num_layers_per_virtual_pipeline_stage",
    "num_kv_shared_layers",
    "offload_overlap_sr",
    "offload_time",
    "optimizer_cpu_offload",
    "optimizer_offload_fraction",
    "overlap_cpu_optimizer_*",
    "overlap_moe_expert_parallel_comm",
    "persist_layer_norm",
    "pipeline_model_parallel_layout",
    "q_lora_rank",
    "qk_layernorm",
    "recompute_num_layers",
    "reset_attention_mask",
    "retro_*",
    "rl_*",
    "save_*",
    "share_embeddings_and_output_weights",
    "sink_window_even_layers_only",
    "test_*",
    "turbo_mega_moe_precision",
    "use_megatron_fsdp",
    "use_custom_fsdp",
    "use_flash_attn",
    "use_torch_fsdp2",
    "use_torch_optimizer_for_cpu_offload",
    "vision_*",
    "window_*",
};

/// What a name that this program does not know may change.
constexpr std::string_view kSmells[] = {
    "attention", "attn",   "compress", "dtype_override", "engram",  "expert", "fp4",    "fp8",
    "fsdp",      "hybrid", "hyper_",   "index",          "latent",  "layer",  "linear", "lora",
    "mamba",     "mhc",    "moe_",     "offload",        "pattern", "shared", "sparse", "window"};

bool fits(std::string_view name, std::string_view row) {
    if (row.back() != '*') return name == row;
    return name.substr(0, row.size() - 1) == row.substr(0, row.size() - 1);
}

template <std::size_t kCount> bool fitsAny(std::string_view name, const std::string_view (&rows)[kCount]) {
    return std::any_of(std::begin(rows), std::end(rows),
                       [name](std::string_view row) { return fits(name, row); });
}

bool smells(std::string_view name) {
    return std::any_of(std::begin(kSmells), std::end(kSmells),
                       [name](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

bool isOff(std::string_view value) {
    if (value == "None" || value == "none" || value == "False" || value == "false" || value == "[]" ||
        value.empty())
        return true;
    return parseNumber(value) == 0.0;
}

/// Whether a scenario lacks what this argument says.
bool isLeftOut(std::string_view name, std::string_view value) {
    if (isOff(value)) return false;
    for (const Structural& row : kStructural)
        if (row.argument == name) return value != row.standard;
    if (name == "spec") // layers of another program; those of hybrid models are read from their pattern
        return value.find("mamba_layer_specs") == std::string_view::npos &&
               value.find("gpt_layer_specs") == std::string_view::npos;
    return smells(name) && !fitsAny(name, kHarmless);
}

} // namespace

void leaveOutUnknown(LogDraft& draft) {
    std::string others;
    for (const auto& [name, said] : draft.log.arguments) {
        if (draft.arguments.wasAsked(name)) continue;
        if (isLeftOut(name, said.text)) draft.leaveOut(name);
        if (!isOff(said.text) && fitsAny(name, kOtherModels)) others += (others.empty() ? "" : ", ") + name;
    }
    if (!others.empty())
        draft.refuse(others.substr(0, others.find(',')),
                     say("makes another model of it than arguments are read for (%1): take its config.json "
                         "(--scenario) or a preset (--preset), and the layout with --set",
                         excerpt(others, 160)));
    // `--moe-layer-freq $MOE_LAYER_FREQ`, worked out by the script.
    for (const auto& [name, said] : draft.log.unexpanded)
        if (!draft.log.arguments.contains(name) && smells(name))
            draft.made.scenario.leftOut.push_back(name + " " + excerpt(said.text));
    std::string list;
    for (const std::string& each : draft.made.scenario.leftOut) list += (list.empty() ? "" : ", ") + each;
    if (!list.empty()) draft.assume(say("Left out, as no key says it: %1.", list));
}

} // namespace moe
