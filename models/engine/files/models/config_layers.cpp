// SPDX-License-Identifier: GPL-3.0-or-later
// Which layer is of which kind, from the lists, periods and pattern strings of each family.

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/layer_painting.h"

#include <algorithm>

namespace moe {
namespace {

using Kinds = std::vector<LayerKind>;

/// As `model.pattern` takes it.
std::string patternText(const Kinds& kinds) {
    return listText(shortestPattern(kinds));
}

template <class Rule> Kinds byRule(const ConfigReader& reader, Rule rule) {
    Kinds kinds;
    for (Count i = 0; i < reader.layers(); ++i) kinds.push_back(rule(i));
    return kinds;
}

bool allFull(const Kinds& kinds) {
    return std::all_of(kinds.begin(), kinds.end(), [](LayerKind kind) { return kind == LayerKind::Full; });
}

struct Word {
    const char* word;
    LayerKind kind;
};

/// A list of words per layer; empty when the file has none or it does not fit.
template <std::size_t size>
Kinds listedKinds(ConfigReader& reader, std::string_view key, const Word (&words)[size]) {
    const DocumentEntry* list = reader.perLayer(key);
    if (!list) return {};
    Kinds kinds;
    for (const std::string& word : list->values) {
        const Word* known = std::find_if(std::begin(words), std::end(words),
                                         [&](const Word& row) { return word == row.word; });
        if (known == std::end(words)) {
            std::vector<Message> choices;
            for (const Word& row : words) choices.emplace_back(row.word);
            reader.refuse(key,
                          say("holds \"%1\"; layers of this family are %2", excerpt(word), listed(choices)));
            return {};
        }
        kinds.push_back(known->kind);
    }
    return kinds;
}

constexpr Word kAttentionWords[] = {{"full_attention", LayerKind::Full},
                                    {"sliding_attention", LayerKind::Sliding}};

/// What a list says, or else the rule; both must agree where the file has both.
void putPattern(ConfigReader& reader, const Kinds& list, const Kinds& rule, std::string_view listKey,
                std::string_view ruleKey, Message why) {
    const bool byKey = !ruleKey.empty() && reader.given(ruleKey);
    if (!list.empty()) {
        if (byKey && list != rule)
            return reader.refuse(ruleKey, say("says other layers than %1; keep one of them", listKey));
        if (byKey) reader.ignore(ruleKey, say("%1 says the same", listKey));
        return reader.use(listKey, "model.pattern", allFull(list) ? "" : patternText(list));
    }
    if (!listKey.empty()) reader.assume(listKey, patternText(rule), "model.pattern");
    if (byKey) return reader.use(ruleKey, "model.pattern", patternText(rule));
    if (!allFull(rule))
        reader.derive("model.pattern", patternText(rule), std::move(why),
                      ruleKey.empty() ? listKey : ruleKey);
}

/// The window of `key`, or nothing where it is no shorter than the longest sequence.
std::optional<Count> windowOf(ConfigReader& reader, std::string_view key) {
    const std::optional<Count> window = reader.count(key);
    if (!window || *window == 0) return std::nullopt;
    const char* longest = reader.family().shape->longest;
    if (const std::optional<Count> most = reader.count(longest); most && *window >= *most) {
        reader.ignore(key, say("is no shorter than the longest sequence"));
        return std::nullopt;
    }
    return window;
}

void needWindow(ConfigReader& reader, const Kinds& kinds, std::string_view key, Count fallback) {
    if (std::find(kinds.begin(), kinds.end(), LayerKind::Sliding) == kinds.end()) {
        if (reader.given(key)) reader.ignore(key, say("no layer slides"));
        return;
    }
    const std::optional<Count> window = reader.count(key);
    if (window && *window > 0) return reader.use(key, "model.window", *window);
    if (!reader.given(key) && fallback > 0)
        return reader.derive("model.window", numberText(static_cast<double>(fallback)),
                             say("the configuration class has it"), key);
    reader.refuse(key, say("must be given: layers slide"));
}

void inner(ConfigReader& reader, std::string_view key, std::string_view to) {
    if (const std::optional<Count> value = reader.needed(key)) reader.use(key, to, *value);
}

} // namespace

void uniformLayers(ConfigReader& reader) {
    const ModelFamily& family = reader.family();
    const bool slides = family.has(kWindowKey) || family.has(kWindowSwitch);
    Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    if (!slides) {
        if (!list.empty() && !allFull(list))
            return reader.refuse("layer_types", say("must be full attention in this family"));
        if (!list.empty()) reader.ignore("layer_types", say("every layer attends to all tokens"));
        return;
    }
    const bool on = !family.has(kWindowSwitch) || reader.flag("use_sliding_window");
    std::optional<Count> window;
    if (on)
        window = windowOf(reader, "sliding_window");
    else if (reader.count("sliding_window"))
        reader.ignore("sliding_window", say("use_sliding_window is off"));
    if (!window && family.has(kWindowSwitch) && reader.given("use_sliding_window"))
        reader.ignore("use_sliding_window", say("no window is shorter than the longest sequence"));
    Count first = 0;
    if (family.has(kWindowSwitch) && reader.given("max_window_layers")) {
        first = reader.countOr("max_window_layers", 0);
        if (!on || !window) reader.ignore("max_window_layers", say("no layer slides"));
    }
    if (!window) {
        if (!list.empty() && !allFull(list))
            reader.refuse("layer_types", say("has sliding layers, and no window is on"));
        else if (!list.empty())
            reader.ignore("layer_types", say("every layer attends to all tokens"));
        return;
    }
    const Kinds rule =
        byRule(reader, [first](Count i) { return i >= first ? LayerKind::Sliding : LayerKind::Full; });
    reader.use("sliding_window", "model.window", *window);
    putPattern(reader, list, rule, "layer_types", family.has(kWindowSwitch) ? "max_window_layers" : "",
               say("the window is on every layer"));
}

void gptOssLayers(ConfigReader& reader) {
    const Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    const Kinds rule = byRule(reader, [](Count i) { return i % 2 ? LayerKind::Full : LayerKind::Sliding; });
    putPattern(reader, list, rule, "layer_types", "", say("the family slides on every other layer"));
    needWindow(reader, list.empty() ? rule : list, "sliding_window", 128);
    if (reader.given("experts_per_token")) // of its first files, beside num_experts_per_tok
        reader.must("experts_per_token", reader.text("num_experts_per_tok"),
                    say("differs from %1; keep one of them", "num_experts_per_tok"));
    const Message why = say("the family's modelling code has it");
    reader.derive("model.sinks", "true", why);
    reader.derive("moe.router_bias", "true", why);
    reader.derive("moe.expert_bias", "true", why);
}

static void gemmaLayers(ConfigReader& reader, Count every, std::string_view periodKey) {
    const Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    if (!periodKey.empty()) every = std::max<Count>(1, reader.countOr(periodKey, every));
    const Kinds rule =
        byRule(reader, [every](Count i) { return (i + 1) % every ? LayerKind::Sliding : LayerKind::Full; });
    putPattern(reader, list, rule, "layer_types", periodKey, say("the family's modelling code has it"));
    needWindow(reader, list.empty() ? rule : list, "sliding_window", 4096);
}
void gemma2Layers(ConfigReader& reader) {
    gemmaLayers(reader, 2, "");
    if (reader.given("sliding_window_size")) { // of files from before the key was renamed
        const std::optional<Count> old = reader.count("sliding_window_size");
        if (old && old != reader.countOr("sliding_window", 4096))
            reader.refuse("sliding_window_size", say("differs from %1; keep one of them", "sliding_window"));
        else
            reader.ignore("sliding_window_size", say("%1 says the same", "sliding_window"));
    }
}
void gemma3Layers(ConfigReader& reader) {
    gemmaLayers(reader, 6, "sliding_window_pattern");
}

void llama4Layers(ConfigReader& reader) {
    constexpr Word words[] = {{"full_attention", LayerKind::Full}, {"chunked_attention", LayerKind::Chunked}};
    const Kinds list = listedKinds(reader, "layer_types", words);
    Count every = reader.countOr("no_rope_layer_interval", 4);
    if (every < 1) every = 4;
    Kinds rule =
        byRule(reader, [every](Count i) { return (i + 1) % every ? LayerKind::Chunked : LayerKind::Full; });
    std::string_view ruleKey = "no_rope_layer_interval";
    if (const DocumentEntry* rotary = reader.find("no_rope_layers"); rotary && !rotary->values.empty()) {
        rotary = reader.perLayer("no_rope_layers"); // 1 = rotary and chunked
        for (std::size_t i = 0; rotary && i < rotary->values.size(); ++i)
            rule[i] = rotary->values[i] == "0" ? LayerKind::Full : LayerKind::Chunked;
        ruleKey = "no_rope_layers";
        if (reader.given("no_rope_layer_interval"))
            reader.ignore("no_rope_layer_interval", say("%1 says it", "no_rope_layers"));
    }
    putPattern(reader, list, rule, "layer_types", ruleKey, say("the family's modelling code has it"));
    const std::optional<Count> chunk = reader.count("attention_chunk_size");
    if (reader.find("attention_chunk_size") && !(chunk && *chunk > 0))
        reader.refuse("attention_chunk_size", say("must be given: layers attend within chunks"));
    else if (chunk)
        reader.use("attention_chunk_size", "model.chunk", *chunk);
    else
        reader.derive("model.chunk", "8192", say("the configuration class has it"), "attention_chunk_size");
    reader.derive("moe.shared_experts", "1", say("the family's modelling code has it"));
    if (reader.given("use_qk_norm")) reader.ignore("use_qk_norm", say("this norm has no weights"));
}

void gatedDeltaLayers(ConfigReader& reader) {
    constexpr Word words[] = {{"full_attention", LayerKind::Full}, {"linear_attention", LayerKind::Gdn}};
    const Kinds list = listedKinds(reader, "layer_types", words);
    const Count every = std::max<Count>(1, reader.countOr("full_attention_interval", 4));
    const Kinds rule =
        byRule(reader, [every](Count i) { return (i + 1) % every ? LayerKind::Gdn : LayerKind::Full; });
    putPattern(reader, list, rule, "layer_types", "full_attention_interval",
               say("the configuration class has it"));
    inner(reader, "linear_num_key_heads", "model.linear.key_heads");
    inner(reader, "linear_num_value_heads", "model.linear.value_heads");
    inner(reader, "linear_key_head_dim", "model.linear.key_dim");
    inner(reader, "linear_value_head_dim", "model.linear.value_dim");
    inner(reader, "linear_conv_kernel_dim", "model.linear.conv");
    reader.must("attn_output_gate", "true", say("must be true: attention of this family has an output gate"));
    reader.must("use_sliding_window", "false", say("must be false in this family"));
    reader.must("mamba_ssm_dtype", "float32", say("must be float32: states are counted in it"));
    if (reader.given("mtp_num_hidden_layers"))
        if (const std::optional<Count> mtp = reader.count("mtp_num_hidden_layers"))
            reader.use("mtp_num_hidden_layers", "model.mtp_layers", *mtp);
    reader.must("mtp_use_dedicated_embeddings", "false", say("must be false: they share the model's"));
}

void kimiLinearLayers(ConfigReader& reader) {
    const char *full = "linear_attn_config.full_attn_layers", *linear = "linear_attn_config.kda_layers";
    Kinds kinds = byRule(reader, [](Count) { return LayerKind::None; });
    const auto mark = [&](const char* key, LayerKind kind) {
        const DocumentEntry* list = reader.find(key);
        if (!list || !list->list) return reader.refuse(key, say("must be a list of layers, from 1"));
        for (const std::string& word : list->values) {
            const double layer = parseNumber(word).value_or(0);
            const auto index = static_cast<std::size_t>(std::max(0.0, layer)) - 1;
            if (layer < 1 || layer > static_cast<double>(kinds.size()) || kinds[index] != LayerKind::None)
                return reader.refuse(key, say("holds \"%1\"; it must name each of %2 layers once",
                                              excerpt(word), reader.layers()));
            kinds[index] = kind;
        }
        reader.usedFor(key, "model.pattern");
    };
    mark(full, LayerKind::Full);
    mark(linear, LayerKind::Kda);
    if (std::find(kinds.begin(), kinds.end(), LayerKind::None) != kinds.end())
        reader.refuse(linear, say("must name, with %1, each of %2 layers once", full, reader.layers()));
    reader.derive("model.pattern", patternText(kinds), say("layers of both lists"));
    inner(reader, "linear_attn_config.num_heads", "model.linear.key_heads");
    if (const std::optional<Count> heads = reader.count("linear_attn_config.num_heads"))
        reader.derive("model.linear.value_heads", std::to_string(*heads), say("as many as key heads"));
    inner(reader, "linear_attn_config.head_dim", "model.linear.key_dim");
    if (const std::optional<Count> width = reader.count("linear_attn_config.head_dim"))
        reader.derive("model.linear.value_dim", std::to_string(*width), say("as wide as keys"));
    inner(reader, "linear_attn_config.short_conv_kernel_size", "model.linear.conv");
    // Kimi K3 (sglang, kimi_k3.py).
    for (const auto& [key, to] :
         {std::pair{"linear_attn_config.use_full_rank_gate", "model.linear.full_gate"},
          {"mla_use_output_gate", "model.output_gate"},
          {"latent_moe_use_norm", "moe.latent_norm"}})
        if (reader.given(key)) reader.use(key, to, reader.flag(key) ? "true" : "false");
    if (reader.given("routed_expert_hidden_size"))
        reader.use("routed_expert_hidden_size", "moe.latent", reader.countOr("routed_expert_hidden_size", 0));
    if (reader.given("attn_res_block_size")) {
        // Two score vectors and two norms a layer; the bank of earlier outputs is not counted.
        reader.derive("model.layer_params", std::to_string(4 * reader.hidden()), say("attention residuals"));
        reader.leaveOut("attn_res_block_size",
                        say("its parameters are counted, what it keeps and hands to the next stage is not"));
    }
}

void lightningLayers(ConfigReader& reader) {
    constexpr Word words[] = {{"0", LayerKind::Lightning}, {"1", LayerKind::Full}};
    const Kinds list = listedKinds(reader, "attn_type_list", words);
    if (!reader.given("attn_type_list"))
        return reader.refuse("attn_type_list", say("must be given: it says which layers are linear"));
    putPattern(reader, list, list, "attn_type_list", "", {});
}

void miniMaxM2Layers(ConfigReader& reader) {
    constexpr Word words[] = {{"1", LayerKind::Full}};
    const Kinds list = listedKinds(reader, "attn_type_list", words);
    if (!list.empty()) reader.ignore("attn_type_list", say("every layer attends to all tokens"));
    if (reader.flag("use_routing_bias", true))
        reader.derive("moe.router_bias", "true", say("score correction of every expert"), "use_routing_bias");
    reader.must("qk_norm_type", "per_layer", say("must be per_layer: one norm over all heads"));
    if (reader.flag("use_mtp") && reader.given("num_mtp_modules")) {
        const Count layers = reader.countOr("mtp_transformer_layers", 1);
        reader.assume("mtp_transformer_layers", "1", "model.mtp_layers");
        reader.use("num_mtp_modules", "model.mtp_layers", reader.countOr("num_mtp_modules", 0) * layers);
    }
}

void jambaLayers(ConfigReader& reader) {
    const Count period = std::max<Count>(1, reader.countOr("attn_layer_period", 8));
    const Count offset = reader.countOr("attn_layer_offset", 4);
    if (offset >= period) reader.refuse("attn_layer_offset", say("must be less than attn_layer_period"));
    const Kinds rule =
        byRule(reader, [&](Count i) { return i % period == offset ? LayerKind::Full : LayerKind::Mamba1; });
    putPattern(reader, {}, rule, "", "attn_layer_period", say("the configuration class has it"));
    reader.assume("attn_layer_offset", "4", "model.pattern");
    const Count expand = reader.countOr("mamba_expand", 2);
    reader.use("mamba_expand", "model.mamba.inner", expand * reader.hidden());
    reader.use("mamba_d_state", "model.mamba.state", reader.countOr("mamba_d_state", 16));
    reader.use("mamba_d_conv", "model.mamba.conv", reader.countOr("mamba_d_conv", 4));
    reader.must("mamba_inner_layernorms", "true", say("must be true: inner norms are counted"));
    const bool automatic = !reader.given("mamba_dt_rank") || reader.text("mamba_dt_rank") == "auto";
    reader.use("mamba_dt_rank", "model.mamba.dt_rank",
               automatic ? (reader.hidden() + 15) / 16 : reader.countOr("mamba_dt_rank", 0));
    reader.must("mamba_proj_bias", "false", say("must be false: these projections have no biases here"));
    reader.must("mamba_conv_bias", "true", say("must be true: the convolution is counted with its bias"));
}

static void mamba2(ConfigReader& reader, const char* heads, const char* width, const char* state,
                   const char* groups, const char* conv, const char* expand) {
    const Count count = reader.needed(heads).value_or(0), each = reader.needed(width).value_or(0);
    reader.use(heads, "model.mamba.heads", count);
    reader.use(width, "model.mamba.inner", count * each);
    inner(reader, state, "model.mamba.state");
    inner(reader, groups, "model.mamba.groups");
    inner(reader, conv, "model.mamba.conv");
    if (!reader.given(expand)) return;
    reader.ignore(expand, say("%1 times %2 is the inner width", heads, width));
}

void graniteLayers(ConfigReader& reader) {
    constexpr Word words[] = {{"attention", LayerKind::Full}, {"mamba", LayerKind::Mamba2}};
    const Kinds list = listedKinds(reader, "layer_types", words);
    if (!reader.given("layer_types"))
        return reader.refuse("layer_types", say("must be given: it says which layers are Mamba"));
    putPattern(reader, list, list, "layer_types", "", {});
    mamba2(reader, "mamba_n_heads", "mamba_d_head", "mamba_d_state", "mamba_n_groups", "mamba_d_conv",
           "mamba_expand");
    reader.must("mamba_proj_bias", "false", say("must be false: these projections have no biases here"));
    reader.must("mamba_conv_bias", "true", say("must be true: the convolution is counted with its bias"));
}

void nemotronLayers(ConfigReader& reader) {
    const char* kKey =
        reader.given("hybrid_override_pattern") ? "hybrid_override_pattern" : "layers_block_type";
    const std::string pattern = nemotronPattern(reader);
    if (static_cast<Count>(pattern.size()) != reader.layers())
        return reader.refuse(kKey, say("must have one letter for each of %1 layers, has %2", reader.layers(),
                                       static_cast<Count>(pattern.size())));
    Kinds kinds;
    for (const char letter : pattern) {
        switch (letter) {
        case 'M': kinds.push_back(LayerKind::Mamba2); break;
        case '*': kinds.push_back(LayerKind::Full); break;
        case '-':
        case 'E': kinds.push_back(LayerKind::Ffn); break;
        default:
            return reader.refuse(kKey,
                                 say("holds \"%1\"; letters are M, *, - and E", std::string(1, letter)));
        }
    }
    reader.use(kKey, "model.pattern", patternText(kinds));
    reader.derive("model.one_block", "true", say("the family's modelling code has it"));
    mamba2(reader, "mamba_num_heads", "mamba_head_dim", "ssm_state_size", "n_groups", "conv_kernel",
           "expand");
    for (const char* key : {"mamba_proj_bias", "mlp_bias", "use_bias"})
        reader.must(key, "false", say("must be false: these projections have no biases here"));
    reader.must("use_conv_bias", "true", say("must be true: the convolution is counted with its bias"));
    reader.must("mamba_ssm_cache_dtype", "float32", say("must be float32: states are counted in it"));
    reader.must("mlp_hidden_act", "relu2", say("must be relu2: two matrices without a gate"));
    if (reader.given("moe_latent_size"))
        if (const std::optional<Count> latent = reader.count("moe_latent_size"))
            reader.use("moe_latent_size", "moe.latent", *latent);
    for (const char* key : {"mtp_hybrid_override_pattern", "mtp_layers_block_type"}) {
        if (!reader.given(key)) continue;
        reader.derive("model.mtp_layers", "0", say("blocks of multi-token prediction are not counted"));
        reader.usedFor("num_nextn_predict_layers", "model.mtp_layers");
        reader.leaveOut(key, say("blocks of multi-token prediction are not counted"));
    }
    if (pattern.find('E') != std::string::npos)
        reader.derive("moe.router_bias", "true", say("score correction of every expert"));
}

/// GLM-5.2: a layer without an indexer attends to what an earlier one chose (skip_topk of SGLang and vLLM).
static void sharedIndexers(ConfigReader& reader) {
    constexpr Word words[] = {{"full", LayerKind::Sparse}, {"shared", LayerKind::SparseShared}};
    const Kinds list = listedKinds(reader, "indexer_types", words);
    if (reader.given("index_topk_pattern"))
        return reader.refuse("index_topk_pattern",
                             say("must be null: indexer_types say which layers choose keys"));
    const Count every = std::max<Count>(1, reader.countOr("index_topk_freq", 1)),
                offset = reader.countOr("index_skip_topk_offset", 2);
    const Kinds rule = byRule(reader, [&](Count i) {
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
    Kinds rule = byRule(reader, [](Count i) { return (i + 1) % 4 ? LayerKind::Sliding : LayerKind::Full; });
    const char* pattern = "sliding_window_pattern"; // "LLLG" or a number
    if (reader.given(pattern)) {
        const std::string text = reader.text(pattern);
        const std::optional<double> every = parseNumber(text);
        const bool letters = !text.empty() && text.find_first_not_of("LG") == std::string::npos;
        if (!letters && !(every && *every >= 1 && *every <= 1000))
            return reader.refuse(pattern, say("must be a number of layers, or letters L and G"));
        rule = byRule(reader, [&](Count i) {
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
        byRule(reader, [](Count i) { return (i + 1) % 6 ? LayerKind::Sliding : LayerKind::Full; });
    putPattern(reader, list, rule, "layer_types", "", say("the configuration class has it"));
    needWindow(reader, list.empty() ? rule : list, "sliding_window", 512);
    const Message embeds = say("must be 0: no layer here has an embedding of its own");
    reader.must("hidden_size_per_layer_input", "0", embeds);
    if (reader.countOr("hidden_size_per_layer_input", 0) == 0 && reader.given("vocab_size_per_layer_input"))
        reader.ignore("vocab_size_per_layer_input", say("hidden_size_per_layer_input is 0"));
    reader.must("num_kv_shared_layers", "0",
                say("must be 0: layers of this family that share keys are not known"));
    reader.must("use_double_wide_mlp", "false",
                say("must be false: networks of a layer have one width here"));
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
    const Kinds rule =
        byRule(reader, [every](Count i) { return (i + 1) % every ? LayerKind::Sliding : LayerKind::Full; });
    putPattern(reader, list, rule, "layer_types", "global_attn_every_n_layers",
               say("the configuration class has it"));
    needWindow(reader, list.empty() ? rule : list, "sliding_window", 0);
}

void crossLayerKv(ConfigReader& reader) {
    if (reader.flag("use_cla")) {
        inner(reader, "cla_share_factor", "model.kv_share_factor");
        reader.usedFor("use_cla", "model.kv_share_factor");
    } else if (reader.count("cla_share_factor")) {
        reader.ignore("cla_share_factor", say("use_cla is off"));
    }
    reader.must("use_mixed_mlp_moe", "true",
                say("must be true: shared experts stand beside the routed ones"));
    uniformLayers(reader);
}

void ernieLayers(ConfigReader& reader) {
    reader.must("use_bias", "false", say("must be false: these projections have no biases here"));
    uniformLayers(reader);
}

} // namespace moe
