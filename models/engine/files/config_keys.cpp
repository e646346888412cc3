// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that no number depends on, with the reason, and the words that make any other key suspect.

#include "data/number.h"
#include "models/engine/files/config_reader.h"

#include <algorithm>

namespace moe {
namespace {

struct Reason {
    const char* why;
    std::vector<std::string_view> keys; ///< a key that ends in a star stands for all that begin so
};

const std::vector<Reason>& reasons() {
    static const std::vector<Reason> rows{
        {sentence("names and versions, nothing of the shape"),
         {"model_type", "architectures", "auto_map*", "transformers_version", "_name_or_path", "_commit_hash",
          "name", "id2label*", "label2id*", "finetuning_task", "task_specific_params*", "torchscript",
          "sentence_transformers*", "hf_quant_config.producer*", "producer*"}},
        {sentence("tokens and templates, nothing of the shape"),
         {"bos_token_id",
          "eos_token_id",
          "pad_token_id",
          "sep_token_id",
          "unk_token_id",
          "decoder_start_token_id",
          "boi_token_index",
          "eoi_token_index",
          "image_token_index",
          "image_token_id",
          "video_token_id",
          "vision_start_token_id",
          "vision_end_token_id",
          "mm_tokens_per_image",
          "boi_token_id",
          "eoi_token_id",
          "audio_token_id",
          "media_placeholder_token_id",
          "chat_template*",
          "mask_token_id",
          "im_start_id",
          "im_end_id",
          "text_start_id",
          "text_end_id",
          "image_newline_id",
          "tokenizer_class",
          "pad_id",
          "bos_id",
          "eos_id"}},
        {sentence("of training; a scenario's train section says it"),
         {"initializer_range",
          "initializer_factor",
          "attention_dropout",
          "hidden_dropout",
          "resid_pdrop",
          "emb_pdrop",
          "attn_pdrop",
          "dropout",
          "attention_probs_dropout_prob",
          "hidden_dropout_prob",
          "resid_dropout",
          "embedding_dropout",
          "router_aux_loss_coef",
          "moe_use_aux_free",
          "moe_capacity",
          "mtp_loss_scaling_factor",
          "output_dropout",
          "aux_loss_alpha",
          "seq_aux",
          "output_router_logits",
          "router_jitter_noise",
          "input_jitter_noise",
          "router_z_loss_coef",
          "aux_loss_coef",
          "moe_aux_loss_coef",
          "attn_config.attn_pdrop",
          "ffn_config.moe_loss_weight",
          "ffn_config.moe_jitter_eps",
          "rescale_prenorm_residual",
          "moe_z_loss_coef",
          "mtp_loss_scaling_factor",
          "classifier_dropout",
          "summary_*",
          "problem_type"}},
        {sentence("scales or shifts values, and has no weights"),
         {"rope_theta",
          "attn_scale",
          "floor_scale",
          "use_rope",
          "norm_softmax",
          "rope_scaling*",
          "rope_parameters*",
          "rope_local_base_freq",
          "rope_base",
          "rms_norm_eps",
          "layer_norm_epsilon",
          "layer_norm_eps",
          "norm_eps",
          "norm_epsilon",
          "partial_rotary_factor",
          "rotary_dim",
          "rotary_pct",
          "rope_interleave",
          "indexer_rope_interleave",
          "attn_logit_softcapping",
          "final_logit_softcapping",
          "query_pre_attn_scalar",
          "attention_multiplier",
          "embedding_multiplier",
          "residual_multiplier",
          "logits_scaling",
          "attn_output_multiplier",
          "embedding_multiplier_scale",
          "output_multiplier_scale",
          "max_attn_value",
          "swiglu_limit",
          "clip_qkv",
          "attn_config.clip_qkv",
          "attn_config.rope_theta",
          "layernorm_full_attention_alpha",
          "layernorm_linear_attention_alpha",
          "layernorm_mlp_alpha",
          "layernorm_full_attention_beta",
          "layernorm_linear_attention_beta",
          "layernorm_mlp_beta",
          "postnorm",
          "position_embedding_type",
          "attn_temperature_tuning",
          "floor_scale",
          "time_step_floor",
          "time_step_limit*",
          "time_step_max",
          "time_step_min",
          "rope_type",
          "original_max_position_embeddings",
          "initial_context_length",
          "use_scaled_rope",
          "mscale",
          "yarn*",
          "llama_4_scaling*",
          "rope_factor",
          "beta_fast",
          "beta_slow",
          "original_seq_len",
          "router_logit_softcapping",
          "mrope_*"}},
        {sentence("weighs experts, not how many there are"),
         {"norm_topk_prob", "router_dtype", "moe_router_use_sigmoid", "norm_head", "scoring_func",
          "score_function", "score_func", "routed_scaling_factor", "route_scale",
          "moe_router_topk_scaling_factor", "moe_renormalize", "use_grouped_topk",
          "moe_router_activation_func", "shared_moe_mode", "ffn_config.moe_normalize_expert_weights"}},
        {sentence("a setting of the program that runs the model"),
         {"use_cache",
          "model_max_length",
          "max_model_len",
          "using_split_qkv_in_self_attention",
          "pretraining_tp",
          "ep_size",
          "cache_implementation",
          "use_mamba_kernels",
          "num_logits_to_keep",
          "time_step_rank",
          "residual_in_fp32",
          "mamba_chunk_size",
          "chunk_size",
          "output_attentions",
          "output_hidden_states",
          "return_dict",
          "use_bfloat16",
          "attn_implementation",
          "_attn_implementation",
          "use_flash_attention",
          "for_llm_class",
          "use_return_dict",
          "is_encoder_decoder",
          "is_decoder",
          "gradient_checkpointing",
          "fuse_linear",
          "max_batch_size",
          "unsloth_fixed",
          "unsloth_version",
          "generation_config*",
          "pruned_heads*",
          "mamba_hidden_act"}},
    };
    return rows;
}

bool matches(std::string_view pattern, std::string_view key) {
    if (!pattern.ends_with('*')) return pattern == key;
    pattern.remove_suffix(1);
    return key == pattern ||
           (key.starts_with(pattern) && (pattern.ends_with('_') || key[pattern.size()] == '.'));
}

} // namespace

bool isScaleKey(std::string_view key) {
    constexpr std::string_view known[] = {"activation_scheme",
                                          "scale_fmt",
                                          "fmt",
                                          "version",
                                          "zero_point",
                                          "desc_act",
                                          "sym",
                                          "symmetric",
                                          "damp_percent",
                                          "true_sequential",
                                          "static_groups",
                                          "format",
                                          "global_compression_ratio",
                                          "quantization_status",
                                          "targets",
                                          "observer",
                                          "actorder",
                                          "dynamic",
                                          "strategy",
                                          "type",
                                          "num_bits",
                                          "group_size",
                                          "checkpoint_format",
                                          "pack_dtype",
                                          "backend",
                                          "do_fuse",
                                          "name",
                                          "quant_method",
                                          "model_name_or_path",
                                          "model_file_base_name",
                                          "is_marlin_format",
                                          "lm_head",
                                          "scale_dtype",
                                          "zp_dtype",
                                          "block_structure",
                                          "producer",
                                          "mse",
                                          "has_zero_point"};
    // Activations, and what a tool says about itself.
    for (const std::string_view part : {"activations", "sparsity_config", "observer_kwargs", "producer",
                                        "meta", "transform_config", "kv_cache_scheme"})
        if (key.find(part) != std::string_view::npos) return true;
    const std::string_view last = key.substr(key.rfind('.') + 1);
    return std::find(std::begin(known), std::end(known), last) != std::end(known);
}

Message harmlessKey(std::string_view key) {
    for (const Reason& row : reasons())
        for (const std::string_view pattern : row.keys)
            if (matches(pattern, key)) return say(row.why);
    return {};
}

bool looksStructural(std::string_view key) {
    constexpr std::string_view words[] = {
        "layer", "window", "linear",    "mamba",  "index",    "share",  "expert", "head",   "rank",
        "dim",   "size",   "quant",     "block",  "pattern",  "conv",   "state",  "topk",   "top_k",
        "group", "moe",    "kv",        "lora",   "latent",   "depth",  "hidden", "width",  "vocab",
        "dense", "attn",   "attention", "bias",   "norm",     "tie",    "gate",   "mtp",    "predict",
        "ssm",   "expand", "chunk",     "stride", "ffn",      "mlp",    "sink",   "router", "embed",
        "cla",   "sparse", "nextn",     "period", "interval", "offset", "freq",   "step",   "config",
        "dtype", "bits",   "type"};
    std::string lower(key);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return std::any_of(std::begin(words), std::end(words),
                       [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

bool isOff(const DocumentEntry& entry) {
    if (entry.values.empty()) return true;
    if (entry.list) return false;
    const std::string& value = entry.values.front();
    return value.empty() || value == "false" || value == "False" || parseNumber(value) == 0.0;
}

} // namespace moe
