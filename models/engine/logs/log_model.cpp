// SPDX-License-Identifier: GPL-3.0-or-later
// Which model a run trained. Defaults of Megatron-LM where a log is silent: megatron/training/arguments.py,
// megatron/core/transformer/transformer_config.py.

#include "data/number.h"
#include "models/engine/logs/log_draft.h"
#include "models/engine/logs/log_layers.h"
#include "models/engine/scenario/edits/layer_painting.h"

#include <algorithm>

namespace moe {
namespace {

const char* patternArgument(const LogArguments& said) {
    return said.said("hybrid_layer_pattern") ? "hybrid_layer_pattern" : "hybrid_override_pattern";
}

void readSizes(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    ModelSpec& made = draft.model();
    const MegatronArgument* pattern = said.said(patternArgument(said));
    const auto letters = pattern ? hybridPattern(pattern->text) : std::nullopt;
    made.layers = letters && !said.said("num_layers") ? static_cast<Count>(letters->kinds.size())
                                                      : draft.needed("num_layers");
    made.hidden = draft.needed("hidden_size");
    made.heads = draft.needed("num_attention_heads");
    if (!draft.log.iterations.empty() || said.text("seq_length", {"SEQ_LENGTH", "SEQ_LEN"}))
        made.sequence = draft.needed("seq_length");
    else { // arguments that a script shares
        made.sequence = std::min<Count>(4096, said.count("max_position_embeddings").value_or(4096));
        draft.assume(say("Sequences of %1 tokens: not in the file.", made.sequence), "model.sequence");
    }
    const bool squared = said.flag("squared_relu");
    made.gated = !squared && (said.flag("swiglu") || said.flag("geglu") || said.flag("quick_geglu"));
    const Count usual = made.gated ? made.hidden * 8 / 3 / 64 * 64 : 4 * made.hidden;
    made.ffn = said.count("ffn_hidden_size").value_or(usual);
    made.headDim = said.count("kv_channels");
    made.attention = said.flag("group_query_attention") ? Attention::Gqa : Attention::Mha;
    if (made.attention == Attention::Gqa)
        made.kvHeads = said.count("num_query_groups").value_or(1);
    else if (const auto groups = said.count("num_query_groups");
             groups && *groups > 1 && *groups < made.heads) {
        made.attention = Attention::Gqa; // a part of a dump that has the groups but not the switch
        made.kvHeads = groups;
    }
    made.tiedEmbeddings = !said.flag("untie_embeddings_and_output_weights");
    const std::string norm = said.text("normalization").value_or("LayerNorm");
    made.norm = norm == "RMSNorm" ? Norm::RmsNorm : Norm::LayerNorm;
    if (norm != "RMSNorm" && norm != "LayerNorm") draft.leaveOut("normalization");
    made.linearBias = !said.flag("disable_bias_linear") && !draft.isFalse("add_bias_linear");
    made.attentionBias = !made.linearBias && said.flag("add_qkv_bias");
    const std::string position = said.text("position_embedding_type").value_or("learned_absolute");
    // "none", which for other arguments is as good as not given, is a type of its own.
    const auto given = draft.log.arguments.find("position_embedding_type");
    const bool none =
        given != draft.log.arguments.end() && (given->second.text == "none" || given->second.text == "None");
    const bool rotary = none || position != "learned_absolute" || said.flag("use_rotary_position_embeddings");
    made.position = rotary ? Position::Rope : Position::Learned; // others have no parameters either
    made.qkNorm = said.flag("qk_layernorm") ? QkNorm::Head : QkNorm::None;
    made.mtpLayers = said.count("mtp_num_layers").value_or(0);
    made.outputGate = said.flag("attention_output_gate");
    made.kvSharedLayers = said.count("num_kv_shared_layers").value_or(0);
    const std::string softmax = said.text("softmax_type").value_or("vanilla");
    made.sinks = softmax == "learnable";
    if (softmax != "learnable" && softmax != "vanilla") draft.leaveOut("softmax_type");
    if (!said.flag("multi_latent_attention")) return;
    made.attention = Attention::Mla;
    made.kvHeads.reset();
    made.headDim.reset();
    made.qRank = said.count("q_lora_rank").value_or(0);
    made.kvRank = said.count("kv_lora_rank").value_or(32);
    made.nopeDim = said.count("qk_head_dim").value_or(128);
    made.ropeDim = said.count("qk_pos_emb_head_dim").value_or(64);
    made.vDim = said.count("v_head_dim").value_or(128);
}

/// What a frequency chooses, or a problem where it is none or fits other layers.
std::optional<std::vector<bool>> chosen(LogDraft& draft, std::string_view argument,
                                        bool (*one)(Count layer, Count every)) {
    const MegatronArgument* said = draft.arguments.said(argument);
    if (!said) return std::nullopt;
    const std::optional<LayerFrequency> frequency = layerFrequency(said->text);
    if (!frequency) {
        draft.refuse(argument,
                     say("must be a number of layers, or a list of 0 and 1 like \"([0]*3+[1]*58)\""));
        return std::nullopt;
    }
    auto made = layerChoice(*frequency, draft.model().layers, one);
    if (!made && !draft.arguments.isWrong("num_layers"))
        draft.refuse(argument, say("must list 0 or 1 for each of the %1 layers, lists %2",
                                   draft.model().layers, static_cast<Count>(frequency->list.size())));
    return made;
}

/// Layers that slide have a window, the others see everything.
void readWindow(LogDraft& draft) {
    const MegatronArgument* window = draft.arguments.said("window_size");
    if (!window) {
        if (draft.arguments.said("window_attn_skip_freq") &&
            draft.arguments.text("window_attn_skip_freq") != "0")
            draft.leaveOut("window_attn_skip_freq");
        return;
    }
    const std::optional<Count> keys = windowKeys(window->text);
    if (!keys) return draft.refuse("window_size", say("must be two numbers like \"(128, 0)\""));
    if (*keys == 0) return;
    ModelSpec& made = draft.model();
    made.window = *keys;
    const auto slides = chosen(draft, "window_attn_skip_freq", [](Count layer, Count every) {
        return (layer + 1) % every != 0; // the n-th layer sees everything
    });
    if (!slides) return;
    std::vector<LayerKind> kinds;
    for (const bool each : *slides) kinds.push_back(each ? LayerKind::Sliding : LayerKind::Full);
    made.pattern = shortestPattern(kinds);
}

void readLinearAttention(LogDraft& draft, LayerKind kind) {
    LogArguments& said = draft.arguments;
    ModelSpec& made = draft.model();
    made.linearKeyHeads = said.count("linear_num_key_heads").value_or(16);
    made.linearValueHeads = said.count("linear_num_value_heads").value_or(32);
    made.linearKeyDim = said.count("linear_key_head_dim").value_or(128);
    made.linearValueDim = said.count("linear_value_head_dim").value_or(128);
    made.linearConv = said.count("linear_conv_kernel_dim").value_or(4);
    std::vector<LayerKind> kinds(static_cast<std::size_t>(made.layers), kind);
    const auto linear = chosen(draft, "linear_attention_freq",
                               [](Count layer, Count every) { return (layer + 1) % every != 0; });
    for (std::size_t i = 0; linear && i < linear->size(); ++i)
        if (!(*linear)[i]) kinds[i] = LayerKind::Full;
    made.pattern = shortestPattern(kinds);
}

void readVariant(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    const char* argument = said.said("experimental_attention_variant") ? "experimental_attention_variant"
                                                                       : "linear_attention_type";
    const std::string variant = said.text(argument).value_or("");
    if (variant == "dsa") {
        draft.model().indexHeads = draft.needed("dsa_indexer_n_heads");
        draft.model().indexDim = draft.needed("dsa_indexer_head_dim");
        draft.model().indexTopK = draft.needed("dsa_indexer_topk");
    } else if (variant == "gated_delta_net" || variant == "gdn") {
        readLinearAttention(draft, LayerKind::Gdn);
    } else if (variant == "kda" || variant == "kimi_delta_attention") {
        readLinearAttention(draft, LayerKind::Kda);
    } else if (!variant.empty()) {
        draft.leaveOut(argument);
    } else if (said.said("linear_attention_freq") && said.text("linear_attention_freq") != "0") {
        draft.leaveOut("linear_attention_freq");
    }
}

/// "MEMEM*…": one block a layer, as the pattern says. True where there is one.
bool readHybrid(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    const char* argument = patternArgument(said);
    const bool mamba = said.text("model_type").value_or("") == "mamba" || said.flag("is_hybrid_model");
    if (!said.said(argument) && !mamba) return false;
    if (!said.said(argument)) {
        // Megatron-LM fills the layers that neither share takes with Mamba-2.
        for (const char* share : {"hybrid_attention_ratio", "hybrid_mlp_ratio"})
            if (const std::string value = said.text(share).value_or("0"); parseNumber(value) != 0.0)
                draft.refuse(share, say("spreads layers by a share: give hybrid_override_pattern"));
    }
    const std::string letters =
        said.said(argument)
            ? said.said(argument)->text
            : std::string(static_cast<std::size_t>(std::clamp<Count>(draft.model().layers, 0, 10000)), 'M');
    const std::optional<HybridPattern> pattern = hybridPattern(letters);
    if (!pattern) {
        const bool compressed = letters.find_first_of("CHD") != std::string::npos;
        draft.refuse(argument, compressed
                                   ? say("holds layers of compressed or sparse attention (C, H, D), which "
                                         "arguments are not read for; patterns of M, *, G, - and E are")
                                   : say("must be a pattern of M, *, G, - and E"));
        return true;
    }
    ModelSpec& made = draft.model();
    const auto length = static_cast<Count>(pattern->kinds.size());
    if (length != made.layers) {
        if (!said.isWrong("num_layers"))
            draft.refuse(argument,
                         say("must have one letter for each of the %1 layers, has %2", made.layers, length));
        return true;
    }
    made.oneBlock = true;
    made.pattern = shortestPattern(pattern->kinds);
    if (pattern->mtpLayers > 0) made.mtpLayers = pattern->mtpLayers;
    const auto has = [&](LayerKind kind) {
        return std::find(pattern->kinds.begin(), pattern->kinds.end(), kind) != pattern->kinds.end();
    };
    if (has(LayerKind::Mamba2)) {
        const Count head = said.count("mamba_head_dim").value_or(64);
        made.mambaHeads = said.count("mamba_num_heads").value_or(2 * made.hidden / std::max<Count>(1, head));
        made.mambaInner = made.mambaHeads * head;
        made.mambaState = said.count("mamba_state_dim").value_or(128);
        made.mambaGroups = said.count("mamba_num_groups").value_or(8);
    }
    if (has(LayerKind::Gdn)) {
        const std::vector<LayerRun> runs = made.pattern;
        readLinearAttention(draft, LayerKind::Gdn);
        made.pattern = runs;
    }
    std::optional<MoeSpec>& moe = draft.made.scenario.moe;
    const Count networks = std::count(pattern->kinds.begin(), pattern->kinds.end(), LayerKind::Ffn);
    if (moe && networks > static_cast<Count>(pattern->routed.size())) moe->layers = pattern->routed;
    if (pattern->routed.empty()) moe.reset();
    if (!pattern->routed.empty() && !moe)
        draft.refuse(argument, say("has experts, and num_experts is missing"));
    return true;
}

void readExperts(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    const bool exported = said.text("use_moe", {"USE_MOE"}).value_or("false") == "true";
    if (!said.text("num_experts") && !exported) return;
    MoeSpec& moe = draft.made.scenario.moe.emplace();
    moe.experts = draft.needed("num_experts");
    moe.topK = said.count("moe_router_topk").value_or(2);
    moe.expertFfn = said.count("moe_ffn_hidden_size").value_or(draft.model().ffn);
    moe.sharedFfn = said.count("moe_shared_expert_intermediate_size");
    moe.sharedGate = said.flag("moe_shared_expert_gate");
    moe.routerBias = said.flag("moe_router_enable_expert_bias");
    moe.expertBias = draft.model().linearBias;
    moe.latent = said.count("moe_latent_size").value_or(0);
    moe.capacityFactor = std::max(0.0, said.number("moe_expert_capacity_factor").value_or(0));
    moe.groups = said.count("moe_router_num_groups").value_or(1);
    moe.groupLimit = said.count("moe_router_group_topk").value_or(0);
    const std::string backend = said.text("moe_flex_dispatcher_backend").value_or("");
    const bool flexible = said.text("moe_token_dispatcher_type").value_or("") == "flex";
    // Primus, where its own kernels are on.
    const bool turbo = said.flag("use_turbo_deepep") && !draft.isFalse("enable_primus_turbo");
    if (flexible && backend == "hybridep")
        draft.train().dispatcher = Dispatcher::HybridEp;
    else if (said.flag("moe_enable_deepep") || turbo || (flexible && backend == "deepep"))
        draft.train().dispatcher = Dispatcher::DeepEp;
    else if (flexible && !backend.empty())
        draft.leaveOut("moe_flex_dispatcher_backend");
}

/// Which layers route: the first ones not, every n-th, or a list.
void readMoeLayers(LogDraft& draft) {
    const auto routes = chosen(draft, "moe_layer_freq", [](Count layer, Count every) {
        return layer % every == 0; // megatron/core/models/gpt/gpt_layer_specs.py
    });
    if (!routes) return;
    MoeSpec& moe = *draft.made.scenario.moe;
    const auto first = std::find(routes->begin(), routes->end(), true);
    const Count dense = static_cast<Count>(first - routes->begin()), layers = draft.model().layers;
    if (dense == layers) {
        draft.made.scenario.moe.reset();
        return;
    }
    if (std::find(first, routes->end(), false) == routes->end()) {
        draft.model().denseLayers = dense;
        return;
    }
    for (Count every = 2; every <= layers / 2 && dense < every; ++every) {
        bool fits = true;
        for (Count i = 0; i < layers; ++i)
            fits = fits && (*routes)[static_cast<std::size_t>(i)] == (i % every == dense);
        if (!fits) continue;
        moe.every = every;
        moe.offset = dense;
        return;
    }
    for (Count i = 0; i < layers; ++i)
        if ((*routes)[static_cast<std::size_t>(i)]) moe.layers.push_back(i);
}

} // namespace

void readLogModel(LogDraft& draft) {
    readSizes(draft);
    readExperts(draft);
    if (readHybrid(draft)) return;
    readWindow(draft);
    readVariant(draft);
    if (draft.made.scenario.moe) readMoeLayers(draft);
}

} // namespace moe
