// SPDX-License-Identifier: GPL-3.0-or-later
// Families whose layers do two things on one input: attention and network behind one norm (GPT-J, Phi,
// Falcon, Cohere), attention beside a state (Falcon-H1); and short convolutions (LFM2).

#include "data/number.h"
#include "models/engine/files/models/config_kinds.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"

namespace moe {
namespace {

Message inFamilyCode() {
    return say("the family's modelling code has it");
}

void oneNorm(ConfigReader& reader) {
    reader.derive("model.shared_norm", "true", inFamilyCode());
}

} // namespace

/// PhiForCausalLM: biases everywhere, those of the head too.
void phiLayers(ConfigReader& reader) {
    oneNorm(reader);
    reader.derive("model.head_bias", "true", inFamilyCode());
    uniformLayers(reader);
}

/// GPTJForCausalLM and CodeGenForCausalLM: the network and the head have biases, attention has none.
void gptJLayers(ConfigReader& reader) {
    oneNorm(reader);
    reader.derive("model.head_bias", "true", inFamilyCode());
    const char* width = reader.family().shape->ffn;
    const Count ffn = reader.given(width) ? reader.countOr(width, 0) : 4 * reader.hidden();
    reader.derive("model.layer_params", std::to_string(ffn + reader.hidden()),
                  say("biases of the feed-forward network"));
    uniformLayers(reader);
}

/// FalconForCausalLM: three forms of one class.
void falconLayers(ConfigReader& reader) {
    const bool later = reader.flag("new_decoder_architecture");
    const bool parallel = later || reader.flag("parallel_attn", true);
    const bool one = !later && reader.flag("multi_query", true);
    reader.assume("new_decoder_architecture", "false", "model.kv_heads");
    reader.assume("multi_query", "true", "model.kv_heads");
    reader.assume("parallel_attn", "true", "model.shared_norm");
    const Count kv = one ? 1 : reader.countOr("num_kv_heads", reader.heads());
    if (one && reader.given("num_kv_heads"))
        reader.ignore("num_kv_heads", say("all heads share one of keys and values"));
    if (one)
        reader.derive("model.kv_heads", "1", say("all heads share one of keys and values"));
    else
        reader.use("num_kv_heads", "model.kv_heads", kv);
    reader.derive("model.attention", kv < reader.heads() ? "gqa" : "mha",
                  say("from heads and key/value heads"));
    const Count norms = reader.countOr("num_ln_in_parallel_attn", later ? 2 : 1);
    if (parallel && norms == 1) oneNorm(reader);
    if (reader.given("num_ln_in_parallel_attn"))
        reader.usedFor("num_ln_in_parallel_attn", "model.shared_norm");
    if (reader.flag("bias")) reader.derive("model.linear_bias", "true", say("from %1", "bias"), "bias");
    const Count width = reader.countOr("ffn_hidden_size", 4 * reader.hidden());
    if (reader.given("ff_factor") && reader.countOr("ff_factor", 0) * reader.hidden() != width)
        reader.refuse("ff_factor", say("differs from %1; keep one of them", "ffn_hidden_size"));
    if (reader.given("alibi")) reader.ignore("alibi", say("positions have no weights"));
    if (reader.given("activation") && !reader.text("activation").starts_with("gelu"))
        reader.refuse("activation", say("must be gelu, as this family has it"));
    else if (reader.given("activation"))
        reader.ignore("activation", say("two matrices without a gate"));
    uniformLayers(reader);
}

/// CohereForCausalLM: norms without biases, queries and keys normed over their whole width or not at all.
void cohereLayers(ConfigReader& reader) {
    oneNorm(reader);
    uniformLayers(reader);
}

/// StableLmForCausalLM: later sizes run both blocks behind one norm, and norm every head apart.
void stableLayers(ConfigReader& reader) {
    if (reader.flag("use_parallel_residual"))
        reader.use("use_parallel_residual", "model.shared_norm", std::string("true"));
    if (reader.flag("qk_layernorm")) reader.use("qk_layernorm", "model.qk_norm", std::string("width"));
    uniformLayers(reader);
}

/// GPTNeoXForCausalLM: either way both blocks keep a norm of their own.
void neoxLayers(ConfigReader& reader) {
    reader.ignore("use_parallel_residual", say("each block keeps its own norm"));
    uniformLayers(reader);
}

/// Lfm2ForCausalLM and Lfm2MoeForCausalLM.
void convLayers(ConfigReader& reader) {
    constexpr Word words[] = {
        {"full_attention", LayerKind::Full}, {"conv", LayerKind::Conv}, {"short_conv", LayerKind::Conv}};
    const char *listed = "layer_types", *full = "full_attn_idxs";
    Kinds kinds = listedKinds(reader, listed, words);
    if (reader.given(full)) {
        Kinds made(static_cast<std::size_t>(reader.layers()), LayerKind::Conv);
        const DocumentEntry* list = reader.find(full);
        for (const std::string& word : list->values) {
            const double layer = parseNumber(word).value_or(-1);
            if (!list->list || layer < 0 || layer >= static_cast<double>(made.size()))
                return reader.refuse(full, say("must be a list of layers, from 0"));
            made[static_cast<std::size_t>(layer)] = LayerKind::Full;
        }
        if (!kinds.empty() && kinds != made)
            return reader.refuse(full, say("says other layers than %1; keep one of them", listed));
        reader.usedFor(full, "model.pattern");
        kinds = made;
    }
    if (kinds.empty()) {
        if (!reader.given(listed)) reader.refuse(listed, say("must be given: it says which layers attend"));
        return;
    }
    reader.use(reader.given(listed) ? listed : full, "model.pattern",
               allFull(kinds) ? "" : patternText(kinds));
    inner(reader, "conv_L_cache", "model.linear.conv");
    reader.must("conv_bias", "false", say("must be false: these projections have no biases here"));
    reader.must("block_use_swiglu", "true", say("must be true: networks of this family are gated"));
    for (const char* key : {"conv_dim", "conv_dim_out", "block_dim"})
        reader.must(key, std::to_string(reader.hidden()), say("must be the hidden size"));
    reader.must("num_heads", std::to_string(reader.heads()),
                say("differs from %1; keep one of them", "num_attention_heads"));
}

bool adjustedWidth(ConfigReader& reader) {
    if (std::string_view(reader.family().type) != "lfm2") return false;
    const char* key = reader.given("block_ff_dim") ? "block_ff_dim" : "intermediate_size";
    const std::optional<Count> width = reader.needed(key);
    if (!width) return true;
    Count made = *width;
    if (reader.flag("block_auto_adjust_ff_dim", true)) {
        const double factor = parseNumber(reader.text("block_ffn_dim_multiplier")).value_or(1);
        const Count of = std::max<Count>(1, reader.countOr("block_multiple_of", 256));
        const Count whole = 2 * made / 3;
        made = static_cast<Count>(factor * static_cast<double>(whole));
        made = (made + of - 1) / of * of;
    }
    reader.use(key, "model.ffn", made);
    for (const char* other : {"block_auto_adjust_ff_dim", "block_ffn_dim_multiplier", "block_multiple_of"})
        reader.usedFor(other, "model.ffn");
    if (std::string_view(key) != "intermediate_size")
        reader.must("intermediate_size", reader.text(key), say("differs from %1; keep one of them", key));
    return true;
}

/// FalconH1ForCausalLM: every layer attends and keeps a state, on one normed input.
void besideStateLayers(ConfigReader& reader) {
    reader.derive("model.pattern", "full_mamba2", inFamilyCode());
    const Count heads = reader.needed("mamba_n_heads").value_or(0),
                width = reader.needed("mamba_d_head").value_or(0);
    const Count expand = reader.countOr("mamba_expand", 2);
    const bool given = reader.given("mamba_d_ssm");
    const Count inner_ = given ? reader.countOr("mamba_d_ssm", 0) : expand * reader.hidden();
    if (inner_ != heads * width)
        return reader.refuse(given ? "mamba_d_ssm" : "mamba_expand",
                             say("must be %1 times %2", "mamba_n_heads", "mamba_d_head"));
    reader.use("mamba_n_heads", "model.mamba.heads", heads);
    reader.use("mamba_d_head", "model.mamba.inner", inner_);
    reader.usedFor("mamba_d_ssm", "model.mamba.inner");
    if (given && reader.given("mamba_expand"))
        reader.ignore("mamba_expand", say("%1 says it", "mamba_d_ssm"));
    else
        reader.usedFor("mamba_expand", "model.mamba.inner");
    inner(reader, "mamba_d_state", "model.mamba.state");
    inner(reader, "mamba_n_groups", "model.mamba.groups");
    inner(reader, "mamba_d_conv", "model.mamba.conv");
    const bool norm = reader.flag("mamba_rms_norm");
    reader.use("mamba_rms_norm", "model.mamba.norm", norm ? "true" : "false");
    for (const char* key : {"mamba_proj_bias", "projectors_bias"})
        reader.must(key, "false", say("must be false: these projections have no biases here"));
    reader.must("mamba_conv_bias", "true", say("must be true: the convolution is counted with its bias"));
    reader.must("mamba_use_mlp", "true", say("must be true in this family"));
    if (reader.given("mlp_expansion_factor"))
        reader.ignore("mlp_expansion_factor", say("%1 says it", "intermediate_size"));
    reader.must("attn_layer_indices", "null", say("must be null: every layer attends"));
}

} // namespace moe
