// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of 2026: compressed keys, several residual streams, networks and heads of a layer's own.

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/models/config_kinds.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"

#include <algorithm>

namespace moe {

namespace {

/// `key` where the file has it.
void copied(ConfigReader& reader, std::string_view key, std::string_view to) {
    if (reader.given(key)) reader.use(key, to, reader.countOr(key, 0));
}

/// By the ratio of each layer: 0 a window alone, 4 overlapping windows with an indexer, more neither
/// (DeepseekV4Attention of Transformers).
Kinds byRatio(ConfigReader& reader, std::string_view key) {
    const DocumentEntry* list = reader.perLayer(key);
    Kinds kinds;
    Count heavy = 0;
    for (std::size_t i = 0; list && i < list->values.size(); ++i) {
        const double ratio = parseNumber(list->values[i]).value_or(-1);
        const bool other = ratio > 4 && heavy > 0 && ratio != static_cast<double>(heavy);
        if (!(ratio == 0 || ratio == 4 || (ratio > 4 && ratio <= 65536)) || other) {
            reader.refuse(key, say("holds \"%1\"; layers compress no keys (0), 4 or one number of more",
                                   excerpt(list->values[i])));
            return {};
        }
        kinds.push_back(ratio == 0 ? LayerKind::Sliding : ratio == 4 ? LayerKind::Csa : LayerKind::Hca);
        if (ratio > 4) heavy = static_cast<Count>(ratio);
    }
    if (heavy > 0) reader.derive("model.hca_ratio", std::to_string(heavy), say("the larger ratio"));
    return kinds;
}

} // namespace

void compressedLayers(ConfigReader& reader) {
    constexpr std::string_view kRatios = "compress_ratios";
    constexpr Word words[] = {{"sliding_attention", LayerKind::Sliding},
                              {"compressed_sparse_attention", LayerKind::Csa},
                              {"heavily_compressed_attention", LayerKind::Hca}};
    Kinds kinds = reader.hasSection(kRatios) ? Kinds()
                  : reader.given(kRatios)    ? byRatio(reader, kRatios)
                                             : Kinds();
    const Kinds list = listedKinds(reader, "layer_types", words);
    if (reader.hasSection(kRatios)) // of each word
        for (const auto& [word, to] : {std::pair{"compressed_sparse_attention", "model.csa_ratio"},
                                       {"heavily_compressed_attention", "model.hca_ratio"}})
            copied(reader, std::string(kRatios) + "." + word, to);
    if (!kinds.empty() && !list.empty() && list != kinds)
        return reader.refuse("layer_types", say("says other layers than %1; keep one of them", kRatios));
    const bool listed = kinds.empty();
    if (listed) kinds = list;
    if (kinds.empty())
        return reader.refuse(kRatios, say("must be given: it says which layers compress keys"));
    reader.use(listed ? "layer_types" : kRatios, "model.pattern", patternText(kinds));
    if (!listed) reader.usedFor("layer_types", "model.pattern");
    const Message code = say("the family's modelling code has it");
    reader.derive("model.joint_kv", "true", code);
    reader.derive("model.sinks", "true", code);
    reader.must("num_key_value_heads", "1", say("must be 1: all heads share one vector of a token"));
    inner(reader, "sliding_window", "model.window");
    inner(reader, "q_lora_rank", "model.q_rank");
    inner(reader, "o_groups", "model.output_groups");
    inner(reader, "o_lora_rank", "model.output_rank");
    copied(reader, "qk_rope_head_dim", "model.rope_dim");
    inner(reader, "index_n_heads", "model.index.heads");
    inner(reader, "index_head_dim", "model.index.dim");
    inner(reader, "index_topk", "model.index.top_k");
    inner(reader, "hc_mult", "model.streams");
    if (reader.given("num_hash_layers"))
        reader.ignore("num_hash_layers",
                      say("the first layers take experts from a table of tokens, which has no "
                          "weights"));
    if (reader.given("kv_lora_rank")) reader.must("kv_lora_rank", "0", say("must be 0 in this family"));
}

/// MiMo-V2: sliding layers have heads of their own, values are narrower than keys (mlx-lm, mimo_v2_flash.py).
void narrowValueLayers(ConfigReader& reader) {
    constexpr Word words[] = {{"0", LayerKind::Full}, {"1", LayerKind::Sliding}};
    Kinds kinds = listedKinds(reader, "hybrid_layer_pattern", words);
    const Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    const bool listed = kinds.empty();
    if (listed) kinds = list;
    if (kinds.empty())
        return reader.refuse("hybrid_layer_pattern", say("must be given: it says which layers slide"));
    if (!list.empty() && list != kinds)
        return reader.refuse("layer_types",
                             say("says other layers than %1; keep one of them", "hybrid_layer_pattern"));
    reader.use(listed ? "layer_types" : "hybrid_layer_pattern", "model.pattern", patternText(kinds));
    if (!listed) reader.usedFor("layer_types", "model.pattern");
    const char* window = reader.given("sliding_window") ? "sliding_window" : "sliding_window_size";
    needWindow(reader, kinds, window, 0);
    if (reader.given("attention_chunk_size"))
        reader.must("attention_chunk_size", reader.text(window),
                    say("differs from %1; keep one of them", window));
    copied(reader, "v_head_dim", "model.v_dim");
    for (const auto& [key, to] : {std::pair{"swa_num_attention_heads", "model.sliding_heads"},
                                  {"swa_num_key_value_heads", "model.sliding_kv_heads"},
                                  {"swa_head_dim", "model.sliding_head_dim"},
                                  {"swa_v_head_dim", "model.sliding_v_dim"}})
        copied(reader, key, to);
    for (const auto& [key, to] : {std::pair{"add_full_attention_sink_bias", "model.sinks"},
                                  {"add_swa_attention_sink_bias", "model.sliding_sinks"}})
        if (reader.given(key)) reader.use(key, to, reader.flag(key) ? "true" : "false");
    if (reader.given("attention_projection_layout"))
        reader.ignore("attention_projection_layout", say("how matrices are stored, not how large they are"));
    reader.must("attention_bias", "false", say("must be false: these projections have no biases here"));
}

/// Nemotron of an architecture search: layers without attention, networks of their own widths (vLLM,
/// nemotron_nas.py).
void searchedLayers(ConfigReader& reader) {
    Kinds kinds;
    std::string widths;
    Count group = 0, largest = 0;
    for (Count i = 0; i < reader.layers(); ++i) {
        const std::string block = "block_configs." + std::to_string(i) + ".",
                          attention = block + "attention.", ffn = block + "ffn.";
        if (!reader.hasSection(block.substr(0, block.size() - 1)))
            return reader.refuse("block_configs", say("must describe each of %1 layers", reader.layers()));
        for (const std::string& part : {attention, ffn})
            if (reader.flag(part + "replace_with_linear"))
                return reader.refuse(part + "replace_with_linear",
                                     say("must be false: no kind of layer here is one square matrix"));
        const bool attends = !reader.flag(attention + "no_op");
        kinds.push_back(attends ? LayerKind::Full : LayerKind::Ffn);
        if (attends) {
            const Count heads = reader.needed(attention + "n_heads_in_group").value_or(0);
            if (heads < 1 || reader.heads() % heads != 0 || (group > 0 && heads != group))
                return reader.refuse(
                    attention + "n_heads_in_group",
                    say("must be one number in all layers that divides the %1 heads: layers have "
                        "no key heads of their own here",
                        reader.heads()));
            group = heads;
        }
        Count width = 0;
        if (!reader.flag(ffn + "no_op")) {
            width = reader.countOr(ffn + "intermediate_size", 0);
            if (width == 0) { // two thirds of so many times the hidden size, up to a multiple of 256
                const double factor = parseNumber(reader.text(ffn + "ffn_mult")).value_or(0);
                if (!(factor > 0 && factor < 1000))
                    return reader.refuse(ffn + "ffn_mult", say("must be more than 0"));
                width = static_cast<Count>(2 * factor * static_cast<double>(reader.hidden()) / 3);
                width = (width + 255) / 256 * 256;
            }
        }
        if (!attends && width == 0) kinds.back() = LayerKind::None;
        largest = std::max(largest, width);
        widths += (widths.empty() ? "" : ",") + std::to_string(width);
    }
    for (const DocumentEntry* entry : reader.under("block_configs.")) {
        const std::string_view key = std::string_view(entry->key).substr(entry->key.rfind('.') + 1);
        constexpr std::string_view known[] = {"no_op",    "replace_with_linear", "n_heads_in_group",
                                              "ffn_mult", "intermediate_size",   "hidden_act"};
        if (std::find(std::begin(known), std::end(known), key) == std::end(known) && !isOff(*entry))
            return reader.refuse(entry->key, say("is not known in blocks of this family"));
    }
    reader.ignoreUnder("block_configs.", say("read layer by layer"));
    const Message why = say("from block_configs");
    reader.derive("model.pattern", allFull(kinds) ? "" : patternText(kinds), why);
    reader.derive("model.ffn_widths", widths, why);
    reader.derive("model.ffn", std::to_string(largest), say("the widest"));
    reader.derive("model.kv_heads", std::to_string(reader.heads() / std::max<Count>(1, group)), why);
    reader.derive("model.attention", group > 1 ? "gqa" : "mha", why);
    reader.usedFor("num_key_value_heads", "model.kv_heads");
}

/// LongCat: a published layer is two here, of which the first has the experts beside its dense network
/// (LongcatFlashDecoderLayer of Transformers).
void pairedLayers(ConfigReader& reader) {
    const Message code = say("the family's modelling code has it");
    copied(reader, "zero_expert_num", "moe.empty");
    reader.must("zero_expert_type", "identity", say("must be identity: empty experts cost nothing here"));
    reader.must("attention_method", "MLA", say("must be MLA"));
    reader.must("router_bias", "false", say("must be false: the router has no biases of its own here"));
    reader.derive("moe.router_bias", "true", say("score correction of every expert"));
    reader.derive("moe.shared_experts", "1", code);
    if (const std::optional<Count> width = reader.needed("ffn_hidden_size"))
        reader.use("ffn_hidden_size", "moe.shared_ffn", *width);
    for (const char* key : {"mla_scale_q_lora", "mla_scale_kv_lora"})
        if (reader.given(key)) reader.ignore(key, say("scales values, and has no weights"));
    if (reader.given("num_hidden_layers"))
        reader.must("num_hidden_layers", std::to_string(reader.layers()), say("must be twice num_layers"));
    uniformLayers(reader);
}

/// GLM-5.3: Kimi delta layers, between them attention with an indexer over pools of tokens (glm5_next of
/// Transformers).
void pooledLayers(ConfigReader& reader) {
    constexpr Word words[] = {{"linear_attention", LayerKind::Kda},
                              {"deepseek_sparse_attention", LayerKind::Sparse}};
    Kinds kinds = listedKinds(reader, "layer_types", words);
    if (kinds.empty())
        return reader.refuse("layer_types", say("must be given: it says which layers are linear"));
    constexpr Word indexers[] = {{"full", LayerKind::Sparse}, {"shared", LayerKind::SparseShared}};
    const Kinds own = listedKinds(reader, "indexer_types", indexers);
    for (std::size_t i = 0; i < own.size() && i < kinds.size(); ++i)
        if (kinds[i] == LayerKind::Sparse) kinds[i] = own[i];
    reader.use("layer_types", "model.pattern", patternText(kinds));
    reader.usedFor("indexer_types", "model.pattern");
    const std::string section = "linear_attn_config.";
    const bool nested = reader.hasSection("linear_attn_config");
    const std::string heads = nested ? section + "num_heads" : "linear_num_heads",
                      width = nested ? section + "head_dim" : "linear_head_dim",
                      conv = nested ? section + "short_conv_kernel_size" : "linear_conv_kernel_dim";
    inner(reader, heads, "model.linear.key_heads");
    inner(reader, width, "model.linear.key_dim");
    inner(reader, conv, "model.linear.conv");
    reader.derive("model.linear.value_heads", reader.text(heads), say("as many as key heads"));
    reader.derive("model.linear.value_dim", reader.text(width), say("as wide as keys"));
    inner(reader, "index_n_heads", "model.index.heads");
    inner(reader, "index_head_dim", "model.index.dim");
    inner(reader, "index_topk", "model.index.top_k");
    inner(reader, "index_kpool", "model.index.pool");
    inner(reader, "hc_mult", "model.streams");
}

bool pairedRoutes(ConfigReader&, std::vector<bool>& moe) {
    for (std::size_t i = 0; i < moe.size(); ++i) moe[i] = i % 2 == 0;
    return true;
}

} // namespace moe
