// SPDX-License-Identifier: GPL-3.0-or-later
// Which layer is of which kind, from the lists, periods and pattern strings of each family.

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/models/config_kinds.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"

#include <algorithm>

namespace moe {

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
    const Kinds rule = byRule(reader.layers(),
                              [first](Count i) { return i >= first ? LayerKind::Sliding : LayerKind::Full; });
    reader.use("sliding_window", "model.window", *window);
    putPattern(reader, list, rule, "layer_types", family.has(kWindowSwitch) ? "max_window_layers" : "",
               say("the window is on every layer"));
}

void gptOssLayers(ConfigReader& reader) {
    const Kinds list = listedKinds(reader, "layer_types", kAttentionWords);
    const Kinds rule =
        byRule(reader.layers(), [](Count i) { return i % 2 ? LayerKind::Full : LayerKind::Sliding; });
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
    const Kinds rule = byRule(
        reader.layers(), [every](Count i) { return (i + 1) % every ? LayerKind::Sliding : LayerKind::Full; });
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
void cohere2Layers(ConfigReader& reader) {
    const char *period = "sliding_window_pattern", *older = "layer_switch";
    if (reader.given(older) && reader.given(period))
        reader.must(older, reader.text(period), say("differs from %1; keep one of them", period));
    gemmaLayers(reader, 4, reader.given(period) || !reader.given(older) ? period : older);
    reader.derive("model.shared_norm", "true", say("the family's modelling code has it"));
}

void llama4Layers(ConfigReader& reader) {
    constexpr Word words[] = {{"full_attention", LayerKind::Full}, {"chunked_attention", LayerKind::Chunked}};
    const Kinds list = listedKinds(reader, "layer_types", words);
    Count every = reader.countOr("no_rope_layer_interval", 4);
    if (every < 1) every = 4;
    Kinds rule = byRule(reader.layers(),
                        [every](Count i) { return (i + 1) % every ? LayerKind::Chunked : LayerKind::Full; });
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
    const Kinds rule = byRule(
        reader.layers(), [every](Count i) { return (i + 1) % every ? LayerKind::Gdn : LayerKind::Full; });
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
    Kinds kinds = byRule(reader.layers(), [](Count) { return LayerKind::None; });
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
    if (reader.given("attn_res_block_size"))
        reader.use("attn_res_block_size", "model.residual_block", reader.countOr("attn_res_block_size", 0));
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
    const Kinds rule = byRule(
        reader.layers(), [&](Count i) { return i % period == offset ? LayerKind::Full : LayerKind::Mamba1; });
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
