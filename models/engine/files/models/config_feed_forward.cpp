// SPDX-License-Identifier: GPL-3.0-or-later
// Widths, heads and experts of a model's config.json, by the names its family gives them.

#include "data/number.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"
#include "models/engine/scenario/enum_text.h"

#include <algorithm>

namespace moe {
namespace {

constexpr Count kLongestSequence = 4096;

Message byClass() {
    return say("the configuration class has it");
}
Message byCode() {
    return say("the family's modelling code has it");
}

/// Layers that route, in the shortest words a scenario has for them.
void putRouting(ConfigReader& reader, const std::vector<bool>& moe, Message why) {
    const auto layers = static_cast<Count>(moe.size());
    const auto fits = [&](Count dense, Count every, Count offset) {
        for (Count i = 0; i < layers; ++i)
            if (moe[static_cast<std::size_t>(i)] != (i >= dense && i % every == offset)) return false;
        return true;
    };
    Count first = 0;
    while (first < layers && !moe[static_cast<std::size_t>(first)]) ++first;
    if (fits(0, 1, 0)) return;
    if (fits(first, 1, 0)) return reader.derive("model.dense_layers", std::to_string(first), std::move(why));
    for (Count every = 2; every <= 8; ++every) {
        for (const Count dense : {Count{0}, first}) {
            if (!fits(dense, every, first % every)) continue;
            if (dense > 0) reader.derive("model.dense_layers", std::to_string(dense), why);
            reader.derive("moe.every", std::to_string(every), why);
            return reader.derive("moe.offset", std::to_string(first % every), std::move(why));
        }
    }
    std::string list;
    for (Count i = 0; i < layers; ++i)
        if (moe[static_cast<std::size_t>(i)]) list += (list.empty() ? "" : ",") + std::to_string(i);
    reader.derive("moe.layers", list, std::move(why));
}

void readLatent(ConfigReader& reader) {
    reader.derive("model.attention", "mla", byCode());
    const auto copy = [&](const char* key, const char* to) {
        if (const std::optional<Count> value = reader.needed(key)) reader.use(key, to, *value);
    };
    if (!reader.find("q_lora_rank") && reader.family().layers == deepSeekOwnLayers) {
        reader.derive("model.q_rank", "0", byClass(), "q_lora_rank");
    } else if (reader.given("q_lora_rank")) {
        copy("q_lora_rank", "model.q_rank");
    } else if (reader.find("q_lora_rank")) {
        reader.usedFor("q_lora_rank", "model.q_rank"); // null: queries are not compressed
    } else {
        reader.refuse("q_lora_rank", say("must be given; null where queries are not compressed"));
    }
    copy("kv_lora_rank", "model.kv_rank");
    copy("qk_nope_head_dim", "model.nope_dim");
    copy("qk_rope_head_dim", "model.rope_dim");
    if (!reader.find("v_head_dim") && std::string_view(reader.family().type) == "minicpm3")
        reader.derive("model.v_dim", std::to_string(reader.hidden() / std::max<Count>(1, reader.heads())),
                      byCode(), "v_head_dim");
    else
        copy("v_head_dim", "model.v_dim");
    const std::string heads = std::to_string(reader.heads());
    reader.must("num_key_value_heads", heads, say("must be as many as heads in latent attention"));
    const Count width = reader.countOr("qk_nope_head_dim", 0) + reader.countOr("qk_rope_head_dim", 0);
    reader.must("qk_head_dim", std::to_string(width), say("must be qk_nope_head_dim + qk_rope_head_dim"));
    for (const char* key : {"head_dim", "qk_norm_dim"})
        if (reader.count(key)) reader.ignore(key, say("latent attention has head widths of its own"));
    reader.must("attention_bias", "false", say("must be false: latent projections have no biases here"));
    reader.must("mla_use_nope", "true", say("must be true in this family"));
}

void readHeads(ConfigReader& reader) {
    const ModelFamily& family = reader.family();
    const ShapeKeys& keys = *family.shape;
    Count kv = reader.heads();
    if (reader.given(keys.kvHeads)) {
        kv = reader.countOr(keys.kvHeads, kv);
        reader.use(keys.kvHeads, "model.kv_heads", kv);
    } else if (reader.find(keys.kvHeads)) {
        reader.use(keys.kvHeads, "model.kv_heads", kv); // null: as many as heads
    } else if (family.kvDefault > 0) {
        kv = family.kvDefault;
        reader.derive("model.kv_heads", std::to_string(kv), byClass(), keys.kvHeads);
    } else if (const Count size = reader.ofClass(keys.kvHeads); size > 0) {
        kv = size;
        reader.derive("model.kv_heads", std::to_string(kv), byClass(), keys.kvHeads);
    } else if (family.kvDefault < 0) {
        reader.refuse(keys.kvHeads, say("must be given; null where there are as many as heads"));
    } else {
        reader.derive("model.kv_heads", std::to_string(kv), say("as many as heads"), keys.kvHeads);
    }
    reader.derive("model.attention", kv < reader.heads() ? "gqa" : "mha",
                  say("from heads and key/value heads"));
    // Nemotron-H calls it by both names.
    const char* width = reader.given(keys.headDim) || !reader.given("head_dim") ? keys.headDim : "head_dim";
    if (reader.given(width))
        reader.use(width, "model.head_dim", reader.countOr(width, 0));
    else if (family.headDefault > 0)
        reader.derive("model.head_dim", std::to_string(family.headDefault), byClass(), keys.headDim);
}

void readBiases(ConfigReader& reader) {
    const ModelFamily& family = reader.family();
    if (family.has(kQkvBias)) {
        reader.derive("model.attention_bias", "true", byCode());
        reader.must("attention_bias", "true",
                    say("must be true: queries, keys and values of this family have biases"));
    }
    if (family.has(kBiasKey)) {
        const bool bias = reader.flag("attention_bias");
        if (reader.given("attention_bias"))
            reader.use("attention_bias", "model.attention_bias", bias ? "true" : "false");
        if (bias && family.has(kOutputBiasKey)) reader.derive("model.output_bias", "true", byCode());
    }
    if (reader.given("lm_head_bias"))
        reader.use("lm_head_bias", "model.head_bias", reader.flag("lm_head_bias") ? "true" : "false");
    if (reader.given("attention_out_bias"))
        reader.use("attention_out_bias", "model.output_bias",
                   reader.flag("attention_out_bias") ? "true" : "false");
    if (family.has(kLinearBias)) return reader.derive("model.linear_bias", "true", byCode());
    for (const char* key : {"mlp_bias", "use_qkv_bias", "use_bias", "qkv_bias", "bias"})
        if (!family.has(kBiasKey) || reader.find(key) != reader.find("attention_bias"))
            reader.must(key, "false", say("must be false: these projections have no biases here"));
}

void readNorms(ConfigReader& reader) {
    const ModelFamily& family = reader.family();
    bool qk = family.qkNorm != QkNorm::None;
    if (family.has(kQkNormKey)) qk = reader.flag("use_qk_norm");
    if (family.has(kQkNormKey) && reader.given("use_qk_norm"))
        reader.use("use_qk_norm", "model.qk_norm", std::string(enumText(qk ? family.qkNorm : QkNorm::None)));
    else if (qk)
        reader.derive("model.qk_norm", std::string(enumText(family.qkNorm)), byCode());
    if (!family.has(kQkNormKey)) // files that say what the family does anyway
        for (const char* key : {"use_qk_norm", "qk_norm"})
            if (family.layers != llama4Layers)
                reader.must(key, qk ? "true" : "false",
                            say("must be %1 in this family", qk ? "true" : "false"));
    if (family.has(kFourNorms)) reader.derive("model.four_norms", "true", byCode());
    if (family.has(kLayerNorm)) reader.derive("model.norm", "layernorm", byCode());
    if (family.has(kOutputGate)) reader.derive("model.output_gate", "true", byCode());
    if (family.has(kTwoMatrices)) reader.derive("model.gated", "false", byCode());
    reader.must("normalization_function", "rmsnorm", say("must be rmsnorm"));
    for (const char* key :
         {"hidden_act", "hidden_activation", "activation_function", "ffn_config.ffn_act_fn.name"}) {
        if (!reader.given(key)) continue;
        const std::string name = reader.text(key);
        if (family.has(kTwoMatrices)
                ? name == "relu2" || (family.has(kLayerNorm) && (name == "relu" || name.starts_with("gelu")))
                : name == "silu" || name.starts_with("swiglu") || name.starts_with("gelu") || name == "situ")
            reader.ignore(key, family.has(kTwoMatrices) ? say("two matrices without a gate")
                                                        : say("every gated activation has three matrices"));
        else if (family.has(kTwoMatrices) && family.routes == nemotronRoutes)
            reader.ignore(key, say("mlp_hidden_act says it"));
        else
            reader.refuse(key, say("must be silu or gelu, as this family has it"));
    }
}

} // namespace

void readConfigShape(ConfigReader& reader) {
    const ModelFamily& family = reader.family();
    const ShapeKeys& keys = *family.shape;
    // Nemotron's newer files list the layers and do not count them.
    const DocumentEntry* list = reader.find("layers_block_type");
    const bool counted = reader.given(keys.layers) || !list || !list->list || list->values.empty();
    const Count pairs = family.has(kPairs) ? 2 : 1;
    const Count layers = counted ? pairs * reader.neededFor(keys.layers, "model.layers")
                                 : static_cast<Count>(std::min<std::size_t>(list->values.size(), 10000));
    const Count hidden = reader.neededFor(keys.hidden, "model.hidden");
    const Count heads = reader.neededFor(keys.heads, "model.heads");
    reader.setShape(layers, hidden, heads);
    if (counted)
        reader.use(keys.layers, "model.layers", layers);
    else
        reader.use("layers_block_type", "model.layers", layers);
    reader.use(keys.hidden, "model.hidden", hidden);
    reader.use(keys.heads, "model.heads", heads);
    if (family.vocabDefault > 0 && !reader.given(keys.vocab))
        reader.derive("model.vocab", std::to_string(family.vocabDefault), byClass(), keys.vocab);
    else if (const std::optional<Count> vocab = reader.needed(keys.vocab))
        reader.use(keys.vocab, "model.vocab", *vocab);
    const Count longest = reader.countOr(keys.longest, kLongestSequence);
    if (family.has(kLearned)) reader.derive("model.position", "learned", byCode());
    if (longest > 0 && (longest < kLongestSequence || family.has(kLearned)))
        reader.use(keys.longest, "model.sequence", longest);
    else
        reader.derive("model.sequence", std::to_string(kLongestSequence),
                      say("training sequences are not in the file"));
    if (reader.given(keys.longest) && longest >= kLongestSequence && !family.has(kLearned))
        reader.ignore(keys.longest, say("the longest sequence that the model takes, not the training one"));
    const bool tied = reader.flag("tie_word_embeddings", family.has(kTied));
    if (reader.given("tie_word_embeddings"))
        reader.use("tie_word_embeddings", "model.tied_embeddings", tied ? "true" : "false");
    else if (tied)
        reader.derive("model.tied_embeddings", "true", byClass(), "tie_word_embeddings");
    // Of families that predict further tokens; elsewhere it is another model's key.
    const bool predicts = family.has(kLatent) || family.has(kDenseFirstKey) || family.has(kScoreCorrection) ||
                          family.layers == gatedDeltaLayers || family.layers == nemotronLayers ||
                          std::string_view(family.type) == "mimo";
    if (predicts && reader.given("num_nextn_predict_layers"))
        reader.use("num_nextn_predict_layers", "model.mtp_layers",
                   reader.countOr("num_nextn_predict_layers", 0));
}

void readConfigAttention(ConfigReader& reader) {
    const ModelFamily& family = reader.family();
    readNorms(reader);
    if (family.has(kLatent)) {
        readLatent(reader);
    } else {
        readHeads(reader);
        readBiases(reader);
    }
    if (family.layers) family.layers(reader);
    // Said twice under old and new names.
    if (family.layers != gemma2Layers && reader.given("sliding_window_size"))
        reader.must("sliding_window_size", reader.text("sliding_window"),
                    say("differs from %1; keep one of them", "sliding_window"));
    for (const MustEqual& row : mustEqual())
        if (row.family == family.type)
            reader.must(row.key, row.value, say("must be %1 in this family", row.value));
    if (reader.given("attention_head_dim") && std::string_view(family.shape->headDim) == "head_dim" &&
        reader.given("head_dim"))
        reader.must("attention_head_dim", reader.text("head_dim"),
                    say("differs from %1; keep one of them", "head_dim"));
}

namespace {

/// Shared experts as (number, total width); a width without a number is one expert.
void readShared(ConfigReader& reader, const ExpertKeys& keys, Count expertFfn) {
    const bool counted = *keys.shared && reader.given(keys.shared);
    const bool wide = *keys.sharedFfn && reader.given(keys.sharedFfn);
    const Count number = counted ? reader.sameForAll(keys.shared).value_or(0) : (wide ? 1 : 0);
    const Count width = wide ? reader.countOr(keys.sharedFfn, 0) : expertFfn;
    if (counted) reader.use(keys.shared, "moe.shared_experts", width > 0 ? number : 0);
    if (wide) {
        if (!counted && width > 0)
            reader.derive("moe.shared_experts", "1", say("it has a width"), keys.shared);
        if (width > 0 && number > 0)
            reader.use(keys.sharedFfn, "moe.shared_ffn", number * width);
        else
            reader.usedFor(keys.sharedFfn, "moe.shared_ffn");
    }
    if (reader.family().has(kSharedGate) && number > 0 && width > 0)
        reader.derive("moe.shared_gate", "true", byCode());
}

void readCorrection(ConfigReader& reader) {
    constexpr const char *kMethod = "topk_method", *kTo = "moe.router_bias";
    if (reader.family().layers == deepSeekOwnLayers || reader.family().layers == pairedLayers)
        return; // which say it
    if (reader.family().has(kScoreCorrection)) {
        reader.derive(kTo, "true", say("score correction of every expert"));
        if (reader.given(kMethod)) reader.must(kMethod, "noaux_tc", say("must be noaux_tc in this family"));
        reader.must("moe_router_activation_func", "sigmoid", say("must be sigmoid in this family"));
        for (const char* key : {"use_moe_router_bias", "moe_router_enable_expert_bias", "use_routing_bias"})
            reader.must(key, "true", say("must be true in this family"));
        return;
    }
    if (reader.given("use_expert_bias"))
        reader.use("use_expert_bias", kTo, reader.flag("use_expert_bias") ? "true" : "false");
    if (reader.given("moe_router_enable_expert_bias"))
        reader.use("moe_router_enable_expert_bias", kTo,
                   reader.flag("moe_router_enable_expert_bias") ? "true" : "false");
    const std::string_view type = reader.family().type;
    if (!reader.given(kMethod)) {
        if (reader.family().has(kLatent))
            reader.derive(kTo, type == "deepseek_v2" ? "false" : "true", byClass(), kMethod);
        return;
    }
    const std::string method = reader.text(kMethod);
    if (method == "noaux_tc")
        reader.use(kMethod, kTo, std::string("true"));
    else if (method == "greedy" || method == "group_limited_greedy")
        reader.use(kMethod, kTo, std::string("false"));
    else
        reader.refuse(kMethod, say("must be greedy, group_limited_greedy or noaux_tc"));
}

void readGroups(ConfigReader& reader) {
    const bool grouped = reader.given("n_group") || reader.given("num_expert_group");
    if (!grouped) return;
    for (const auto& [key, to] : {std::pair{"n_group", "moe.groups"},
                                  {"topk_group", "moe.group_limit"},
                                  {"num_expert_group", "moe.groups"}})
        if (reader.given(key)) reader.use(key, to, reader.countOr(key, 0));
}

/// Meta's params.json gives the width by its rule: two thirds of four times the model's, rounded up.
bool metaWidth(ConfigReader& reader) {
    if (!reader.given("multiple_of") || reader.given(reader.family().shape->ffn)) return false;
    const Count of = std::max<Count>(1, reader.countOr("multiple_of", 1));
    const double factor = parseNumber(reader.text("ffn_dim_multiplier")).value_or(1);
    const Count plain = 8 * reader.hidden() / 3; // whole, as Meta's modelling code takes it
    const auto width = static_cast<Count>(factor * static_cast<double>(plain));
    reader.use("multiple_of", "model.ffn", (width + of - 1) / of * of);
    reader.usedFor("ffn_dim_multiplier", "model.ffn");
    return true;
}

} // namespace

void readConfigFeedForward(ConfigReader& reader) {
    const ModelFamily& family = reader.family();
    const char* ffn = family.shape->ffn;
    const auto denseWidth = [&] {
        if (metaWidth(reader) || adjustedWidth(reader)) return;
        if (family.has(kFourTimes) && !reader.given(ffn))
            return reader.derive("model.ffn", std::to_string(4 * reader.hidden()), byClass(), ffn);
        if (const std::optional<Count> width = reader.needed(ffn)) reader.use(ffn, "model.ffn", *width);
    };
    if (family.layers == searchedLayers) { // which says it layer by layer
        if (reader.given(ffn)) reader.ignore(ffn, say("block_configs say it"));
        return;
    }
    if (!family.experts) return denseWidth();
    const ExpertKeys& keys = *family.experts;
    std::vector<bool> moe(static_cast<std::size_t>(std::max<Count>(0, reader.layers())), true);
    const bool listed = family.routes && family.routes(reader, moe);
    const bool routes = std::find(moe.begin(), moe.end(), true) != moe.end();
    if (std::string_view(family.type) == "granitemoehybrid" && reader.given(keys.experts) &&
        reader.countOr(keys.experts, 1) == 0) { // its dense models have the shared network alone
        reader.usedFor(keys.experts, "moe.experts");
        for (const char* key : {keys.topK, keys.ffn})
            if (reader.given(key)) reader.ignore(key, say("the model has no experts"));
        if (const std::optional<Count> width = reader.needed(keys.sharedFfn))
            reader.use(keys.sharedFfn, "model.ffn", *width);
        return;
    }
    if (!routes && family.routes == gemma4Routes) {
        for (const char* key : {keys.experts, keys.ffn, keys.topK})
            if (reader.given(key)) reader.ignore(key, say("enable_moe_block is off"));
        return denseWidth();
    }
    if (!routes && family.routes == nemotronRoutes) {
        for (const char* key : {keys.experts, keys.ffn, keys.topK, keys.shared, keys.sharedFfn})
            if (reader.given(key)) reader.ignore(key, say("no layer routes"));
        if (nemotronPattern(reader).find('-') != std::string::npos) denseWidth();
        return;
    }
    // A family's first models may give experts the width of dense layers.
    const char* expertFfn = reader.given(keys.ffn) || !*ffn ? keys.ffn : ffn;
    if (family.experts->ffn != std::string_view(ffn) &&
        std::string_view(family.type).substr(0, 7) != "hunyuan")
        expertFfn = keys.ffn;
    const Count experts = reader.needed(keys.experts).value_or(0);
    reader.use(keys.experts, "moe.experts", experts);
    const std::optional<Count> width = reader.sameForAll(expertFfn);
    if (!width)
        reader.refuse(expertFfn, say("must be given"));
    else
        reader.use(expertFfn, "moe.expert_ffn", *width);
    if (width && expertFfn != keys.ffn) reader.assume(keys.ffn, std::to_string(*width), "moe.expert_ffn");
    if (const std::optional<Count> topK = reader.sameForAll(keys.topK))
        reader.use(keys.topK, "moe.top_k", *topK);
    else
        reader.refuse(keys.topK, say("must be given"));
    // Transformers 5 writes the number under every name it knows.
    for (const char* key : {"num_experts", "num_local_experts", "n_routed_experts"})
        if (std::string_view(key) != keys.experts && reader.given(key) &&
            reader.find(key) != reader.find(keys.experts))
            reader.must(key, std::to_string(experts), say("differs from %1; keep one of them", keys.experts));
    readShared(reader, keys, width.value_or(0));
    readCorrection(reader);
    readGroups(reader);
    if (family.routes == gemma4Routes) { // a dense network beside the experts of every layer
        reader.derive("moe.shared_experts", "1", byCode());
        if (const std::optional<Count> beside = reader.needed(ffn))
            reader.use(ffn, "moe.shared_ffn", *beside);
        reader.derive("moe.router_bias", "true", say("a scale of every expert"));
        return;
    }
    if (listed) putRouting(reader, moe, say("from the keys that say which layers route"));
    const bool dense = std::find(moe.begin(), moe.end(), false) != moe.end();
    const bool nemotronDense =
        family.routes == nemotronRoutes && nemotronPattern(reader).find('-') != std::string::npos;
    if (family.routes == nemotronRoutes ? nemotronDense : dense) {
        denseWidth();
    } else if (*ffn && std::string_view(ffn) != expertFfn && reader.count(ffn)) {
        reader.ignore(ffn, say("no layer is dense"));
    }
}

} // namespace moe
