// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that no number depends on, with the reason, and the words that make any other key suspect.

#include "data/number.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Numbers that multiply a size.
constexpr std::string_view kFactors[] = {"mult", "ratio", "expand", "width"};

struct Reason {
    const char* why;
    std::vector<std::string_view> keys; ///< a key that ends in a star stands for all that begin so
};

const std::vector<Reason>& reasons() {
    static const std::vector<Reason> rows{
        {sentence("names and versions, nothing of the shape"),
         {"model_type", "architectures", "auto_map*", "transformers_version", "_name_or_path", "_commit_hash",
          "name", "id2label*", "label2id*", "finetuning_task", "task_specific_params*", "torchscript",
          "sentence_transformers*", "hf_quant_config.producer*", "producer*", "_from_model_config",
          "is_llama_config", "is_composition", "transformers.js_config*"}},
        {sentence("a length that the model takes, not a size of it"),
         {"n_ctx", "n_positions", "seq_len", "seq_length", "max_seq_len", "max_sequence_length",
          "tokenizer_model_max_length"}},
        {sentence("of a classifier's head, which is not counted"),
         {"add_classification_head", "class_num", "dense_list", "pool_type", "n_special",
          "predict_special_tokens"}},
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
          "im_newline_id",
          "mask_init_id",
          "org_vocab_size",
          "text_start_id",
          "text_end_id",
          "image_newline_id",
          "tokenizer_class",
          "pad_id",
          "bos_id",
          "eos_id"}},
        {sentence("of texts that are generated, nothing of the shape"),
         {"bad_words_ids",
          "begin_suppress_tokens",
          "diversity_penalty",
          "do_sample",
          "early_stopping",
          "encoder_no_repeat_ngram_size",
          "exponential_decay_length_penalty",
          "forced_bos_token_id",
          "forced_eos_token_id",
          "length_penalty",
          "max_length",
          "max_new_tokens",
          "min_length",
          "no_repeat_ngram_size",
          "num_beam_groups",
          "num_beams",
          "num_return_sequences",
          "output_scores",
          "remove_invalid_values",
          "repetition_penalty",
          "return_dict_in_generate",
          "suppress_tokens",
          "temperature",
          "tf_legacy_loss",
          "tie_encoder_decoder",
          "top_k",
          "top_p",
          "typical_p",
          "add_cross_attention",
          "cross_attention_hidden_size",
          "chunk_size_feed_forward",
          "prefix"}},
        {sentence("of images and sounds; the text model alone is counted"),
         {"ignore_index",
          "image_placeholder",
          "video_placeholder",
          "image_seq_length",
          "image_grid_pinpoints",
          "process_image_mode",
          "vision_feature_layer",
          "vision_feature_select_strategy",
          "vision_soft_tokens_per_image",
          "projector_hidden_act",
          "projector_hidden_size",
          "projector_bias",
          "multimodal_projector_bias",
          "spatial_merge_size",
          "temporal_merge_size",
          "temporal_patch_size",
          "mm_projector_type",
          "mm_hidden_size",
          "use_unified_vision_chunk",
          "understand_projector_stride",
          "merge_kernel_size",
          "img_token_compression_config*",
          "language_model_only",
          "use_bidirectional_attention",
          "position_id_per_seconds",
          "seconds_per_chunk",
          "downsample_ratio",
          "dynamic_image_size",
          "force_image_size",
          "max_dynamic_patch",
          "min_dynamic_patch",
          "pad2square",
          "ps_version",
          "select_layer",
          "template",
          "system_message",
          "use_thumbnail",
          "use_mm_proj",
          "scale_factor",
          "pixel_shuffle_factor",
          "use_reentrant_checkpointing"}},
        {sentence("of training; a scenario's train section says it"),
         {"initializer_range",
          "block_mlp_init_scale",
          "train_batch",
          "train_batch_size",
          "gradient_accumulation_steps",
          "num_train_epochs",
          "block_out_init_scale",
          "block_use_xavier_init",
          "conv_use_xavier_init",
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
          "neftune_noise_alpha",
          "moe_eval_capacity_factor",
          "moe_train_capacity_factor",
          "moe_min_capacity",
          "moe_token_dropping",
          "classifier_dropout",
          "summary_*",
          "problem_type"}},
        {sentence("scales or shifts values, and has no weights"),
         {"rope_theta",
          "attn_scale",
          "logit_scale",
          "theta",
          "use_pos_enc",
          "rotary",
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
          "attention_softmax_in_fp32",
          "scale_attention_softmax_in_fp32",
          "scale_attn_weights",
          "enable_lm_head_fp32",
          "use_rotary_pos_emb",
          "rotary_emb_base",
          "rope_ratio",
          "rope_condense_ratio",
          "logits_soft_cap",
          "attention_logit_cap",
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
          "mrope_*",
          "activation_situ_beta",
          "activation_situ_linear_beta",
          "swiglu_alpha",
          "swiglu_limits",
          "swiglu_limits_shared",
          "gate_temp",
          "attention_value_scale",
          "use_gemma_norm",
          "hc_eps",
          "hc_sinkhorn_iters",
          "hc_magnitude",
          "compress_rope_theta",
          "swa_rope_theta",
          "partial_rotary_factors",
          "yarn_only_types",
          "use_rope_layers",
          "use_mrope",
          "learnable_sink_init",
          "linear_attn_config.gate_lower_bound",
          "linear_attn_config.lower_bound",
          "linear_attn_config.safe_gate",
          "mamba_norm_before_gate",
          "layernorm_epsilon",
          "attention_in_multiplier",
          "attention_out_multiplier",
          "key_multiplier",
          "lm_head_multiplier",
          "mlp_multipliers",
          "ssm_multipliers",
          "ssm_in_multiplier",
          "ssm_out_multiplier",
          "scale_emb",
          "scale_depth",
          "dim_model_base",
          "output_gate_type"}},
        {sentence("weighs experts, not how many there are"),
         {"n_group",
          "topk_group",
          "num_expert_group",
          "norm_topk_prob",
          "router_dtype",
          "moe_router_use_sigmoid",
          "norm_head",
          "scoring_func",
          "score_function",
          "score_func",
          "routed_scaling_factor",
          "route_scale",
          "moe_router_topk_scaling_factor",
          "moe_renormalize",
          "use_grouped_topk",
          "moe_router_activation_func",
          "shared_moe_mode",
          "moe_gate",
          "moe_norm_min",
          "moe_router_dtype",
          "moe_router_func",
          "moe_router_score_func",
          "moe_shared_expert_overlap",
          "moe_router_scaling_factor",
          "moe_routed_scaling_factor",
          "router_scaling_factor",
          "norm_expert_weight",
          "route_norm",
          "need_fp32_gate",
          "moe_apply_router_weight_on_input",
          "moe_router_logit_softcapping",
          "ffn_config.moe_normalize_expert_weights"}},
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
          "_attn_implementation_autoset",
          "_attn_implementation_internal",
          "_experts_implementation",
          "experts_implementation",
          "_flash_attn_2_enabled",
          "use_flash_attention_2",
          "use_flash_attn",
          "flash_attention",
          "use_flash_attention",
          "prefill_chunk_size",
          "context_window_size",
          "attention_sink_size",
          "enc_index",
          "enc_pipelined",
          "enable_expert_tensor_parallelism",
          "runner_max_sequence_length",
          "for_llm_class",
          "use_return_dict",
          "is_encoder_decoder",
          "is_decoder",
          "gradient_checkpointing",
          "fuse_linear",
          "max_batch_size",
          "unsloth_fixed",
          "trust_remote_code",
          "low_cpu_mem_usage",
          "load_in_8bit_fp32_cpu_offload",
          "device_map",
          "cache_dir",
          "torch_dtype_str",
          "bf16",
          "fp16",
          "fp32",
          "unsloth_version",
          "generation_config*",
          "pruned_heads*",
          "mamba_hidden_act",
          "keep_mtp_spec_in_bf16",
          "index_share_for_mtp_iteration"}},
    };
    return rows;
}

/// Parts of names that no number depends on, wherever they come up. Each is tried against every structural
/// name in tests/engine/scenario/config_keys_test.cpp: "_token" for ids once took num_experts_per_token.
enum class Where { Anywhere, Begins, Ends, LastWord };
struct HarmlessPart {
    Where where;
    std::string_view part;
};
constexpr HarmlessPart kHarmlessParts[] = {
    {Where::LastWord, "token_id"},
    {Where::LastWord, "token_ids"},
    {Where::LastWord, "token_index"},
    {Where::LastWord, "tokens_id"},
    {Where::LastWord, "tokens_ids"},
    {Where::Anywhere, "dropout"},
    {Where::Anywhere, "layerdrop"},
    {Where::LastWord, "pdrop"},
    {Where::Ends, "_coef"},
    {Where::Ends, "_coeff"},
    {Where::Ends, "_coefficient"},
    {Where::Ends, "_eps"},
    {Where::Ends, "_epsilon"},
    {Where::Ends, "_penalty"},
    {Where::Ends, "_loss"},
    {Where::Anywhere, "loss_"},
    {Where::Begins, "init"},
    {Where::Anywhere, "rope_theta"},
    {Where::Anywhere, "rope_scaling"},
    {Where::Anywhere, "rope_parameters"},
    {Where::Anywhere, "rope_type"},
    {Where::Anywhere, "rope_base"},
    {Where::Anywhere, "rope_freq"},
    {Where::Ends, "_theta"},
    {Where::Anywhere, "softcap"},
    {Where::Ends, "_scaling_factor"},
    {Where::Anywhere, "jitter"},
    {Where::Ends, "_version"},
    {Where::Ends, "_seed"},
    {Where::Anywhere, "placeholder"},
    {Where::Begins, "image_"},
    {Where::Begins, "video_"},
    {Where::Begins, "audio_"},
    {Where::Begins, "vision_"},
    {Where::Begins, "projector_"},
    {Where::Begins, "mm_"},
};

bool fits(const HarmlessPart& row, std::string_view key) {
    switch (row.where) {
    case Where::Anywhere: return key.find(row.part) != std::string_view::npos;
    case Where::Begins: return key.starts_with(row.part);
    case Where::Ends: return key.ends_with(row.part);
    case Where::LastWord:
        return key == row.part || (key.ends_with(row.part) && key[key.size() - row.part.size() - 1] == '_');
    }
    return false;
}

/// Names that shape a model, as published files of these families have them, and whose words or values need
/// not show it. A name with a star stands for all that begin so.
struct Structural {
    const char* families;
    std::vector<std::string_view> keys;
};
const std::vector<Structural>& structural() {
    static const std::vector<Structural> rows{
        {"deepseek_v4, glm5_next, hy_v4", {"hc_mult"}},
        {"deepseek_v4", {"compress_ratios", "o_groups", "o_lora_rank", "num_hash_layers"}},
        {"deepseek_v41",
         {"kv_source_layer_ids", "index_source_layer_ids", "candidate_source_layer_id", "kv_source_layers",
          "index_source_layers", "candidate_source_layer", "candidate_topk_blocks", "candidate_block_size",
          "engram_*", "dspark_*"}},
        {"qwen4_exp",
         {"hc_count", "hc_lowrank", "ple_*", "ngram_size", "heads_per_ngram", "ngram_vocab_size_base",
          "indexer_n_heads", "indexer_kv_heads", "indexer_head_dim", "indexer_budget",
          "indexer_compress_ratio"}},
        {"glm_moe_dsa",
         {"indexer_types", "index_topk_freq", "index_topk_pattern", "index_skip_topk_offset",
          "mlp_layer_types"}},
        {"glm5_next", {"index_kpool"}},
        {"minimax_m3", {"sparse_attention_config*", "dense_intermediate_size"}},
        {"kimi_k3",
         {"attn_res_block_size", "routed_expert_hidden_size", "latent_moe_use_norm", "mla_use_output_gate",
          "linear_attn_config.use_full_rank_gate"}},
        {"hy_v4", {"learnable_sink"}},
        {"gemma4",
         {"attention_k_eq_v", "global_head_dim", "num_global_key_value_heads", "num_kv_shared_layers",
          "hidden_size_per_layer_input", "vocab_size_per_layer_input", "use_double_wide_mlp",
          "enable_moe_block", "top_k_experts", "per_layer_config"}},
        {"gemma3n", {"altup_num_inputs", "laurel_rank"}},
        {"nemotron-nas", {"block_configs"}},
        {"nemotron_h",
         {"layers_block_type", "mtp_hybrid_override_pattern", "mtp_layers_block_type", "moe_latent_size"}},
        {"mimo_v2_flash", {"swa_*"}},
        {"step3p5, step3p7",
         {"attention_other_setting*", "num_attention_groups", "moe_layers_enum", "use_head_wise_attn_gate",
          "share_expert_dim"}},
        {"longcat_flash", {"zero_expert_num", "expert_ffn_hidden_size"}},
        {"bailing_hybrid", {"layer_group_size"}},
        {"lfm2",
         {"conv_L_cache", "full_attn_idxs", "block_ff_dim", "block_multiple_of", "block_ffn_dim_multiplier"}},
        {"falcon_h1", {"mamba_d_ssm", "mamba_rms_norm"}},
        {"falcon",
         {"new_decoder_architecture", "multi_query", "parallel_attn", "num_kv_heads",
          "num_ln_in_parallel_attn"}},
        {"stablelm, gpt_neox", {"use_parallel_residual"}},
        {"stablelm, phi", {"qk_layernorm"}},
        {"inkling", {"local_layer_ids", "d_rel", "sconv_kernel_size"}},
        {"dbrx", {"d_model"}},
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
                                          "has_zero_point",
                                          "bnb_4bit_compute_dtype",
                                          "bnb_4bit_quant_type",
                                          "bnb_4bit_quant_storage",
                                          "bnb_4bit_use_double_quant",
                                          "llm_int8_threshold"};
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
    if (structuralFamilies(key).empty() &&
        std::any_of(std::begin(kHarmlessParts), std::end(kHarmlessParts),
                    [&](const HarmlessPart& row) { return fits(row, key); }))
        return say("its name speaks of values, not of sizes");
    return {};
}

std::string structuralFamilies(std::string_view key) {
    for (const Structural& row : structural())
        for (const std::string_view pattern : row.keys)
            if (matches(pattern, key)) return row.families;
    std::string families;
    for (const ModelFamily& row : modelFamilies()) {
        const auto has = [&](std::initializer_list<const char*> names) {
            return std::any_of(names.begin(), names.end(),
                               [&](const char* name) { return *name && key == name; });
        };
        const ShapeKeys& shape = *row.shape;
        const bool found = has({shape.layers, shape.hidden, shape.vocab, shape.heads, shape.kvHeads,
                                shape.headDim, shape.ffn}) ||
                           (row.experts && has({row.experts->experts, row.experts->ffn, row.experts->topK,
                                                row.experts->shared, row.experts->sharedFfn}));
        if (found && families.find(row.type) == std::string::npos)
            families += (families.empty() ? "" : ", ") + std::string(row.type);
        if (families.size() > 60) return families + ", …";
    }
    return families;
}

std::vector<std::string> structuralKeys() {
    std::vector<std::string> keys;
    for (const Structural& row : structural())
        for (const std::string_view key : row.keys) keys.emplace_back(key.substr(0, key.find('*')));
    for (const ModelFamily& row : modelFamilies()) {
        const ShapeKeys& shape = *row.shape;
        for (const char* key :
             {shape.layers, shape.hidden, shape.vocab, shape.heads, shape.kvHeads, shape.headDim, shape.ffn})
            keys.emplace_back(key);
        if (!row.experts) continue;
        for (const char* key : {row.experts->experts, row.experts->ffn, row.experts->topK,
                                row.experts->shared, row.experts->sharedFfn})
            keys.emplace_back(key);
    }
    std::erase_if(keys, [](const std::string& key) { return key.empty(); });
    return keys;
}

bool mayBeSize(std::string_view key, const DocumentEntry& entry) {
    if (entry.list) return true;
    const std::string value = entry.text();
    const std::optional<double> number = entry.quoted ? std::nullopt : parseNumber(value);
    if (number) {
        if (*number > 0 && *number == std::floor(*number) &&
            (*number >= 2 || value.find('.') == std::string::npos))
            return true;
        return std::any_of(std::begin(kFactors), std::end(kFactors),
                           [&](std::string_view word) { return key.find(word) != std::string_view::npos; });
    }
    return looksStructural(key); // true, or a word that names a kind
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
