// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of families of 2025 and later: indexers, windows with heads of their own, blocks of keys.

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/models/config_kinds.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"

#include <algorithm>

namespace moe {

/// GLM-5.2: a layer without an indexer attends to what an earlier one chose (skip_topk of SGLang and vLLM).
static void sharedIndexers(ConfigReader& reader) {
    constexpr Word words[] = {{"full", LayerKind::Sparse}, {"shared", LayerKind::SparseShared}};
    const Kinds list = listedKinds(reader, "indexer_types", words);
    if (reader.given("index_topk_pattern"))
        return reader.refuse("index_topk_pattern",
                             say("must be null: indexer_types say which layers choose keys"));
    const Count every = std::max<Count>(1, reader.countOr("index_topk_freq", 1)),
                offset = reader.countOr("index_skip_topk_offset", 2);
    const Kinds rule = byRule(reader.layers(), [&](Count i) {
        return every == 1 || std::max<Count>(i - offset + 1, 0) % every == 0 ? LayerKind::Sparse
                                                                             : LayerKind::SparseShared;
    });
    if (reader.given("index_skip_topk_offset")) reader.usedFor("index_skip_topk_offset", "model.pattern");
    if (list.empty() && every == 1) {
        if (reader.given("index_topk_freq"))
            reader.ignore("index_topk_freq", say("every layer has an indexer"));
        return;
    }
    if (!list.empty() && reader.given("index_topk_freq") && list != rule)
        return reader.refuse("index_topk_freq",
                             say("says other layers than %1; keep one of them", "indexer_types"));
    if (reader.given("index_topk_freq")) reader.usedFor("index_topk_freq", "model.pattern");
    const Kinds& kinds = list.empty() ? rule : list;
    const bool all =
        std::all_of(kinds.begin(), kinds.end(), [](LayerKind kind) { return kind == LayerKind::Sparse; });
    if (list.empty())
        reader.use("index_topk_freq", "model.pattern", all ? "" : patternText(kinds));
    else
        reader.use("indexer_types", "model.pattern", all ? "" : patternText(kinds));
}

void sparseLayers(ConfigReader& reader) {
    inner(reader, "index_n_heads", "model.index.heads");
    inner(reader, "index_head_dim", "model.index.dim");
    inner(reader, "index_topk", "model.index.top_k");
    constexpr Word words[] = {{"deepseek_sparse_attention", LayerKind::Sparse}};
    if (!listedKinds(reader, "layer_types", words).empty())
        reader.ignore("layer_types", say("every layer attends to chosen keys"));
    sharedIndexers(reader);
}

void windowedLayers(ConfigReader& reader) {
    const Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    Kinds rule =
        byRule(reader.layers(), [](Count i) { return (i + 1) % 4 ? LayerKind::Sliding : LayerKind::Full; });
    const char* pattern = "sliding_window_pattern"; // "LLLG" or a number
    if (reader.given(pattern)) {
        const std::string text = reader.text(pattern);
        const std::optional<double> every = parseNumber(text);
        const bool letters = !text.empty() && text.find_first_not_of("LG") == std::string::npos;
        if (!letters && !(every && *every >= 1 && *every <= 1000))
            return reader.refuse(pattern, say("must be a number of layers, or letters L and G"));
        rule = byRule(reader.layers(), [&](Count i) {
            const bool global = letters ? text[static_cast<std::size_t>(i) % text.size()] == 'G'
                                        : (i + 1) % static_cast<Count>(*every) == 0;
            return global ? LayerKind::Full : LayerKind::Sliding;
        });
        // The last layer of EXAONE 4 sees everything, whatever its place.
        if (!list.empty()) reader.ignore(pattern, say("%1 says it", "layer_types"));
    }
    const std::optional<Count> window = reader.count("sliding_window");
    if (!window || *window == 0) {
        for (const char* key : {"layer_types", pattern})
            if (reader.given(key)) reader.ignore(key, say("no window is given: every layer sees all keys"));
        return;
    }
    if (list.empty() && !reader.given(pattern))
        return reader.refuse("layer_types", say("must be given: it says which layers slide"));
    putPattern(reader, list, rule, "layer_types", list.empty() ? pattern : "", {});
    needWindow(reader, list.empty() ? rule : list, "sliding_window", 0);
}

void smolLayers(ConfigReader& reader) {
    for (const char* key : {"no_rope_layers", "no_rope_layer_interval"})
        if (reader.given(key)) reader.ignore(key, say("rotary positions have no weights"));
    uniformLayers(reader);
}

/// Global layers have heads of their own and may do without a value projection; the dense network stands
/// beside the experts (Gemma4TextAttention, Gemma4TextDecoderLayer of Transformers).
void gemma4Layers(ConfigReader& reader) {
    const Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    const Kinds rule =
        byRule(reader.layers(), [](Count i) { return (i + 1) % 6 ? LayerKind::Sliding : LayerKind::Full; });
    putPattern(reader, list, rule, "layer_types", "", say("the configuration class has it"));
    needWindow(reader, list.empty() ? rule : list, "sliding_window", 512);
    for (const auto& [key, to] : {std::pair{"hidden_size_per_layer_input", "model.layer_embedding"},
                                  {"num_kv_shared_layers", "model.kv_shared_layers"}})
        if (reader.given(key)) reader.use(key, to, reader.countOr(key, 0));
    if (reader.countOr("hidden_size_per_layer_input", 0) > 0 && reader.given("vocab_size_per_layer_input"))
        reader.use("vocab_size_per_layer_input", "model.layer_vocab",
                   reader.countOr("vocab_size_per_layer_input", 0));
    else if (reader.given("vocab_size_per_layer_input"))
        reader.ignore("vocab_size_per_layer_input", say("hidden_size_per_layer_input is 0"));
    if (reader.given("use_double_wide_mlp"))
        reader.use("use_double_wide_mlp", "model.wide_shared",
                   reader.flag("use_double_wide_mlp") ? "true" : "false");
    const Count heads = reader.countOr("num_key_value_heads", 0), width = reader.countOr("head_dim", 256);
    if (reader.given("global_head_dim")) {
        reader.derive("model.sliding_head_dim", std::to_string(width), say("head_dim is of sliding layers"));
        reader.use("global_head_dim", "model.head_dim", reader.countOr("global_head_dim", width));
    }
    const bool alike = reader.flag("attention_k_eq_v");
    reader.assume("attention_k_eq_v", "false", "model.keys_are_values");
    if (alike) reader.derive("model.keys_are_values", "true", say("attention_k_eq_v"));
    const std::optional<Count> global = reader.count("num_global_key_value_heads");
    if (alike && global) {
        reader.derive("model.sliding_kv_heads", std::to_string(heads),
                      say("num_key_value_heads is of sliding layers"));
        reader.use("num_global_key_value_heads", "model.kv_heads", *global);
        reader.derive("model.attention", "gqa", say("from heads and key/value heads"));
    } else if (reader.given("num_global_key_value_heads")) {
        reader.ignore("num_global_key_value_heads", say("only with attention_k_eq_v"));
    }
    for (const auto& [key, needs] :
         {std::pair{"enable_moe_block", "num_experts"}, {"attention_k_eq_v", "num_global_key_value_heads"}})
        if (!reader.find(key) && reader.countOr(needs, 0) > 0)
            reader.refuse(key, say("must be given where %1 is", needs));
    const bool experts = reader.flag("enable_moe_block");
    reader.assume("enable_moe_block", "false", "moe.experts");
    // Beside four norms: one scalar; with experts three more norms and a scale of the router's input.
    reader.derive("model.layer_params", std::to_string(1 + (experts ? 4 * reader.hidden() : 0)),
                  say("the family's modelling code has it"));
}

/// MiniMax-M3: most layers score keys by blocks (minimax_m3_vl of Transformers).
void blockLayers(ConfigReader& reader) {
    const std::string section = "sparse_attention_config.";
    constexpr Word words[] = {{"1", LayerKind::Blocks}, {"0", LayerKind::Full}};
    constexpr Word types[] = {{"minimax_m3_sparse", LayerKind::Blocks}, {"full_attention", LayerKind::Full}};
    Kinds kinds = listedKinds(reader, section + "sparse_attention_freq", words);
    const Kinds list = listedKinds(reader, "layer_types", types);
    if (kinds.empty()) kinds = list;
    if (kinds.empty())
        return reader.refuse(section + "sparse_attention_freq",
                             say("must be given: it says which layers attend to chosen blocks"));
    if (!list.empty() && list != kinds)
        return reader.refuse("layer_types", say("says other layers than %1; keep one of them",
                                                section + "sparse_attention_freq"));
    if (!list.empty()) reader.usedFor("layer_types", "model.pattern");
    reader.use(reader.given(section + "sparse_attention_freq") ? section + "sparse_attention_freq"
                                                               : "layer_types",
               "model.pattern", patternText(kinds));
    reader.use(section + "sparse_num_index_heads", "model.index.heads",
               reader.countOr(section + "sparse_num_index_heads", 4));
    reader.use(section + "sparse_index_dim", "model.index.dim",
               reader.countOr(section + "sparse_index_dim", 128));
    const Count blocks = reader.countOr(section + "sparse_topk_blocks", 16),
                tokens = reader.countOr(section + "sparse_block_size", 128);
    reader.use(section + "sparse_topk_blocks", "model.index.top_k", blocks * tokens);
    reader.usedFor(section + "sparse_block_size", "model.index.top_k");
    for (const char* key : {"use_sparse_attention"})
        reader.must(section + key, "true", say("must be true in this family"));
    for (const char* key :
         {"sparse_score_type", "sparse_init_block", "sparse_local_block", "sparse_disable_index_value"})
        if (reader.given(section + key))
            reader.ignore(section + key, say("which blocks are chosen, not how many"));
    reader.must("qk_norm_type", "per_head", say("must be per_head: a norm of each head"));
    for (const char* key : {"num_mtp_modules", "mtp_transformer_layers"}) {
        if (!reader.given(key)) continue;
        const Count modules = reader.countOr(key, 0);
        if (std::string_view(key) == "num_mtp_modules")
            reader.use(key, "model.mtp_layers", modules);
        else
            reader.must(key, "1", say("must be 1"));
    }
    if (reader.given("use_mtp")) reader.ignore("use_mtp", say("num_mtp_modules says how many"));
}

/// Step-3.5 and 3.7: sliding layers have heads of their own, a gate for each head.
void stepLayers(ConfigReader& reader) {
    const Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    if (list.empty() && !reader.given("layer_types"))
        return reader.refuse("layer_types", say("must be given: it says which layers slide"));
    putPattern(reader, list, list, "layer_types", "", {});
    needWindow(reader, list, "sliding_window", 0);
    const std::string other = "attention_other_setting.";
    for (const auto& [key, to] : {std::pair{"num_attention_heads", "model.sliding_heads"},
                                  {"num_attention_groups", "model.sliding_kv_heads"}})
        if (reader.given(other + key)) reader.use(other + key, to, reader.countOr(other + key, 0));
    reader.must(other + "attention_type", "sliding_attention", say("must be sliding_attention"));
    for (const char* key : {"head_dim", "true_head_dim"})
        if (reader.given(other + key))
            reader.must(other + key, reader.text("head_dim"),
                        say("differs from %1; keep one of them", "head_dim"));
    const bool gate = reader.flag("use_head_wise_attn_gate", true);
    reader.assume("use_head_wise_attn_gate", "true", "model.head_gate");
    if (gate) reader.derive("model.head_gate", "true", say("a gate for each head"));
}

/// inference/model.py of DeepSeek-V3: only the widest model corrects the scores of its experts.
void deepSeekOwnLayers(ConfigReader& reader) {
    reader.derive("moe.router_bias", reader.hidden() == 7168 ? "true" : "false",
                  say("Gate of DeepSeek's own inference/model.py"));
    for (const auto& [key, to] :
         {std::pair{"n_expert_groups", "moe.groups"}, {"n_limited_groups", "moe.group_limit"}})
        if (reader.given(key)) reader.use(key, to, reader.countOr(key, 0));
    uniformLayers(reader);
}

/// Arcee's Trinity.
void afmoeLayers(ConfigReader& reader) {
    const Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    const Count every = std::max<Count>(1, reader.countOr("global_attn_every_n_layers", 4));
    const Kinds rule = byRule(
        reader.layers(), [every](Count i) { return (i + 1) % every ? LayerKind::Sliding : LayerKind::Full; });
    putPattern(reader, list, rule, "layer_types", "global_attn_every_n_layers",
               say("the configuration class has it"));
    needWindow(reader, list.empty() ? rule : list, "sliding_window", 0);
}

/// Snowflake Arctic: a dense network of the model's width, with a norm of its own, beside the experts of
/// every layer (modeling_arctic.py, ArcticDecoderLayer).
void besideDenseLayers(ConfigReader& reader) {
    uniformLayers(reader);
    const Message why = say("the family's modelling code has it");
    reader.derive("moe.shared_experts", "1", why);
    reader.derive("moe.shared_ffn", std::to_string(reader.hidden()), why);
    reader.derive("model.layer_params", std::to_string(reader.hidden()), why);
}

/// One head of keys and values for all (modeling_gpt_bigcode.py).
void oneKeyLayers(ConfigReader& reader) {
    const bool one = reader.flag("multi_query", true);
    reader.use("multi_query", "model.kv_heads", one ? 1 : reader.heads());
    if (one && reader.heads() > 1)
        reader.derive("model.attention", "gqa", say("from heads and key/value heads"));
    uniformLayers(reader);
}

} // namespace moe
